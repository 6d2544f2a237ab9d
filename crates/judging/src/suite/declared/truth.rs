//! The suites, faults and evidence of a table.

use super::super::evidence::{Evidence, NoEvidence};
use super::super::offer::Offer;
use super::super::truth::{Faults, Outside, Truth};
use super::bad;
use super::certificate::TableCertificate;
use super::{HIDDEN, complete, examples, pairs, probed_suite, quick, refuse_without_all_states};
use crate::dialect::{Declared, Dialect};
use crate::suite::kind::{COMPLETE, EXAMPLES, PAIRS, PROBED, SMOKE};
use crate::suite::{Case, Suite, SuiteKind, explored};

/// How many transitions a table has at most whose suite `probed` is made unasked: that takes a tenth of a second.
const FEW: usize = 8000;

impl Truth for Declared {
    fn offers(&self) -> Vec<Offer> {
        let offer = |kind, make: fn(&Declared) -> Result<Suite, String>| {
            let declared = self.clone();
            Offer::new(kind, move || make(&declared))
        };
        let has_examples = !self.table().examples().is_empty();
        let of_all_states = |kind, make| match refuse_without_all_states(self, kind) {
            Err(why) => Offer::refused(kind, &why),
            Ok(()) => offer(kind, make),
        };
        let probed = match self.table().has_hidden() {
            true => Offer::refused(PROBED, HIDDEN),
            false if self.space().arrows().len() <= FEW => of_all_states(PROBED, probed_suite),
            false => of_all_states(PROBED, probed_suite).on_request(),
        };
        [
            self.has_fixtures().then(Offer::of_files),
            has_examples.then(|| offer(EXAMPLES, examples)),
            Some(offer(SMOKE, quick)),
            explored::of_table(self, &self.table().kept),
            Some(of_all_states(COMPLETE, complete)),
            Some(probed),
            Some(of_all_states(PAIRS, pairs).on_request()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn search(&self) -> Option<Offer> {
        explored::of_table(self, &[])
    }

    fn outside(&self) -> Option<Outside<'_>> {
        let dialect = Dialect::Declared(self.clone());
        let case = move |(name, inputs)| Case { name, dialect: dialect.clone(), inputs };
        Some(Box::new(move |weakness| bad::runs_outside(self, weakness).into_iter().map(&case).collect()))
    }

    fn faults(&self) -> Option<Faults<'_>> {
        Some(Faults::Tables(self))
    }

    fn evidence(&self, kind: SuiteKind) -> Option<Result<Evidence, NoEvidence>> {
        if self.table().has_hidden() {
            return Some(Err(NoEvidence::Hidden));
        }
        Some(TableCertificate::of(self, kind).map(Evidence::Table).map_err(NoEvidence::Table))
    }
}
