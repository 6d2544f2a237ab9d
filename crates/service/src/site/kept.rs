//! Reports that were rendered. Reading a saved run and rendering it takes longer and needs more memory than anything else
//! that a page does, and a run never changes, so each form of a report is made once.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::error::{Code, Refusal};
use super::report::{Rendered, Wanted, rendered};
use crate::engine::StoreError;
use crate::store::Store;
use judging::challenge::Show;

/// How many bytes of reports are kept. Chosen: some hundreds of the usual ones.
const MOST: usize = 16 << 20;

/// What counts for one that is damaged.
const SMALL: usize = 100;

/// How many reports are rendered at once: each may need a hundred times the memory of its text.
const AT_ONCE: usize = 2;

#[derive(Debug, Default)]
pub(super) struct Reports {
    kept: Mutex<Kept>,
    making: [Mutex<()>; AT_ONCE],
}

fn damaged() -> Refusal {
    Refusal::System("the saved run is damaged".to_owned())
}

/// The name of a run, the form of its report, and how much of the run that shows.
type Key = (Arc<str>, Wanted, Option<Show>);

#[derive(Debug, Default)]
struct Kept {
    /// None of a run that is damaged: finding that out again would take as long as a report.
    all: HashMap<Key, (Option<Rendered>, u64)>,
    bytes: usize,
    /// Counts up with each use.
    clock: u64,
}

impl Reports {
    /// The report on a submission that was ruled on, with as much of it as is to be shown.
    pub(super) fn of(
        &self,
        store: &Store,
        submission: &str,
        wanted: Wanted,
        show: Option<Show>,
    ) -> Result<Rendered, Refusal> {
        let run =
            store.run_of(submission)?.ok_or(Refusal::NotNow(Code::NotRuled, "it was not ruled on yet"))?;
        if run.is_empty() {
            return Err(Refusal::NotNow(Code::JudgeFailed, "there is no report: the judge failed at it"));
        }
        let key = (run.as_str().into(), wanted, show);
        let known = |kept: &Mutex<Kept>| kept.lock().get(&key);
        if let Some(report) = known(&self.kept) {
            return report.ok_or(damaged());
        }
        // Requests for one run wait for each other.
        let slot = run.bytes().map(usize::from).sum::<usize>() % AT_ONCE;
        let _making = self.making[slot].lock();
        if let Some(report) = known(&self.kept) {
            return report.ok_or(damaged());
        }
        let text = match store.run_named(&run) {
            Err(StoreError::Malformed(_)) => None,
            text => text?,
        };
        let report = text.and_then(|text| rendered(&text, wanted, show).ok());
        self.kept.lock().add(&key, report.as_ref());
        report.ok_or(damaged())
    }
}

impl Kept {
    fn get(&mut self, key: &Key) -> Option<Option<Rendered>> {
        self.clock += 1;
        let (report, used) = self.all.get_mut(key)?;
        *used = self.clock;
        Some(report.clone())
    }

    fn add(&mut self, key: &Key, report: Option<&Rendered>) {
        let size = |report: Option<&Rendered>| report.map_or(SMALL, |report| report.text.len());
        self.clock += 1;
        self.bytes += size(report);
        let before = self.all.insert(key.clone(), (report.cloned(), self.clock));
        self.bytes -= before.map_or(0, |(report, _)| size(report.as_ref()));
        while self.bytes > MOST {
            let oldest = self.all.iter().min_by_key(|(_, (_, used))| *used).map(|(key, _)| key.clone());
            let Some((report, _)) = oldest.and_then(|key| self.all.remove(&key)) else { return };
            self.bytes -= size(report.as_ref());
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
        let of = |run: &str| -> Key { (run.into(), Wanted::Report(Format::Terminal), None) };
        for run in ["a", "b", "c"] {
            kept.add(&of(run), Some(&report(MOST / 3)));
        }
        let other = |wanted, show| ("a".into(), wanted, show);
        assert!(kept.get(&of("a")).is_some() && kept.get(&other(Wanted::Run, None)).is_none());
        assert!(kept.get(&other(Wanted::Report(Format::Terminal), Some(Show::All))).is_none());
        kept.add(&of("d"), Some(&report(MOST / 3)));
        let there = ["a", "b", "c", "d"].map(|run| kept.get(&of(run)).is_some());
        assert_eq!((there, kept.bytes <= MOST), ([true, false, true, true], true));
        kept.add(&of("d"), Some(&report(10)));
        kept.add(&of("x"), None);
        assert_eq!(kept.get(&of("x")).map(|report| report.is_some()), Some(false));
        kept.add(&of("e"), Some(&report(MOST + 1)));
        assert!(kept.all.is_empty() && kept.bytes == 0, "too large to be kept");
    }
}
