//! What a search starts from, and its first sessions.

use std::collections::VecDeque;

use super::super::dice::Dice;
use super::folding::Kind;
use super::session::Session;
use super::vocabulary::UNKNOWN;
use crate::challenge::Recording;

pub(crate) struct Inputs<'a> {
    /// Sessions that are played first, as far as their lines may be fed.
    pub seeds: Vec<Session>,
    /// Lines; of all lines with one first word each has the same share.
    pub samples: Vec<Vec<u8>>,
    /// Words that may belong to lines. Those that turn out to be commands become samples.
    pub words: Vec<Vec<u8>>,
    /// Whether a line may be fed. Lines of more than 254 bytes never are.
    pub may_be_fed: &'a dyn Fn(&[u8]) -> bool,
    /// The kinds of the answers in a run: one for each line that was taken, then others, if there are any.
    pub kinds: &'a dyn Fn(&Recording) -> Vec<Kind>,
    /// Determines all choices.
    pub seed: u64,
    /// How many sessions are played at most.
    pub sessions: usize,
}

impl std::fmt::Debug for Inputs<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Inputs { seeds, samples, words, may_be_fed: _, kinds: _, seed, sessions } = self;
        let mut shown = f.debug_struct("Inputs");
        shown.field("seeds", seeds).field("samples", samples).field("words", words);
        shown.field("seed", seed).field("sessions", sessions).finish_non_exhaustive()
    }
}

/// How many lines the first sessions have.
const ROW: usize = 10;

/// What may stand behind the first word of a line.
const BEHIND: [&str; 6] = ["", " a", " 1", " a 1", " a b", " a b 1"];

/// The first sessions: none, the seeds, nonsense, and all samples and words in rows.
pub(super) fn first(inputs: &Inputs<'_>, dice: &mut Dice) -> VecDeque<Session> {
    let nonsense = [UNKNOWN, "?", "", "0 0 0", UNKNOWN].map(|line| line.as_bytes().to_vec());
    let mut first: VecDeque<_> = inputs.seeds.iter().cloned().collect();
    first.push_front(Session::new());
    first.push_back(nonsense.to_vec());
    let with = |word: &Vec<u8>| BEHIND.map(|behind| [word, behind.as_bytes()].concat());
    // Where lines are known, words are tried behind them later.
    let words = if inputs.samples.is_empty() { &inputs.words[..] } else { &[] };
    let tried: Vec<_> = words.iter().flat_map(with).collect();
    for _ in 0..2 {
        let mut lines: Vec<_> = inputs.samples.iter().chain(&tried).cloned().collect();
        (1..lines.len()).rev().for_each(|last| lines.swap(last, dice.below(last + 1)));
        first.extend(lines.chunks(ROW).map(<[_]>::to_vec));
    }
    first
}
