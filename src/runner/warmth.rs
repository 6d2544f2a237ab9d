//! How a candidate's runs are made: each by a start of its own, or most of them warm, by forks of a
//! program that was started once (see `process`), with enough clean ones beside to trust them.
//!
//! The first [`PROBED`] cases, and of the rest one in [`SAMPLE`], are run both ways and compared. No
//! failure is believed that a clean run does not show. If the two ways ever differ, nothing that was
//! found warm counts any more: the candidate is tried from its first case on again, clean.

use serde::{Deserialize, Serialize};

use crate::execution::Feeding;
use crate::process::Cold;
use crate::suite::Channel;

/// How many cases are run both ways before the warm way is trusted with most of the others.
const PROBED: usize = 20;

/// Of so many cases one is run both ways later on.
const SAMPLE: usize = 50;

/// How many games may fail to be played warm before it is no longer tried: these, and one in ten.
const LOST: usize = 3;

/// How a case is to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// By a start of its own.
    Clean,
    /// By a fork, and clean only if that says that it fails.
    Warm,
    /// Both ways.
    Both,
}

/// How a case was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// By a start of its own.
    Clean,
    /// By a fork.
    Warm {
        /// Whether also by a start of its own, to the same effect.
        is_checked: bool,
        /// Whether it shared its beginning with others.
        is_shared: bool,
        /// Whether it was ended when it began to tidy up.
        is_dismissed: bool,
    },
    /// By a start of its own, since it could not be forked.
    Cold(Cold),
    /// Both ways, to different effects; what counts is the clean one.
    Differed,
}

/// How a candidate's runs were made, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Runs {
    /// Cases that were tried by a fork of the started program.
    pub warm: usize,
    /// How many of those were also tried by a start of their own.
    pub checked: usize,
    /// How many of those shared their beginning with others.
    #[serde(default)]
    pub shared: usize,
    /// How many of those were ended when they began to tidy up.
    #[serde(default)]
    pub dismissed: usize,
    /// Cases that were tried by a start of their own alone.
    pub clean: usize,
    /// Why it was not always forked, to be read after "it".
    pub why_clean: Option<String>,
}

/// How the runs of one candidate are to be made, and were.
#[derive(Debug)]
pub(super) struct Warmth {
    is_warm: bool,
    lost: usize,
    runs: Runs,
}

impl Warmth {
    /// Warm, unless it is not wanted.
    pub(super) fn new(is_wanted: bool) -> Warmth {
        Warmth { is_warm: is_wanted, lost: 0, runs: Runs::default() }
    }

    /// How the case at this place is to be run.
    pub(super) fn start(&self, place: usize, channel: Channel) -> Start {
        match place {
            _ if !self.may_fork(channel) => Start::Clean,
            0..PROBED => Start::Both,
            _ if place.is_multiple_of(SAMPLE) => Start::Both,
            _ => Start::Warm,
        }
    }

    /// Whether forks may stand for clean runs, as far as is known.
    pub(super) fn may_fork(&self, channel: Channel) -> bool {
        self.is_warm && channel.way.is_on_stdin() && channel.feeding == Feeding::Ahead
    }

    /// Whether the case at this place is run as most are.
    pub(super) fn is_usual(place: usize) -> bool {
        place >= PROBED
    }

    /// Takes how a case was run.
    pub(super) fn note(&mut self, made: &Made) {
        match made {
            Made::Warm { is_checked, is_shared, is_dismissed } => {
                self.runs.warm += 1;
                self.runs.checked += usize::from(*is_checked);
                self.runs.shared += usize::from(*is_shared);
                self.runs.dismissed += usize::from(*is_dismissed);
            }
            Made::Clean => self.runs.clean += 1,
            Made::Cold(cold) => {
                self.runs.clean += 1;
                self.lost += 1;
                let is_too_often = self.lost > LOST && self.lost * 10 > self.runs.warm;
                if cold.is_for_good || is_too_often {
                    self.cool(&cold.why);
                }
            }
            Made::Differed => {
                self.runs = Runs::default();
                self.cool("answers otherwise when it is forked");
            }
        }
    }

    fn cool(&mut self, why: &str) {
        self.is_warm = false;
        self.runs.why_clean.get_or_insert_with(|| why.to_owned());
    }

    /// How they were made so far.
    pub(super) fn runs(&self) -> Runs {
        self.runs.clone()
    }
}

