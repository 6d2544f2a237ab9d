//! What those who play settle beside the moves: who gave up, what one asks of the others, where they play on.

use serde::{Deserialize, Serialize};

use super::clocks::Shown;

/// What was settled in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Pact {
    /// The side that gave the game up.
    #[serde(default)]
    pub resigned: Option<usize>,
    /// The game in which they play on.
    #[serde(default)]
    pub next: Option<String>,
    /// What is asked of the others and not yet answered. It is forgotten when the server stops.
    #[serde(skip)]
    pub offer: Option<Offer>,
}

/// Something that needs the others' consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Offer {
    /// What is asked for.
    pub what: Wish,
    /// The sides of whoever asks.
    pub by: Vec<usize>,
}

/// What can be asked of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wish {
    /// To take back the last move of whoever asks, and all that came after it.
    Undo,
    /// Another game, in which everybody moves up one seat.
    Rematch,
}

/// What came of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consent {
    /// It waits for the others.
    Asked,
    /// Nobody is against it.
    Given,
    /// It was refused, or withdrawn.
    Refused,
}

/// How things stand beside the board, for those who look on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Beside {
    /// Which sides have their page open.
    pub present: Vec<bool>,
    /// Which seats somebody has taken, ours and those of friends who came.
    pub taken: Vec<bool>,
    /// What is asked and not yet answered.
    pub offer: Option<Offer>,
    /// The side that gave up.
    pub resigned: Option<usize>,
    /// The game in which they play on.
    pub next: Option<String>,
    /// How the clocks stand, if there are any.
    pub clocks: Option<Shown>,
    /// The side that ran out of time.
    pub late: Option<Late>,
}

/// That a side ran out of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Late {
    /// The side.
    pub side: usize,
    /// The words of the terminal.
    pub text: String,
}
