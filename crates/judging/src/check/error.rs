//! Why there are no verdicts.

use crate::catalogue::NoPlan;
use crate::golf::{ToolchainError, ValidatorError};
use crate::process::RunError;

/// Why there are no verdicts.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The judge cannot do its work.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The validator of the challenge cannot be run.
    #[error("{0}")]
    Validator(String),
    /// The reference of the challenge cannot be asked, or does not repeat its answers.
    #[error("{0}")]
    Reference(String),
    /// A compiler could not be run, or what it made was changed.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unready {
    #[error(transparent)]
    Plan(#[from] NoPlan),
    #[error(transparent)]
    Check(#[from] CheckError),
}

impl From<ValidatorError> for CheckError {
    fn from(why: ValidatorError) -> CheckError {
        CheckError::Validator(why.to_string())
    }
}
