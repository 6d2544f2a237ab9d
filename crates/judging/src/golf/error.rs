//! Why the judge could not prepare a submission.

use std::io;
use std::path::PathBuf;

use crate::process::RunError;

/// Why the judge could not prepare a submission; a compiler's rejection is not such an error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolchainError {
    /// The compiler could not be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The cache cannot be used.
    #[error("the cache {}: {why}", path.display())]
    Cache {
        /// The file or folder in it.
        path: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// A compiled program was changed or removed while it was in use.
    #[error("{} was changed while it was judged; other judges need a cache folder of their own", .0.display())]
    Changed(PathBuf),
    /// The judge's own limit on files is too low for a compiler.
    #[error("a compiler failed because files are limited to {0} bytes here (`ulimit -f`)")]
    TooLittle(u64),
    /// The disk is too full for a compiler.
    #[error("a compiler failed, and only {0} bytes are left in the folder for temporary files")]
    NoRoom(u64),
    /// No folder can be made for a compiler.
    #[error("cannot make a folder for a compiler: {0}")]
    RunDir(io::Error),
}
