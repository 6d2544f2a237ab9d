//! The interface to an oracle: questions, answers, and possible failures.

use super::mealy::Word;

/// Answers words.
pub(crate) trait Oracle {
    /// Why it cannot answer.
    type Error;

    /// The answers to some words, each from the beginning.
    ///
    /// # Errors
    /// If one cannot be answered.
    fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, Self::Error>;
}

/// The answers to a word, and perhaps to further inputs after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The inputs.
    pub word: Word,
    /// An output for each; [`OVER`](super::OVER) from where the machine has ended.
    pub answers: Vec<usize>,
}

/// The limits of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// The most states.
    pub states: usize,
    /// The most words that are asked.
    pub runs: usize,
}

/// Why no machine was learned.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Trouble<E> {
    /// The oracle cannot answer.
    Oracle(E),
    /// There are more states than allowed, after so many words.
    States(usize),
    /// More words would have to be asked than allowed; so many states are known.
    Runs(usize),
    /// The last input of this word got another answer than before.
    Contradiction(Word),
}

impl<E> From<E> for Trouble<E> {
    fn from(why: E) -> Trouble<E> {
        Trouble::Oracle(why)
    }
}
