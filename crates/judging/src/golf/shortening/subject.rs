//! A program that is made shorter, and what becomes of it.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::super::{GatherError, Language, Languages, Submission, Toolchain, ToolchainError, of_file};
use super::lexemes::Knowledge;
use crate::files::remove_folder;
use crate::process::{Interrupt, Isolation, RunError, Scratch};
use crate::runner::{Candidate, Plan, Settings};

pub(crate) struct Shortening<'a> {
    pub settings: &'a Settings,
    pub plan: &'a Plan,
    /// The name of its file, without a folder.
    pub name: PathBuf,
    pub text: Vec<u8>,
    pub language: Option<&'a Language>,
    pub languages: &'a Languages,
    pub interrupt: &'a Interrupt,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShorteningProgress {
    /// How many bytes the shortest text has that passed the quick check.
    pub bytes: usize,
    /// How many texts were tried.
    pub trials: usize,
}

/// A program that was made shorter, or stayed as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shortened {
    /// The shortest text that the whole plan accepted.
    pub text: Vec<u8>,
    /// How many texts were tried.
    pub trials: usize,
    /// Whether the search was interrupted before it was done.
    pub interrupted: bool,
}

impl<'a> Shortening<'a> {
    /// The program that a submission is.
    /// Fails with [`ShorteningError::NoText`] if it cannot be read, or is a compiled program.
    pub(crate) fn of(
        submission: &Submission<'a>,
        settings: &'a Settings,
        plan: &'a Plan,
        languages: &'a Languages,
        interrupt: &'a Interrupt,
    ) -> Result<Shortening<'a>, ShorteningError> {
        let no_text = |why: &str| ShorteningError::NoText(submission.path.clone(), why.to_owned());
        submission.file.as_ref().map_err(|why| no_text(why))?;
        let text = submission.content.clone().ok_or_else(|| no_text("it cannot be read, or is too large"))?;
        if submission.own.is_some() {
            return Err(no_text("it has several files; only one file is made shorter"));
        }
        let language = submission.language;
        // A compiled program; some languages are bytes, though.
        if language.is_none() && text.contains(&0) {
            return Err(no_text("it is no text; name its source"));
        }
        let name = submission.path.file_name().unwrap_or_default().into();
        Ok(Shortening { settings, plan, name, text, language, languages, interrupt })
    }

    pub(super) fn knowledge(&self) -> Knowledge {
        self.language.map_or_else(Knowledge::default, |language| Knowledge {
            comments: language.comments.clone(),
            name: language.name.clone(),
        })
    }

    pub(super) fn workshop(&self) -> Result<Workshop<'_>, ShorteningError> {
        Workshop::new(self.name.clone(), self.languages, &self.settings.conditions.isolation, self.interrupt)
    }
}

/// Where one worker makes programs of texts, each in its own folder, and removes them afterwards.
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
        // Each has its own folder, since what a path once showed may be remembered.
        let folder = self.scratch.path().join(self.made.to_string());
        let file = folder.join(&self.name);
        let write = || {
            std::fs::create_dir(&folder)?;
            std::fs::write(&file, text)?;
            // A program without a known language is started as it is.
            std::fs::set_permissions(&file, Permissions::from_mode(0o700))
        };
        write().map_err(ShorteningError::Scratch)?;
        let submission = of_file(&file, self.languages)?;
        let outcome = job(self.toolchain.prepare(&submission, self.languages)?);
        let _ = remove_folder(&folder);
        let _ = remove_folder(&self.scratch.path().join("compiled"));
        outcome
    }
}

/// Why a search for a shorter program cannot go on. None of these is the program's fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShorteningError {
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
