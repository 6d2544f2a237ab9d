//! The truth of a challenge, whatever its kind.

use super::evidence::{Evidence, NoEvidence};
use super::offer::{NoSuite, Offer};
use super::truth::{Faults, Truth};
use super::{SuiteKind, othello, tictactoe};
use crate::dialect::Dialect;

/// The truth of a challenge.
pub(super) fn truth(dialect: &Dialect) -> &dyn Truth {
    match dialect {
        Dialect::Tictactoe => &tictactoe::TictactoeRules,
        Dialect::Marubatsu => &tictactoe::Marubatsu,
        Dialect::Reversi(table) => table,
        Dialect::Othello => &othello::OthelloRules,
        Dialect::Declared(declared) => declared,
        Dialect::Observed(observed) => observed,
        Dialect::Whole(whole) => whole,
    }
}

pub(crate) fn faults(dialect: &Dialect) -> Option<Faults<'_>> {
    truth(dialect).faults()
}

/// The evidence of what a suite of a challenge proves.
pub fn evidence(dialect: &Dialect, kind: SuiteKind) -> Result<Evidence, NoEvidence> {
    let none = || Err(NoEvidence::Game(dialect.name().to_owned()));
    truth(dialect).evidence(kind).unwrap_or_else(none)
}

/// The suite `explored` as a search finds it now, whatever sessions were kept.
pub fn searched(dialect: &Dialect) -> Result<Offer, NoSuite> {
    let why = "nothing is searched here: that needs a reference, or rules without hidden choices";
    truth(dialect).search().ok_or_else(|| NoSuite::Refused(why.to_owned()))
}
