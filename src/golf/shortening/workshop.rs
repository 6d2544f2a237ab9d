//! Where texts become programs, each in a folder of its own, and nothing is left of them.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::super::{Languages, Toolchain, gather};
use super::error::ShorteningError;
use crate::dialect::Dialect;
use crate::process::{Interrupt, Isolation, Scratch};
use crate::runner::Candidate;

/// A place for programs, of one worker.
pub(super) struct Workshop<'a> {
    scratch: Scratch,
    languages: &'a Languages,
    toolchain: Toolchain<'a>,
    /// The name of the file, which a program may depend on.
    name: PathBuf,
    made: usize,
}

impl<'a> Workshop<'a> {
    pub(super) fn new(
        name: PathBuf,
        languages: &'a Languages,
        isolation: &Isolation,
        interrupt: &'a Interrupt,
    ) -> Result<Workshop<'a>, ShorteningError> {
        let scratch = Scratch::new().map_err(ShorteningError::Scratch)?;
        let compiled = scratch.path().join("compiled");
        let toolchain = Toolchain::new(interrupt).isolated(isolation).keeping_in(compiled);
        Ok(Workshop { scratch, languages, toolchain, name, made: 0 })
    }

    /// Makes a program of a text, and does something with it.
    pub(super) fn with<T>(
        &mut self,
        text: &[u8],
        job: impl FnOnce(Candidate) -> Result<T, ShorteningError>,
    ) -> Result<T, ShorteningError> {
        self.made += 1;
        // Each has a folder of its own, since what a path once showed may be remembered.
        let folder = self.scratch.path().join(self.made.to_string());
        let file = folder.join(&self.name);
        let write = || {
            std::fs::create_dir(&folder)?;
            std::fs::write(&file, text)?;
            // A program without a known language is started as it is.
            std::fs::set_permissions(&file, Permissions::from_mode(0o700))
        };
        write().map_err(ShorteningError::Scratch)?;
        let gathered = gather(&file, &Dialect::default(), self.languages)?;
        let submission = gathered.first().expect("a file is one submission");
        let outcome = job(self.toolchain.prepare(submission, self.languages)?);
        let _ = std::fs::remove_dir_all(&folder);
        let _ = std::fs::remove_dir_all(self.scratch.path().join("compiled"));
        outcome
    }
}
