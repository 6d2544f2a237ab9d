//! Whether a candidate's runs are clean, each in a new process, or use a held program, which was
//! started before (see `process`). Enough clean runs are made as well to trust the result.
//!
//! The first [`PROBED`] cases are run both ways and compared, and so is a sample of the rest: one in [`SAMPLE`] of the
//! first [`MANY`], and fewer of those that follow. The sample is drawn anew for every candidate, so a program cannot
//! be right only where it is checked. Where results are confirmed it is one in [`CONFIRMED`] of all the rest. A failure
//! counts only if a clean run shows it. If the two ways ever differ, all results of the held program are dropped, and the
//! candidate is judged again from its first case, with clean runs.
//!
//! Programs with a hidden choice are only run clean: a held program has already chosen at its first read.

use std::hash::{BuildHasher, RandomState};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::process::{Concerned, NotRestorable};

/// How many cases are run both ways before the warm way is trusted with most of the others.
const PROBED: usize = 20;

/// One of this many later cases is run both ways, on average.
const SAMPLE: usize = 50;

/// [`SAMPLE`], where the failures of held programs are confirmed by clean runs.
const CONFIRMED: usize = 10;

/// After this many cases the sample grows with their logarithm: what it proves depends on its size.
const MANY: usize = 5_000;

/// How many games may fail to be played warm before it is given up: these, and one in ten.
const LOST: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// In a new process.
    Clean,
    /// With a held program, and clean only if it fails there.
    Warm,
    Both,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    Clean,
    Warm {
        /// Whether a clean run had the same outcome.
        is_checked: bool,
        /// Whether it was ended when its cleanup at exit began.
        is_dismissed: bool,
        /// Whether it was the first game of a program that was started for it and those after it.
        is_first: bool,
    },
    /// Clean, since the changes of the held program could not be undone.
    NotRestorable(NotRestorable),
    /// Both ways, with different outcomes, or the held program left something behind: the reason. The clean outcome counts.
    Differed(String),
}

/// How a candidate's runs were made, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Runs {
    /// Cases that were tried with a held program.
    pub warm: usize,
    /// How many of those were also made clean.
    pub checked: usize,
    /// How many of those were ended when their cleanup at exit began.
    pub dismissed: usize,
    /// Cases that were only made clean.
    pub clean: usize,
    /// How often the program was started for all of these.
    pub starts: usize,
    /// Why not all were warm; completes a sentence that begins with "it".
    pub why_clean: Option<String>,
}

/// How the runs of one candidate are to be made, and how they were made.
#[derive(Debug)]
pub struct RunPolicy {
    /// Whether held programs may replace clean runs, as far as is known.
    pub is_warm: bool,
    is_confirmed: bool,
    /// Chooses the sample: a hash with a secret key. A random generator that is seeded with each place would
    /// give related numbers for neighbouring places, and so a regular sample.
    sample_key: RandomState,
    lost: usize,
    /// How the runs were made so far.
    pub runs: Runs,
}

impl RunPolicy {
    /// Whether held programs are wanted, and whether what they show is confirmed.
    pub fn new(is_warm: bool, is_confirmed: bool) -> RunPolicy {
        RunPolicy { is_warm, is_confirmed, sample_key: RandomState::new(), lost: 0, runs: Runs::default() }
    }

    /// How the case at this place is to be run.
    pub fn start(&self, place: usize) -> Start {
        match place {
            _ if !self.is_warm => Start::Clean,
            0..PROBED => Start::Both,
            _ if self.is_sampled(place) => Start::Both,
            _ => Start::Warm,
        }
    }

    /// Drawn from the place alone, so that the answer is always the same.
    fn is_sampled(&self, place: usize) -> bool {
        let share = if self.is_confirmed {
            1.0 / CONFIRMED as f64
        } else {
            1.0 / (SAMPLE as f64 * (place as f64 / MANY as f64).max(1.0))
        };
        (self.sample_key.hash_one(place) as f64) < share * u64::MAX as f64
    }

    /// Whether the case at this place is run in the usual way.
    pub fn is_usual(place: usize) -> bool {
        place >= PROBED
    }

    /// Whether a program that plays no more cases than this is worth holding: the first are run clean, too.
    pub fn pays(cases: usize) -> bool {
        cases > 2 * PROBED
    }

    pub fn note(&mut self, made: &Made) {
        match made {
            Made::Warm { is_checked, is_dismissed, is_first } => {
                self.runs.warm += 1;
                self.runs.starts += usize::from(*is_checked) + usize::from(*is_first);
                self.runs.checked += usize::from(*is_checked);
                self.runs.dismissed += usize::from(*is_dismissed);
            }
            Made::Clean => {
                self.runs.clean += 1;
                self.runs.starts += 1;
            }
            Made::NotRestorable(cold) => {
                self.runs.clean += 1;
                self.runs.starts += 1;
                self.lost += usize::from(cold.concerns > Concerned::Declined);
                let is_too_often = self.lost > LOST && self.lost * 10 > self.runs.warm;
                if cold.is_for_good() || is_too_often {
                    self.stop_holding(&cold.why);
                }
            }
            Made::Differed(why) => {
                self.runs = Runs::default();
                self.stop_holding(why);
            }
        }
    }

