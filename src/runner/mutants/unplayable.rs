//! Why mutants cannot be played.

use crate::process::RunError;

/// Why mutants cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Unplayable {
    /// The judge could not run one.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The reference does not pass.
    #[error("the reference itself is not right in the case {0}: {1}")]
    Reference(String, &'static str),
    /// A mutant could not be written.
    #[error("{0}")]
    Make(String),
}
