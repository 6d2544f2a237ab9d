//! How a faulty referee behaves towards the players: what it prints and in what order, the effect of a bad
//! line, and what it does after the end. [`PROTOCOL`] is the right one.

use super::reading::Pattern;

/// What is printed when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Protocol {
    /// Before the first input.
    pub opening: &'static [Part],
    /// After a mark, if the game goes on.
    pub turn: &'static [Part],
    /// After a line that is not a legal move.
    pub refusal: &'static [Part],
    /// After a win.
    pub end: &'static [Part],
    /// After a tie.
    pub tie: &'static [Part],
    /// A further effect of a bad line.
    pub slip: Option<Slip>,
    /// What happens after the end.
    pub after: After,
    /// How often the end of input in mid-game is treated as a bad line.
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

/// A part of the output.
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
    /// This text.
    Text(&'static str),
}

/// An effect of a bad line in addition to the refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slip {
    /// The class of lines.
    pub on: Trouble,
    /// Which lines of the class.
    pub when: When,
    /// The effect.
    pub effect: Effect,
}

/// A class of lines that are not legal moves.
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
    /// All of them.
    Always,
    /// From this one on.
    From(u32),
    /// From this one in a row on.
    FromInARow(u32),
    /// Every n-th one.
    Every(u32),
    /// Every n-th one in a row.
    EveryInARow(u32),
    /// Those from the n-th position on in which there was one.
    InPositions(u32),
    /// Those of at least so many bytes that are the same as the line before.
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

/// The effect of a bad line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// The turn passes to the other side.
    LosesTurn,
    /// The side marks twice.
    PlaysTwice,
    /// The program ends at once.
    Leaves,
    /// The program ends at once, with an error.
    Dies,
    /// The program prints that the line was invalid, and ends.
    LeavesAfterWord,
    /// Nothing is printed.
    SaysNothing,
    /// Only the prompt is printed, without the refusal.
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
    /// It refuses one more line, and ends.
    RefusesOnce,
    /// It goes on refusing lines.
    Refuses,
    /// The game goes on after a win.
    PlaysOn,
    /// Another game begins.
    BeginsAgain,
    /// It ends with an error.
    Dies,
    /// It does not end.
    Hangs,
    /// It writes this for ever.
    Floods(&'static str),
}

impl Slip {
    /// Whether it happens at a bad line.
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
