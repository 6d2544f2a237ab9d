//! The words of reversi on a console (`fixtures/reversi/SPEC.md`): a line with turn and score, the board with
//! letters above and numbers beside it, a bare prompt, and a notice for sides that pass and for guests, which
//! move by themselves.
//!
//! Boards and their colours are data (`fixtures/boards/`), so the words are made from the game that
//! they are for: [`Table`] is a game with its words, as small as a name.

use std::sync::{Arc, LazyLock};

use super::phrase::{self, Phrase};
use super::{Referee, Speech, Unreadable};
use crate::challenge::FeedMode;
use crate::game::reversi::{self, Game, Position};
use crate::game::{AnyPosition, Board, Cell, Outcome, Position as _, Side};
use crate::session::{Conduct, Coordinates, Event, Refusal};

/// The text in place of a name when the game is over.
const END: &str = "End";

/// The end of a notice for sides that pass.
const PASS: &str = " Pass";

/// The separators of names and of counts.
const AND: &str = " and ";
const TO: &str = " : ";

static STANDARD: LazyLock<Table> =
    LazyLock::new(|| Table::of(reversi::find("standard").expect("the usual board is built in")));

/// A game of reversi with its words.
#[derive(Clone)]
pub struct Table(Arc<ReversiWords>);

/// Two tables are equal if their boards are, and were found by the same name.
impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        let (this, that) = (&self.0, &other.0);
        Arc::ptr_eq(this, that) || (this.name == that.name && this.game.text() == that.game.text())
    }
}

impl Eq for Table {}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Table").field(&self.0.game.title()).finish()
    }
}

impl Table {
    /// The usual board.
    pub fn standard() -> Table {
        Table::usual().clone()
    }

    pub(super) fn usual() -> &'static Table {
        &STANDARD
    }

    /// A custom board.
    pub fn of(game: Game) -> Table {
        Table(Arc::new(ReversiWords::new(Arc::new(game))))
    }

    /// A board with the name or file by which it was found: what `--board` takes.
    pub fn called(game: Game, name: &str) -> Table {
        let words = ReversiWords { name: Some(name.to_owned()), ..ReversiWords::new(Arc::new(game)) };
        Table(Arc::new(words))
    }

    /// The name by which it was found, if it is not the usual board.
    pub fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// The game that is played on it.
    pub fn game(&self) -> &Arc<Game> {
        self.0.game()
    }

    pub(crate) fn words(&self) -> &ReversiWords {
        &self.0
    }
}

pub(crate) struct ReversiWords {
    /// The name by which the board was found, if it was looked up.
    name: Option<String>,
    game: Arc<Game>,
    /// The messages that never change.
    phrases: Vec<Phrase>,
    /// The line of letters above the board.
    heading: String,
    /// How wide a row's number is.
    margin: usize,
}

impl ReversiWords {
    /// The words of this game, which need not be kept.
    pub(crate) fn new(game: Arc<Game>) -> ReversiWords {
        let ended = |outcome| Event::GameEnded(Some(outcome));
        let won =
            |&side: &Side| Phrase::new(format!("{} Win!", game.name(side)), "\n", ended(Outcome::Won(side)));
        let mut phrases: Vec<_> = game.sides().iter().map(won).collect();
        phrases.push(Phrase::new("> ", "", Event::MoveAsked(None)));
        phrases.push(Phrase::new("invalid.", "\n", Event::InputRefused(Refusal::Invalid)));
        phrases.push(Phrase::new("Draw", "\n", ended(Outcome::Tie)));
        let margin = game.height().to_string().len();
        let letters = (0..game.width()).map(|column| format!(" {}", char::from(b'A' + column as u8)));
        let heading = " ".repeat(margin) + &letters.collect::<String>();
        ReversiWords { name: None, game, phrases, heading, margin }
    }

    pub(crate) fn game(&self) -> &Arc<Game> {
        &self.game
    }

    fn score(&self, turn: Option<Side>, counts: &[u32]) -> String {
        let counts: Vec<_> = counts.iter().map(u32::to_string).collect();
        format!("{} {}", turn.map_or(END, |side| self.game.name(side)), counts.join(TO))
    }

