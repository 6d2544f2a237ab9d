//! The suites of tictactoe, with the lines that programs trip over, and its faulty referees; those of marubatsu.
//!
//! There are two engines for complete suites: one for tic-tac-toe, whose states are boards, and one for tables (`declared`),
//! whose states are values of variables. They share the search for the fewest runs (`cover`). One engine for both would be
//! 2,500 lines less. That was tried for `complete`, with tic-tac-toe as a table (`tests/challenges/tictactoe`):
//!
//! | | own engine | as a table |
//! |---|---|---|
//! | time to make the suite | 1 | 9 |
//! | runs in the suite | 5,161 | 4,970 |
//! | known faults | 701, with the names of mistakes that people make | 79, derived from the rules |
//! | `symmetric`, `triples`, `exhaustive` | yes | no, they need boards |
//!
//! So both stay until there is a second game with symmetries.

use super::certificate::Certificate;
use super::evidence::{Evidence, NoEvidence};
use super::offer::Offer;
use super::truth::{Faults, Outside, Truth};
use super::{Case, SuiteKind, bad, generated, near, refusals};
use crate::dialect::Dialect;

pub(super) struct TictactoeRules;

impl Truth for TictactoeRules {
    fn offers(&self) -> Vec<Offer> {
        generated::offers(&Dialect::Tictactoe, beside)
    }

    fn outside(&self) -> Option<Outside<'_>> {
        Some(Box::new(bad::games_outside))
    }

    fn faults(&self) -> Option<Faults<'_>> {
        Some(Faults::Referees)
    }

    fn evidence(&self, kind: SuiteKind) -> Option<Result<Evidence, NoEvidence>> {
        let certificate = Certificate::of(&Dialect::Tictactoe, kind);
        Some(certificate.map(Evidence::Tictactoe).ok_or(NoEvidence::Suite(kind.name)))
    }
}

/// Games that each suite has beside those that any dialect has.
fn beside() -> Vec<Case> {
    [vec![refusals::repeated_words()], bad::games()].concat()
}

/// Games with lines that are nearly squares or endings.
fn near_squares() -> Vec<Case> {
    let dialect = Dialect::Marubatsu;
    let inputs = dialect.vocabulary().map(|known| [&known.squares, known.endings].concat());
    near::runs(&dialect, &inputs.unwrap_or_default())
}

pub(super) struct Marubatsu;

impl Truth for Marubatsu {
    fn offers(&self) -> Vec<Offer> {
        generated::offers(&Dialect::Marubatsu, near_squares)
    }

    fn outside(&self) -> Option<Outside<'_>> {
        Some(Box::new(|weakness| bad::within_trial(&Dialect::Marubatsu, weakness)))
    }
}
