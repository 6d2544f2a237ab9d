//! The same game in different words.
//!
//! A dialect turns a line into an input and an event into text, and finds events again in a text.
//! Each is a module with one table of words, used in both directions, so that reading what was written
//! gives back what was said (a law, held over whole games in `tests/spec/laws.rs`). Nothing here
//! decides who wins: that is asked of the rules.
//!
//! [`Dialect`] lists them; everything else asks its `Speech`. CONTRIBUTING.md tells what a new dialect
//! touches.

mod declared;
mod lines;
pub mod marubatsu;
mod observed;
pub mod othello;
mod phrase;
mod picture;
mod readings;
mod referee;
pub mod reversi;
mod speech;
pub mod tictactoe;
mod unreadable;

pub use declared::{Declared, Faulty};
pub use lines::Lines;
pub use observed::{Contradiction, Observed, Oracle};
pub use readings::Readings;
pub use referee::{Answer, Referee};
pub(crate) use speech::Speech;
pub use speech::{AllowedDeviations, Vocabulary};
pub use unreadable::Unreadable;

use std::path::Path;

use crate::game::{AnyPosition, Side};
use crate::session::Event;

/// A way of writing a game: which rules, which words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The code-golf challenge: `X> `, `invalid.`, `X won.`, `tie.`
    #[default]
    Tictactoe,
    /// The same game as an article series has it: `"o" to play. > `, a board of box-drawing characters.
    Marubatsu,
    /// Reversi on this board: `Black 2 : 2`, `> `, `White Pass`.
    Reversi(reversi::Table),
    /// Two programs that play Othello with each other, as an article has it: `内容?-> white `.
    Othello,
    /// A challenge that is a table in a file.
    Declared(Declared),
    /// A challenge whose truth is what a program was seen to say.
    Observed(Observed),
}

impl Dialect {
    /// Every dialect there is; reversi on the usual board.
    pub fn all() -> [Dialect; 4] {
        [
            Dialect::Tictactoe,
            Dialect::Marubatsu,
            Dialect::Reversi(reversi::Table::standard()),
            Dialect::Othello,
        ]
    }

