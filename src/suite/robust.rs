//! Lines outside the domain, grouped by what they try. A program that fails on them is accepted, with a note, unless a
//! challenge or a user says that these lines count.

use std::sync::Arc;

use super::declared::bad::runs_outside;
use super::kind::{ROBUST, Reach};
use super::offer::Offer;
use super::{Case, Suite, bad};
use crate::challenge::Weakness;
use crate::dialect::Dialect;

/// Games with lines of each kind outside the domain of a dialect; none where nothing is known about such lines.
pub(crate) fn robust(dialect: &Dialect) -> Vec<(Weakness, Case)> {
    let of_kind = |weakness: &Weakness| {
        let games = games(dialect, *weakness).into_iter();
        games.map(|case| (*weakness, case)).collect::<Vec<_>>()
    };
    Weakness::ALL.iter().flat_map(of_kind).collect()
}

fn games(dialect: &Dialect, weakness: Weakness) -> Vec<Case> {
    let case = |(name, inputs)| Case { name, dialect: dialect.clone(), inputs };
    let cases: Vec<_> = match dialect {
        Dialect::Tictactoe => bad::games_outside(dialect, weakness),
        Dialect::Declared(declared) => runs_outside(declared, weakness).into_iter().map(case).collect(),
        Dialect::Marubatsu | Dialect::Reversi(_) => {
            let is_wanted = |line: &Vec<u8>| dialect.domain().weakness(line) == Some(weakness);
            within_trial(dialect, bad::untypeable().into_iter().filter(is_wanted).collect())
        }
        Dialect::Othello | Dialect::Observed(_) | Dialect::Whole(_) => Vec::new(),
    };
    cases.into_iter().map(|case| Case { name: format!("{weakness}-{}", case.name), ..case }).collect()
}

/// A short game with these lines in its middle; none without lines.
fn within_trial(dialect: &Dialect, lines: Vec<Vec<u8>>) -> Vec<Case> {
    if lines.is_empty() {
        return Vec::new();
    }
    let trial = dialect.trial_inputs();
    let (before, after) = trial.split_at(trial.len() / 2);
    let inputs = [before, &lines, after].concat();
    vec![Case { name: "lines-untypeable".to_owned(), dialect: dialect.clone(), inputs }]
}

/// Whether it is known what is right on lines outside the domain of a challenge.
pub(super) fn is_offered(dialect: &Dialect) -> bool {
    match dialect {
        Dialect::Tictactoe | Dialect::Marubatsu | Dialect::Reversi(_) | Dialect::Declared(_) => true,
        Dialect::Othello | Dialect::Observed(_) | Dialect::Whole(_) => false,
    }
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
    is_offered(dialect).then(|| Offer::new(ROBUST, make))
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
