//! The suites of tictactoe, with the lines that programs trip over, and its faulty referees; those of marubatsu.

use super::certificate::Certificate;
use super::evidence::{Evidence, NoEvidence};
use super::offer::Offer;
use super::truth::{Faults, Outside, Truth};
use super::{Case, SuiteKind, bad, generated, refusals};
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

pub(super) struct Marubatsu;

impl Truth for Marubatsu {
    fn offers(&self) -> Vec<Offer> {
        generated::offers(&Dialect::Marubatsu, Vec::new)
    }

    fn outside(&self) -> Option<Outside<'_>> {
        Some(Box::new(|weakness| bad::within_trial(&Dialect::Marubatsu, weakness)))
    }
}
