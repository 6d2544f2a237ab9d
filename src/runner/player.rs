//! One worker's means of playing a game with a candidate: a room to run it in, and the settings that
//! hold for every run.

use super::Settings;
use crate::execution::Execution;
use crate::process::{Command, Interrupt, Room, RunError, run};
use crate::suite::{Case, Channel};
use crate::verdict::Verdict;

/// What a worker plays games with.
pub(super) struct Player<'a> {
    pub(super) settings: &'a Settings,
    room: Room,
    interrupt: &'a Interrupt,
}

impl<'a> Player<'a> {
    pub(super) fn new(settings: &'a Settings, interrupt: &'a Interrupt) -> Result<Player<'a>, RunError> {
        let room = Room::isolated(&settings.isolation)
            .map_err(|why| RunError::System("make a folder for temporary files", why))?;
        Ok(Player { settings, room, interrupt })
    }

    /// Plays a case and judges it.
    pub(super) fn play(
        &mut self,
        command: &Command,
        channel: Channel,
        case: &Case,
    ) -> Result<(Execution, Verdict), RunError> {
        let fed = channel.feed(case, self.settings.tolerance);
        let execution = run(command, &fed, &self.settings.limits, &mut self.room, self.interrupt)?;
        let verdict = Verdict::decide(case, self.settings.tolerance, &execution);
        Ok((execution, verdict))
    }
}
