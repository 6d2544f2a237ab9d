//! Programs for WebAssembly in a build that cannot run them: none is started, and an error says why.

use super::command::Command;
use super::error::RunError;
use super::interrupt::Interrupt;
use crate::execution::{Ending, Execution, Limits, ProgramInput};

#[derive(Debug)]
pub(super) struct Modules;

impl Modules {
    pub(super) fn new(_stack: u64) -> Modules {
        Modules
    }

    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as in a build that runs them")]
    pub(super) fn run(
        &mut self,
        _: &Command,
        _: &ProgramInput,
        _: &Limits,
        _: &Interrupt,
    ) -> Result<Execution, RunError> {
        Ok(Execution::of_nothing(Ending::NotStarted(super::NO_MODULES.to_owned())))
    }
}
