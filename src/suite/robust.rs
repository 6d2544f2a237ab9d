//! Lines outside the domain, grouped by what they try. A program that fails on them is accepted, with a note, unless a
//! challenge or a user says that these lines count.

use std::sync::Arc;

use super::kind::{ROBUST, Reach};
use super::known::truth;
use super::offer::Offer;
use super::{Case, Suite};
use crate::challenge::Weakness;
use crate::dialect::Dialect;

/// Games with lines of each kind outside the domain of a dialect; none where nothing is known about such lines.
pub(crate) fn robust(dialect: &Dialect) -> Vec<(Weakness, Case)> {
    let Some(outside) = truth(dialect).outside() else { return Vec::new() };
    let of_kind = |&weakness: &Weakness| {
        let named = move |case: Case| Case { name: format!("{weakness}-{}", case.name), ..case };
        outside(weakness).into_iter().map(move |case| (weakness, named(case)))
    };
    Weakness::ALL.iter().flat_map(of_kind).collect()
}

/// The suite of these games, where they are known.
pub(super) fn offer(dialect: &Dialect) -> Option<Offer> {
    let of = dialect.clone();
    let make = move || {
        let cases: Vec<_> = robust(&of).into_iter().map(|(_, case)| case).collect();
        match cases.is_empty() {
            true => Err(format!("every line is in the domain of {}, so there is none to try", of.name())),
            false => Ok(Suite::of_named(ROBUST, &of, cases, Vec::new())),
        }
    };
    truth(dialect).outside().map(|_| Offer::new(ROBUST, make))
}

impl Suite {
    /// The same suite; if they count, with lines outside the domain.
    pub fn counting(self, is_robust: bool) -> Suite {
        if is_robust { self.and_robust() } else { self }
    }

    /// The same suite, in which lines outside the domain count, too, if it has rows of bad lines at all.
    fn and_robust(mut self) -> Suite {
        if self.part.kind.reach < Reach::Sorts {
            return self;
        }
        let cases = robust(&self.part.dialect).into_iter().map(|(_, case)| case);
        let part = Arc::make_mut(&mut self.part);
        part.bursts.extend(cases);
        part.is_robust = true;
        self
    }
}
