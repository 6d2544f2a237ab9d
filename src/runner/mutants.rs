//! Playing the mutants of a reference on the suites of its challenge, as candidates are played, up to the first case in which
//! each is not right.
//!
//! A mutant that no suite finds gets further sessions. If one shows it, the session is shortened. Many mutants loop for ever,
//! so the limits of time follow from what the reference itself takes.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::player::{Player, Target};
use super::warmth::Start;
use super::{Settings, input_format};
use crate::dialect::{Dialect, Observed};
use crate::execution::{Limits, Patience};
use crate::process::{Command, Interrupt, RunError, Scratch};
use crate::suite::explore::Session;
use crate::suite::{Case, EXPLORED, Fate, IoMode, Suite};
use crate::transcript::shortest;
use crate::verdict::Verdict;

/// The mutants of a reference, and what they are played on.
pub struct MutantTrials<'a> {
    /// The challenge.
    pub observed: &'a Observed,
    /// The reference itself.
    pub reference: &'a Command,
    /// How candidates of the challenge are run.
    pub settings: &'a Settings,
    /// What candidates are given.
    pub suites: &'a [Suite],
    /// How many mutants there are.
    pub mutants: usize,
    /// Makes the mutant of a number.
    pub make: &'a (dyn Fn(usize) -> Result<Mutated, String> + Sync),
    /// Makes the further sessions, if they are needed.
    pub further: &'a (dyn Fn() -> Result<Suite, String> + Sync),
    /// Until when.
    pub until: Instant,
}

/// A mutant that can be run as long as this is there.
#[derive(Debug)]
pub struct Mutated {
    /// How it is run.
    pub command: Command,
    /// Where its files are.
    pub folder: Scratch,
}

/// What became of the mutants.
#[derive(Debug)]
#[non_exhaustive]
pub struct MutantFates {
    /// For each mutant, in their order.
    pub fates: Vec<Fate>,
    /// How many further sessions there were.
    pub further: usize,
    /// Why there were none, if they could not be made.
    pub trouble: Option<String>,
}

/// Why mutants cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unplayable {
    /// The judge could not run one.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The reference does not pass.
    #[error("the reference itself is not right in the case {0}: {1}")]
    Reference(String, &'static str),
    /// A mutant could not be written.
    #[error("{0}")]
    Make(String),
}

/// How many cases a mutant gets at a time: few at first, since most fail early, and each may take its time to be stopped. The
/// first of each suite it gets with a start of its own: to hold it for that would be another start.
const CHUNKS: [(usize, Start); 4] =
    [(1, Start::Clean), (8, Start::Warm), (32, Start::Warm), (128, Start::Warm)];