    fn scan_score(&self, text: &str) -> Option<(Event, usize)> {
        let (turn, mut at) = match text.strip_prefix(END) {
            Some(_) => (None, END.len()),
            None => self.scan_name(text).map(|(side, length)| (Some(side), length))?,
        };
        let mut counts = Vec::new();
        for place in 0..self.game.players().len() {
            let before = if place == 0 { " " } else { TO };
            let rest = text[at..].strip_prefix(before)?;
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            counts.push(rest[..digits].parse().ok()?);
            at += before.len() + digits;
        }
        (self.score(turn, &counts) == text[..at]).then_some((Event::ScoreShown(turn, counts), at))
    }

    fn passed(&self, sides: &[Side]) -> String {
        let names: Vec<_> = sides.iter().map(|&side| self.game.name(side)).collect();
        names.join(AND) + PASS
    }

    fn scan_passed(&self, text: &str) -> Option<(Event, usize)> {
        let (first, mut at) = self.scan_name(text)?;
        let mut sides = vec![first];
        while let Some(rest) = text[at..].strip_prefix(AND) {
            let (side, length) = self.scan_name(rest)?;
            sides.push(side);
            at += AND.len() + length;
        }
        text[at..].starts_with(PASS).then_some((Event::TurnsPassed(sides), at + PASS.len()))
    }

    fn made(&self, side: Side, place: Coordinates) -> String {
        format!("{} {}", self.game.name(side), square_name(place))
    }

    fn scan_made(&self, text: &str) -> Option<(Event, usize)> {
        let (side, at) = self.scan_name(text)?;
        let rest = text[at..].strip_prefix(' ')?;
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let place = place_named(rest.get(..1 + digits)?.as_bytes())?;
        let made = self.made(side, place);
        text.starts_with(&made).then_some((Event::MoveMade(side, place), made.len()))
    }

    /// The side whose name a text begins with, and the length of the name.
    fn scan_name(&self, text: &str) -> Option<(Side, usize)> {
        let sides = self.game.sides().iter().map(|&side| (side, self.game.name(side)));
        sides.into_iter().find(|(_, name)| text.starts_with(name)).map(|(side, name)| (side, name.len()))
    }

    /// A row of the board: its number, its cells; a hole is a space, and no space ends a row.
    fn row(&self, number: usize, cells: &[Cell]) -> String {
        let shown = |&cell: &Cell| match cell {
            Cell::Hole => ' ',
            Cell::Empty | Cell::Marked(_) | Cell::Neutral(_) => self.game.letter(cell),
        };
        let cells: String = cells.iter().flat_map(|cell| [' ', shown(cell)]).collect();
        format!("{number:margin$}{cells}", margin = self.margin).trim_end().to_owned()
    }

    fn write_board(&self, board: &Board) -> String {
        let mut text = format!("{}\n", self.heading);
        for (number, cells) in (1..).zip(board.rows()) {
            text += &self.row(number, cells);
            text.push('\n');
        }
        text
    }

    /// A board, the line feed that ends it left out. A carriage return may precede any line feed.
    fn scan_board(&self, text: &str) -> Option<(Event, usize)> {
        let mut at = text.starts_with(&self.heading).then_some(self.heading.len())?;
        let mut cells = Vec::new();
        for number in 1..=self.game.height() {
            let rest = text[at..].strip_prefix('\r').unwrap_or(&text[at..]).strip_prefix('\n')?;
            let row = self.scan_row(number, rest)?;
            at = text.len() - rest.len() + self.row(number, &row).len();
            cells.extend(row);
        }
        Some((Event::BoardShown(Board::new(self.game.width(), cells)), at))
    }

    /// The cells of the row that a text begins with; what a line is too short for are holes.
    fn scan_row(&self, number: usize, text: &str) -> Option<Vec<Cell>> {
        let line = text.split(['\r', '\n']).next().unwrap_or_default();
        let cell = |column: usize| match line.chars().nth(self.margin + 1 + 2 * column) {
            None | Some(' ') => Some(Cell::Hole),
            Some('#') => None,
            Some(letter) => self.game.cell(letter),
        };
        let cells: Vec<_> = (0..self.game.width()).map(cell).collect::<Option<_>>()?;
        line.starts_with(&self.row(number, &cells)).then_some(cells)
    }
}

impl Speech for ReversiWords {
    fn name(&self) -> &str {
        "reversi"
    }

    fn referee(&self, _final_board: bool) -> Referee {
        Referee::new(Round::new(Position::start(Arc::clone(&self.game))), read, Refusal::Invalid)
    }

