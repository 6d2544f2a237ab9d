//! Reports that were rendered. Reading a saved run and rendering it takes longer and needs more memory than anything else
//! that a page does, and a run never changes, so each form of a report is made once.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::error::Refusal;
use super::report::{Rendered, Wanted, rendered};
use crate::engine::StoreError;
use crate::store::Store;

/// How many bytes of reports are kept. Chosen: some hundreds of the usual ones.
const MOST: usize = 16 << 20;

/// How many reports are rendered at once: each may need a hundred times the memory of its text.
const AT_ONCE: usize = 2;

#[derive(Debug, Default)]
pub(super) struct Reports {
    kept: Mutex<Kept>,
    making: [Mutex<()>; AT_ONCE],
}

#[derive(Debug, Default)]
struct Kept {
    all: HashMap<(Arc<str>, Wanted), (Rendered, u64)>,
    bytes: usize,
    /// Counts up with each use.
    clock: u64,
}

impl Reports {
    /// The report on a submission that was ruled on.
    pub(super) fn of(&self, store: &Store, submission: &str, wanted: Wanted) -> Result<Rendered, Refusal> {
        let run = store.run_of(submission)?.ok_or(Refusal::NotNow("it was not ruled on yet"))?;
        if run.is_empty() {
            return Err(Refusal::NotNow("there is no report: the judge failed at it"));
        }
        let known = |kept: &Mutex<Kept>| kept.lock().get(&run, wanted);
        if let Some(report) = known(&self.kept) {
            return Ok(report);
        }
        // Requests for one run wait for each other.
        let slot = run.bytes().map(usize::from).sum::<usize>() % AT_ONCE;
        let _making = self.making[slot].lock();
        if let Some(report) = known(&self.kept) {
            return Ok(report);
        }
        let missing = Refusal::Store(StoreError::Malformed("a ruling without its run"));
        let report = rendered(&store.run_named(&run)?.ok_or(missing)?, wanted)?;
        self.kept.lock().add(&run, wanted, &report);
        Ok(report)
    }
}

impl Kept {
    fn get(&mut self, run: &str, wanted: Wanted) -> Option<Rendered> {
        self.clock += 1;
        let (report, used) = self.all.get_mut(&(run.into(), wanted))?;
        *used = self.clock;
        Some(report.clone())
    }

    fn add(&mut self, run: &str, wanted: Wanted, report: &Rendered) {
        self.clock += 1;
        self.bytes += report.text.len();
        let before = self.all.insert((run.into(), wanted), (report.clone(), self.clock));
        self.bytes -= before.map_or(0, |(report, _)| report.text.len());
        while self.bytes > MOST {
            let oldest = self.all.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| key.clone());
            let Some((report, _)) = oldest.and_then(|key| self.all.remove(&key)) else { return };
            self.bytes -= report.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use judging::report::Format;

    #[test]
    fn the_report_that_was_not_used_for_longest_makes_room() {
        let mut kept = Kept::default();
        let report = |size: usize| Rendered { kind: "text/plain", text: vec![b'x'; size].into() };
        let wanted = Wanted::Report(Format::Terminal);
        for run in ["a", "b", "c"] {
            kept.add(run, wanted, &report(MOST / 3));
        }
        assert!(kept.get("a", wanted).is_some() && kept.get("a", Wanted::Run).is_none());
        kept.add("d", wanted, &report(MOST / 3));
        let there = ["a", "b", "c", "d"].map(|run| kept.get(run, wanted).is_some());
        assert_eq!((there, kept.bytes <= MOST), ([true, false, true, true], true));
        kept.add("d", wanted, &report(10));
        kept.add("e", wanted, &report(MOST + 1));
        assert!(kept.all.is_empty() && kept.bytes == 0, "too large to be kept");
    }
}
