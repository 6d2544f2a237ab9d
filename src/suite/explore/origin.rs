//! Where a session comes from.

use super::boundaries::Variant;

/// Where a session comes from.
#[derive(Debug)]
pub(super) enum Origin {
    /// Of the first sessions.
    First,
    Made,
    Walk(usize),
    /// A boundary under way, with this number.
    Boundary(usize, i64),
    Variant(Box<Variant>),
    /// A known session without the line that had this kind of answer; the hashes of the answers that came after it.
    Without {
        line: Vec<u8>,
        at: usize,
        kind: usize,
        later: Vec<u64>,
    },
}
