//! An additional suite for candidates whose cleanup at exit takes longer than their games, as in CPython. Most of its
//! games end when the cleanup begins, so more games fit into the budget. All games of the suites before it, and a
//! sample of these, are watched to the end.

use std::sync::Arc;
use std::time::Duration;

use super::warmth::Made;
use crate::suite::{Suite, grouped};

/// How many games decide whether it is worthwhile.
pub(super) const PROBE: usize = 64;

/// A suite whose games are not watched to the end.
#[derive(Debug)]
pub(super) struct Lax {
    pub(super) suite: Arc<Suite>,
    /// The place of its first case.
    pub(super) from: usize,
    /// Whether it was given up.
    pub(super) is_over: bool,
    /// How many games were only run warm, and their total time.
    pub(super) usual: (u32, Duration),
    tried: usize,
    dismissed: usize,
}

impl Lax {
    /// This suite, not yet tried; its first case has this place.
    pub(super) fn new(suite: Arc<Suite>, from: usize) -> Lax {
        Lax { suite, from, is_over: false, usual: (0, Duration::ZERO), tried: 0, dismissed: 0 }
    }

    /// Records how one of its games was played.
    pub(super) fn note(&mut self, made: &Made, time: Duration) {
        self.tried += 1;
        self.dismissed += usize::from(matches!(made, Made::Warm { is_dismissed: true, .. }));
        if matches!(made, Made::Warm { is_checked: false, .. }) {
            self.usual = (self.usual.0 + 1, self.usual.1 + time);
        }
    }

    /// Whether the first games show that it is not worthwhile: none was ended early, or the rest would exceed
    /// the budget.
    pub(super) fn is_in_vain(&self, is_affordable: impl Fn(Duration) -> bool) -> bool {
        let is_known = !self.is_over && self.tried >= PROBE;
        let price = self.usual.1.checked_div(self.usual.0);
        is_known && (self.dismissed == 0 || !price.is_some_and(is_affordable))
    }

    /// The condition that is added to the suite's claim.
    pub(super) fn proviso(&self) -> String {
        let games = grouped(self.dismissed);
        format!(" Not watched: what {games} of these games print while they clean up at exit.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::suite::Level;

    #[test]
    fn it_is_given_up_where_nobody_was_ended_early_or_the_rest_is_too_dear() {
        let suite = Arc::new(Suite::generate(Dialect::Tictactoe, Level::Examples).unwrap());
        let probed = |is_dismissed| {
            let mut lax = Lax::new(Arc::clone(&suite), 7);
            for _ in 0..PROBE {
                assert!(!lax.is_in_vain(|_| false), "too little is known");
                let made = Made::Warm { is_checked: false, is_dismissed, is_first: false };
                lax.note(&made, Duration::from_millis(3));
            }
            lax
        };
        assert!(probed(false).is_in_vain(|_| true));
        assert!(!probed(true).is_in_vain(|price| price == Duration::from_millis(3)));
        assert!(probed(true).is_in_vain(|_| false));
        assert!(probed(true).proviso().contains(" 64 of these games "));
    }
}
