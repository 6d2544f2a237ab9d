//! The suites that a challenge offers. Each kind of truth ([`Truth`](super::truth::Truth)) lists its own, the weakest first.
//! To add a suite, write how it is made in a file of its own, and name it in the lists of those that have it and in `kind`.

use super::kind::{COMPLETE, EXPLORED};
use super::known::truth;
use super::offer::{NoSuite, Offer};
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
///
/// # Errors
/// [`NoSuite::Unknown`].
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
    ///
    /// # Errors
    /// [`NoSuite`].
    pub fn of(challenge: &Dialect, name: &str) -> Result<Suite, NoSuite> {
        offer_of(&offers(challenge), challenge, name)?.make()
    }
}
