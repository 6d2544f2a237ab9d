//! The program that judges the outputs of whole cases, made ready to run.

use std::path::Path;
use std::time::Duration;

use super::language::Languages;
use super::own_program::OwnProgramError;
use super::toolchain::Toolchain;
use crate::dialect::{Dialect, WholeCases};
use crate::execution::Limits;
use crate::files::Root;
use crate::runner::Validator;

/// Why a validator cannot be run.
#[derive(Debug, thiserror::Error)]
#[error("the validator {0}")]
pub(crate) struct ValidatorError(#[from] OwnProgramError);

impl Toolchain<'_> {
    /// The validator of a challenge, compiled if necessary; none if it has none.
    ///
    /// # Errors
    /// [`ValidatorError`] if it cannot be run here.
    pub(crate) fn validator(
        &self,
        dialect: &Dialect,
        languages: &Languages,
    ) -> Result<Option<Validator>, ValidatorError> {
        let named = dialect
            .whole()
            .and_then(|whole| Some((whole, whole.folder()?, whole.cases().validator.as_ref()?)));
        let Some((whole, folder, source)) = named else { return Ok(None) };
        let root =
            Root::named(folder).map_err(|why| OwnProgramError::File(folder.display().to_string(), why))?;
        let command = self.own_program(&root, Path::new(source), languages)?;
        if command.is_module() {
            return Err(OwnProgramError::CannotRun("it cannot be WebAssembly".to_owned()).into());
        }
        Ok(Some(Validator { command, limits: limits(whole) }))
    }
}

fn limits(whole: &WholeCases) -> Limits {
    let cases = whole.cases();
    Limits {
        cpu: cases.validator_time,
        wall: Limits::wall_for(cases.validator_time) + Duration::from_secs(10),
        memory: cases.validator_memory,
        stack: cases.validator_memory,
        output: cases.output.max(Limits::default().output),
        ..Limits::default()
    }
}
