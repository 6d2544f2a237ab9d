//! What is asked of a held program (see `warm`), and what comes of it.

use serde::{Deserialize, Serialize};

use crate::execution::Execution;

/// A game that is to be played by a held program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarmGame {
    /// What its standard input is.
    pub input: Vec<u8>,
    /// Whether a read is given no more than a line, and each time that it asks for one is recorded, as in
    /// [`FeedMode::Turn`](crate::execution::FeedMode::Turn).
    pub is_by_turns: bool,
    /// Whether the program may be ended when it begins to tidy up.
    pub may_be_dismissed: bool,
    /// Whether all that can be looked at is compared with what it was, once everything was put back.
    pub is_checked: bool,
}

/// A game that was played by a held program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WarmRun {
    /// The record, as of a program that was started for this game.
    pub execution: Execution,
    /// Whether it was the first one since the program was started.
    pub is_first: bool,
}

/// Which memory is put back after a game. No verdict depends on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[derive(strum::Display, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Restoring {
    /// What was written to in any game so far, where the system can tell; else all.
    #[default]
    Written,
    /// All that the program can write to, as on a system that cannot tell.
    All,
}

/// Why a game could not be played by a held program, and is to be played by a start of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NotRestorable {
    /// What the program does that cannot be undone, to be read after "it".
    pub why: String,
    /// Whether that holds for every game.
    pub is_for_good: bool,
    /// Whether what was found may also have been so after games before, whose outcomes count no more then.
    pub speaks_against_others: bool,
}

/// What is to be had of a held program, or why it is not.
pub(super) type Restorable<T> = Result<T, NotRestorable>;

impl NotRestorable {
    pub(super) fn for_good(why: impl ToString) -> NotRestorable {
        NotRestorable { is_for_good: true, ..NotRestorable::this_time(why) }
    }

    pub(super) fn this_time(why: impl ToString) -> NotRestorable {
        NotRestorable { why: why.to_string(), is_for_good: false, speaks_against_others: false }
    }
}

/// That a program can be held, if this is so.
pub(super) fn demand(is_so: bool, why: impl ToString) -> Restorable<()> {
    if is_so { Ok(()) } else { Err(NotRestorable::for_good(why)) }
}

/// That a game can be played, if this is so.
pub(super) fn demand_now(is_so: bool, why: impl ToString) -> Restorable<()> {
    if is_so { Ok(()) } else { Err(NotRestorable::this_time(why)) }
}

impl From<std::io::Error> for NotRestorable {
    /// What the system refuses once it will refuse again.
    fn from(why: std::io::Error) -> NotRestorable {
        NotRestorable::for_good(format!("cannot be held: {why}"))
    }
}