    fn write(&self, event: &Event, text: &mut Vec<u8>) {
        let words = match event {
            Event::ScoreShown(turn, counts) => self.score(*turn, counts) + "\n",
            Event::TurnsPassed(sides) => self.passed(sides) + "\n",
            Event::MoveMade(side, place) => self.made(*side, *place) + "\n",
            Event::BoardShown(board) => self.write_board(board),
            message => return phrase::write(&self.phrases, message, text),
        };
        text.extend_from_slice(words.as_bytes());
    }

    fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        if let Some(found) = phrase::scan(&self.phrases, text) {
            return Some(found);
        }
        let longest = 64 + (self.game.height() + 1) * (self.heading.len() + 2);
        let text = text[..text.len().min(longest)].utf8_chunks().next()?.valid();
        self.scan_score(text)
            .or_else(|| self.scan_passed(text))
            .or_else(|| self.scan_made(text))
            .or_else(|| self.scan_board(text))
    }

    fn feeds(&self) -> &'static [FeedMode] {
        &[FeedMode::Ahead, FeedMode::Turn]
    }

    /// The shortest game that leaves one side without a disc, on the usual board.
    fn trial(&self) -> Vec<&str> {
        vec!["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
    }

    fn greeting(&self) -> &str {
        "Trap a line of opposing discs between two of yours to flip them. Type a square, such as d3.\n"
    }

    fn start(&self) -> Option<AnyPosition> {
        Some(AnyPosition::Reversi(Position::start(Arc::clone(&self.game))))
    }

    fn side_name(&self, side: Side) -> String {
        self.game.name(side).to_owned()
    }

    fn square_name(&self, cell: usize) -> String {
        let width = self.game.width();
        square_name(Coordinates { column: cell % width, row: cell / width })
    }

    fn cell(&self, line: &[u8]) -> Option<usize> {
        let Coordinates { column, row } = read(line).ok()?;
        Some(self.game.square(column, row)?.index())
    }
}

/// The square that a line names: a letter for the column, in either case, and a number for the row.
/// Fails for everything else.
pub fn read(line: &[u8]) -> Result<Coordinates, Unreadable> {
    let why = if line.is_empty() { Unreadable::Blank } else { Unreadable::Certain };
    place_named(&line.to_ascii_lowercase()).ok_or(why)
}

fn place_named(name: &[u8]) -> Option<Coordinates> {
    let (&letter, row) = name.split_first()?;
    let is_number =
        matches!(row, [b'1'..=b'9', rest @ ..] if rest.len() < 2 && rest.iter().all(u8::is_ascii_digit));
    let row: usize = std::str::from_utf8(row).ok().filter(|_| is_number)?.parse().ok()?;
    letter.is_ascii_lowercase().then(|| Coordinates { column: usize::from(letter - b'a'), row: row - 1 })
}

fn square_name(place: Coordinates) -> String {
    format!("{}{}", char::from(b'a' + place.column as u8), place.row + 1)
}

/// A game as a referee conducts it: its position, and the automatic moves on the way there.
#[derive(Clone, Debug)]
struct Round {
    position: Position,
    notices: Vec<Event>,
}

impl Round {
    /// Passes for sides that cannot move, and lets guests move.
    fn new(mut position: Position) -> Round {
        let mut notices = Vec::new();
        loop {
            let passed = position.passed();
            if !passed.is_empty() {
                notices.push(Event::TurnsPassed(passed));
            }
            let Some(square) = position.automatic() else { return Round { position, notices } };
            let (column, row) = position.game().place(square);
            notices.push(Event::MoveMade(position.turn(), Coordinates { column, row }));
            position = position.play(square).expect("what the rules choose is legal");
        }
    }
}

impl Conduct for Round {
    type Input = Coordinates;

    fn take(&self, Coordinates { column, row }: Coordinates) -> Result<Round, Refusal> {
        let square = self.position.game().square(column, row).ok_or(Refusal::Invalid)?;
        self.position.play(square).map(Round::new).map_err(|_| Refusal::Invalid)
    }

    fn turn(&self) -> Vec<Event> {
        let outcome = self.position.outcome();
        let turn = if outcome.is_none() { Some(self.position.turn()) } else { None };
        let last = match outcome {
            None => Event::MoveAsked(None),
            Some(outcome) => Event::GameEnded(Some(outcome)),
        };
        let score = Event::ScoreShown(turn, self.position.score());
        self.notices.iter().cloned().chain([score, Event::BoardShown(self.board()), last]).collect()
    }

    fn turn_again(&self) -> Vec<Event> {
        vec![Event::MoveAsked(None)]
    }

    fn has_ended(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn board(&self) -> Board {
        self.position.board()
    }
}
