//! Why a line names no move.

/// Why a line names no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// An empty line.
    #[error("an empty line")]
    Blank,
    /// Certainly not a move, by every reading of the specification.
    #[error("no move")]
    Certain,
    /// No move for the reference, but the specification leaves room to see one (`04`, `+4`, `4.0`).
    #[error("no move, though the specification leaves that open")]
    Doubtful,
    /// The answer is not known, because it was never observed.
    #[error("an input whose answer was never seen")]
    Unknown,
}
