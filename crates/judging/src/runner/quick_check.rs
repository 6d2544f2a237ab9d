//! Whether a changed program is still right, as fast as it can be found out: what failed most often is played first, and
//! nothing is explained. Only who passes here needs the whole plan.

use std::cmp::Reverse;
use std::time::Duration;

use parking_lot::Mutex;

use super::player::{PlannedCase, Player, Target};
use super::trial::may_hold;
use super::{Plan, RunConditions, Settings, median};
use crate::driver::{Made, Start};
use crate::execution::{Limits, Patience};
use crate::process::{Command, Interrupt, RunError};
use crate::suite::{Case, IoMode};

/// How many cases are played at a time: few at first, since most changes fail in the first. That is a clean run,
/// which is faster than to hold a program for one case.
const CHUNKS: [usize; 3] = [1, 8, 64];

/// How many cases are played of a program that cannot be held: each costs a start. A shell that forks takes 20 to 50 ms for
/// one, so 250 of them took five seconds for each change.
const WITHOUT_HOLDING: usize = 32;

/// The processor time of a changed program: [`TIMES`] as much as a right one takes, and this. Chosen without measurement; a program
/// that loops costs half as much once or twice.
const LEAST: Duration = Duration::from_millis(200);
const TIMES: u32 = 6;

/// The cases that are played, in the order in which they are worth it. Workers share it.
#[derive(Debug)]
pub(crate) struct QuickCases(Mutex<Vec<QuickCase>>);

/// A case, how often it has failed, and the processor time that the first program took which was right in it.
#[derive(Debug)]
struct QuickCase {
    case: Case,
    failed: usize,
    used: Option<Duration>,
}

/// A case with its place, and the processor time that a right program took in it, if that is known.
type OrderedCase = (usize, Case, Option<Duration>);

/// A case that takes this many times the median is played last.
const DEAR: u32 = 8;

impl QuickCases {
    /// At most the first `most` cases of a plan, for programs that take their inputs by this mode. Cases whose inputs follow from
    /// the answers are left out. Neighbours are alike, so they are not played one after the other.
    pub(crate) fn of(plan: &Plan, mode: IoMode, most: usize) -> QuickCases {
        let suites = plan.first();
        let places = suites.iter().flat_map(|suite| (0..suite.len()).map(move |place| (suite, place)));
        let plain = places.filter(|(suite, place)| suite.tactic(*place).is_none());
        let cases: Vec<_> = plain.map(|(suite, place)| mode.fit(suite.case(place))).take(most).collect();
        let step = cases.len().div_ceil(WITHOUT_HOLDING).max(1);
        let spread = (0..step).flat_map(|first| cases.iter().skip(first).step_by(step));
        QuickCases(Mutex::new(
            spread.map(|case| QuickCase { case: case.clone(), failed: 0, used: None }).collect(),
        ))
    }

    /// Plays this case, too, and first: the plan refused a program by it that had passed the others.
    pub(crate) fn add(&self, case: Case) {
        let most = self.with(|cases| cases.iter().map(|one| one.failed).max().unwrap_or(0));
        self.with(|cases| cases.push(QuickCase { case, failed: most + 1, used: None }));
    }

    /// All of them, with their places and what they took: those that failed most often first.
    fn in_order(&self) -> Vec<OrderedCase> {
        self.with(|cases| {
            let usual = median(cases.iter().filter_map(|one| one.used)).unwrap_or_default();
            let is_dear = |one: &QuickCase| one.used.is_some_and(|used| used > DEAR * usual);
            let mut places: Vec<_> = (0..cases.len()).collect();
            places.sort_by_key(|place| (Reverse(cases[*place].failed), is_dear(&cases[*place])));
            let of = |place: usize| (place, cases[place].case.clone(), cases[place].used);
            places.into_iter().map(of).collect()
        })
    }

    fn note_use(&self, place: usize, used: Duration) {
        self.with(|cases| {
            cases[place].used.get_or_insert(used);
        });
    }

    fn note_failure(&self, place: usize) {
        self.with(|cases| cases[place].failed += 1);
    }

