//! Orders to a held program (see `warm`), and their results.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::execution::Execution;

/// A game that is to be played by a held program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarmGame {
    /// Its standard input.
    #[serde(with = "serde_bytes")]
    pub input: Vec<u8>,
    /// Whether a read gets no more than a line, and each request for one is recorded, as in
    /// [`FeedMode::Turn`](crate::execution::FeedMode::Turn).
    pub is_by_turns: bool,
    /// If it has written this many bytes on standard output, the game is over when it asks for more than there is, as in
    /// [`ProgramInput::is_open`](crate::execution::ProgramInput::is_open). Otherwise its input ends there.
    pub open_after: Option<usize>,
    /// How many bytes it may write to each stream, if that is less than the limits of the program. With more it is given up.
    pub most_output: usize,
    /// Whether the program may be ended when its cleanup at exit begins.
    pub may_be_dismissed: bool,
    /// Whether the whole state is compared after the game, once it was restored.
    pub is_checked: bool,
}

/// A game that was played by a held program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarmRun {
    /// The record, as if the program had been started for this game.
    pub execution: Execution,
    /// Whether it was the first one of its process.
    pub is_first: bool,
    /// The processor time that it took, with that of the start if it was the first.
    pub work: Duration,
}

/// Why a game could not be played by a held program, and needs a clean run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotRestorable {
    /// The action of the program that cannot be undone; completes a sentence that begins with "it".
    pub why: String,
    /// Which games that concerns.
    pub concerns: Concerned,
}

/// Which games the reason for [`NotRestorable`] concerns: each concerns more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Concerned {
    /// Only this run, which was not attempted: a fresh start is faster.
    Declined,
    /// This one, as far as is known.
    ThisGame,
    /// All that are played from now on.
    AllGames,
    /// Also those that were played before: their outcomes no longer count.
    EarlierGames,
}

/// A result with a held program, or why there is none.
pub(super) type Restorable<T> = Result<T, NotRestorable>;

impl NotRestorable {
    pub(super) fn for_good(why: impl ToString) -> NotRestorable {
        NotRestorable { why: why.to_string(), concerns: Concerned::AllGames }
    }

    pub(super) fn this_time(why: impl ToString) -> NotRestorable {
        NotRestorable { why: why.to_string(), concerns: Concerned::ThisGame }
    }

    /// Whether the program is not to be asked to play other games either.
    pub fn is_for_good(&self) -> bool {
        self.concerns >= Concerned::AllGames
    }
}

/// Requires this, so that a program can be held.
pub(super) fn demand(is_so: bool, why: impl ToString) -> Restorable<()> {
    if is_so { Ok(()) } else { Err(NotRestorable::for_good(why)) }
}

/// Requires this, so that a game can be played.
pub(super) fn demand_now(is_so: bool, why: impl ToString) -> Restorable<()> {
    if is_so { Ok(()) } else { Err(NotRestorable::this_time(why)) }
}

impl<E: std::error::Error> From<E> for NotRestorable {
    /// A refusal of the system will be repeated.
    fn from(why: E) -> NotRestorable {
        NotRestorable::for_good(format!("cannot be held: {why}"))
    }
}
