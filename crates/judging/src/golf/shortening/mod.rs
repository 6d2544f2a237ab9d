//! Making a program shorter while the judge accepts it: every line, pair of brackets, word, sign and byte is left out, and
//! the usual shorter spellings of its language are tried.
//!
//! Nothing is known of the language but how its comments begin, and a table of spellings. The judge decides: every text is
//! run in the sandbox, and what is kept was accepted by the whole plan.

mod chunks;
mod edit;
mod layout;
mod lexemes;
mod names;
mod search;
mod spellings;
mod subject;
mod workers;

pub(crate) use subject::Shortening;
pub use subject::{Shortened, ShorteningError, ShorteningProgress};

use crate::runner::{CandidateReport, QuickCases, QuickCheck, check_reference};
use search::ShorteningSearch;
use workers::Workers;

/// How many cases the quick check has at most.
const QUICK: usize = 250;

impl Shortening<'_> {
    /// Makes it as short as can be found. `accepted` is the report on it as it is.
    /// An interrupt is no error.
    pub(crate) fn run(
        &self,
        accepted: &CandidateReport,
        progress: &(dyn Fn(ShorteningProgress) + Sync),
    ) -> Result<Shortened, ShorteningError> {
        let mode = accepted.mode().unwrap_or_default();
        let cases = QuickCases::of(self.plan, mode, QUICK);
        let settings = QuickCheck::settings(self.settings, accepted.most.cpu);
        let mut workers = Workers::new(self, accepted, &cases, &settings, progress)?;
        // Changes that loop are stopped by what the program itself takes.
        workers.try_out()?;
        let mut search = ShorteningSearch::new(&mut workers, self.knowledge(), self.text.clone());
        let interrupted = match search.run() {
            Ok(()) => false,
            Err(why) if why.is_interrupt() => true,
            Err(why) => return Err(why),
        };
        check_reference(self.settings.dialect(), []).map_err(ShorteningError::Reference)?;
        let text = search.into_best();
        Ok(Shortened { text, trials: workers.count(), interrupted })
    }
}
