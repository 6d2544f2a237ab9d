//! The games that can be chosen, and all that a page has to know of one: how it begins, who referees it,
//! what is said of it, what its squares and discs are called.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use serde::{Deserialize, Serialize};

use crate::dialect::{self, Dialect, Referee};
use crate::game::reversi::{self, Game};
use crate::game::{AnyPosition, Cell, Position, Side, tictactoe};
use crate::session::Event;

/// Which game is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(tag = "game", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Choice {
    /// Three in a line, in the words of the challenge.
    Tictactoe,
    /// The same in the words of the articles; one may give up.
    Marubatsu,
    /// Reversi on a board that is built in, by its name.
    Reversi {
        /// The name.
        board: String,
    },
    /// Reversi on a board of one's own.
    Picture {
        /// Its text.
        picture: String,
    },
}

/// A game with its words.
#[derive(Clone, Debug)]
pub(super) enum Rules {
    /// Three in a line, in the words of the challenge.
    Tictactoe,
    /// The same in the words of the articles.
    Marubatsu,
    /// Reversi.
    Reversi(Arc<Game>),
}

/// A kind of disc or mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Disc {
    /// The letter that stands for it in a board's picture.
    pub letter: char,
    /// What it is called.
    pub name: String,
    /// The number of the side that it belongs to, from 0; none if it belongs to nobody.
    pub side: Option<usize>,
}

/// Boards of one's own may have so many columns, and so many rows: a page with more is no board to play on.
const WIDEST: usize = 16;

/// The longest text of such a board, in bytes: it is kept with each game on it.
const LONGEST: usize = 2_000;

const MARKS_OF_TICTACTOE: [char; 2] = ['X', 'O'];
const MARKS_OF_MARUBATSU: [char; 2] = ['o', 'x'];

/// The boards that are built in: all games on one share it.
static BOARDS: LazyLock<Mutex<HashMap<String, Arc<Game>>>> = LazyLock::new(Mutex::default);

impl Rules {
    /// The rules of a game that was chosen.
    ///
    /// # Errors
    /// Why there is no such game, in words.
    pub(super) fn of(choice: &Choice) -> Result<Rules, String> {
        match choice {
            Choice::Tictactoe => Ok(Rules::Tictactoe),
            Choice::Marubatsu => Ok(Rules::Marubatsu),
            Choice::Reversi { board } => built_in(board).map(Rules::Reversi),
            Choice::Picture { picture } => own(picture).map(Rules::Reversi),
        }
    }

    /// The position that the game begins with.
    pub(super) fn start(&self) -> AnyPosition {
        match self {
            Rules::Tictactoe | Rules::Marubatsu => AnyPosition::Tictactoe(tictactoe::Position::start()),
            Rules::Reversi(game) => AnyPosition::Reversi(reversi::Position::start(Arc::clone(game))),
        }
    }

    /// Its referee; the final board is shown, as on a terminal.
    pub(super) fn referee(&self) -> Referee {
        match self {
            Rules::Tictactoe => Dialect::Tictactoe.referee(true),
            Rules::Marubatsu => Dialect::Marubatsu.referee(true),
            Rules::Reversi(game) => dialect::reversi::referee(game),
        }
    }

    /// What a terminal shows for these events.
    pub(super) fn said(&self, events: &[Event]) -> String {
        let dialect = match self {
            Rules::Tictactoe => Dialect::Tictactoe,
            Rules::Marubatsu => Dialect::Marubatsu,
            Rules::Reversi(game) => return dialect::reversi::said(game, events),
        };
        let mut text = Vec::new();
        events.iter().for_each(|event| dialect.write(event, &mut text));
        String::from_utf8_lossy(&text).into_owned()
    }

