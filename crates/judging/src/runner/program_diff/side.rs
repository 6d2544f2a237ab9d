//! One of the two programs.

use super::conduct::Conduct;
use super::trouble::{NotCompared, Setback};
use crate::challenge::Freedoms;
use crate::driver::{Driver, RunConditions};
use crate::execution::Ending;
use crate::files::Bundle;
use crate::process::{Command, Interrupt, RunError};
use crate::runner::candidate::{Candidate, Program};
use crate::runner::observe::{Manner, ObservedRun, Observer, Unobserved};
use crate::runner::session_player::{Deadline, SessionPlayer, Unplayed};
use crate::suite::explore::Session;

pub(super) struct Side<'a> {
    candidate: &'a Candidate,
    /// Files that only its runs get.
    beside: &'a Bundle,
    command: &'a Command,
    freedoms: &'a Freedoms,
    player: SessionPlayer,
    /// Whether it stays after its end on a pipe.
    lingers: bool,
}

impl<'a> Side<'a> {
    /// One that plays. `dead` says of this one that it does not run.
    pub(super) fn new(
        (candidate, beside, lingers): (&'a Candidate, &'a Bundle, bool),
        dead: fn(String) -> NotCompared,
        freedoms: &'a Freedoms,
        conditions: &RunConditions,
        interrupt: &Interrupt,
    ) -> Result<Side<'a>, NotCompared> {
        let command = match &candidate.program {
            Program::Ready(command) => command,
            Program::CompileError(why) => {
                return Err(NotCompared::Uncompiled(candidate.name.clone(), why.clone()));
            }
            Program::CannotRun(why) | Program::Skipped(why) => {
                return Err(dead(format!("{}: {why}", candidate.name)));
            }
        };
        let player = SessionPlayer::new(command, &giving(conditions, beside), interrupt, freedoms)?;
        Ok(Side { candidate, beside, command, freedoms, player, lingers })
    }

    /// The program under other conditions, with what is known of how to feed it.
    pub(super) fn elsewhere(
        &self,
        conditions: &RunConditions,
        interrupt: &Interrupt,
    ) -> Result<Side<'a>, NotCompared> {
        let conditions = giving(conditions, self.beside);
        let mut player = SessionPlayer::new(self.command, &conditions, interrupt, self.freedoms)?;
        player.follow(&self.player);
        Ok(Side { player, ..*self })
    }

    /// The program on a terminal.
    pub(super) fn on_terminal(&self) -> Observer {
        self.player.on_terminal()
    }

    /// What it does in a session. How it must be asked is found with no input at all first: of a program that keeps its output
    /// back, and goes on for ever at the end of its input, a session that ends it does not tell.
    fn settled(&mut self, session: &Session) -> Result<ObservedRun, Unobserved> {
        match self.player.settle(&[]) {
            Err(why @ Unobserved::Run(_)) => Err(why),
            observed if session.is_empty() => observed,
            _ => self.player.settle(session),
        }
    }

    /// Finds out how it must be asked.
    pub(super) fn settle(&mut self, session: &Session) -> Result<(), Setback> {
        match self.settled(session) {
            Ok(observation) => match observation.death(self.candidate, session) {
                Some(why) if observation.recording.turns.is_empty() => Err(NotCompared::Dead(why).into()),
                _ => Ok(()),
            },
            Err(Unobserved::Run(why)) => Err(NotCompared::Run(why).into()),
            Err(why) => Err(NotCompared::Old(why).into()),
        }
    }

    /// Asks it as the other one. Where that one is left waiting, this one may come to its end, or show its answers in another
    /// manner.
    pub(super) fn follow(&mut self, other: &Side<'_>, session: &Session) -> Result<(), Setback> {
        if other.player.is_open() {
            match self.settled(session) {
                Err(Unobserved::Run(why)) => return Err(NotCompared::Run(why).into()),
                Err(Unobserved::Ended(_, Ending::NotStarted(why))) => {
                    return Err(NotCompared::NewDead(why).into());
                }
                _ => return Ok(()),
            }
        }
        self.player.follow(&other.player);
        Ok(())
    }

    pub(super) fn play(
        &mut self,
        sessions: &[Session],
        deadline: Option<Deadline<'_>>,
    ) -> Result<Vec<Conduct>, Unplayed> {
        let played = self.player.play(sessions, deadline)?;
        let conduct = |played| Conduct { lingers: self.lingers, ..Conduct::of(self.candidate, played) };
        Ok(played.into_iter().map(conduct).collect())
    }

    /// Whether it ends by itself in this session on a terminal.
    pub(super) fn ends_on_a_terminal(
        &self,
        session: &Session,
        conditions: &RunConditions,
        interrupt: &Interrupt,
    ) -> Result<bool, RunError> {
        let mut driver = Driver::new(giving(conditions, self.beside), interrupt)?;
        let run = Manner::TERMINAL.run(&mut driver, self.command, session, &conditions.limits)?;
        Ok(matches!(run.ending, Ending::Exited(_)))
    }
}

fn giving(conditions: &RunConditions, files: &Bundle) -> RunConditions {
    RunConditions { isolation: conditions.isolation.clone().giving(files), ..conditions.clone() }
}
