//! What makes a dialect.

use super::readings::Readings;
use super::referee::Referee;
use crate::game::{AnyPosition, Side};
use crate::session::Event;

/// What a program may do otherwise than the reference under the profile `golf`. New-lines more than
/// the reference prints, at the beginning, after a prompt, around boards and messages and at the end,
/// are free in every dialect, and so is a carriage return before each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllowedDeviations {
    /// The board, as it was, may follow a refusal.
    pub board_after_refusal: bool,
    /// The board, as it is in the end, may stand before the result.
    pub board_before_result: bool,
    /// An empty line may be met with silence.
    pub silence_to_blank: bool,
    /// The last line need not be ended.
    pub no_newline_at_the_end: bool,
    /// Inputs may be wanted as words, in a list, or as arguments, not only one a line.
    pub any_input_format: bool,
}

/// The lines of a dialect that plays tic-tac-toe, for suites that go through all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// The names of the squares, in the order of the rules.
    pub squares: [&'static str; 9],
    /// Lines that certainly are no move; the first four are those that a suite feeds in every position.
    pub bad: &'static [&'static str],
    /// Lines that end the game wherever they are given.
    pub endings: &'static [&'static str],
}

/// What makes a dialect: its words in both directions, the referee who speaks them, and what is let
/// through of those who do so differently.
pub(crate) trait Speech: Sync {
    /// Its name, as on the command line and in the folders `golf/` and `fixtures/`.
    fn name(&self) -> &'static str;

    /// The referee at the beginning of a game. `final_board` is whether the board is shown once more
    /// before the result, in dialects that leave that open.
    fn referee(&self, final_board: bool) -> Referee;

    /// Finds out what is said to these inputs, where that takes time.
    fn prepare(&self, _inputs: &[Vec<u8>]) {}

    /// The referee at the beginning of a run, who knows of everything that a program may choose; none if there is
    /// nothing to choose.
    fn undecided(&self) -> Option<Referee> {
        None
    }

    /// Appends what is printed for an event; nothing for one that the dialect never tells.
    fn write(&self, event: &Event, text: &mut Vec<u8>);

    /// The event that a text begins with and its length in bytes, the line feeds that end it left out.
    fn scan(&self, text: &[u8]) -> Option<(Event, usize)>;

    /// What is printed when an input has been taken, before the words that answer it.
    fn taken(&self) -> &'static str {
        ""
    }

    /// The words by which it asks for a move.
    fn prompts(&self) -> Vec<Vec<u8>> {
        let asked = [None, Some(Side::FIRST), Some(Side::SECOND)].map(Event::MoveAsked);
        let written = asked.map(|event| {
            let mut text = Vec::new();
            self.write(&event, &mut text);
            text
        });
        written.into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// What is let through under the profile `golf`.
    fn allowed_deviations(&self) -> AllowedDeviations {
        AllowedDeviations::default()
    }

    /// What a doubtful line may be read as, if the specification says enough to follow that. What a
    /// turn says must then tell one state of the game from another.
    fn readings(&self, _line: &[u8]) -> Option<Readings> {
        None
    }

    /// Whether a program may lose lines that come before it asks for them.
    fn may_drop_input(&self) -> bool {
        false
    }

    /// Whether more new-lines may stand around words than the reference prints, where less than every byte counts.
    fn has_free_newlines(&self) -> bool {
        true
    }

    /// How many bytes of an output may be this text, which it must begin with; where there are several answers,
    /// all are followed.
    fn lengths(&self, text: &str, output: &[u8]) -> Vec<usize> {
        if output.starts_with(text.as_bytes()) { vec![text.len()] } else { Vec::new() }
    }

    /// Whether a line with a comma is a list of inputs.
    fn takes_lists(&self) -> bool {
        false
    }

    /// A short whole game of legal moves.
    fn trial(&self) -> &'static [&'static str];

    /// The games that the specification itself gives, each with a name.
    fn examples(&self) -> &'static [(&'static str, &'static [&'static str])];

    /// Its lines, if it plays tic-tac-toe.
    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        None
    }

    /// What a person at a terminal is told before the game.
    fn greeting(&self) -> &'static str;

    /// The position that its game begins with, if it is a game.
    fn start(&self) -> Option<AnyPosition>;

    /// What a side is called.
    fn side_name(&self, side: Side) -> String;

    /// The line that says a move to a cell of the board.
    fn square_name(&self, cell: usize) -> String;

    /// The cell that a line names, whether or not that is a legal move.
    fn cell(&self, line: &[u8]) -> Option<usize>;
}
