//! The games to choose from, and what a page must know of each: its initial position, its referee, its texts,
//! and the names of its squares and discs.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex};

use serde::{Deserialize, Serialize};

use judging::dialect::Dialect;
use judging::dialect::Speech;
use judging::dialect::reversi::Table;
use judging::game::reversi::{self, Game};
use judging::game::{AnyPosition, Cell, Position, Side};
use judging::session::Event;

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "game", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Choice {
    /// Three in a line, in the words of the challenge.
    Tictactoe,
    /// Three in a line, in the words of the articles; players may resign.
    Marubatsu,
    /// Reversi on a built-in board, by its name.
    Reversi { board: String },
    /// Reversi on a custom board.
    Picture { picture: String },
}

/// A game with its words.
pub(super) struct Rules(Dialect);

impl Deref for Rules {
    type Target = dyn Speech;

    fn deref(&self) -> &(dyn Speech + 'static) {
        &*self.0
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Disc {
    /// Its letter in a board's picture.
    pub letter: char,
    pub name: String,
    /// The number of its side, from 0. `None` if it belongs to no side.
    pub side: Option<usize>,
}

/// The most columns and rows of custom boards: larger ones do not fit on a page.
const WIDEST: usize = 16;

/// The longest text of such a board, in bytes: it is stored with each game on it.
const LONGEST: usize = 2_000;

/// The built-in boards: all games on one share it.
static BOARDS: LazyLock<Mutex<HashMap<String, Table>>> = LazyLock::new(Mutex::default);

impl Rules {
    /// The rules of a game that was chosen.
    pub(super) fn of(choice: &Choice) -> Result<Rules, String> {
        let dialect = match choice {
            Choice::Tictactoe => Dialect::Tictactoe,
            Choice::Marubatsu => Dialect::Marubatsu,
            Choice::Reversi { board } => Dialect::Reversi(built_in(board)?),
            Choice::Picture { picture } => Dialect::Reversi(own(picture)?),
        };
        Ok(Rules(dialect))
    }

    /// The board of reversi. `None` for other games.
    fn game(&self) -> Option<&Arc<Game>> {
        match &self.0 {
            Dialect::Reversi(table) => Some(table.game()),
            _ => None,
        }
    }

    pub(super) fn beginning(&self) -> AnyPosition {
        self.start().expect("what can be chosen has positions")
    }

    pub(super) fn text_of(&self, events: &[Event]) -> String {
        let mut text = Vec::new();
        events.iter().for_each(|event| self.write(event, &mut text));
        String::from_utf8_lossy(&text).into_owned()
    }

    pub(super) fn players(&self) -> usize {
        self.beginning().seats()
    }

    pub(super) fn title(&self) -> &str {
        match (&self.0, self.game()) {
            (_, Some(game)) if game.title().is_empty() => "Your own board",
            (_, Some(game)) => game.title(),
            (Dialect::Marubatsu, _) => "Marubatsu",
            _ => "Tic-tac-toe",
        }
    }

    /// The text of its board, with its special rules. `None` if there is none.
    pub(super) fn text(&self) -> Option<&str> {
        self.game().map(|game| game.text())
    }

    /// The number of cells in a row.
    pub(super) fn width(&self) -> usize {
        self.game().map_or(3, |game| game.width())
    }

    /// Every kind of disc on the board, the players' first.
    pub(super) fn discs(&self) -> Vec<Disc> {
        let mark = |side: Side| Disc {
            letter: self.mark(side),
            name: self.side_name(side),
            side: Some(side.index()),
        };
        match self.game() {
            Some(game) => game.discs().map(|cell| disc(game, cell)).collect(),
            None => Side::BOTH.map(mark).into(),
        }
    }

    pub(super) fn letters(&self, position: &AnyPosition) -> String {
        let letter = |&cell: &Cell| match (self.game(), cell) {
            (Some(game), _) => game.letter(cell),
            (None, Cell::Marked(side)) => self.mark(side),
            _ => '.',
        };
        position.board().cells().iter().map(letter).collect()
    }

    /// The mark of a side: the first letter of its name.
    fn mark(&self, side: Side) -> char {
        self.side_name(side).chars().next().unwrap_or('?')
    }
}

impl Choice {
    /// The command that plays the game at a terminal, without its moves; a custom board must be in a file.
    pub(super) fn command(&self) -> String {
        match self {
            Choice::Tictactoe => "referee".to_owned(),
            Choice::Marubatsu => "referee --dialect marubatsu".to_owned(),
            Choice::Reversi { board } if board == "standard" => "referee --dialect reversi".to_owned(),
            Choice::Reversi { board } => format!("referee --board {board}"),
            Choice::Picture { .. } => "referee --board my.board".to_owned(),
        }
    }
}

fn built_in(name: &str) -> Result<Table, String> {
    if !reversi::names().iter().any(|known| known == name) {
        return Err(format!("there is no board `{name}`"));
    }
    let mut boards = BOARDS.lock().expect("nobody panics while they hold it");
    let board = boards.entry(name.to_owned());
    Ok(board.or_insert_with(|| Table::of(reversi::find(name).expect("it is among the names"))).clone())
}

fn own(text: &str) -> Result<Table, String> {
    if text.len() > LONGEST {
        return Err(format!("in the browser a board has at most {LONGEST} bytes"));
    }
    let game = Game::parse(text).map_err(|why| why.to_string())?;
    if game.width() > WIDEST || game.height() > WIDEST {
        return Err(format!("in the browser a board has at most {WIDEST} columns and {WIDEST} rows"));
    }
    let table = Table::of(game);
    if reversi::Position::start(Arc::clone(table.game())).outcome().is_some() {
        return Err("nobody has a move on this board".to_owned());
    }
    Ok(table)
}

fn disc(game: &Game, cell: Cell) -> Disc {
    let side = if let Cell::Marked(side) = cell { Some(side.index()) } else { None };
    Disc { letter: game.letter(cell), name: game.disc_name(cell).unwrap_or_default().to_owned(), side }
}