impl Runs {
    /// These and those of another candidate; a reason is told only where it is the only one.
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
            shared: self.shared + other.shared,
            dismissed: self.dismissed + other.dismissed,
            clean: self.clean + other.clean,
            why_clean,
        }
    }

    /// In a few words.
    pub fn sentence(&self) -> String {
        let why = self.why_clean.as_ref().map(|why| format!(", since it {why}")).unwrap_or_default();
        let told = |count: usize, words| match count {
            0 => String::new(),
            count => format!(", {count} {words}"),
        };
        let more =
            told(self.shared, "by shared beginnings") + &told(self.dismissed, "not watched while tidying up");
        match (self.warm, self.clean) {
            (0, 0) => "none".to_owned(),
            (0, _) => format!("clean{why}"),
            (warm, 0) => format!("warm, {} checked clean{more}", percent(self.checked, warm)),
            (warm, clean) => {
                let checked = percent(self.checked, warm);
                format!("{warm} warm, {checked} of them checked clean{more}, and {clean} clean{why}")
            }
        }
    }
}

fn percent(part: usize, whole: usize) -> String {
    let percent = 100.0 * part as f64 / whole as f64;
    if percent < 9.95 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Way;

    const LINES: Channel = Channel { way: Way::Lines, feeding: Feeding::Ahead };

    const WARM: Made = Made::Warm { is_checked: false, is_shared: false, is_dismissed: false };
    const CHECKED: Made = Made::Warm { is_checked: true, is_shared: false, is_dismissed: false };
    const SHARED: Made = Made::Warm { is_checked: false, is_shared: true, is_dismissed: false };
    const DISMISSED: Made = Made::Warm { is_checked: false, is_shared: false, is_dismissed: true };

    fn cold(is_for_good: bool) -> Made {
        Made::Cold(Cold { why: "has threads".to_owned(), is_for_good })
    }

    #[test]
    fn the_first_cases_and_a_share_of_the_rest_are_run_both_ways() {
        let warmth = Warmth::new(true);
        let both = (0..1000).filter(|place| warmth.start(*place, LINES) == Start::Both).count();
        assert_eq!(both, PROBED + 1000 / SAMPLE - 1);
        assert_eq!(warmth.start(0, Channel { way: Way::Args, ..LINES }), Start::Clean);
        assert_eq!(Warmth::new(false).start(0, LINES), Start::Clean);
    }

    #[test]
    fn who_cannot_be_forked_is_run_clean_from_then_on_at_once_or_if_it_happens_often() {
        let mut warmth = Warmth::new(true);
        warmth.note(&cold(true));
        assert_eq!(warmth.start(500, LINES), Start::Clean);
        let mut warmth = Warmth::new(true);
        (0..LOST).for_each(|_| warmth.note(&cold(false)));
        assert_eq!(warmth.start(501, LINES), Start::Warm);
        warmth.note(&cold(false));
        assert_eq!(warmth.start(501, LINES), Start::Clean);
        assert_eq!(warmth.runs().sentence(), "clean, since it has threads");
    }

    #[test]
    fn games_that_shared_their_beginning_or_whose_end_nobody_watched_are_told() {
        let mut warmth = Warmth::new(true);
        [CHECKED, DISMISSED, DISMISSED, WARM].iter().for_each(|made| warmth.note(made));
        let both = warmth.runs().and(&warmth.runs());
        assert_eq!(both.sentence(), "warm, 25 % checked clean, 4 not watched while tidying up");
        warmth.note(&SHARED);
        assert_eq!(
            warmth.runs().sentence(),
            "warm, 20 % checked clean, 1 by shared beginnings, 2 not watched while tidying up"
        );
        warmth.note(&Made::Differed);
        assert_eq!(warmth.runs().dismissed, 0);
    }

    #[test]
    fn a_difference_makes_all_that_was_found_warm_count_for_nothing() {
        let mut warmth = Warmth::new(true);
        (0..99).for_each(|_| warmth.note(&WARM));
        warmth.note(&CHECKED);
        assert_eq!(warmth.runs().sentence(), "warm, 1.0 % checked clean");
        warmth.note(&Made::Differed);
        assert_eq!(warmth.runs().warm, 0);
        assert_eq!(warmth.start(501, LINES), Start::Clean);
    }
}
