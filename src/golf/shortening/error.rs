//! Why a search for a shorter program cannot go on.

use std::io;
use std::path::PathBuf;

use super::super::{GatherError, ToolchainError};
use crate::process::RunError;

/// Why a search for a shorter program cannot go on. None of these is the program's fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ShorteningError {
    /// The judge could not run a program.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A compiler could not be run.
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    /// A program could not be read again.
    #[error(transparent)]
    Gather(#[from] GatherError),
    /// A program could not be written.
    #[error("a folder for temporary files: {0}")]
    Scratch(io::Error),
    /// The program has no text.
    #[error("{}: {}", .0.display(), .1)]
    NoText(PathBuf, String),
    /// The reference of the challenge cannot be asked any more.
    #[error("{0}")]
    Reference(String),
}

impl ShorteningError {
    /// Whether it is only that somebody interrupted the search.
    pub(super) fn is_interrupt(&self) -> bool {
        match self {
            ShorteningError::Run(why) | ShorteningError::Toolchain(ToolchainError::Run(why)) => {
                matches!(why, RunError::Interrupted)
            }
            _ => false,
        }
    }
}
