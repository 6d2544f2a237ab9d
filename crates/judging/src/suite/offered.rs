//! The suites that a challenge offers. Each kind of truth ([`Truth`](super::truth::Truth)) lists its own, the weakest first.
//! To add a suite, write how it is made in its own file, and name it in the lists of those that have it and in `kind`.

use super::declared::faults::fault_matrix;
use super::kind::{COMPLETE, EXPLORED};
use super::known::{faults, truth};
use super::mutant::kill_matrix;
use super::offer::{NoSuite, Offer};
use super::truth::Faults;
use super::{Suite, SuiteKind, robust};
use crate::dialect::Dialect;

/// The suites that a challenge offers, the weakest first.
pub fn offers(dialect: &Dialect) -> Vec<Offer> {
    let own = truth(dialect).offers();
    let mut all: Vec<_> = own.into_iter().chain(robust::offer(dialect)).collect();
    all.sort_by_key(|offer| offer.kind().reach);
    all
}

/// The offer of this name.
/// Fails with [`NoSuite::Unknown`].
pub fn offer_of<'a>(offers: &'a [Offer], challenge: &Dialect, name: &str) -> Result<&'a Offer, NoSuite> {
    let there = || offers.iter().filter(|offer| !offer.is_refused());
    let unknown = || NoSuite::Unknown {
        challenge: challenge.name().to_owned(),
        name: name.to_owned(),
        offered: there().map(|offer| offer.kind().name).collect(),
    };
    offers.iter().find(|offer| offer.kind().name == name).ok_or_else(unknown)
}

/// The offers up to that of the last kind, or all, without those that are refused.
pub(super) fn up_to<'a>(
    offers: &'a [Offer],
    challenge: &Dialect,
    last: Option<SuiteKind>,
) -> Result<impl Iterator<Item = &'a Offer>, NoSuite> {
    last.map(|last| offer_of(offers, challenge, last.name)).transpose()?;
    let place = offers.iter().position(|offer| Some(offer.kind()) == last);
    let end = place.map_or(offers.len(), |place| place + 1);
    Ok(offers[..end].iter().filter(|offer| !offer.is_refused()))
}

/// The strongest suite of rules that is played unasked: `complete`, or `explored` in its place.
pub(crate) fn usual(offers: &[Offer]) -> SuiteKind {
    let has_complete = offers.iter().any(|offer| offer.kind() == COMPLETE && !offer.is_refused());
    if has_complete { COMPLETE } else { EXPLORED }
}

impl Suite {
    /// The suite of this name that a challenge offers, such as `smoke`.
    pub fn of(challenge: &Dialect, name: &str) -> Result<Suite, NoSuite> {
        offer_of(&offers(challenge), challenge, name)?.make()
    }
}

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
