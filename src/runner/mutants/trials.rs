//! The mutants of a reference, played as many at once as there are jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::player::{Player, Target};
use super::super::{Settings, input_format};
use super::limits::limits;
use super::mutated::Mutated;
use super::order::in_spread_order;
use super::shortening::Shortening;
use super::trial::Trial;
use super::unplayable::Unplayable;
use crate::dialect::Observed;
use crate::process::{Command, Interrupt, RunError};
use crate::suite::{EXPLORED, Fate, IoMode, Suite};

/// The mutants of a reference, and what they are played on.
pub(crate) struct MutantTrials<'a> {
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

/// What became of the mutants.
#[derive(Debug)]
#[non_exhaustive]
pub(crate) struct MutantFates {
    /// For each mutant, in their order.
    pub fates: Vec<Fate>,
    /// How many further sessions there were.
    pub further: usize,
    /// Why there were none, if they could not be made.
    pub trouble: Option<String>,
}

/// What is done with a mutant.
type Job<'a> = &'a (dyn Fn(&mut Player<'_>, &Command) -> Result<Fate, RunError> + Sync);

impl MutantTrials<'_> {
    /// Plays all mutants. `progress` is told when one is done. If it is interrupted, the others count as not tried.
    ///
    /// # Errors
    /// [`Unplayable`].
    pub(crate) fn run(
        &self,
        interrupt: &Interrupt,
        progress: &(dyn Fn() + Sync),
    ) -> Result<MutantFates, Unplayable> {
        self.learn();
        let (mode, used) = self.of_reference(interrupt)?;
        let settings = Settings { limits: limits(self.settings.limits, used), ..self.settings.clone() };
        let sessions =
            self.suites.iter().map(|suite| suite.cases().map(|case| case.inputs).collect()).collect();
        let shortening = Shortening { observed: self.observed, mode };
        let trial = Trial { suites: self.suites, sessions, shortening, until: self.until, interrupt };
        let mut fates = vec![Fate::Untried; self.mutants];
        let all = in_spread_order(self.mutants);
        let first = self
            .each((&trial, &settings), &all, progress, &|player, mutated| trial.by_suites(player, mutated))?;
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
        let later = self.each((&trial, &settings), &alike, &|| {}, &|player, mutated| {
            trial.by_further(player, mutated, &further)
        })?;
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

    /// Does this with each of these mutants, as many at once as there are jobs. Those that were not tried are left out.
    fn each(
        &self,
        (trial, settings): (&Trial<'_>, &Settings),
        numbers: &[usize],
        progress: &(dyn Fn() + Sync),
        job: Job<'_>,
    ) -> Result<Vec<(usize, Fate)>, Unplayable> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || -> Result<(), Unplayable> {
            let mut player = Player::new(settings, trial.interrupt)?;
            while let Some(number) =
                numbers.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !trial.is_over())
            {
                let mutated = (self.make)(*number).map_err(Unplayable::Make)?;
                let fate = match mutated.command.as_ref().map(|command| job(&mut player, command)) {
                    None => Fate::NotStarted,
                    Some(Err(RunError::Interrupted)) => return Ok(()),
                    Some(fate) => fate?,
                };
                done.lock().unwrap_or_else(PoisonError::into_inner).push((*number, fate));
                progress();
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers = settings.jobs.clamp(1, numbers.len().max(1));
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let ended = workers
                .into_iter()
                .map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            ended.collect::<Result<Vec<_>, _>>()
        })?;
        Ok(done.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}
