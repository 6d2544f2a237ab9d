//! Digests of what rulings depend on, and of secrets.

use sha2::{Digest, Sha256};

/// A digest of parts, each with its length before it, so that different lists of parts never give the same
/// input.
pub(super) fn digest(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    judging::execution::hex(&hash.finalize())
}
