//! Lines outside the domain, grouped by what they try. A program that fails on them is accepted, with a note, unless a
//! challenge or a user says that these lines count.

use std::sync::Arc;

use super::kind::{ROBUST, Reach};
use super::known::truth;
use super::offer::Offer;
use super::{Case, Suite};
use crate::challenge::Weakness;
use crate::dialect::Dialect;

/// Games with lines of a kind outside the domain of a dialect. Empty where nothing is known about such lines.
pub(crate) fn outside(dialect: &Dialect, weakness: Weakness) -> Vec<Case> {
    let named = |case: Case| Case { name: format!("{weakness}-{}", case.name), ..case };
    let cases = truth(dialect).outside().map(|outside| outside(weakness));
    cases.into_iter().flatten().map(named).collect()
}

/// The runs with lines outside the domain, of every kind.
fn robust(dialect: &Dialect) -> Vec<Case> {
    Weakness::ALL.iter().flat_map(|&weakness| outside(dialect, weakness)).collect()
}

/// The suite of these games, where they are known.
pub(super) fn offer(dialect: &Dialect) -> Option<Offer> {
    let of = dialect.clone();
    let make = move || {
        let cases = robust(&of);
        match cases.is_empty() {
            true => Err(format!("every line is in the domain of {}, so there is none to try", of.name())),
            false => Ok(Suite::of_named(ROBUST, &of, cases, Vec::new())),
        }
    };
    truth(dialect).outside().map(|_| Offer::new(ROBUST, make))
}

impl Suite {
    /// Adds lines outside the domain, if they count.
    pub fn counting(self, is_robust: bool) -> Suite {
        if is_robust { self.and_robust() } else { self }
    }

    /// Adds lines outside the domain, if the suite has rows of bad lines at all.
    fn and_robust(mut self) -> Suite {
        if self.part.kind.reach < Reach::Sorts {
            return self;
        }
        let part = Arc::make_mut(&mut self.part);
        part.bursts.extend(robust(&part.dialect));
        part.is_robust = true;
        self
    }
}
