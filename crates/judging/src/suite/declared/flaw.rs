//! The flaws that evidence for a suite of a table may have.

use crate::challenge::Fault;

/// Why such evidence proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableFlaw {
    /// The table cannot be read.
    #[error("its table:{0}")]
    Table(#[from] Fault),
    /// The table has a hidden choice.
    #[error("its table has hidden choices, so no runs are complete")]
    Hidden,
    /// A suite without a proof.
    #[error("there is no proof for a suite {0:?} of a table; there are proofs for complete, probed, pairs")]
    Suite(String),
    /// A suite that would be too large.
    #[error("{0}")]
    TooLarge(String),
    /// A transition is not taken.
    #[error("no run feeds {line} in a state with {state}")]
    Untaken {
        /// The state.
        state: String,
        /// The line, or two of them.
        line: String,
    },
    /// An element of the antichain that is not a transition.
    #[error("antichain, sequence {0}: it does not end with a transition that is tried, or is there twice")]
    NoTransition(usize),
    /// One run contains two elements.
    #[error("antichain: some run holds two of its transitions")]
    Compatible,
    /// The numbers of identifiers and states differ.
    #[error("there are identifiers for {0} states, but {1} states")]
    Identifiers(usize, usize),
    /// Two states are fed different lines before their answers differ.
    #[error("identifiers, state {0}: they do not agree with those of a state that was not told apart before")]
    NotHarmonised(usize),
    /// States that are not distinguished although they differ.
    #[error("identifiers, state {0}: another state is not told apart from it, but answers otherwise")]
    Merged(usize),
    /// A state whose identifiers are not fed.
    #[error("identifiers, state {0}: no run feeds them all after the same lines")]
    Unseen(usize),
    /// A transition that may lead to another state.
    #[error("transition {0}: the state that it leads to is not identified")]
    Unrecognised(usize),
}