    /// What stands before the answer to a line that was taken.
    pub(super) fn lead(&self, answer: &[Event]) -> &'static str {
        if matches!(self, Rules::Marubatsu) { Dialect::Marubatsu.lead(answer) } else { "" }
    }

    /// The line that says a move to a cell.
    pub(super) fn line(&self, cell: usize) -> String {
        match self {
            Rules::Tictactoe => Dialect::Tictactoe.square_name(cell),
            Rules::Marubatsu => Dialect::Marubatsu.square_name(cell),
            Rules::Reversi(game) => dialect::reversi::name_of(game, cell),
        }
    }

    /// The cell that a line names.
    pub(super) fn cell(&self, line: &str) -> Option<usize> {
        match self {
            Rules::Tictactoe => Dialect::Tictactoe.cell(line.as_bytes()),
            Rules::Marubatsu => Dialect::Marubatsu.cell(line.as_bytes()),
            Rules::Reversi(game) => dialect::reversi::cell(game, line.as_bytes()),
        }
    }

    /// How many play.
    pub(super) fn players(&self) -> usize {
        self.start().score().len().max(2)
    }

    /// What it is called.
    pub(super) fn title(&self) -> String {
        match self {
            Rules::Tictactoe => "Tic-tac-toe".to_owned(),
            Rules::Marubatsu => "Marubatsu".to_owned(),
            Rules::Reversi(game) if game.title().is_empty() => "Your own board".to_owned(),
            Rules::Reversi(game) => game.title().to_owned(),
        }
    }

    /// The text of its board, with its special rules; nothing if it has none.
    pub(super) fn text(&self) -> Option<&str> {
        if let Rules::Reversi(game) = self { Some(game.text()) } else { None }
    }

    /// How many cells a row has.
    pub(super) fn width(&self) -> usize {
        if let Rules::Reversi(game) = self { game.width() } else { 3 }
    }

    /// Every kind of disc that may lie on the board, the players' first.
    pub(super) fn discs(&self) -> Vec<Disc> {
        let mark = |(side, letter): (usize, char)| Disc { letter, name: letter.into(), side: Some(side) };
        match self {
            Rules::Tictactoe => MARKS_OF_TICTACTOE.into_iter().enumerate().map(mark).collect(),
            Rules::Marubatsu => MARKS_OF_MARUBATSU.into_iter().enumerate().map(mark).collect(),
            Rules::Reversi(game) => game.discs().map(|cell| disc(game, cell)).collect(),
        }
    }

    /// The letters of a position's cells, row by row.
    pub(super) fn letters(&self, position: &AnyPosition) -> String {
        let mark = |letters: [char; 2], cell| match cell {
            Cell::Marked(side) => letters[Side::index(side)],
            _ => '.',
        };
        let letter = |&cell: &Cell| match self {
            Rules::Tictactoe => mark(MARKS_OF_TICTACTOE, cell),
            Rules::Marubatsu => mark(MARKS_OF_MARUBATSU, cell),
            Rules::Reversi(game) => game.letter(cell),
        };
        position.board().cells().iter().map(letter).collect()
    }
}

impl Choice {
    /// The command that plays the game at a terminal, without its moves; a board of one's own must be in a
    /// file.
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

fn built_in(name: &str) -> Result<Arc<Game>, String> {
    if !reversi::names().iter().any(|known| known == name) {
        return Err(format!("there is no board `{name}`"));
    }
    let mut boards = BOARDS.lock().expect("nobody panics while they hold it");
    let board = boards.entry(name.to_owned());
    Ok(Arc::clone(board.or_insert_with(|| Arc::new(reversi::find(name).expect("it is among the names")))))
}

fn own(text: &str) -> Result<Arc<Game>, String> {
    if text.len() > LONGEST {
        return Err(format!("in the browser a board has at most {LONGEST} bytes"));
    }
    let game = Game::parse(text).map_err(|why| why.to_string())?;
    if game.width() > WIDEST || game.height() > WIDEST {
        return Err(format!("in the browser a board has at most {WIDEST} columns and {WIDEST} rows"));
    }
    let game = Arc::new(game);
    if reversi::Position::start(Arc::clone(&game)).outcome().is_some() {
        return Err("nobody has a move on this board".to_owned());
    }
    Ok(game)
}

fn disc(game: &Game, cell: Cell) -> Disc {
    let side = if let Cell::Marked(side) = cell { Some(side.index()) } else { None };
    Disc { letter: game.letter(cell), name: game.disc_name(cell).unwrap_or_default().to_owned(), side }
}
