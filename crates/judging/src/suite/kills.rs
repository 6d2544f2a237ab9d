//! Which suite of a challenge finds which known fault.

use super::declared::faults::fault_matrix;
use super::known::faults;
use super::mutant::kill_matrix;
use super::offer::{NoSuite, Offer};
use super::offered::{up_to, usual};
use super::truth::Faults;
use super::{Suite, SuiteKind};
use crate::dialect::Dialect;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoKills {
    #[error("no faulty programs of {0} are known")]
    Game(String),
    #[error(transparent)]
    Suite(#[from] NoSuite),
}

/// The kill matrix of a game or a table, as a text: which of the suites that are offered, up to the last or the usual one, finds
/// which faulty referee, or which table with a fault.
pub fn kills(challenge: &Dialect, offers: &[Offer], last: Option<SuiteKind>) -> Result<String, NoKills> {
    let suites = || -> Result<Vec<Suite>, NoSuite> {
        up_to(offers, challenge, last.or_else(|| Some(usual(offers))))?.map(Offer::make).collect()
    };
    match faults(challenge) {
        Some(Faults::Tables(declared)) => Ok(fault_matrix(declared, &suites()?).to_string()),
        Some(Faults::Referees) => Ok(kill_matrix(&suites()?).to_string()),
        None => Err(NoKills::Game(challenge.name().to_owned())),
    }
}
