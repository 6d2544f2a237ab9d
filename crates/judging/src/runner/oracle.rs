//! A program that is asked what is right.

use std::sync::{Once, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;

use super::observe::{Observer, Unobserved};
use super::session_player::{Played, SessionPlayer};
use super::{CandidateReport, RunConditions, ShownFailure};
use crate::challenge::{Freedoms, Recording};
use crate::dialect::{Dialect, Oracle, ReferenceRun};
use crate::execution::{Ending, Limit};
use crate::files::{self, Pinned};
use crate::process::{Command, Interrupt};
use crate::suite::explore::literals;

/// The reference of a challenge. A single session is asked in two clean runs; many are asked once.
pub(crate) struct Reference {
    observer: Observer,
    /// It on a terminal.
    on_terminal: OnceLock<Observer>,
    /// Whether it is known how it must be asked.
    settled: Once,
    /// The players of many sessions, held and with a start for each.
    players: [Mutex<Option<SessionPlayer>>; 2],
    command: Command,
    /// Its text, for the words in it.
    sources: Vec<Pinned>,
    conditions: RunConditions,
    interrupt: Interrupt,
}

impl Reference {
    /// A program with its text in these files, that is run by a command, under these conditions.
    /// Its answers may vary as far as these freedoms go.
    pub(crate) fn new(
        command: Command,
        sources: Vec<Pinned>,
        conditions: RunConditions,
        interrupt: Interrupt,
        freedoms: &Freedoms,
    ) -> Reference {
        let observer = Observer::new(command.clone(), conditions.clone(), interrupt.clone()).with(freedoms);
        let (on_terminal, settled, players) = (OnceLock::new(), Once::new(), Default::default());
        Reference { observer, on_terminal, settled, players, command, sources, conditions, interrupt }
    }

    fn player(&self, is_clean: bool) -> Result<SessionPlayer, String> {
        let conditions =
            RunConditions { is_warm: self.conditions.is_warm && !is_clean, ..self.conditions.clone() };
        let player =
            SessionPlayer::new(&self.command, &conditions, &self.interrupt, self.observer.freedoms());
        let mut player = player.map_err(|why| why.to_string())?;
        player.settle(&[]).map_err(unasked)?;
        Ok(player)
    }
}

fn unasked(why: impl std::fmt::Display) -> String {
    format!("the reference cannot be asked: {why}")
}

impl Oracle for Reference {
    fn ask(&self, inputs: &[Vec<u8>]) -> Result<Recording, String> {
        // A program that keeps its output back on a pipe, and asks on at the end of its input, shows its answers on a
        // terminal only. With inputs that end it that would not be noticed, and other inputs would contradict them.
        let mut settled = Ok(());
        self.settled.call_once(|| settled = self.observer.observation(&[]).map(drop));
        if let Err(why @ Unobserved::Stuck(..)) = settled {
            // Inputs make no difference to a program that asks for none.
            return Err(unasked(why));
        }
        self.observer.observe(inputs).map_err(unasked)
    }

    fn ask_all(&self, sessions: &[Vec<Vec<u8>>], is_clean: bool) -> Result<Vec<ReferenceRun>, String> {
        let mut player = self.players[usize::from(is_clean)].lock();
        let player = match &mut *player {
            Some(player) => player,
            none => none.insert(self.player(is_clean)?),
        };
        let played = player.play(sessions, None).map_err(unasked)?;
        player.stop_early();
        Ok(played.into_iter().map(reference_run).collect())
    }

    fn ask_on_terminal(&self, inputs: &[Vec<u8>]) -> Option<Recording> {
        self.on_terminal.get_or_init(|| self.observer.on_terminal()).once(inputs).ok()
    }

    fn start_time(&self, is_clean: bool) -> Option<Duration> {
        self.players[usize::from(is_clean)].lock().as_ref()?.start_time()
    }

    fn words(&self) -> Vec<Vec<u8>> {
        let texts = self.sources.iter().filter_map(|file| files::read(file.real(), files::TEXT).ok());
        texts.filter_map(|text| String::from_utf8(text).ok()).flat_map(|text| literals(&text)).collect()
    }
}

/// The answers of a run, with its fault. A program that fails before its input ends may print what other programs need not print.
/// One that fails at the end, as many do that expect a further line, has given all answers.
fn reference_run(played: Played) -> ReferenceRun {
    let Played { recording: run, ending, is_text, is_costly, .. } = played;
    let is_well = match &ending {
        Ending::Exited(0) | Ending::Dismissed => true,
        Ending::Exited(_) => !run.is_over(),
        Ending::Stopped(Limit::Idle) => run.waits,
        _ => false,
    };
    let fault = match (is_text, is_well) {
        (false, _) => Some("it wrote bytes that are not UTF-8 text".to_owned()),
        (true, false) => Some(ending.to_string()),
        (true, true) => None,
    };
    ReferenceRun { run, fault, is_costly }
}

/// Checks that the reference of a challenge can be asked, could be whenever it was needed, and repeats its answers where a
/// program was ruled wrong by them. A challenge without a reference passes.
/// The error says why the verdicts do not count, in words.
pub(crate) fn check_reference<'a>(
    dialect: &Dialect,
    reports: impl IntoIterator<Item = &'a CandidateReport>,
) -> Result<(), String> {
    let Some(observed) = dialect.observed() else { return Ok(()) };
    observed.try_out();
    observed.trouble().map_or(Ok(()), Err)?;
    for failed in reports.into_iter().filter_map(|report| report.failure.as_ref()) {
        observed.confirm(match &failed.shown {
            ShownFailure::Message(_) => &[],
            ShownFailure::Session(session, run) => &run.inputs[..session.moves.len()],
        })?;
    }
    Ok(())
}
