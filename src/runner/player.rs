//! One worker's means of playing a game with a candidate: a room to run it in, and the settings that
//! hold for every run.

use std::time::{Duration, Instant};

use super::Settings;
use super::warmth::{Made, Start};
use crate::execution::Execution;
use crate::process::{Cold, Command, Interrupt, Room, RunError, run, run_warm};
use crate::suite::{Case, Channel};
use crate::verdict::Verdict;

/// What a worker plays games with.
pub(super) struct Player<'a> {
    pub(super) settings: &'a Settings,
    room: Room,
    interrupt: &'a Interrupt,
}

/// A case that was tried.
pub(super) struct Attempt {
    pub(super) execution: Execution,
    pub(super) verdict: Verdict,
    pub(super) made: Made,
    /// What it cost, with all that was run beside.
    pub(super) time: Duration,
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

    /// Tries a case in the way that is asked for, and clean if it fails or cannot be run warm.
    pub(super) fn attempt(
        &mut self,
        command: &Command,
        channel: Channel,
        case: &Case,
        start: Start,
    ) -> Result<Attempt, RunError> {
        let began = Instant::now();
        let mut made = Made::Clean;
        if start != Start::Clean {
            match self.play_warm(command, channel, case)? {
                Ok((execution, verdict)) if start == Start::Warm && verdict.is_accepted() => {
                    return Ok(Attempt { execution, verdict, made: Made::Warm, time: began.elapsed() });
                }
                Ok((warm, _)) => {
                    let (execution, verdict) = self.play(command, channel, case)?;
                    let made = if is_alike(&warm, &execution) { Made::Checked } else { Made::Differed };
                    return Ok(Attempt { execution, verdict, made, time: began.elapsed() });
                }
                Err(cold) => made = Made::Cold(cold),
            }
        }
        let (execution, verdict) = self.play(command, channel, case)?;
        Ok(Attempt { execution, verdict, made, time: began.elapsed() })
    }

    fn play_warm(
        &mut self,
        command: &Command,
        channel: Channel,
        case: &Case,
    ) -> Result<Result<(Execution, Verdict), Cold>, RunError> {
        let fed = channel.feed(case, self.settings.tolerance);
        let ran = run_warm(command, &fed, &self.settings.limits, &mut self.room, self.interrupt)?;
        Ok(ran.map(|execution| {
            let verdict = Verdict::decide(case, self.settings.tolerance, &execution);
            (execution, verdict)
        }))
    }
}

/// Whether two runs are the same in all that is judged.
fn is_alike(one: &Execution, other: &Execution) -> bool {
    one.stdout == other.stdout
        && one.ending == other.ending
        && one.stderr.is_empty() == other.stderr.is_empty()
}
