//! Which answers are refusals: those after which a session goes on as if the line had not been there.

use std::collections::HashSet;

/// How much is known of each kind of answer.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    /// For each kind, how often a line with this answer changed nothing, and how often it did.
    votes: Vec<(u32, u32)>,
    /// The kinds of answers that lines got which no program knows.
    unknown: HashSet<usize>,
}

/// How many lines must have changed nothing.
const ENOUGH: u32 = 2;

/// For one line that has changed something, as many must have changed nothing.
const SHARE: u32 = 4;

impl Refusals {
    /// Records whether a line with this kind of answer changed nothing.
    pub(super) fn vote(&mut self, kind: usize, is_idle: bool) {
        if self.votes.len() <= kind {
            self.votes.resize(kind + 1, (0, 0));
        }
        let (idle, effective) = &mut self.votes[kind];
        *(if is_idle { idle } else { effective }) += 1;
    }

    /// Whether lines with this kind of answer change nothing, as far as is known.
    pub(super) fn is_idle(&self, kind: usize) -> bool {
        self.votes.get(kind).is_some_and(|(idle, effective)| *idle >= ENOUGH && effective * SHARE <= *idle)
    }

    /// Records the kind of the answer to a line that no program knows.
    pub(super) fn nonsense(&mut self, kind: usize) {
        self.vote(kind, true);
        self.unknown.insert(kind);
    }

    /// Whether this is an answer to what is no line at all.
    pub(super) fn is_unknown(&self, kind: usize) -> bool {
        self.unknown.contains(&kind)
    }
}
