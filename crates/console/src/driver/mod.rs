//! Playing sessions with programs: the only caller of [`run`](crate::process::run) and `run_warm` outside `process`, but for
//! players in a seat.
//!
//! A [`Driver`] belongs to one worker. It has the conditions of runs ([`RunConditions`]) and a folder to run programs in, and knows
//! no challenge. Its callers decide what is played, and how often ([`Sessions`]). The driver decides which runs use a held program,
//! and when those no longer count (`policy`): for judging, references, recordings, `judge diff` and `judge shorten` alike.

mod policy;

use std::ffi::OsString;
use std::time::{Duration, Instant};

pub use policy::{Made, RunPolicy, Runs, Start};

use crate::execution::{Ending, Execution, FeedMode, Limit, Limits, Patience, ProgramInput};
use crate::files::Bundle;
use crate::process::conversation::{Conversation, Side, converse, run_among};
use crate::process::{
    Command, Concerned, Interrupt, Isolation, LineSource, MakeOutcome, Making, NotRestorable, RunDir,
    RunError, WantedFiles, WarmGame, WarmRun, core_count, make, run, run_guided, run_warm,
};

/// Where one worker runs programs, and how.
pub struct Driver {
    pub conditions: RunConditions,
    run_dir: RunDir,
    interrupt: Interrupt,
}

/// Sessions to play with one program, by their places, and how the caller makes and judges their runs.
pub trait Sessions {
    /// How many there are.
    fn count(&self) -> usize;

    fn start(&self, place: usize) -> Start;

    /// How a held program plays it.
    fn held(&self, place: usize) -> Result<WarmGame, RunError>;

    /// A held program's run of it, with the assessment of its output.
    fn assessed(&mut self, _place: usize, run: Execution) -> Result<Execution, RunError> {
        Ok(run)
    }

    /// Whether what a held program did is enough, where no clean run was asked for.
    fn is_enough(&mut self, place: usize, run: &Execution) -> bool;

    /// Plays it clean, as often as is needed; `is_check` if that is only compared with the run of a held program.
    fn clean(&mut self, driver: &mut Driver, place: usize, is_check: bool) -> Result<Clean, RunError>;

    /// Whether no more are to be played after these.
    fn is_over(&self, played: &[Played]) -> bool;

    /// How many a held program gets at a time, at most.
    fn at_once(&self) -> usize {
        usize::MAX
    }
}

/// The clean runs of a session.
pub struct Clean {
    pub runs: Vec<Execution>,
    /// The one that counts.
    pub counts: usize,
}

/// A session that was played.
pub struct Played {
    /// The run of a held program, if it counts.
    pub held: Option<Execution>,
    /// The clean runs, if there were any.
    pub clean: Option<Clean>,
    pub made: Made,
    /// The time it took, with all runs for it.
    pub time: Duration,
    /// The processor time that the program used in these runs; of a start that serves many sessions, only the first has
    /// it.
    pub work: Duration,
}

impl Driver {
    /// Fails if there is no place for temporary files.
    pub fn new(conditions: RunConditions, interrupt: &Interrupt) -> Result<Driver, RunError> {
        let run_dir = RunDir::isolated(&conditions.isolation)
            .map_err(|why| RunError::System("make a folder for temporary files", why))?;
        Ok(Driver { conditions, run_dir, interrupt: interrupt.clone() })
    }

    /// Keeps the calling thread on the core of the programs that it starts.
    pub fn stay_close(&mut self) {
        self.run_dir.stay_close();
    }

    /// Runs a program once.
    pub fn run(
        &mut self,
        command: &Command,
        input: &ProgramInput,
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        run(command, input, limits, &mut self.run_dir, &self.interrupt)
    }

    /// Runs a program once, and gives those of these files that it leaves. `None` if they are too large, or its folder cannot be read.
    pub fn run_leaving(
        &mut self,
        command: &Command,
        input: &ProgramInput,
        limits: &Limits,
        files: Vec<OsString>,
    ) -> Result<MakeOutcome, RunError> {
        let given = self.conditions.isolation.given_to(command);
        let making = Making { command: command.clone(), given, wanted: WantedFiles::Files(files) };
        make(&making, input, limits, &mut self.run_dir, &self.interrupt)
    }