impl MutantTrials<'_> {
    /// Plays all mutants. `progress` is told when one is done. If it is interrupted, the others count as not tried.
    ///
    /// # Errors
    /// [`Unplayable`].
    pub fn run(
        &self,
        interrupt: &Interrupt,
        progress: &(dyn Fn() + Sync),
    ) -> Result<MutantFates, Unplayable> {
        self.learn();
        let (mode, used) = self.of_reference(interrupt)?;
        let settings = Settings { limits: limits(self.settings.limits, used), ..self.settings.clone() };
        let sessions =
            self.suites.iter().map(|suite| suite.cases().map(|case| case.inputs).collect()).collect();
        let trial = Trial { trials: self, settings: &settings, mode, sessions, interrupt };
        let mut fates = vec![Fate::Untried; self.mutants];
        let all = in_spread_order(self.mutants);
        let first = trial.each(&all, progress, &|player, mutated| trial.by_suites(player, mutated))?;
        first.into_iter().for_each(|(number, fate)| fates[number] = fate);
        let alike: Vec<_> = all.into_iter().filter(|number| fates[*number] == Fate::Alike).collect();
        alike.iter().for_each(|number| fates[*number] = Fate::Untried);
        if alike.is_empty() || trial.is_over() {
            return Ok(MutantFates { fates, further: 0, trouble: None });
        }
        let (further, trouble) = match (self.further)() {
            Ok(further) => (vec![further], None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let later =
            trial.each(&alike, &|| {}, &|player, mutated| trial.by_further(player, mutated, &further))?;
        later.into_iter().for_each(|(number, fate)| fates[number] = fate);
        Ok(MutantFates { fates, further: further.iter().map(Suite::len).sum(), trouble })
    }

    /// Asks the reference about all cases, once each and held if that is possible: to ask one by one takes two starts. What is
    /// not known then is asked when it is needed.
    fn learn(&self) {
        // The search has asked about its own.
        for suite in self.suites.iter().filter(|suite| suite.kind() != EXPLORED) {
            let sessions: Vec<_> = suite.cases().map(|case| case.inputs).collect();
            let heard = self.observed.ask_all(&sessions, false).unwrap_or_default();
            let known: Vec<_> =
                heard.into_iter().filter(|one| one.fault.is_none()).map(|one| one.run).collect();
            // A contradiction shows where the reference is played as a candidate.
            let _ = self.observed.believe(&known);
        }
    }

    /// How the reference gets its inputs, and how much processor time it takes for the longest case.
    fn of_reference(&self, interrupt: &Interrupt) -> Result<(IoMode, Duration), Unplayable> {
        let mut player = Player::new(self.settings, interrupt)?;
        let mode = input_format::find(&mut player, self.reference)?.mode;
        let target = Target { command: self.reference, mode };
        let mut used = Duration::ZERO;
        for suite in self.suites {
            let longest = suite.cases().max_by_key(|case| case.inputs.len());
            for case in suite.cases().take(1).chain(longest) {
                let (run, result) = player.play(target, &case)?;
                if !result.is_accepted() {
                    return Err(Unplayable::Reference(case.name, result.verdict.name()));
                }
                used = used.max(run.usage.cpu);
            }
        }
        Ok((mode, used))
    }
}

/// The numbers of mutants in an order in which those that are tried before the time is over lie in all parts of the source.
fn in_spread_order(mutants: usize) -> Vec<usize> {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let mut numbers: Vec<_> = (0..mutants).collect();
    numbers.sort_by(|one, other| {
        let [one, other] = [one, other].map(|number| (*number as f64 * GOLDEN).fract());
        one.total_cmp(&other)
    });
    numbers
}

/// What a mutant may take beyond some times of what the reference takes. Chosen without measurement; a mutant that loops costs
/// half as much once or twice.
const LEAST: Duration = Duration::from_millis(200);
const TIMES: u32 = 6;

fn limits(usual: Limits, used: Duration) -> Limits {
    let cpu = usual.cpu.min(LEAST + TIMES * used);
    let patience =
        usual.patience.map(|patience| Patience { spinning: patience.spinning.min(cpu), ..patience });
    Limits { cpu, patience, ..usual }
}

/// The same for all mutants.
struct Trial<'a> {
    trials: &'a MutantTrials<'a>,
    settings: &'a Settings,
    mode: IoMode,
    /// The sessions of each suite.
    sessions: Vec<HashSet<Session>>,
    interrupt: &'a Interrupt,
}

/// How a mutant did in a suite.
enum Outcome {
    Right,
    Wrong(Session, Verdict),
    /// The time was over.
    Cut,
}

