//! Digests of what rulings depend on, and of secrets.
//!
//! A ruling is used again by three parts: the server's digest of the submission, the key of the challenge, and a
//! digest of the tools. Only the last comes from the worker, which never sees what it reuses. A challenge is
//! identified by all files of its folder, used or not, and a build by the digest of the program: with another
//! reference, or another build of the same version, a ruling may differ.

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
