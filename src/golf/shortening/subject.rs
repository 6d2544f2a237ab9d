//! A program that is made shorter, and what becomes of it.

use std::path::PathBuf;

use super::super::{Language, Languages, Submission};
use super::error::ShorteningError;
use super::source::Knowledge;
use super::workshop::Workshop;
use crate::process::Interrupt;
use crate::runner::{Plan, Settings};

/// A program that was accepted, to be made shorter.
pub(crate) struct Shortening<'a> {
    /// How it is judged.
    pub settings: &'a Settings,
    /// What it plays.
    pub plan: &'a Plan,
    /// The name of its file, without a folder.
    pub name: PathBuf,
    /// Its text.
    pub text: Vec<u8>,
    /// Its language, if it has one.
    pub language: Option<&'a Language>,
    /// All languages.
    pub languages: &'a Languages,
    /// Stops the search.
    pub interrupt: &'a Interrupt,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct ShorteningProgress {
    /// How many bytes the shortest text has that passed the quick check.
    pub bytes: usize,
    /// How many texts were tried.
    pub trials: usize,
}

/// A program that was made shorter, or stayed as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Shortened {
    /// The shortest text that the whole plan accepted.
    pub text: Vec<u8>,
    /// How many texts were tried.
    pub trials: usize,
    /// Whether the search was interrupted before it was done.
    pub interrupted: bool,
}

impl<'a> Shortening<'a> {
    /// The program that a submission is.
    ///
    /// # Errors
    /// [`ShorteningError::NoText`] if it cannot be read, or is a compiled program.
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
        Workshop::new(self.name.clone(), self.languages, &self.settings.isolation, self.interrupt)
    }
}