/// What is done with a mutant.
type Job<'a> = &'a (dyn Fn(&mut Player<'_>, &Command) -> Result<Fate, RunError> + Sync);

impl Trial<'_> {
    fn is_over(&self) -> bool {
        self.interrupt.is_raised() || Instant::now() >= self.trials.until
    }

    /// Does this with each of these mutants, as many at once as there are jobs. Those that were not tried are left out.
    fn each(
        &self,
        numbers: &[usize],
        progress: &(dyn Fn() + Sync),
        job: Job<'_>,
    ) -> Result<Vec<(usize, Fate)>, Unplayable> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || -> Result<(), Unplayable> {
            let mut player = Player::new(self.settings, self.interrupt)?;
            while let Some(number) =
                numbers.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !self.is_over())
            {
                let mutated = (self.trials.make)(*number).map_err(Unplayable::Make)?;
                let fate = match job(&mut player, &mutated.command) {
                    Err(RunError::Interrupted) => return Ok(()),
                    fate => fate?,
                };
                done.lock().unwrap_or_else(PoisonError::into_inner).push((*number, fate));
                progress();
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers = self.settings.jobs.clamp(1, numbers.len().max(1));
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let ended = workers
                .into_iter()
                .map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ended.collect::<Result<Vec<_>, _>>()
        })?;
        Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Which suites find a mutant.
    fn by_suites(&self, player: &mut Player<'_>, command: &Command) -> Result<Fate, RunError> {
        let (mut found, mut shows) = (Vec::new(), HashSet::new());
        for (suite, sessions) in self.trials.suites.iter().zip(&self.sessions) {
            // Many suites have the examples, too.
            if !sessions.is_disjoint(&shows) {
                found.push(true);
                continue;
            }
            match self.play(player, command, suite)? {
                Outcome::Right => found.push(false),
                Outcome::Wrong(_, Verdict::CompileError | Verdict::CannotRun) => return Ok(Fate::NotStarted),
                Outcome::Wrong(session, _) => {
                    found.push(true);
                    shows.insert(session);
                }
                Outcome::Cut => return Ok(Fate::Untried),
            }
        }
        Ok(if found.contains(&true) { Fate::Found(found) } else { Fate::Alike })
    }

    /// Whether a further session shows a mutant that no suite finds.
    fn by_further(
        &self,
        player: &mut Player<'_>,
        command: &Command,
        further: &[Suite],
    ) -> Result<Fate, RunError> {
        for suite in further {
            match self.play(player, command, suite)? {
                Outcome::Right => {}
                Outcome::Wrong(session, _) => {
                    return Ok(Fate::Missed(self.shortened(player, command, session)));
                }
                Outcome::Cut => return Ok(Fate::Untried),
            }
        }
        Ok(Fate::Alike)
    }

    /// Plays a suite up to the first case in which a mutant is not right.
    fn play(&self, player: &mut Player<'_>, command: &Command, suite: &Suite) -> Result<Outcome, RunError> {
        let target = Target { command, mode: self.mode };
        let (mut place, mut chunks) = (0, CHUNKS.into_iter().chain(std::iter::repeat(CHUNKS[3])));
        while place < suite.len() {
            if self.is_over() {
                return Ok(Outcome::Cut);
            }
            let (size, start) = chunks.next().unwrap_or(CHUNKS[3]);
            let cases = (place..suite.len().min(place + size)).map(|place| (suite.case(place), start));
            let cases: Vec<_> = cases.collect();
            let attempts = player.attempt(target, &cases, false)?;
            let wrong = attempts.iter().zip(cases).find(|(attempt, _)| !attempt.settled.result.is_accepted());
            if let Some((attempt, (case, _))) = wrong {
                return Ok(Outcome::Wrong(case.inputs, attempt.settled.result.verdict));
            }
            place += size;
        }
        Ok(Outcome::Right)
    }

    /// The session without what does not matter.
    fn shortened(&self, player: &mut Player<'_>, command: &Command, session: Session) -> Session {
        let until = Instant::now() + SHORTENING;
        shortest(session, |session| {
            Instant::now() < until && self.differs(player, command, session).unwrap_or(false)
        })
    }

    /// Whether a mutant is not right in a session that may be played; the reference is asked what is right.
    fn differs(
        &self,
        player: &mut Player<'_>,
        command: &Command,
        session: &[Vec<u8>],
    ) -> Result<bool, RunError> {
        let observed = self.trials.observed;
        let dialect = Dialect::Observed(observed.clone());
        let domain = dialect.domain();
        let asked = observed.ask_all(&[session.to_vec()], false).unwrap_or_default();
        let known: Vec<_> =
            asked.into_iter().filter(|heard| heard.fault.is_none()).map(|heard| heard.run).collect();
        if known.is_empty()
            || !session.iter().all(|line| domain.decides(line))
            || observed.believe(&known).is_err()
        {
            return Ok(false);
        }
        let case = Case { name: "session".to_owned(), dialect: dialect.clone(), inputs: session.to_vec() };
        let attempts = player.attempt(Target { command, mode: self.mode }, &[(case, Start::Clean)], false)?;
        Ok(attempts.iter().any(|attempt| !attempt.settled.result.is_accepted()))
    }
}

/// How long a session is shortened.
const SHORTENING: Duration = Duration::from_secs(10);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mutants_that_are_tried_lie_in_all_parts_of_the_source() {
        let order = in_spread_order(80);
        for part in 0..4 {
            let tried = order[..20].iter().filter(|number| **number / 20 == part).count();
            assert!((4..=6).contains(&tried), "{part}: {order:?}");
        }
    }
}
