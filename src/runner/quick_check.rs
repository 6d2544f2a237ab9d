//! Whether a changed program is still right, as fast as it can be found out: what failed most often is played first, and
//! nothing is explained. Only who passes here needs the whole plan.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::mutants::limits;
use super::player::{Player, Target};
use super::trial::may_hold;
use super::warmth::{Made, Start, Warmth};
use super::{Plan, Settings};
use crate::process::{Command, Interrupt, RunError};
use crate::suite::{Case, IoMode};

/// How many cases are played at a time: few at first, since most changes fail in the first. That has a start of its own,
/// which is faster than to hold a program for one case.
const CHUNKS: [usize; 3] = [1, 8, 64];

/// How many cases are played of a program that cannot be held: each costs a start. A shell that forks takes 20 to 50 ms for
/// one, so 250 of them took five seconds for each change.
const WITHOUT_HOLDING: usize = 32;

/// The cases that are played, in the order in which they are worth it. Workers share it.
#[derive(Debug)]
pub(crate) struct QuickCases(Mutex<Vec<QuickCase>>);

/// A case, and how often it has failed.
#[derive(Debug)]
struct QuickCase {
    case: Case,
    failed: usize,
}

impl QuickCases {
    /// The first cases of a plan, so many at most, for programs that take their inputs so. Cases whose inputs follow from the
    /// answers are left out. Neighbours are alike, so they are not played one after the other.
    pub(crate) fn of(plan: &Plan, mode: IoMode, most: usize) -> QuickCases {
        let suites = plan.first();
        let places = suites.iter().flat_map(|suite| (0..suite.len()).map(move |place| (suite, place)));
        let plain = places.filter(|(suite, place)| suite.tactic(*place).is_none());
        let cases: Vec<_> = plain.map(|(suite, place)| mode.fit(suite.case(place))).take(most).collect();
        let step = cases.len().div_ceil(WITHOUT_HOLDING).max(1);
        let spread = (0..step).flat_map(|first| cases.iter().skip(first).step_by(step));
        QuickCases(Mutex::new(spread.map(|case| QuickCase { case: case.clone(), failed: 0 }).collect()))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.with(|cases| cases.len())
    }

    /// Plays this case, too, and first: the plan refused a program by it that had passed the others.
    pub(crate) fn add(&self, case: Case) {
        let most = self.with(|cases| cases.iter().map(|one| one.failed).max().unwrap_or(0));
        self.with(|cases| cases.push(QuickCase { case, failed: most + 1 }));
    }

    /// All of them, with their places: those that failed most often first.
    fn in_order(&self) -> Vec<(usize, Case)> {
        self.with(|cases| {
            let mut places: Vec<_> = (0..cases.len()).collect();
            places.sort_by_key(|place| std::cmp::Reverse(cases[*place].failed));
            places.into_iter().map(|place| (place, cases[place].case.clone())).collect()
        })
    }

    fn note_failure(&self, place: usize) {
        self.with(|cases| cases[place].failed += 1);
    }

    fn with<T>(&self, job: impl FnOnce(&mut Vec<QuickCase>) -> T) -> T {
        job(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A worker that plays them.
pub(crate) struct QuickCheck<'a> {
    player: Player<'a>,
    mode: IoMode,
    cases: &'a QuickCases,
    /// Whether programs may be held.
    may_hold: bool,
}

impl<'a> QuickCheck<'a> {
    /// A worker for programs that take their inputs so. It keeps the calling thread near the programs that it starts.
    ///
    /// # Errors
    /// [`RunError`] if there is no place to run them.
    pub(crate) fn new(
        settings: &'a Settings,
        interrupt: &'a Interrupt,
        mode: IoMode,
        cases: &'a QuickCases,
    ) -> Result<QuickCheck<'a>, RunError> {
        let mut player = Player::new(settings, interrupt)?;
        player.stay_close();
        let may_hold = may_hold(settings) && Warmth::new(true).may_be_held(mode);
        Ok(QuickCheck { player, mode, cases, may_hold })
    }

    /// The same settings with the time that a changed program gets, if the program before used this much processor time at
    /// most: many changes make it loop.
    pub(crate) fn settings(usual: &Settings, used: Duration) -> Settings {
        Settings { limits: limits(usual.limits, used), keep_going: false, ..usual.clone() }
    }

    /// Whether a program is right in all of them, or in the first ones if it cannot be held.
    ///
    /// # Errors
    /// [`RunError`] if the judge cannot run it, or is interrupted.
    pub(crate) fn passes(&mut self, command: &Command) -> Result<bool, RunError> {
        let target = Target { command, mode: self.mode };
        let cases = self.cases.in_order();
        let (mut rest, mut played, mut chunks) = (cases.as_slice(), 0, CHUNKS.into_iter());
        let (mut size, mut start, mut may_hold) = (0, Start::Clean, self.may_hold);
        while !rest.is_empty() {
            size = if may_hold { chunks.next().unwrap_or(size) } else { 1 };
            let (now, later) = rest.split_at(size.min(rest.len()));
            let cases: Vec<_> = now.iter().map(|(_, case)| (case.clone(), start)).collect();
            let attempts = self.player.attempt(target, &cases, false)?;
            let failed = attempts.iter().zip(now).find(|(one, _)| !one.settled.result.is_accepted());
            if let Some((_, (place, _))) = failed {
                self.cases.note_failure(*place);
                return Ok(false);
            }
            played += now.len();
            may_hold &= attempts.iter().all(|one| !is_cold(&one.made));
            start = if may_hold { Start::Warm } else { Start::Clean };
            let most = if may_hold { later.len() } else { WITHOUT_HOLDING.saturating_sub(played) };
            rest = &later[..most.min(later.len())];
        }
        // Programs that come from one that is right are much like it.
        self.may_hold = may_hold;
        Ok(true)
    }
}

/// Whether a program cannot be held in other cases either.
fn is_cold(made: &Made) -> bool {
    match made {
        Made::NotRestorable(cold) => cold.is_for_good,
        Made::Differed(_) => true,
        Made::Clean | Made::Warm { .. } => false,
    }
}
