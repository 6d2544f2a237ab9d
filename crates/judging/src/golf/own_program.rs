//! A program of a challenge's folder, made ready to run as a submission is: its reference, or its validator.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::error::ToolchainError;
use super::language::Languages;
use super::several::{LARGEST, Parts, filled};
use super::submission::{GatherError, Submission, of_file};
use super::toolchain::{SCRIPTS, Toolchain};
use crate::dialect::{Dialect, WholeCases};
use crate::execution::Limits;
use crate::files::{Bundle, Root};
use crate::process::Command;
use crate::runner::{Program, Validator, Validators};

/// Why a program of a challenge cannot be run. The text goes on after the program's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum OwnProgramError {
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    #[error(transparent)]
    Gather(#[from] GatherError),
    #[error("failed to compile: {0}")]
    NotCompiled(String),
    #[error("failed: {0}")]
    CannotRun(String),
    #[error("failed: {0}: {1}")]
    File(String, io::Error),
}

impl Toolchain<'_> {
    /// The program of this file below the root, compiled if necessary. If it lies in a folder below the root, the other files
    /// there are beside it when it is compiled and when it runs; sources in which no program begins are compiled with it. A script
    /// `build` or `run` there makes and starts the program instead. These constants stand for their names in all of them.
    pub(crate) fn own_program(
        &self,
        root: &Root,
        source: &Path,
        languages: &Languages,
        constants: &BTreeMap<String, String>,
    ) -> Result<Command, OwnProgramError> {
        let folder = source.parent().unwrap_or(Path::new(""));
        if !folder.as_os_str().is_empty() && SCRIPTS.iter().any(|name| source.ends_with(name)) {
            let files = Bundle::of_author(root, folder, LARGEST);
            let files = files
                .map_err(|why| OwnProgramError::File(root.path_of(folder).display().to_string(), why))?;
            let made = self.scripted(filled(files.renamed(folder, ""), Some(constants)))?;
            return Ok(languages.unsure(made.map_err(OwnProgramError::NotCompiled)?, None));
        }
        let at = root.path_of(source);
        let file = root.file(source).and_then(|file| file.pin(&at));
        file.map_err(|why| OwnProgramError::File(at.display().to_string(), why))?;
        let submission =
            Submission { parts: with_neighbours(root, source, languages)?, ..of_file(&at, languages)? };
        match self.prepare(&submission.filled(constants), languages)?.program {
            Program::Ready(command) => Ok(command),
            Program::CompileError(why) => Err(OwnProgramError::NotCompiled(why)),
            Program::CannotRun(why) | Program::Skipped(why) => Err(OwnProgramError::CannotRun(why)),
        }
    }
}

/// A source with the other files of its folder, if that is one below the root.
fn with_neighbours(
    root: &Root,
    source: &Path,
    languages: &Languages,
) -> Result<Option<Parts>, OwnProgramError> {
    let folder = source.parent().unwrap_or(Path::new(""));
    let ending = source.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let language = languages.by_ending(ending).filter(|_| !folder.as_os_str().is_empty());
    let Some(language) = language else { return Ok(None) };
    let of = |path: &Path, why| OwnProgramError::File(root.path_of(path).display().to_string(), why);
    let mut files = Bundle::default();
    for name in root.names(folder).map_err(|why| of(folder, why))? {
        let path = folder.join(&name);
        if !root.is_folder(&path).unwrap_or(true) {
            let content = root.file(&path).and_then(|file| file.read(LARGEST));
            files = files.and(&Bundle::of_file(name, content.map_err(|why| of(&path, why))?));
        }
    }
    let entry = source.file_name().unwrap_or_default().into();
    Ok(Some(Parts { files, entry }.of_one_program(language)))
}

/// Why a validator cannot be run.
#[derive(Debug, thiserror::Error)]
#[error("the validator {0}")]
pub struct ValidatorError(#[from] OwnProgramError);

impl Toolchain<'_> {
    /// The validators of a challenge, compiled if necessary.
    pub fn validators(&self, dialect: &Dialect, languages: &Languages) -> Result<Validators, ValidatorError> {
        let Some(whole) = dialect.whole() else { return Ok(Validators::default()) };
        let of = |source: &Option<String>| match source {
            Some(source) => self.validator(whole, source, languages),
            None => Ok(None),
        };
        let cases = whole.cases();
        Ok(Validators { output: of(&cases.validator)?, sources: of(&cases.static_validator)? })
    }

    /// `None` if the folder of the challenge is not known.
    fn validator(
        &self,
        whole: &WholeCases,
        source: &str,
        languages: &Languages,
    ) -> Result<Option<Validator>, ValidatorError> {
        let Some(folder) = whole.folder() else { return Ok(None) };
        let root =
            Root::named(folder).map_err(|why| OwnProgramError::File(folder.display().to_string(), why))?;
        let none = BTreeMap::new();
        let constants = whole.package().map_or(&none, |package| &package.constants);
        let command = self.own_program(&root, Path::new(source), languages, constants)?;
        if command.is_module() {
            return Err(OwnProgramError::CannotRun("it cannot be WebAssembly".to_owned()).into());
        }
        Ok(Some(Validator { command, limits: limits(whole) }))
    }
}

/// The limits of a validator.
fn limits(whole: &WholeCases) -> Limits {
    let cases = whole.cases();
    Limits {
        cpu: cases.validator_time,
        wall: Limits::wall_for(cases.validator_time) + Duration::from_secs(10),
        memory: cases.validator_memory,
        stack: cases.validator_memory,
        output: cases.usual.output.max(Limits::default().output),
        ..Limits::default()
    }
}
