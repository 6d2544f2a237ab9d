//! What is said at a table: the turn, a refusal, the end, and how a move is written and read. Tables
//! of three in a line speak as the dialect `tictactoe` does, tables of reversi in its console form:
//! whose turn it is and the score, the board, and the prompt `> `.

use std::fmt::Write;

use crate::dialect::{Dialect, tictactoe};
use crate::game::{AnyPosition, Cell, Outcome, Position, Side, reversi};
use crate::session::{Event, Refusal};

/// The name of a cell, as one would type it.
pub fn line(position: &AnyPosition, cell: usize) -> String {
    match position {
        AnyPosition::Tictactoe(_) => cell.to_string(),
        AnyPosition::Reversi(position) => {
            let game = position.game();
            let square = game.square(cell % game.width(), cell / game.width());
            square.map_or_else(String::new, |square| game.square_name(square))
        }
    }
}

/// The cell that a line names, legal or not.
pub fn cell(position: &AnyPosition, line: &[u8]) -> Option<usize> {
    match position {
        AnyPosition::Tictactoe(_) => tictactoe::read(line).ok().map(|square| square.number().into()),
        AnyPosition::Reversi(position) => {
            let name = std::str::from_utf8(line).ok()?.to_ascii_lowercase();
            position.game().square_named(&name).map(reversi::Square::index)
        }
    }
}

/// What is said when a turn begins, up to the prompt; or at the end of the game.
pub fn turn(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Tictactoe(_) => {
            let last = match position.outcome() {
                Some(outcome) => Event::GameEnded(Some(outcome)),
                None => Event::MoveAsked(Some(position.turn())),
            };
            said(&[Event::BoardShown(position.board()), last])
        }
        AnyPosition::Reversi(position) => turn_of_reversi(position),
    }
}

/// What is said to a line that is no legal move, up to the prompt.
pub fn refusal(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Tictactoe(_) => {
            said(&[Event::InputRefused(Refusal::Invalid), Event::MoveAsked(Some(position.turn()))])
        }
        AnyPosition::Reversi(_) => "invalid.\n> ".to_owned(),
    }
}

/// What a side is called.
pub fn name(position: &AnyPosition, side: Side) -> String {
    match position {
        AnyPosition::Tictactoe(_) => ["X", "O"].get(side.index()).copied().unwrap_or_default().to_owned(),
        AnyPosition::Reversi(position) => position.game().name(side).to_owned(),
    }
}

fn said(events: &[Event]) -> String {
    let mut text = Vec::new();
    events.iter().for_each(|event| Dialect::Tictactoe.write(event, &mut text));
    String::from_utf8_lossy(&text).into_owned()
}

fn turn_of_reversi(position: &reversi::Position) -> String {
    let mut text = String::new();
    let game = position.game();
    let passed: Vec<_> = position.passed().into_iter().map(|side| game.name(side)).collect();
    if !passed.is_empty() {
        text = format!("{} Pass\n", passed.join(" and "));
    }
    let outcome = position.outcome();
    let who = if outcome.is_none() { game.name(position.turn()) } else { "End" };
    let score: Vec<_> = position.score().iter().map(u32::to_string).collect();
    let _ = writeln!(text, "{who} {}", score.join(" : "));
    draw(position, &mut text);
    text.push_str(&match outcome {
        None => "> ".to_owned(),
        Some(Outcome::Won(side)) => format!("{} Win!\n", game.name(side)),
        Some(Outcome::Tie) => "Draw\n".to_owned(),
    });
    text
}

/// A heading of letters and the rows by their numbers; holes are blank, and no line ends in blanks.
fn draw(position: &reversi::Position, text: &mut String) {
    let game = position.game();
    let margin = game.height().to_string().len();
    let letters: String =
        (b'A'..).take(game.width()).map(|letter| format!(" {}", char::from(letter))).collect();
    let _ = writeln!(text, "{:margin$}{letters}", "");
    for (number, row) in (1..).zip(position.board().rows()) {
        let shown = |&cell: &Cell| if cell == Cell::Hole { ' ' } else { game.letter(cell) };
        let cells: String = row.iter().map(shown).flat_map(|letter| [' ', letter]).collect();
        let _ = writeln!(text, "{}", format!("{number:margin$}{cells}").trim_end());
    }
}
