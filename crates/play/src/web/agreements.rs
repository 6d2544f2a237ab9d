//! What players agree on besides the moves: resignations, requests to the others, the next game.

use serde::{Deserialize, Serialize};

use super::clocks::Shown;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Agreements {
    #[serde(default)]
    pub resigned: Option<usize>,
    /// The game in which they continue.
    #[serde(default)]
    pub next: Option<String>,
    /// A request to the others without an answer yet. It is lost when the server stops.
    #[serde(skip)]
    pub offer: Option<Offer>,
}

/// Something that needs the others' consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Offer {
    pub what: Wish,
    /// The sides of the player who asks.
    pub by: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wish {
    /// To take back the player's last move, and all later moves.
    Undo,
    /// Another game, in which every player moves up one seat.
    Rematch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consent {
    Asked,
    Given,
    /// It was refused, or withdrawn.
    Refused,
}

/// The state of the game besides the board, for its watchers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Beside {
    /// Which sides have their page open.
    pub present: Vec<bool>,
    /// Which seats are taken: our own, and those of friends who have come.
    pub taken: Vec<bool>,
    pub offer: Option<Offer>,
    pub resigned: Option<usize>,
    /// The game in which they continue.
    pub next: Option<String>,
    pub clocks: Option<Shown>,
    pub late: Option<Late>,
}

/// A side ran out of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Late {
    pub side: usize,
    /// The message as at a terminal.
    pub text: String,
}