    /// Runs a program once in a folder with these files, which become those that it leaves there.
    pub fn run_among(
        &mut self,
        command: &Command,
        input: &ProgramInput,
        files: &mut Bundle,
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        run_among(command, input, files, limits, &mut self.run_dir, &self.interrupt)
    }

    /// Runs a program once, with lines that follow from what it prints.
    pub fn run_guided(
        &mut self,
        command: &Command,
        input: &ProgramInput,
        lines: &mut dyn LineSource,
        limits: &Limits,
    ) -> Result<Execution, RunError> {
        run_guided(command, input, lines, limits, &mut self.run_dir, &self.interrupt)
    }

    /// Lets a program talk with another one, which is run elsewhere, among these files, and may take `grace` after it.
    pub fn converse(
        &mut self,
        (command, limits): (&Command, &Limits),
        other: (&mut Driver, Command, Limits, &mut Bundle),
        grace: Duration,
        is_fault: impl Fn(&Execution) -> bool,
    ) -> Result<Conversation, RunError> {
        let program =
            Side { command: command.clone(), limits: *limits, run_dir: &mut self.run_dir, files: None };
        let (driver, command, limits, files) = other;
        let other = Side { command, limits, run_dir: &mut driver.run_dir, files: Some(files) };
        converse(program, other, grace, is_fault, &self.interrupt)
    }

    /// Plays games with a held program, up to the first that cannot be restored.
    pub fn hold(
        &mut self,
        command: &Command,
        games: Vec<WarmGame>,
    ) -> Result<Vec<Result<WarmRun, NotRestorable>>, RunError> {
        run_warm(command, games, &self.conditions.limits, &mut self.run_dir, &self.interrupt)
    }

    /// Plays sessions in their order, each as it asks for it. A session is also played clean if a held program's run of it is not
    /// enough, or could not be restored. Ends early where `is_over` says so, and with the first whose held and clean runs
    /// differ: then no held run of the program counts.
    pub fn play(&mut self, command: &Command, sessions: &mut impl Sessions) -> Result<Vec<Played>, RunError> {
        let mut all: Vec<Played> = Vec::new();
        let mut may_hold = true;
        let has_differed = |all: &[Played]| all.last().is_some_and(|last| last.made.is_different());
        while all.len() < sessions.count() && !has_differed(&all) && !sessions.is_over(&all) {
            let first = all.len();
            let is_held = |place: &usize| sessions.start(*place) != Start::Clean;
            let many = (first..sessions.count()).take_while(is_held).take(sessions.at_once()).count();
            if many == 0 || !may_hold {
                all.push(self.play_clean(sessions, first, Made::Clean)?);
                continue;
            }
            let began = Instant::now();
            let games = (first..first + many).map(|place| sessions.held(place)).collect::<Result<_, _>>()?;
            let runs = self.hold(command, games)?;
            let share = began.elapsed() / u32::try_from(runs.len().max(1)).unwrap_or(u32::MAX);
            let last = runs.last();
            may_hold = last.is_some_and(|last| !last.as_ref().is_err_and(NotRestorable::is_for_good));
            for (place, run) in (first..).zip(runs) {
                let played = self.play_held(command, sessions, place, run)?;
                all.push(Played { time: played.time + share, ..played });
                if has_differed(&all) || sessions.is_over(&all) {
                    break;
                }
            }
        }
        Ok(all)
    }

    /// A session that a held program has played, or not, and that is also played clean where that is needed.
    fn play_held(
        &mut self,
        command: &Command,
        sessions: &mut impl Sessions,
        place: usize,
        run: Result<WarmRun, NotRestorable>,
    ) -> Result<Played, RunError> {
        let WarmRun { execution, is_first, work } = match run {
            Ok(run) => run,
            Err(cold) if cold.concerns == Concerned::EarlierGames => {
                return self.play_clean(sessions, place, Made::Differed(cold.why));
            }
            Err(cold) => return self.play_clean(sessions, place, Made::NotRestorable(cold)),
        };
        let held = sessions.assessed(place, execution)?;
        let is_checked = !sessions.is_enough(place, &held) || sessions.start(place) == Start::Both;
        if !is_checked {
            let is_dismissed = held.ending == Ending::Dismissed;
            let made = Made::Warm { is_checked, is_dismissed, is_first };
            return Ok(Played { held: Some(held), clean: None, made, time: Duration::ZERO, work });
        }
        let made = Made::Warm { is_checked, is_dismissed: false, is_first };
        let played = self.play_clean(sessions, place, made)?;
        let clean = played.clean.as_ref().expect("it was played clean");
        if is_alike(&held, &clean.runs[clean.counts]) || self.is_alike_again(command, sessions, place)? {
            return Ok(Played { held: Some(held), ..played });
        }
        let made = Made::Differed("answers differently if it has played before".to_owned());
        Ok(Played { made, ..played })
    }

