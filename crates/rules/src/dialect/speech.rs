//! The interface of a dialect.

use super::lines::Lines;
use super::readings::Readings;
use super::referee::Referee;
use crate::challenge::{FeedMode, Freedoms};
use crate::game::{AnyPosition, Side};
use crate::session::{Event, Said};

/// The freedoms of a program under the profile `golf`. Additional new-lines, at the beginning, after a
/// prompt, around boards and messages and at the end, are allowed in every dialect, and so is a carriage
/// return before each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowedDeviations {
    /// The unchanged board may follow a refusal.
    pub board_after_refusal: bool,
    /// The final board may come before the result.
    pub board_before_result: bool,
    /// An empty line may get no answer.
    pub silence_to_blank: bool,
    /// The last line need not be ended.
    pub no_newline_at_the_end: bool,
    /// Inputs may be read as words, as a list, or as arguments, not only one per line.
    pub any_input_format: bool,
}

/// The lines of a dialect that plays tic-tac-toe, for suites that go through all of them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    /// The names of the squares, in the order of the rules.
    pub squares: [&'static str; 9],
    /// Lines that are certainly not moves; the first four are those that a suite feeds in every position.
    pub bad: &'static [&'static str],
    /// Lines that end the game at any time.
    pub endings: &'static [&'static str],
}

/// Games by name, each a list of lines.
pub(super) fn borrowed(games: &[(String, Vec<String>)]) -> Vec<(&str, Vec<&str>)> {
    games.iter().map(|(name, lines)| (name.as_str(), lines.iter().map(String::as_str).collect())).collect()
}

/// The definition of a dialect: its words in both directions, its referee, and the differences that it
/// allows.
pub trait Speech: Send + Sync {
    /// Its name, as on the command line and in the folders `golf/` and `fixtures/`.
    fn name(&self) -> &str;

    /// The referee at the beginning of a game. `final_board` is whether the board is shown once more
    /// before the result, in dialects that leave that open.
    fn referee(&self, final_board: bool) -> Referee;

    /// Finds the answers to these inputs, if that takes time.
    fn prepare(&self, _inputs: &[Vec<u8>]) {}

    /// The referee at the beginning of a run that considers all hidden choices. Use [`Referee::openings`] and
    /// [`Referee::answers`] with it; otherwise it answers for the first choice.
    fn undecided(&self) -> Referee {
        self.referee(false)
    }

    /// Whether there is a hidden choice.
    fn has_hidden(&self) -> bool {
        false
    }

    /// A referee for each choice, all at the beginning; one if there is no choice.
    fn choices(&self) -> Vec<Referee> {
        vec![self.referee(false)]
    }

    /// The referee at the beginning of a game, with the choice of this number if there is a choice.
    fn referee_choosing(&self, final_board: bool, number: u64) -> Referee {
        if !self.has_hidden() {
            return self.referee(final_board);
        }
        let mut choices = self.choices();
        let place = number % choices.len() as u64;
        choices.swap_remove(usize::try_from(place).unwrap_or_default())
    }

    /// Appends what is printed for an event, if the dialect prints anything for it.
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

    /// The text before an answer: in some dialects, new-lines after an accepted input.
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

    /// The text after an accepted input, before its answer.
    fn taken(&self) -> &'static str {
        ""
    }

    /// The prompts for a move.
    fn prompts(&self) -> Vec<Vec<u8>> {
        let asked = [None, Some(Side::FIRST), Some(Side::SECOND)].map(Event::MoveAsked);
        let written = asked.map(|event| {
            let mut text = Vec::new();
            self.write(&event, &mut text);
            text
        });
        written.into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// The freedoms of a challenge. `None` for the built-in games.
    fn freedoms(&self) -> Option<&Freedoms> {
        None
    }

    /// The freedoms of a program under the profile `golf`.
    fn allowed_deviations(&self) -> AllowedDeviations {
        let is_free = |of: fn(&Freedoms) -> bool| self.freedoms().is_some_and(of);
        AllowedDeviations {
            no_newline_at_the_end: is_free(|freedoms| freedoms.newlines),
            any_input_format: is_free(|freedoms| freedoms.formats),
            ..AllowedDeviations::default()
        }
    }

    /// The readings of a doubtful line. `None` if nothing after it can be judged. The events of a turn must
    /// distinguish the states of the game.
    fn readings(&self, _line: &[u8]) -> Option<Readings> {
        None
    }

    /// How right programs may be fed, in the order in which it is tried. One that loses lines which arrive before it asks
    /// for them has to be fed turn by turn.
    fn feeds(&self) -> &'static [FeedMode] {
        &[FeedMode::Ahead]
    }

    /// Whether additional new-lines are allowed around texts, unless every byte counts.
    fn has_free_newlines(&self) -> bool {
        self.freedoms().is_none_or(|freedoms| freedoms.newlines)
    }

    /// How many bytes at the beginning of an output may be this text; if there are several answers, all are
    /// followed.
    fn lengths(&self, text: &str, output: &[u8]) -> Vec<usize> {
        match self.freedoms() {
            Some(freedoms) => freedoms.lengths(text, output),
            None => Freedoms::default().lengths(text, output),
        }
    }

    /// Whether a line with a comma is a list of inputs.
    fn takes_lists(&self) -> bool {
        false
    }

    /// The machine that reads the dialect's inputs from a stream of bytes.
    fn lines(&self) -> Lines {
        if self.takes_lists() { Lines::with_lists() } else { Lines::default() }
    }

    /// All inputs of a text.
    fn split(&self, text: &[u8]) -> Vec<Vec<u8>> {
        self.lines().split(text)
    }

    /// A game that a program is likely to play correctly if it can read its inputs at all: short, complete,
    /// and every input is a legal move.
    fn trial(&self) -> Vec<&str>;

    /// The inputs of that game.
    fn trial_inputs(&self) -> Vec<Vec<u8>> {
        self.trial().into_iter().map(|line| line.as_bytes().to_vec()).collect()
    }

    /// The games that the specification itself gives, each with a name.
    fn examples(&self) -> Vec<(&str, Vec<&str>)> {
        Vec::new()
    }

    /// The lines of a dialect that plays tic-tac-toe. `None` of any other.
    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        None
    }

    /// The text on a terminal before the game.
    fn greeting(&self) -> &str;

    /// The position that its game begins with, if it is a game that bots can play.
    fn start(&self) -> Option<AnyPosition> {
        None
    }

    /// The name of a side.
    fn side_name(&self, side: Side) -> String {
        format!("player {}", side.index() + 1)
    }

    /// The line for a move to a cell of the board, in the numbering of [`AnyPosition`].
    fn square_name(&self, cell: usize) -> String {
        cell.to_string()
    }

    /// The cell that a line names, whether or not that is a legal move.
    fn cell(&self, _line: &[u8]) -> Option<usize> {
        None
    }
}
