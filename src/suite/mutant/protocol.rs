//! How a faulty referee behaves towards the players: what it says and in what order, what a bad line
//! does to it, and what it does after the end. [`PROTOCOL`] is the right one.

use super::reading::Pattern;

/// What is said when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Protocol {
    /// Before the first input.
    pub opening: &'static [Part],
    /// After a mark, if the game goes on.
    pub turn: &'static [Part],
    /// To a line that is no legal move.
    pub refusal: &'static [Part],
    /// When somebody has won.
    pub end: &'static [Part],
    /// When nobody has.
    pub tie: &'static [Part],
    /// What a bad line does besides.
    pub slip: Option<Slip>,
    /// What happens after the end.
    pub after: After,
    /// How often the end of input in mid-game is taken for a bad line.
    pub refusals_at_end_of_input: u32,
}

/// The protocol of the reference.
pub(super) const PROTOCOL: Protocol = Protocol {
    opening: &[Part::Board, Part::Prompt],
    turn: &[Part::Board, Part::Prompt],
    refusal: &[Part::Invalid, Part::Prompt],
    end: &[Part::Result],
    tie: &[Part::Result],
    slip: None,
    after: After::Leaves,
    refusals_at_end_of_input: 0,
};

/// A piece of what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The board as it is.
    Board,
    /// The board as it was before the last mark.
    BoardBefore,
    /// The prompt of the side whose turn it is.
    Prompt,
    /// The prompt of the other side.
    OtherPrompt,
    /// That the line was no legal move.
    Invalid,
    /// How the game ended.
    Result,
    /// The input line.
    Input,
    /// This.
    Text(&'static str),
}

/// What a bad line does besides being refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// To which lines it happens.
    pub on: Trouble,
    /// To which of these.
    pub when: When,
    /// What happens.
    pub effect: Effect,
}

/// A class of lines that are no legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// All of them.
    Any,
    /// The name of an occupied square.
    Occupied,
    /// An unreadable line of this class.
    Line(Pattern),
}

/// Which bad lines of a game, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Each.
    Always,
    /// From the one of this number on.
    From(u32),
    /// From the one of this number on, of those in a row.
    FromInARow(u32),
    /// Each of which the number can be divided by this.
    Every(u32),
    /// The same, of those in a row.
    EveryInARow(u32),
}

/// What a bad line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The turn passes to the other side.
    LosesTurn,
    /// The side marks twice.
    PlaysTwice,
    /// The program ends at once.
    Leaves,
    /// The program ends at once, by an error.
    Dies,
    /// The program says that the line was invalid, and ends.
    LeavesAfterWord,
    /// Nothing is said.
    SaysNothing,
    /// It is not said that the line was invalid, only asked again.
    OnlyAsks,
    /// The last mark is taken off the board; the turn stays.
    TakesBack,
    /// All marks are taken off the board; the turn stays.
    ClearsBoard,
    /// The first blank square is marked.
    MarksFirstBlank,
    /// The other side has won.
    LosesGame,
}

/// What happens after the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The program ends.
    Leaves,
    /// It calls one more line invalid, and ends.
    RefusesOnce,
    /// It goes on calling lines invalid.
    Refuses,
    /// The game goes on after a win.
    PlaysOn,
    /// Another game begins.
    BeginsAgain,
    /// It is ended by an error.
    Dies,
    /// It does not end.
    Hangs,
    /// It writes this without end.
    Floods(&'static str),
}

impl Slip {
    /// Whether it happens at a bad line, the `count`-th of its class, the `in_a_row`-th of a row.
    pub(super) fn happens(&self, count: u32, in_a_row: u32) -> bool {
        match self.when {
            When::Always => true,
            When::From(first) => count >= first,
            When::FromInARow(first) => in_a_row >= first,
            When::Every(each) => count.is_multiple_of(each),
            When::EveryInARow(each) => in_a_row.is_multiple_of(each),
        }
    }
}
