//! Playing many sessions with one program, as exploring needs it.
//!
//! Held programs play as many sessions as they can (see `process`), line by line, and programs that are started for it play
//! a sample of them as well. If the answers differ, [`Unplayed::Unsteady`] is the outcome; whoever asked can begin again with
//! clean starts. Programs that cannot be held are asked clean.
//!
//! Each session is played once, and one in which the program fails is an outcome as others: what follows from the answers is
//! confirmed by clean runs later.

use super::RunConditions;
use super::observe::{self, Manner, Observation, Observer, Unobserved};
use super::warmth::{Made, Runs, Start, Warmth};
use crate::challenge::Recording;
use crate::execution::{Ending, Execution, FeedMode, Limit};
use crate::process::{
    Command, Concerned, Interrupt, NotRestorable, RunDir, RunError, WarmGame, WarmRun, run_warm,
};
use crate::suite::IoMode;
use crate::suite::explore::Session;

pub(crate) struct SessionPlayer {
    workers: Vec<Worker>,
    warmth: Warmth,
    played: usize,
    /// The limit of the output, while a smaller one is tried.
    full: Option<usize>,
    /// How many sessions that printed too much by the smaller one were played with the full one.
    checked: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Played {
    /// Its answers; those of a program that failed up to then. Bytes that are not UTF-8 are replaced.
    pub recording: Recording,
    /// How it ended. A program that was left waiting for its next line was stopped, [`Limit::Idle`].
    ///
    /// [`Limit::Idle`]: crate::execution::Limit::Idle
    pub ending: Ending,
    pub stderr: Vec<u8>,
    pub is_text: bool,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Unplayed {
    #[error(transparent)]
    Unobserved(#[from] Unobserved),
    /// Held programs answer differently from others: all their answers are discarded.
    #[error("it cannot be held at its first read")]
    Unsteady,
}

impl From<RunError> for Unplayed {
    fn from(why: RunError) -> Unplayed {
        Unplayed::Unobserved(why.into())
    }
}

struct Worker {
    command: Command,
    conditions: RunConditions,
    interrupt: Interrupt,
    clean: Observer,
    held: RunDir,
    may_be_held: bool,
}

/// How many bytes of output are enough for most sessions. Many programs print without end after a line that they cannot read,
/// and the full limit takes half a second each time.
const OUTPUT: usize = 128 * 1024;

/// How many sessions with more output are played with the full limit, too, to see whether they come to an end.
const CHECKED: usize = 3;

/// How many sessions a held program gets at a time.
const BATCH: usize = 64;

impl SessionPlayer {
    /// A program to be run by a command, under these conditions.
    pub(crate) fn new(
        command: &Command,
        conditions: &RunConditions,
        interrupt: &Interrupt,
    ) -> Result<SessionPlayer, RunError> {
        let worker = |_| Worker::new(command.clone(), conditions.clone(), interrupt.clone());
        let workers = (0..conditions.jobs.max(1)).map(worker).collect::<Result<_, _>>()?;
        let full = Some(conditions.limits.output).filter(|full| *full > OUTPUT);
        Ok(SessionPlayer { workers, warmth: Warmth::new(conditions.is_warm), played: 0, full, checked: 0 })
    }

    fn limit_output(&mut self, bytes: usize) {
        for worker in &mut self.workers {
            worker.conditions.limits.output = bytes;
            worker.clean.limit_output(bytes);
        }
    }

    /// How the sessions were played so far.
    pub(crate) fn runs(&self) -> &Runs {
        &self.warmth.runs
    }

    /// Finds out how the program must be asked so that it shows its answers, with this session.
    pub(super) fn settle(&mut self, session: &[Vec<u8>]) -> Result<Observation, Unobserved> {
        let (first, others) = self.workers.split_first_mut().expect("there is a worker");
        let settled = first.clean.observation(session);
        others.iter_mut().for_each(|worker| worker.clean = first.clean.elsewhere());
        settled
    }

    /// Asks the program as another one is asked.
    pub(super) fn follow(&mut self, other: &SessionPlayer) {
        let manner = other.workers[0].clean.manner();
        self.workers.iter_mut().for_each(|worker| worker.clean.ask_in(manner));
    }

    /// Whether the program is left waiting after the last line.
    pub(super) fn is_open(&self) -> bool {
        self.workers[0].clean.manner().is_open
    }

    /// What the program does in each of these sessions. The lines have no line feed. What it does not ask for is left out.
    pub(crate) fn play(&mut self, sessions: &[Session]) -> Result<Vec<Played>, Unplayed> {
        let Some(full) = self.full else { return self.play_all(sessions) };
        self.limit_output(OUTPUT);
        let played = self.play_all(sessions);
        self.limit_output(full);
        let played = played?;
        let has_too_much = |played: &Played| matches!(played.ending, Ending::Stopped(Limit::Output(_)));
        let Some(place) = played.iter().position(has_too_much).filter(|_| self.checked < CHECKED) else {
            return Ok(played);
        };
        self.checked += 1;
        let again = self.play_all(std::slice::from_ref(&sessions[place]))?;
        if again.iter().all(has_too_much) {
            return Ok(played);
        }
        self.full = None;
        self.play_all(sessions)
    }

    fn play_all(&mut self, sessions: &[Session]) -> Result<Vec<Played>, Unplayed> {
        let start = |(place, session): (usize, &Session)| {
            (session.clone(), self.warmth.start(self.played + place, IoMode::default()))
        };
        let sessions: Vec<_> = sessions.iter().enumerate().map(start).collect();
        let all = self.play_each(&sessions)?;
        self.played += sessions.len();
        let played = all.into_iter().map(|(played, made)| {
            self.warmth.note(&made);
            played
        });
        Ok(played.collect())
    }

    /// Sessions of one sort often stand beside each other, so the workers take them in turn.
    fn play_each(&mut self, sessions: &[(Session, Start)]) -> Result<Vec<(Played, Made)>, Unplayed> {
        let count = self.workers.len();
        std::thread::scope(|scope| {
            let parts = self.workers.iter_mut().enumerate().take(sessions.len());
            let parts = parts.map(|(first, worker)| {
                let share: Vec<_> = sessions.iter().skip(first).step_by(count).collect();
                scope.spawn(move || worker.play(&share))
            });
            let parts: Vec<_> = parts.collect();
            let mut played = Vec::new();
            for part in parts {
                let part = part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
                played.push(part.into_iter());
            }
            let next = |place: usize| played[place % count].next().expect("a worker plays its whole share");
            Ok((0..sessions.len()).map(next).collect())
        })
    }
}

impl Worker {
    fn new(command: Command, conditions: RunConditions, interrupt: Interrupt) -> Result<Worker, RunError> {
        let clean = Observer::new(command.clone(), conditions.clone(), interrupt.clone());
        let held = observe::run_dir(&conditions)?;
        Ok(Worker { command, conditions, interrupt, clean, held, may_be_held: true })
    }

    fn play(&mut self, sessions: &[&(Session, Start)]) -> Result<Vec<(Played, Made)>, Unplayed> {
        let mut played = Vec::new();
        while let [&(ref session, start), ..] = sessions[played.len()..] {
            // A held program has asked for its first line.
            let is_clean = start == Start::Clean || (session.is_empty() && self.clean.manner().is_open);
            if !self.may_be_held || is_clean || self.clean.manner().feed != FeedMode::Turn {
                played.push((self.play_clean(session)?, Made::Clean));
                continue;
            }
            let most = sessions.len().min(played.len() + BATCH);
            let next = sessions[played.len()..most].iter().copied();
            let next = next.take_while(|(session, _)| !session.is_empty() || !self.clean.manner().is_open);
            let next = next.count();
            played.extend(self.play_held(&sessions[played.len()..][..next])?);
        }
        Ok(played)
    }

    /// With a start of its own.
    fn play_clean(&self, session: &Session) -> Result<Played, RunError> {
        let manner = self.clean.manner();
        Ok(Played::in_run(session, self.clean.run(session, manner)?, manner.feed))
    }

    /// The first few of these sessions with a held program, at least one.
    fn play_held(&mut self, sessions: &[&(Session, Start)]) -> Result<Vec<(Played, Made)>, Unplayed> {
        let runs = self.run_held(sessions)?;
        let mut played = Vec::new();
        for ((session, start), run) in sessions.iter().zip(runs) {
            let cold = match run {
                Ok(run) => {
                    played.push(self.checked(session, *start, run)?);
                    continue;
                }
                Err(cold) => cold,
            };
            if cold.concerns == Concerned::EarlierGames {
                return Err(Unplayed::Unsteady);
            }
            self.may_be_held &= !cold.is_for_good();
            played.push((self.play_clean(session)?, Made::NotRestorable(cold)));
            break;
        }
        Ok(played)
    }

    /// The runs of a held program. Output during the cleanup at exit, which it does not reach, shows as a difference to the
    /// sample that is played clean.
    fn run_held(
        &mut self,
        sessions: &[&(Session, Start)],
    ) -> Result<Vec<Result<WarmRun, NotRestorable>>, RunError> {
        let is_open = self.clean.manner().is_open;
        let Worker { command, conditions, interrupt, held, .. } = self;
        let game = |&&(ref session, start): &&(Session, Start)| WarmGame {
            input: observe::stdin(session),
            is_by_turns: true,
            open_after: is_open.then_some(0),
            most_output: conditions.limits.output,
            may_be_dismissed: true,
            is_checked: start == Start::Both,
        };
        let games = sessions.iter().map(game).collect();
        run_warm(command, games, &conditions.limits, held, interrupt)
    }

    /// The answers of a held program, if a clean run agrees where there is to be one.
    fn checked(&self, session: &Session, start: Start, run: WarmRun) -> Result<(Played, Made), Unplayed> {
        let is_first = run.is_first;
        let played = Played::in_run(session, run.execution, FeedMode::Turn);
        let is_checked = start == Start::Both;
        if is_checked && !self.says(session, &played)? {
            // If its answers vary, this reports it.
            return match self.clean.observation(session) {
                Err(why @ (Unobserved::Run(_) | Unobserved::Differs { .. })) => Err(why.into()),
                _ => Err(Unplayed::Unsteady),
            };
        }
        Ok((played, Made::Warm { is_checked, is_dismissed: false, is_first }))
    }

    /// Whether a clean run gives the same answers. It gets all input at once: that is much faster, and the
    /// turns of held programs are exact. A program that loops at the end of its input is left waiting there.
    fn says(&self, session: &Session, played: &Played) -> Result<bool, RunError> {
        let known = self.clean.manner();
        let clean = self.clean.run(session, if known.is_open { known } else { Manner::AHEAD })?;
        let output = String::from_utf8_lossy(&clean.stdout);
        let known = played.recording.output();
        Ok(match played.recording.waits {
            true => output.starts_with(&known),
            false => output == known && (clean.ending == played.ending || played.ending == Ending::Dismissed),
        })
    }
}

impl Played {
    /// What a program did in a run with these lines.
    pub(super) fn in_run(session: &[Vec<u8>], run: Execution, feed: FeedMode) -> Played {
        let is_text = str::from_utf8(&run.stdout).is_ok();
        let (recording, Execution { ending, stderr, .. }) = (observe::cut(session, &run, feed), run);
        Played { recording, ending, stderr, is_text }
    }
}
