//! An engine that speaks GTP, the text protocol in which Edax, Egaroucid and GRhino play othello: `play black
//! d3` tells it a move, `genmove white` asks for one, and each answer begins with `=` or `?`.
//! Squares have the names of othello, with row 1 at the top. An engine keeps its own board. It is told all
//! moves, and its own moves are checked like all others.
//! told all moves, its own are believed no more than anybody's.

use super::conditions::PlayConditions;
use super::program::begun;
use super::talk::{Talk, first_line};
use super::{Forfeit, Player, Turn};
use crate::game::reversi::{self, Game};
use crate::game::{AnyPosition, Cell, Side};
use crate::process::Command;

/// An engine.
#[derive(Debug)]
pub struct Gtp {
    command: Command,
    conditions: PlayConditions,
    talk: Option<Talk>,
    /// How many of the moves it has been told.
    told: usize,
}

const COLOURS: [&str; 2] = ["black", "white"];

impl Gtp {
    /// An engine that is started in its first turn, under these conditions.
    pub fn new(command: Command, conditions: PlayConditions) -> Gtp {
        Gtp { command, conditions, talk: None, told: 0 }
    }

    /// Whether the protocol supports a game: square boards for two with othello's initial position.
    pub fn speaks(start: &AnyPosition) -> bool {
        let AnyPosition::Reversi(position) = start else { return false };
        let game = position.game();
        let (width, middle) = (game.width(), game.width() / 2);
        let disc = |column: usize, row: usize| position.cells().get(row * width + column).copied();
        let is_square = game.height() == width && game.squares().count() == width * width && width >= 4;
        let four = || {
            [(0, 0, Side::SECOND), (1, 0, Side::FIRST), (0, 1, Side::FIRST), (1, 1, Side::SECOND)]
                .map(|(right, down, side)| (middle - 1 + right, middle - 1 + down, Cell::Marked(side)))
        };
        let discs = position.cells().iter().filter(|&&cell| cell != Cell::Empty).count();
        is_square
            && game.discs().count() == 2
            && discs == 4
            && four().into_iter().all(|(column, row, cell)| disc(column, row) == Some(cell))
    }

    fn tell_moves(&mut self, turn: &Turn<'_>, game: &Game) -> Result<(), Forfeit> {
        for at in self.told..turn.moves.len() {
            let (side, cell) = turn.moves[at];
            let is_after_pass = at > 0 && turn.moves[at - 1].0 == side;
            if is_after_pass {
                self.tell_pass(turn, side.other())?;
            }
            let square = game.square(cell % game.width(), cell / game.width());
            let name = game.square_name(square.expect("a move is to a square"));
            self.command(turn, &format!("play {} {name}", COLOURS[side.index()]))?;
        }
        self.told = turn.moves.len();
        Ok(())
    }

    /// Tells it that a side had to pass. Some engines know that themselves, as the protocol allows, and
    /// refuse the command.
    fn tell_pass(&mut self, turn: &Turn<'_>, side: Side) -> Result<(), Forfeit> {
        let command = format!("play {} pass", COLOURS[side.index()]);
        self.ask(turn, &command).map(|_| ())
    }

    /// Sends a command and waits for its answer, which must not be a refusal.
    fn command(&mut self, turn: &Turn<'_>, command: &str) -> Result<String, Forfeit> {
        let answer = self.ask(turn, command)?;
        match answer.strip_prefix(b"=") {
            Some(answer) => Ok(String::from_utf8_lossy(answer).trim().to_owned()),
            None => Err(Forfeit::Unreadable(format!("{} (to {command})", first_line(&answer)))),
        }
    }

    /// Sends a command and waits for its answer, `=` or `?` and a text.
    fn ask(&mut self, turn: &Turn<'_>, command: &str) -> Result<Vec<u8>, Forfeit> {
        let talk = begun(&mut self.talk, &self.command, &self.conditions)?;
        talk.say(format!("{command}\n").as_bytes(), turn.deadline)?;
        let mut answer = talk.read_line(turn.deadline)?;
        while answer.is_empty() {
            answer = talk.read_line(turn.deadline)?;
        }
        if answer.starts_with(b"=") || answer.starts_with(b"?") {
            return Ok(answer);
        }
        Err(Forfeit::Unreadable(format!("{} (to {command})", first_line(&answer))))
    }

    fn open(&mut self, turn: &Turn<'_>, position: &reversi::Position) -> Result<(), Forfeit> {
        self.command(turn, &format!("boardsize {}", position.game().width()))?;
        self.command(turn, "clear_board")?;
        Ok(())
    }
}

impl Player for Gtp {
    fn answer(&mut self, turn: &Turn<'_>) -> Result<Vec<u8>, Forfeit> {
        let AnyPosition::Reversi(position) = turn.position else {
            return Err(Forfeit::Gone("GTP does not support this game".to_owned()));
        };
        if self.talk.is_none() {
            self.open(turn, position)?;
        }
        let side = crate::game::Position::turn(turn.position);
        self.tell_moves(turn, position.game())?;
        if let Some((last, _)) = turn.moves.last().filter(|(last, _)| *last == side) {
            self.tell_pass(turn, last.other())?;
        }
        let said = self.command(turn, &format!("genmove {}", COLOURS[side.index()]))?.to_lowercase();
        // It has made the move on its own board already.
        self.told += 1;
        if said == "resign" { Err(Forfeit::Resigned) } else { Ok(said.into_bytes()) }
    }

    fn end(&mut self, _words: &[u8]) {
        if let Some(mut talk) = self.talk.take() {
            talk.end(b"quit\n");
        }
    }
}
