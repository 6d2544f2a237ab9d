//! The suite of a challenge of whole cases.

use super::kind::FIXTURES;
use super::offer::Offer;
use super::truth::Truth;
use super::{Case, Suite};
use crate::dialect::{Dialect, WholeCases};

impl Truth for WholeCases {
    fn offers(&self) -> Vec<Offer> {
        let whole = self.clone();
        vec![Offer::new(FIXTURES, move || {
            let dialect = Dialect::Whole(whole.clone());
            let cases = whole.list().iter().map(|case| Case::whole(&dialect, &case.name)).collect();
            let suite = Suite::of_named(FIXTURES, &dialect, cases, Vec::new());
            Ok(suite.claiming("Right on these cases; other inputs are untested"))
        })]
    }
}
