//! The truth of a challenge: its suites, runs that leave its domain, its known faults, and proofs.
//!
//! `suite::known` chooses the truth of a challenge. Nothing else in `suite` and `diagnosis` matches on its kind.
//! The catalogue adds the move lists of a folder to what a truth offers, and the runner makes the default plan of
//! these offers.

use super::evidence::{Evidence, NoEvidence};
use super::offer::Offer;
use super::{Case, SuiteKind};
use crate::challenge::Weakness;
use crate::dialect::Declared;

/// The interface of each kind of truth. Only [`Truth::offers`] is required.
pub(super) trait Truth {
    /// Its suites but for `robust`.
    fn offers(&self) -> Vec<Offer>;

    /// Its suite `explored` as a search finds it now, whatever sessions were kept.
    fn search(&self) -> Option<Offer> {
        None
    }

    /// A function that makes its runs with lines outside of its domain, if it has any.
    fn outside(&self) -> Option<Outside<'_>> {
        None
    }

    fn faults(&self) -> Option<Faults<'_>> {
        None
    }

    /// The evidence of what one of its suites proves, or why there is none for this one, if there is evidence for any.
    fn evidence(&self, _kind: SuiteKind) -> Option<Result<Evidence, NoEvidence>> {
        None
    }
}

/// Makes the runs with lines that leave the domain in one way.
pub(super) type Outside<'a> = Box<dyn Fn(Weakness) -> Vec<Case> + 'a>;

/// The known faults of a challenge: programs with one fault each, which measure suites and give faults their names.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Faults<'a> {
    /// Referees of tictactoe ([`Mutant`](super::mutant::Mutant)).
    Referees,
    /// Tables with one fault each, made from this one.
    Tables(&'a Declared),
}
