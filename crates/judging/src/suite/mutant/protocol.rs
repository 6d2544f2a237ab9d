//! How a faulty referee behaves towards the players: what it prints and in what order, the effect of a bad
//! line, and what it does after the end. By default it is the right one.

use serde::Deserialize;

use super::lines::LineClass;

/// The outputs at each point of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Protocol {
    /// Before the first input.
    pub opening: Vec<OutputPart>,
    /// After a mark, if the game goes on.
    pub turn: Vec<OutputPart>,
    /// After a line that is not a legal move.
    pub refusal: Vec<OutputPart>,
    /// After a win.
    pub end: Vec<OutputPart>,
    /// After a tie.
    pub tie: Vec<OutputPart>,
    /// A further effect of a bad line.
    pub slip: Option<Slip>,
    pub after: After,
    /// How often the end of input in mid-game is treated as a bad line.
    pub refusals_at_end_of_input: u32,
}

impl Default for Protocol {
    fn default() -> Protocol {
        Protocol {
            opening: vec![OutputPart::Board, OutputPart::Prompt],
            turn: vec![OutputPart::Board, OutputPart::Prompt],
            refusal: vec![OutputPart::Invalid, OutputPart::Prompt],
            end: vec![OutputPart::Result],
            tie: vec![OutputPart::Result],
            slip: None,
            after: After::Leaves,
            refusals_at_end_of_input: 0,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OutputPart {
    Board,
    /// The board as it was before the last mark.
    BoardBefore,
    /// The prompt of the side whose turn it is.
    Prompt,
    /// The prompt of the other side.
    OtherPrompt,
    Invalid,
    Result,
    Input,
    Text(String),
}

/// An effect of a bad line in addition to the refusal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Slip {
    /// The class of lines.
    pub on: Trouble,
    /// Which lines of the class.
    #[serde(default)]
    pub when: When,
    pub effect: Effect,
}

/// A class of lines that are not legal moves.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Trouble {
    Any,
    Occupied,
    Line(LineClass),
}

/// Which bad lines of a game, counted from 1.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum When {
    #[default]
    Always,
    From(u32),
    /// From the n-th one in a row on.
    FromInARow(u32),
    Every(u32),
    /// Every n-th one in a row.
    EveryInARow(u32),
    /// From the n-th position on in which there was one.
    InPositions(u32),
    /// A line of at least this many bytes that repeats the line before.
    Repeated(usize),
}

/// What came before a bad line, with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Before {
    /// How many bad lines of its class the game had.
    pub count: u32,
    /// How many bad lines the row has.
    pub in_a_row: u32,
    /// In how many positions there were bad lines.
    pub positions: u32,
    /// Its length, if the line before was the same.
    pub repeated: Option<usize>,
}

/// The effect of a bad line. Without `says` and `ends` it is refused as usual.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Effect {
    pub does: Option<Deed>,
    /// The output in place of the refusal.
    pub says: Option<Vec<OutputPart>>,
    /// How the program ends at once.
    pub ends: Option<End>,
}

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// With the game.
    Game,
    /// With its input.
    Input,
    /// In the middle of a game.
    Early,
    /// With an error.
    Error,
    /// Never.
    Never,
    /// Never, and it writes all the time.
    Flood,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Deed {
    LosesTurn,
    PlaysTwice,
    /// The last mark is taken off the board; the turn stays.
    TakesBack,
    /// All marks are taken off the board; the turn stays.
    ClearsBoard,
    /// The first blank square is marked, in place of the refusal.
    MarksFirstBlank,
    /// The other side has won, in place of the refusal.
    LosesGame,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum After {
    Leaves,
    /// It refuses one more line, and ends.
    RefusesOnce,
    Refuses,
    /// The game goes on after a win.
    PlaysOn,
    BeginsAgain,
    /// It ends with an error.
    Dies,
    Hangs,
    Floods(String),
}

impl Slip {
    pub(super) fn happens(&self, before: Before) -> bool {
        match self.when {
            When::Always => true,
            When::From(first) => before.count >= first,
            When::FromInARow(first) => before.in_a_row >= first,
            When::Every(each) => before.count.is_multiple_of(each),
            When::EveryInARow(each) => before.in_a_row.is_multiple_of(each),
            When::InPositions(first) => before.positions >= first,
            When::Repeated(least) => before.repeated.is_some_and(|length| length >= least),
        }
    }
}