    pub(crate) fn speech(self) -> &'static dyn Speech {
        match self {
            Dialect::Tictactoe => &tictactoe::WORDS,
            Dialect::Marubatsu => &marubatsu::Words,
            Dialect::Reversi(table) => table.speech(),
            Dialect::Othello => &othello::Words,
            Dialect::Declared(declared) => declared.speech(),
            Dialect::Observed(observed) => observed.speech(),
        }
    }

    /// Its name, as on the command line and in the folders `golf/` and `fixtures/`.
    pub fn name(self) -> &'static str {
        self.speech().name()
    }

    /// The board, where a dialect has more than one and this is not the usual one.
    pub fn board(self) -> Option<reversi::Table> {
        match self {
            Dialect::Reversi(table) if table != reversi::Table::standard() => Some(table),
            _ => None,
        }
    }

    /// Appends what is printed for an event.
    pub fn write(self, event: &Event, text: &mut Vec<u8>) {
        self.speech().write(event, text);
    }

    /// Appends what is printed for the answer to an input: what [`Referee::answer`] says.
    pub fn write_answer(self, events: &[Event], text: &mut Vec<u8>) {
        text.extend_from_slice(self.lead(events).as_bytes());
        events.iter().for_each(|event| self.write(event, text));
    }

    /// What stands before the words of an answer: new-lines after an input that was taken, in some
    /// dialects.
    pub fn lead(self, answer: &[Event]) -> &'static str {
        match answer.first() {
            None | Some(Event::InputRefused(_)) => "",
            Some(_) => self.speech().taken(),
        }
    }

    /// How many new-lines end the words of an event.
    pub fn newlines_after(self, event: &Event) -> usize {
        let mut text = Vec::new();
        self.write(event, &mut text);
        text.iter().rev().take_while(|&&byte| byte == b'\n').count()
    }

    /// The event that a text begins with and its length in bytes, the line feeds that end it left out;
    /// `None` if the text begins with no event's words.
    pub fn scan(self, text: &[u8]) -> Option<(Event, usize)> {
        self.speech().scan(text)
    }

    /// The referee of this dialect, at the beginning of a game.
    pub fn referee(self, final_board: bool) -> Referee {
        self.speech().referee(final_board)
    }

    /// The referee at the beginning of a run, who knows of everything that a program may choose and not tell.
    /// [`Referee::openings`] and [`Referee::answers`] are to be asked of it; else it speaks for the first choice.
    pub fn undecided(self) -> Referee {
        self.speech().undecided().unwrap_or_else(|| self.referee(false))
    }

    /// Whether a program chooses something that it does not tell.
    pub fn has_hidden(self) -> bool {
        self.declared().is_some_and(|declared| declared.table().has_hidden())
    }

    /// The referee at the beginning of a game, who chooses by a number where there is something to choose.
    pub fn referee_choosing(self, final_board: bool, number: u64) -> Referee {
        if !self.has_hidden() {
            return self.referee(final_board);
        }
        let mut choices = self.choices();
        let place = number % choices.len() as u64;
        choices.swap_remove(usize::try_from(place).unwrap_or_default())
    }

    /// A referee for each choice, all at the beginning; one if there is nothing to choose.
    pub fn choices(self) -> Vec<Referee> {
        self.declared().map_or_else(|| vec![self.referee(false)], Declared::choices)
    }

    /// The words by which it asks for a move.
    pub fn prompts(self) -> Vec<Vec<u8>> {
        self.speech().prompts()
    }

    /// What a program may do otherwise than the reference under the profile `golf`.
    pub fn allowed_deviations(self) -> AllowedDeviations {
        self.speech().allowed_deviations()
    }

    /// What a doubtful line may be read as; none where what comes after one cannot be judged.
    pub fn readings(self, line: &[u8]) -> Option<Readings> {
        self.speech().readings(line)
    }

    /// Whether a right program may lose lines that come before it asks for them, and so has to be fed
    /// turn by turn.
    pub fn may_drop_input(self) -> bool {
        self.speech().may_drop_input()
    }

    /// Whether more new-lines may stand around words than the reference prints, where less than every byte counts.
    pub(crate) fn has_free_newlines(self) -> bool {
        self.speech().has_free_newlines()
    }

    /// How many bytes at the head of an output may be this text.
    pub(crate) fn lengths(self, text: &str, output: &[u8]) -> Vec<usize> {
        self.speech().lengths(text, output)
    }

    /// The table, if it is a declared challenge.
    pub fn declared(self) -> Option<Declared> {
        match self {
            Dialect::Declared(declared) => Some(declared),
            _ => None,
        }
    }

    /// The recordings or the reference, if it is a challenge of that kind.
    pub fn observed(self) -> Option<Observed> {
        match self {
            Dialect::Observed(observed) => Some(observed),
            _ => None,
        }
    }

    /// The folder of a challenge, if it was read from one that is named.
    pub fn folder(self) -> Option<&'static Path> {
        match self {
            Dialect::Declared(declared) => declared.folder(),
            Dialect::Observed(observed) => observed.folder(),
            _ => None,
        }
    }

    /// Whether it is a challenge, which has words but no boards.
    pub(crate) fn is_challenge(self) -> bool {
        matches!(self, Dialect::Declared(_) | Dialect::Observed(_))
    }

    /// Finds out what is said to these inputs, where that takes time.
    pub(crate) fn prepare(self, inputs: &[Vec<u8>]) {
        self.speech().prepare(inputs);
    }

    /// A game that a program is likely to play right if it can read its inputs at all: short, whole,
    /// and every input is a legal move.
    pub fn trial(self) -> &'static [&'static str] {
        self.speech().trial()
    }

    /// The games that the specification itself gives, each with a name.
    pub fn examples(self) -> &'static [(&'static str, &'static [&'static str])] {
        self.speech().examples()
    }

    /// The lines of a dialect that plays tic-tac-toe; none of any other.
    pub fn vocabulary(self) -> Option<&'static Vocabulary> {
        self.speech().vocabulary()
    }

    /// What a person at a terminal is told before the game.
    pub fn greeting(self) -> &'static str {
        self.speech().greeting()
    }

    /// The position that its game begins with, if it is a game that bots can play.
    pub fn start(self) -> Option<AnyPosition> {
        self.speech().start()
    }

    /// What a side is called.
    pub fn side_name(self, side: Side) -> String {
        self.speech().side_name(side)
    }

    /// The line that says a move to a cell of the board, as [`AnyPosition`] counts cells.
    pub fn square_name(self, cell: usize) -> String {
        self.speech().square_name(cell)
    }

    /// The cell that a line names, whether or not that is a legal move.
    pub fn cell(self, line: &[u8]) -> Option<usize> {
        self.speech().cell(line)
    }

    /// The machine that takes the dialect's inputs out of a stream of bytes.
    pub fn lines(self) -> Lines {
        if self.speech().takes_lists() { Lines::with_lists() } else { Lines::default() }
    }

    /// All inputs of a text.
    pub fn split(self, text: &[u8]) -> Vec<Vec<u8>> {
        self.lines().split(text)
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// No built-in dialect has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game {0:?}")]
pub struct UnknownDialect(String);

impl std::str::FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Dialect, UnknownDialect> {
        let known = Dialect::all().into_iter().find(|dialect| dialect.name() == name);
        known.ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}
