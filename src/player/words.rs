//! What is said at a table: the turn, a refusal, the end, and how a move is written and read, all in
//! the words of the dialects `tictactoe` and `reversi`.

use crate::dialect::{Dialect, reversi, tictactoe};
use crate::game::{AnyPosition, Position, Side};
use crate::session::{Event, Place, Refusal};

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
            let Place { column, row } = reversi::read(line).ok()?;
            Some(position.game().square(column, row)?.index())
        }
    }
}

/// What is said when a turn begins: up to the prompt, up to the move that the rules make themselves, or
/// up to the end of the game.
pub fn turn(position: &AnyPosition) -> String {
    let last = match position.outcome() {
        Some(outcome) => Event::GameEnded(Some(outcome)),
        None => asked(position),
    };
    let events = match position {
        AnyPosition::Tictactoe(_) => vec![Event::BoardShown(position.board()), last],
        AnyPosition::Reversi(of_reversi) => {
            let passed = of_reversi.passed();
            let notice = if passed.is_empty() { None } else { Some(Event::TurnsPassed(passed)) };
            let turn = if position.outcome().is_none() { Some(position.turn()) } else { None };
            let shown = match of_reversi.automatic() {
                Some(square) => {
                    let (column, row) = of_reversi.game().place(square);
                    vec![Event::MoveMade(position.turn(), Place { column, row })]
                }
                None => {
                    vec![Event::ScoreShown(turn, position.score()), Event::BoardShown(position.board()), last]
                }
            };
            notice.into_iter().chain(shown).collect()
        }
    };
    said(position, &events)
}

/// What is said to a line that is no legal move, up to the prompt.
pub fn refusal(position: &AnyPosition) -> String {
    said(position, &[Event::InputRefused(Refusal::Invalid), asked(position)])
}

/// What a side is called.
pub fn name(position: &AnyPosition, side: Side) -> String {
    match position {
        AnyPosition::Tictactoe(_) => ["X", "O"].get(side.index()).copied().unwrap_or_default().to_owned(),
        AnyPosition::Reversi(position) => position.game().name(side).to_owned(),
    }
}

/// The prompt.
fn asked(position: &AnyPosition) -> Event {
    match position {
        AnyPosition::Tictactoe(_) => Event::MoveAsked(Some(position.turn())),
        AnyPosition::Reversi(_) => Event::MoveAsked(None),
    }
}

fn said(position: &AnyPosition, events: &[Event]) -> String {
    match position {
        AnyPosition::Tictactoe(_) => {
            let mut text = Vec::new();
            events.iter().for_each(|event| Dialect::Tictactoe.write(event, &mut text));
            String::from_utf8_lossy(&text).into_owned()
        }
        AnyPosition::Reversi(position) => reversi::said(position.game(), events),
    }
}
