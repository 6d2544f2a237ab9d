//! What makes a dialect.

use super::kept::Games;
use super::lines::Lines;
use super::readings::Readings;
use super::referee::Referee;
use crate::challenge::Freedom;
use crate::game::{AnyPosition, Side};
use crate::session::{Event, Said};

/// What a program may do otherwise than the reference under the profile `golf`. New-lines more than
/// the reference prints, at the beginning, after a prompt, around boards and messages and at the end,
/// are free in every dialect, and so is a carriage return before each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
pub trait Speech: Send + Sync {
    /// Its name, as on the command line and in the folders `golf/` and `fixtures/`.
    fn name(&self) -> &'static str;

    /// The referee at the beginning of a game. `final_board` is whether the board is shown once more
    /// before the result, in dialects that leave that open.
    fn referee(&self, final_board: bool) -> Referee;

    /// Finds out what is said to these inputs, where that takes time.
    fn prepare(&self, _inputs: &[Vec<u8>]) {}

    /// The referee at the beginning of a run, who knows of everything that a program may choose and not tell.
    /// [`Referee::openings`] and [`Referee::answers`] are to be asked of it; else it speaks for the first choice.
    fn undecided(&self) -> Referee {
        self.referee(false)
    }

    /// Whether a program chooses something that it does not tell.
    fn has_hidden(&self) -> bool {
        false
    }

    /// A referee for each choice, all at the beginning; one if there is nothing to choose.
    fn choices(&self) -> Vec<Referee> {
        vec![self.referee(false)]
    }

    /// The referee at the beginning of a game, who chooses by a number where there is something to choose.
    fn referee_choosing(&self, final_board: bool, number: u64) -> Referee {
        if !self.has_hidden() {
            return self.referee(final_board);
        }
        let mut choices = self.choices();
        let place = number % choices.len() as u64;
        choices.swap_remove(usize::try_from(place).unwrap_or_default())
    }

    /// Appends what is printed for an event; nothing for one that the dialect never tells.
    fn write(&self, event: &Event, text: &mut Vec<u8>) {
        if let Event::Said(said @ Said { is_extra: false, .. }) = event {
            text.extend_from_slice(said.text.as_bytes());
        }
    }

    /// Appends what is printed for the answer to an input: what [`Referee::answer`] says.
    fn write_answer(&self, events: &[Event], text: &mut Vec<u8>) {
        text.extend_from_slice(self.lead(events).as_bytes());
        events.iter().for_each(|event| self.write(event, text));
    }

    /// What stands before the words of an answer: new-lines after an input that was taken, in some
    /// dialects.
    fn lead(&self, answer: &[Event]) -> &'static str {
        match answer.first() {
            None | Some(Event::InputRefused(_)) => "",
            Some(_) => self.taken(),
        }
    }

    /// How many new-lines end the words of an event.
    fn newlines_after(&self, event: &Event) -> usize {
        let mut text = Vec::new();
        self.write(event, &mut text);
        text.iter().rev().take_while(|&&byte| byte == b'\n').count()
    }

    /// The event that a text begins with and its length in bytes, the line feeds that end it left out;
    /// `None` if the text begins with no event's words.
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

    /// What a challenge allows to differ; none of the built-in games.
    fn freedom(&self) -> Option<Freedom> {
        None
    }

    /// What a program may do otherwise than the reference under the profile `golf`.
    fn allowed_deviations(&self) -> AllowedDeviations {
        let Freedom { newlines, formats, .. } = self.freedom().unwrap_or_default();
        AllowedDeviations {
            no_newline_at_the_end: newlines,
            any_input_format: formats,
            ..AllowedDeviations::default()
        }
    }

    /// What a doubtful line may be read as; none where what comes after one cannot be judged. What a turn says must
    /// tell one state of the game from another.
    fn readings(&self, _line: &[u8]) -> Option<Readings> {
        None
    }

    /// Whether a right program may lose lines that come before it asks for them, and so has to be fed
    /// turn by turn.
    fn may_drop_input(&self) -> bool {
        false
    }

    /// Whether more new-lines may stand around words than the reference prints, where less than every byte counts.
    fn has_free_newlines(&self) -> bool {
        self.freedom().is_none_or(|freedom| freedom.newlines)
    }

    /// How many bytes of an output may be this text, which it must begin with; where there are several answers,
    /// all are followed.
    fn lengths(&self, text: &str, output: &[u8]) -> Vec<usize> {
        self.freedom().unwrap_or_default().lengths(text, output)
    }

    /// Whether a line with a comma is a list of inputs.
    fn takes_lists(&self) -> bool {
        false
    }

    /// The machine that takes the dialect's inputs out of a stream of bytes.
    fn lines(&self) -> Lines {
        if self.takes_lists() { Lines::with_lists() } else { Lines::default() }
    }

    /// All inputs of a text.
    fn split(&self, text: &[u8]) -> Vec<Vec<u8>> {
        self.lines().split(text)
    }

    /// A game that a program is likely to play right if it can read its inputs at all: short, whole,
    /// and every input is a legal move.
    fn trial(&self) -> &'static [&'static str];

    /// The games that the specification itself gives, each with a name.
    fn examples(&self) -> Games {
        &[]
    }

    /// The lines of a dialect that plays tic-tac-toe; none of any other.
    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        None
    }

    /// What is printed on a terminal before the game.
    fn greeting(&self) -> &'static str;

    /// The position that its game begins with, if it is a game that bots can play.
    fn start(&self) -> Option<AnyPosition> {
        None
    }

    /// What a side is called.
    fn side_name(&self, side: Side) -> String {
        format!("player {}", side.index() + 1)
    }

    /// The line that says a move to a cell of the board, as [`AnyPosition`] counts cells.
    fn square_name(&self, cell: usize) -> String {
        cell.to_string()
    }

    /// The cell that a line names, whether or not that is a legal move.
    fn cell(&self, _line: &[u8]) -> Option<usize> {
        None
    }
}