    fn with<T>(&self, job: impl FnOnce(&mut Vec<QuickCase>) -> T) -> T {
        job(&mut self.0.lock())
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
    /// A worker for programs that take their inputs so.
    /// Fails if there is no place to run them.
    pub(crate) fn new(
        settings: &'a Settings,
        interrupt: &'a Interrupt,
        mode: IoMode,
        cases: &'a QuickCases,
    ) -> Result<QuickCheck<'a>, RunError> {
        let player = Player::new(settings, interrupt)?;
        let may_hold = may_hold(settings) && mode.may_be_held();
        Ok(QuickCheck { player, mode, cases, may_hold })
    }

    /// `usual` with less time for changed programs, many of which loop. `used` is the most processor time that the unchanged one
    /// took.
    pub(crate) fn settings(usual: &Settings, used: Duration) -> Settings {
        let conditions =
            RunConditions { limits: limits(usual.conditions.limits, used), ..usual.conditions.clone() };
        Settings { conditions, keep_going: false, ..usual.clone() }
    }

    /// In how many of them a program is right: in all, or in the first ones if it cannot be held. None if it is wrong in one.
    /// It keeps the calling thread near the programs that it starts.
    /// Fails if the judge cannot run it, or is interrupted.
    pub(crate) fn passed(&mut self, command: &Command) -> Result<Option<usize>, RunError> {
        self.player.stay_close();
        let target = Target { command, mode: self.mode };
        let cases = self.cases.in_order();
        let (mut rest, mut played, mut chunks) = (cases.as_slice(), 0, CHUNKS.into_iter());
        let (mut size, mut may_hold) = (0, self.may_hold);
        while !rest.is_empty() {
            size = if may_hold { chunks.next().unwrap_or(size) } else { 1 };
            let (now, later) = rest.split_at(size.min(rest.len()));
            let failed = match may_hold && played > 0 {
                true => self.first_wrong_when_held(target, now, &mut may_hold)?,
                false => self.first_wrong(target, now)?,
            };
            if let Some(place) = failed {
                self.cases.note_failure(place);
                return Ok(None);
            }
            played += now.len();
            let most = if may_hold { later.len() } else { WITHOUT_HOLDING.saturating_sub(played) };
            rest = &later[..most.min(later.len())];
        }
        // Programs that come from one that is right are much like it.
        self.may_hold = may_hold;
        Ok(Some(played))
    }

    /// The place of the first of these cases in which a program is wrong. Each is run clean, once, and with no more time than the
    /// case needs: many changes make a program loop, and why it failed is not reported.
    fn first_wrong(&mut self, target: Target<'_>, cases: &[OrderedCase]) -> Result<Option<usize>, RunError> {
        for (place, case, used) in cases {
            let usual = self.player.settings.conditions.limits;
            let within = used.map_or(usual, |used| limits(usual, used));
            let (run, result) = self.player.play_within(target, case, &within)?;
            if !result.is_accepted() {
                return Ok(Some(*place));
            }
            self.cases.note_use(*place, run.usage.cpu);
        }
        Ok(None)
    }

    /// As [`QuickCheck::first_wrong`], with a held program if that is possible.
    fn first_wrong_when_held(
        &mut self,
        target: Target<'_>,
        cases: &[OrderedCase],
        may_hold: &mut bool,
    ) -> Result<Option<usize>, RunError> {
        let warm: Vec<_> =
            cases.iter().map(|(_, case, _)| PlannedCase::new(case.clone(), Start::Warm)).collect();
        let attempts = self.player.attempt(target, &warm, false)?;
        *may_hold &= attempts.iter().all(|one| !is_cold(&one.made));
        let failed = attempts.iter().zip(cases).find(|(one, _)| !one.settled.result.is_accepted());
        Ok(failed.map(|(_, (place, _, _))| *place))
    }
}

/// Whether a program cannot be held in other cases either.
fn is_cold(made: &Made) -> bool {
    match made {
        Made::NotRestorable(cold) => cold.is_for_good(),
        Made::Differed(_) => true,
        Made::Clean | Made::Warm { .. } => false,
    }
}

/// The usual limits, less if a right program uses this much processor time.
fn limits(usual: Limits, used: Duration) -> Limits {
    let cpu = usual.cpu.min(LEAST + TIMES * used);
    let patience =
        usual.patience.map(|patience| Patience { spinning: patience.spinning.min(cpu), ..patience });
    Limits { cpu, patience, ..usual }
}
