//! Why there is no verdict.

use std::io;

use crate::golf::{GatherError, ToolchainError};
use crate::process::RunError;

/// Why there is no verdict, through no fault of the program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContestError {
    /// The judge could not run something.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The validator could not be prepared.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// The validator is not a file.
    #[error(transparent)]
    Gather(#[from] GatherError),
    /// The validator gave no valid exit status.
    #[error("the validator failed{0}")]
    Validator(String),
    /// A file of the challenge cannot be used.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// The system gives no pipes or folders.
    #[error("cannot connect a program with its validator: {0}")]
    Pipes(io::Error),
}