    fn play_clean(
        &mut self,
        sessions: &mut impl Sessions,
        place: usize,
        made: Made,
    ) -> Result<Played, RunError> {
        let began = Instant::now();
        let is_check = matches!(made, Made::Warm { .. });
        let clean = sessions.clean(self, place, is_check)?;
        let work = clean.runs.iter().map(|run| run.usage.work()).sum();
        Ok(Played { held: None, clean: Some(clean), made, time: began.elapsed(), work })
    }

    /// Whether a held and a clean run of a session are alike, after another pair was not: the machine may have
    /// disturbed one of those.
    fn is_alike_again(
        &mut self,
        command: &Command,
        sessions: &mut impl Sessions,
        place: usize,
    ) -> Result<bool, RunError> {
        let game = WarmGame { may_be_dismissed: false, is_checked: true, ..sessions.held(place)? };
        let run = self.hold(command, vec![game])?.into_iter().next();
        let Some(Ok(WarmRun { execution: held, .. })) = run else { return Ok(false) };
        let Clean { runs, counts } = sessions.clean(self, place, true)?;
        Ok(is_alike(&held, &runs[counts]))
    }
}

/// Whether a held program was left waiting for its next line.
fn is_left(held: &Execution) -> bool {
    held.ending == Ending::Stopped(Limit::Idle)
}

/// Whether a held program did what a clean run did, in everything that is judged. A program that was left waiting is compared up to
/// there.
fn is_alike(held: &Execution, clean: &Execution) -> bool {
    if is_left(held) {
        return clean.stdout.starts_with(&held.stdout);
    }
    held.stdout == clean.stdout
        && held.ending == clean.ending
        && held.stderr.is_empty() == clean.stderr.is_empty()
}

/// How a program is run. Nothing here says what is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunConditions {
    /// The limits of each run.
    pub limits: Limits,
    /// How it is isolated.
    pub isolation: Isolation,
    /// The feed mode. `None` if it is to be found.
    pub feed: Option<FeedMode>,
    /// Whether held programs may play, besides clean runs.
    pub is_warm: bool,
    /// Whether a tenth of the runs of held programs, drawn at random, are also made clean. Usually it is a fiftieth.
    pub is_confirmed: bool,
    /// Whether runs of held programs may end when the cleanup at exit begins, except those that are
    /// compared with clean runs.
    pub skips_tidying: bool,
    /// How many runs at once.
    pub jobs: usize,
}

impl RunConditions {
    /// The defaults of `judge`, with this isolation.
    pub fn new(isolation: Isolation) -> RunConditions {
        RunConditions {
            limits: Limits::patient(Patience::default()),
            isolation,
            feed: None,
            is_warm: true,
            is_confirmed: false,
            skips_tidying: false,
            jobs: core_count().get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(stdout: &str, stderr: &str, ending: Ending) -> Execution {
        let nothing = Execution::of_nothing(ending);
        Execution { stdout: stdout.into(), stderr: stderr.into(), ..nothing }
    }

    #[test]
    fn stderr_in_one_run_only_is_a_difference() {
        let ended = |stderr: &str| run("a", stderr, Ending::Exited(0));
        assert!(is_alike(&ended("pid 1"), &ended("pid 2")));
        assert!(!is_alike(&ended("late"), &ended("")) && !is_alike(&ended(""), &ended("early")));
        assert!(!is_alike(&ended(""), &run("a", "", Ending::Exited(1))));
    }

    #[test]
    fn waiting_runs_are_compared_as_far_as_they_went() {
        let waiting = run("a", "", Ending::Stopped(Limit::Idle));
        assert!(is_alike(&waiting, &run("ab", "", Ending::Exited(0))));
        assert!(!is_alike(&waiting, &run("b", "", Ending::Exited(0))));
    }
}
