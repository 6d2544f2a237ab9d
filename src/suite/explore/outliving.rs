//! Lines after a program's own end: a program that goes on there, where the right one has ended, is wrong.

use std::collections::HashSet;

use super::session::Session;
use super::shape::shape;
use super::stable;

/// How many ends there are that lines follow. Where each move may end a game, one is as good as another.
const MOST: usize = 16;

/// The ends that lines have followed.
#[derive(Debug, Default)]
pub(super) struct Outliving(HashSet<u64>);

impl Outliving {
    /// Whether lines are to follow this end, with this kind of answer to the last line: once for each sort of end.
    pub(super) fn is_wanted(&mut self, lines: &[Vec<u8>], kind: Option<usize>) -> bool {
        let (Some(last), Some(kind)) = (lines.last(), kind) else { return false };
        let end = stable::of_numbers(&[stable::of(&shape(last)), kind as u64]);
        self.0.len() < MOST && self.0.insert(end)
    }

    /// The lines up to the end, and what was to follow; the first and the last once more if that is nothing.
    pub(super) fn session(given: &[Vec<u8>], lines: &[Vec<u8>]) -> Session {
        match (given.len() > lines.len(), lines) {
            (false, [first, .., last]) => [lines, &[first.clone(), last.clone()]].concat(),
            (false, _) => [lines, lines].concat(),
            (true, _) => given.to_vec(),
        }
    }
}