    fn stop_holding(&mut self, why: &str) {
        self.is_warm = false;
        self.runs.why_clean.get_or_insert_with(|| why.to_owned());
    }
}

impl Made {
    /// Whether held and clean runs differ.
    pub fn is_different(&self) -> bool {
        matches!(self, Made::Differed(_))
    }
}

impl Runs {
    /// These and those of another candidate; a reason is given only if it is the only one.
    pub fn and(self, other: &Runs) -> Runs {
        let is_first = self.warm + self.clean == 0;
        let is_last = other.warm + other.clean == 0;
        let why_clean = match (is_first, is_last) {
            (true, _) => other.why_clean.clone(),
            (_, true) => self.why_clean,
            _ => self.why_clean.filter(|why| other.why_clean.as_ref() == Some(why)),
        };
        Runs {
            warm: self.warm + other.warm,
            checked: self.checked + other.checked,
            dismissed: self.dismissed + other.dismissed,
            clean: self.clean + other.clean,
            starts: self.starts + other.starts,
            why_clean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WARM: Made = Made::Warm { is_checked: false, is_dismissed: false, is_first: false };
    const CHECKED: Made = Made::Warm { is_checked: true, is_dismissed: false, is_first: true };
    const DISMISSED: Made = Made::Warm { is_checked: false, is_dismissed: true, is_first: false };

    fn cold(concerns: Concerned) -> Made {
        Made::NotRestorable(NotRestorable { why: "has threads".to_owned(), concerns })
    }

    fn differed() -> Made {
        Made::Differed("is not as it was".to_owned())
    }

    #[test]
    fn the_first_cases_and_a_share_of_the_rest_are_run_both_ways() {
        let policy = RunPolicy::new(true, false);
        let sampled = |policy: &RunPolicy, places: std::ops::Range<usize>| -> Vec<_> {
            places.filter(|place| policy.start(*place) == Start::Both).collect()
        };
        assert_eq!(sampled(&policy, 0..PROBED).len(), PROBED);
        let some = sampled(&policy, PROBED..MANY);
        assert_eq!(some, sampled(&policy, PROBED..MANY));
        assert_ne!(some, sampled(&RunPolicy::new(true, false), PROBED..MANY));
        assert_eq!(RunPolicy::new(false, false).start(0), Start::Clean);
    }

    /// A hundred of the first cases are expected. The bounds are so wide that a thousand samples are all
    /// within them, except in one of a million runs of this test. With numbers that are related, one sample
    /// in some hundreds is outside.
    #[test]
    fn the_sample_has_the_expected_size() {
        for _ in 0..1_000 {
            let policy = RunPolicy::new(true, false);
            let size = (PROBED..MANY).filter(|place| policy.is_sampled(*place)).count();
            assert!((45..170).contains(&size), "{size}");
        }
    }

    /// 391 are expected, which is a hundred times the natural logarithm of fifty.
    #[test]
    fn the_sample_grows_with_the_logarithm_of_the_later_cases() {
        let policy = RunPolicy::new(true, false);
        let size = (MANY..MANY * 50).filter(|place| policy.is_sampled(*place)).count();
        assert!((270..520).contains(&size), "{size}");
    }

    /// 498 are expected; the bounds are six standard deviations away.
    #[test]
    fn a_tenth_is_run_both_ways_where_results_are_confirmed() {
        let policy = RunPolicy::new(true, true);
        let size = (PROBED..MANY).filter(|place| policy.is_sampled(*place)).count();
        assert!((371..625).contains(&size), "{size}");
    }

    #[test]
    fn programs_that_cannot_be_held_are_run_clean() {
        let mut policy = RunPolicy::new(true, false);
        policy.note(&cold(Concerned::AllGames));
        assert_eq!(policy.start(500), Start::Clean);
        let mut policy = RunPolicy::new(true, false);
        (0..LOST).for_each(|_| policy.note(&cold(Concerned::ThisGame)));
        (0..2 * LOST).for_each(|_| policy.note(&cold(Concerned::Declined)));
        // It may be one of the sample, which is run both ways.
        assert_ne!(policy.start(501), Start::Clean);
        policy.note(&cold(Concerned::ThisGame));
        assert_eq!(policy.start(501), Start::Clean);
        assert_eq!((policy.runs.clean, policy.runs.why_clean.as_deref()), (10, Some("has threads")));
    }

    #[test]
    fn games_whose_end_nobody_watched_are_told() {
        let mut policy = RunPolicy::new(true, false);
        [CHECKED, DISMISSED, DISMISSED, WARM].iter().for_each(|made| policy.note(made));
        let both = policy.runs.clone().and(&policy.runs);
        assert_eq!([both.warm, both.starts, both.checked, both.dismissed], [8, 4, 2, 4]);
        policy.note(&differed());
        assert_eq!(policy.runs.dismissed, 0);
    }

    #[test]
    fn a_difference_makes_all_that_was_found_warm_count_for_nothing() {
        let mut policy = RunPolicy::new(true, false);
        (0..99).for_each(|_| policy.note(&WARM));
        policy.note(&CHECKED);
        assert_eq!([policy.runs.warm, policy.runs.starts, policy.runs.checked], [100, 2, 1]);
        policy.note(&differed());
        assert_eq!(policy.runs.warm, 0);
        assert_eq!(policy.start(501), Start::Clean);
    }
}
