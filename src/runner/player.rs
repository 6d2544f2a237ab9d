//! One worker's means of playing a game with a candidate: a room to run it in, and the settings that
//! hold for every run.

use std::time::{Duration, Instant};

use super::Settings;
use super::warmth::{Made, Start};
use crate::execution::{Execution, Limits};
use crate::process::{Cold, Command, Interrupt, Room, RunError, run, run_warm};
use crate::suite::{Case, Channel};
use crate::verdict::{Settled, Verdict, settle};

/// What a worker plays games with.
pub(super) struct Player<'a> {
    pub(super) settings: &'a Settings,
    room: Room,
    interrupt: &'a Interrupt,
}

/// A case that was tried.
pub(super) struct Attempt {
    /// Its clean runs, or the one that was made warm.
    pub(super) runs: Vec<Execution>,
    pub(super) settled: Settled,
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

    /// Another of the same kind, with a room of its own.
    pub(super) fn another(&self) -> Result<Player<'a>, RunError> {
        Player::new(self.settings, self.interrupt)
    }

    /// Plays a case and judges it.
    pub(super) fn play(
        &mut self,
        command: &Command,
        channel: Channel,
        case: &Case,
    ) -> Result<(Execution, Verdict), RunError> {
        let execution = self.run(command, channel, case, &self.settings.limits)?;
        let verdict = Verdict::decide(case, self.settings.tolerance, &execution);
        Ok((execution, verdict))
    }

    /// Tries a case in the way that is asked for, and clean if it fails, is nearly late, or cannot be run
    /// warm.
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
                Ok((execution, verdict))
                    if start == Start::Warm && self.is_beyond_doubt(&execution, &verdict) =>
                {
                    let settled = Settled { verdict, run: 0, is_unstable: false };
                    let runs = vec![execution];
                    return Ok(Attempt { runs, settled, made: Made::Warm, time: began.elapsed() });
                }
                Ok((warm, _)) => {
                    let (runs, settled) = self.settle(command, channel, case)?;
                    let made =
                        if is_alike(&warm, &runs[settled.run]) { Made::Checked } else { Made::Differed };
                    return Ok(Attempt { runs, settled, made, time: began.elapsed() });
                }
                Err(cold) => made = Made::Cold(cold),
            }
        }
        let (runs, settled) = self.settle(command, channel, case)?;
        Ok(Attempt { runs, settled, made, time: began.elapsed() })
    }

    /// Whether a run is right, and not nearly late.
    fn is_beyond_doubt(&self, execution: &Execution, verdict: &Verdict) -> bool {
        verdict.is_accepted() && !self.settings.limits.is_near(&execution.usage)
    }

    /// Plays a case until its verdict is settled: once, or near a limit of time up to three times.
    fn settle(
        &mut self,
        command: &Command,
        channel: Channel,
        case: &Case,
    ) -> Result<(Vec<Execution>, Settled), RunError> {
        let Settings { tolerance, limits, .. } = *self.settings;
        let mut runs = vec![self.run(command, channel, case, &limits)?];
        loop {
            if let Some(settled) = settle(case, tolerance, &limits, &runs) {
                return Ok((runs, settled));
            }
            runs.push(self.run(command, channel, case, &limits.and_a_tenth())?);
        }
    }

    fn run(
        &mut self,
        command: &Command,
        channel: Channel,
        case: &Case,
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        let fed = channel.feed(case, self.settings.tolerance);
        run(command, &fed, limits, &mut self.room, self.interrupt)
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
