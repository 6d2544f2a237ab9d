//! The words of an article series on how to think of board games (`fixtures/marubatsu/SPEC.md`): the
//! rules of tic-tac-toe, squares by row letter and column number, a board of box-drawing characters,
//! a refusal with its reason, and two lines at the end.
//!
//! The model behind the words, [`MarubatsuState`] and [`Action`] with their notations, is the article's own: a
//! player gives an action, the state says whether it is allowed and what comes of it.

mod action;
mod state;

pub(crate) use action::{Act, Action};
pub(crate) use state::{Finish, MarubatsuState};

use super::phrase::{self, Phrase, Picture, phrase};
use super::{Referee, Speech, Unreadable, Vocabulary};
use crate::challenge::FeedMode;
use crate::game::tictactoe::{Position, Square};
use crate::game::{AnyPosition, Board, Cell, Outcome, Side};
use crate::session::{Cause, Conduct, Event, Refusal};

static PICTURE: Picture = Picture {
    drawn: "    1   2   3
  ┏━━━┳━━━┳━━━┓
a ┃ * ┃ * ┃ * ┃
  ┣━━━╋━━━╋━━━┫
b ┃ * ┃ * ┃ * ┃
  ┣━━━╋━━━╋━━━┫
c ┃ * ┃ * ┃ * ┃
  ┗━━━┻━━━┻━━━┛
",
    width: 3,
    cells: &[(" ", Cell::Empty), ("o", Cell::Marked(Side::FIRST)), ("x", Cell::Marked(Side::SECOND))],
};

static PHRASES: [Phrase; 19] = [
    phrase("\"o\" to play. > ", "", Event::MoveAsked(Some(Side::FIRST))),
    phrase("\"x\" to play. > ", "", Event::MoveAsked(Some(Side::SECOND))),
    refusal("Invalid notation.", Refusal::Unreadable),
    refusal("The action is rejected: It is a turn of \"o\".", Refusal::OutOfTurn(Side::FIRST)),
    refusal("The action is rejected: It is a turn of \"x\".", Refusal::OutOfTurn(Side::SECOND)),
    refusal("The action is rejected: You have already filled this square.", Refusal::OwnSquare),
    refusal(
        "The action is rejected: The square has already been filled with \"o\".",
        Refusal::TakenBy(Side::FIRST),
    ),
    refusal(
        "The action is rejected: The square has already been filled with \"x\".",
        Refusal::TakenBy(Side::SECOND),
    ),
    ending("\"o\" win !", Event::GameEnded(Some(Outcome::Won(Side::FIRST)))),
    ending("\"x\" win !", Event::GameEnded(Some(Outcome::Won(Side::SECOND)))),
    ending("Draw !", Event::GameEnded(Some(Outcome::Tie))),
    ending("The game is end.", Event::GameEnded(None)),
    ending("A horizontal line is completed !", Event::CauseGiven(Cause::Row)),
    ending("A vertical line is completed !", Event::CauseGiven(Cause::Column)),
    ending("A diagonal line is completed !", Event::CauseGiven(Cause::Diagonal)),
    ending("No line is completed.", Event::CauseGiven(Cause::NoLine)),
    ending("\"o\" resigned.", Event::CauseGiven(Cause::Resigned(Side::FIRST))),
    ending("\"x\" resigned.", Event::CauseGiven(Cause::Resigned(Side::SECOND))),
    ending("The game is aborted.", Event::CauseGiven(Cause::Aborted)),
];

const fn refusal(words: &'static str, why: Refusal) -> Phrase {
    phrase(words, "\n\n", Event::InputRefused(why))
}

const fn ending(words: &'static str, event: Event) -> Phrase {
    phrase(words, "\n", event)
}

pub(super) struct MarubatsuWords;

impl Speech for MarubatsuWords {
    fn name(&self) -> &str {
        "marubatsu"
    }

    fn referee(&self, _final_board: bool) -> Referee {
        Referee::new(MarubatsuState::default(), read, Refusal::Unreadable)
    }

    fn write(&self, event: &Event, text: &mut Vec<u8>) {
        match event {
            Event::BoardShown(board) => PICTURE.write(board, text),
            message => phrase::write(&PHRASES, message, text),
        }
    }

    fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        phrase::scan(&PHRASES, text).or_else(|| PICTURE.scan(text))
    }

    fn taken(&self) -> &'static str {
        "\n"
    }

    /// The published program does when it is fed all at once.
    fn feeds(&self) -> &'static [FeedMode] {
        &[FeedMode::Ahead, FeedMode::Turn]
    }

    fn trial(&self) -> Vec<&str> {
        vec!["c1", "b2", "a1", "b1", "a2", "b3"]
    }

    fn examples(&self) -> Vec<(&str, Vec<&str>)> {
        vec![("article", vec!["b2", "b3", "a1", "c3", "a3", "b2", "a2", "c1"])]
    }

    fn vocabulary(&self) -> Option<&'static Vocabulary> {
        Some(&Vocabulary {
            squares: ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"],
            bad: &[
                "a4", "d1", "A1", "b22", "o:a1", "2b", " b2", "b2 ", "b2,c3", "5", "b", "Resign", "abort!",
                "hello", "?",
            ],
            endings: &["resign", "abort"],
        })
    }

    fn greeting(&self) -> &str {
        "Two players take turns; three in a row wins. Type a square, such as b2, or resign, or abort.\n"
    }

    fn start(&self) -> Option<AnyPosition> {
        Some(AnyPosition::Tictactoe(Position::start()))
    }

    fn side_name(&self, side: Side) -> String {
        action::letter(side).into()
    }

    fn square_name(&self, cell: usize) -> String {
        let square = u8::try_from(cell).ok().and_then(Square::new);
        square.map_or_else(String::new, |square| Act::Fill(square).to_string())
    }

    fn cell(&self, line: &[u8]) -> Option<usize> {
        let Ok(Act::Fill(square)) = read(line) else { return None };
        Some(square.number().into())
    }
}

/// The act that a line names.
/// Fails for everything that is no action's notation, to the letter.
pub(crate) fn read(line: &[u8]) -> Result<Act, Unreadable> {
    let act = std::str::from_utf8(line).ok().and_then(|line| line.parse().ok());
    act.ok_or(if line.is_empty() { Unreadable::Blank } else { Unreadable::Certain })
}

impl Conduct for MarubatsuState {
    type Input = Act;

    fn take(&self, act: Act) -> Result<MarubatsuState, Refusal> {
        self.apply(Action { player: self.turn(), act })
    }

    fn turn(&self) -> Vec<Event> {
        let board = Event::BoardShown(self.board());
        match self.finish() {
            None => vec![board, Event::MoveAsked(Some(self.turn()))],
            Some(Finish { outcome, cause }) => {
                vec![board, Event::GameEnded(outcome), Event::CauseGiven(cause)]
            }
        }
    }

    fn turn_again(&self) -> Vec<Event> {
        Conduct::turn(self)
    }

    fn has_ended(&self) -> bool {
        self.finish().is_some()
    }

    fn board(&self) -> Board {
        MarubatsuState::board(self)
    }
}

#[cfg(test)]
mod tests;
