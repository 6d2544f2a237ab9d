//! The suites of marubatsu.

use super::bad::within_trial;
use super::generated;
use super::offer::Offer;
use super::truth::{Outside, Truth};
use crate::dialect::Dialect;

/// The rules of marubatsu.
pub(super) struct Rules;

impl Truth for Rules {
    fn offers(&self) -> Vec<Offer> {
        generated::offers(&Dialect::Marubatsu, Vec::new)
    }

    fn outside(&self) -> Option<Outside<'_>> {
        Some(Box::new(|weakness| within_trial(&Dialect::Marubatsu, weakness)))
    }
}
