//! A challenge that is sound.

use std::time::Duration;

use crate::suite::{Suite, SuiteKind};

/// A challenge that was found to be sound, and what there is in it.
#[derive(Debug)]
pub(crate) struct Sound {
    /// Its title, or the name of a game.
    pub title: String,
    /// What it is made of.
    pub content: Content,
    /// Its suites, but for those that only somebody gets who names them.
    pub suites: Vec<Suite>,
    /// What its author may not have meant, in sentences.
    pub remarks: Vec<String>,
    /// The suite in which the reference agrees with the rules, if there are both.
    pub agreement: Option<SuiteKind>,
}

impl Sound {
    /// A challenge of which only this is known.
    pub(super) fn of(title: &str, content: Content) -> Sound {
        Sound { title: title.to_owned(), content, suites: Vec::new(), remarks: Vec::new(), agreement: None }
    }
}

/// What a challenge is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Move lists for rules that are built in.
    MoveLists,
    /// Recordings, a reference or both.
    Runs,
    /// Rules.
    Rules {
        /// How many rules there are.
        rules: usize,
        /// How many words.
        words: usize,
        /// How many states and transitions, or why not all are known.
        size: Result<(usize, usize), String>,
    },
    /// Whole cases.
    Cases {
        /// How many there are.
        count: usize,
        /// How many have a conversation beside them.
        conversations: usize,
        /// The program that judges outputs, if there is one.
        validator: Option<String>,
        /// Whether programs talk with it.
        is_interactive: bool,
        /// The limit of processor time of a case.
        time: Duration,
        /// The limit of memory, in bytes.
        memory: u64,
        /// The limit of output, in bytes.
        output: usize,
    },
}
