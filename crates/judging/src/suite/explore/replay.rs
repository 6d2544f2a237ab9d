//! Sessions that an earlier search has found, in place of a search.

use std::collections::{HashSet, VecDeque};

use super::alignment::Alignment;
use super::folding::Kind;
use super::search::BATCH;
use super::session::Session;
use super::stable;
use super::tally::{Findings, Tally};
use crate::challenge::Recording;

/// Gives sessions in their order, each once, and counts the kinds of the answers as a search does.
pub(crate) struct SessionReplay<'a> {
    sessions: VecDeque<Session>,
    kinds: &'a dyn Fn(&Recording) -> Vec<Kind>,
    alignment: Alignment,
    tally: Tally,
}

impl<'a> SessionReplay<'a> {
    /// Nothing was played yet. A line that may not be fed is left out.
    pub(crate) fn new(
        sessions: &[Vec<String>],
        may_be_fed: &dyn Fn(&[u8]) -> bool,
        kinds: &'a dyn Fn(&Recording) -> Vec<Kind>,
    ) -> SessionReplay<'a> {
        let mut met = HashSet::new();
        let lines = |session: &Vec<String>| -> Session {
            let lines = session.iter().map(|line| line.as_bytes().to_vec());
            lines.filter(|line| may_be_fed(line)).collect()
        };
        let sessions = sessions.iter().map(lines).filter(|session| met.insert(stable::of_lines(session)));
        let sessions = sessions.collect();
        SessionReplay { sessions, kinds, alignment: Alignment::default(), tally: Tally::default() }
    }

    /// The next sessions to play. `None` if there are no more.
    pub(crate) fn batch(&mut self) -> Option<Vec<Session>> {
        let size = BATCH.min(self.sessions.len());
        Some(self.sessions.drain(..size).collect()).filter(|batch: &Vec<_>| !batch.is_empty())
    }

    pub(crate) fn learn(&mut self, runs: &[Recording]) {
        for run in runs {
            let aligned = self.alignment.aligned(run);
            self.tally.count(&(self.kinds)(aligned.as_ref().unwrap_or(run)));
        }
    }

    pub(crate) fn findings(&self) -> Findings {
        self.tally.findings()
    }
}
