//! The words of an article on two programs that play Othello with each other (`fixtures/othello/SPEC.md`).
//!
//! Each program shows its own board, with a mark where its own side may move, and asks its own player;
//! what it tells the other, and hears, it says in a line. [`Program`] is one of the two, [`Pair`] both
//! of them at one input.

mod discs;
mod pair;
mod program;

pub use discs::Square;
pub use pair::Pair;
pub use program::{Input, Program, read};

use super::phrase::{self, Phrase, Picture, phrase};
use super::reversi::Table;
use super::{Referee, Speech};
use crate::game::{AnyPosition, Cell, Side};
use crate::session::{Cause, Event, Refusal, Talk};
use discs::MARK;

/// The names of the programs.
pub const NAMES: [&str; 2] = ["black", "white"];

static PICTURE: Picture = Picture {
    drawn: "   a b c d e f g h
 1 ********
 2 ********
 3 ********
 4 ********
 5 ********
 6 ********
 7 ********
 8 ********
",
    width: 8,
    cells: &[
        ("□", Cell::Empty),
        ("●", Cell::Marked(Side::FIRST)),
        ("○", Cell::Marked(Side::SECOND)),
        ("・", MARK),
    ],
};

/// Every message that is always the same.
static PHRASES: [Phrase; 11] = [
    phrase("内容?-> white ", "", Event::MoveAsked(Some(Side::FIRST))),
    phrase("内容?-> black ", "", Event::MoveAsked(Some(Side::SECOND))),
    line("石を置く場所がありません。パスしてください。", Event::PassAsked),
    line("双方共に石を置く場所がありません。終局します。", Event::CauseGiven(Cause::NoMove)),
    line("終了します。", Event::CauseGiven(Cause::Aborted)),
    line("置く石の位置は a1~h8 で指定してください。", Event::InputRefused(Refusal::Unreadable)),
    line("石を置けません。", Event::InputRefused(Refusal::Invalid)),
    line("問題なし。", Event::Talked(Talk::Nothing)),
    line("発言失敗。", Event::Talked(Talk::Failed)),
    line("発言成功。", Event::Talked(Talk::Sent)),
    line("発言は失敗。", Event::Talked(Talk::Unsaid)),
];

/// The text before the sender and the words of a message.
const RECEIVED: &str = "メッセージ受信。From:";

const fn line(words: &'static str, event: Event) -> Phrase {
    phrase(words, "\n", event)
}

pub(super) struct OthelloWords;

impl Speech for OthelloWords {
    fn name(&self) -> &str {
        "othello"
    }

    fn referee(&self, _final_board: bool) -> Referee {
        Referee::new(Pair::default(), read, Refusal::Unreadable)
    }

    fn write(&self, event: &Event, text: &mut Vec<u8>) {
        match event {
            Event::BoardShown(board) => PICTURE.write(board, text),
            Event::Talked(Talk::Received { from, text: said }) => {
                text.extend_from_slice(format!("{RECEIVED}{} {said}\n", NAMES[from.index()]).as_bytes());
            }
            Event::DiscsCounted([black, white]) => {
                text.extend_from_slice(format!("black:{black} / white:{white}\n").as_bytes());
            }
            message => phrase::write(&PHRASES, message, text),
        }
    }

    fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        phrase::scan(&PHRASES, text)
            .or_else(|| scan_received(text))
            .or_else(|| scan_counts(text))
            .or_else(|| PICTURE.scan(text))
    }

    fn trial(&self) -> Vec<&str> {
        vec!["d3", "c3", "c4", "."]
    }

    fn examples(&self) -> Vec<(&str, Vec<&str>)> {
        vec![("article", vec!["d3", "c3", "c4", "."])]
    }

    fn greeting(&self) -> &str {
        "Both sides here. Type a square such as d3, Enter to pass, . to quit.\n"
    }

    fn start(&self) -> Option<AnyPosition> {
        usual().start()
    }

    fn side_name(&self, side: Side) -> String {
        NAMES[side.index()].to_owned()
    }

    fn square_name(&self, cell: usize) -> String {
        usual().square_name(cell)
    }

    fn cell(&self, line: &[u8]) -> Option<usize> {
        let Ok(Input::Move(square, _)) = read(line) else { return None };
        usual().cell(square.to_string().as_bytes())
    }
}

/// The words of reversi on the same board.
fn usual() -> &'static dyn Speech {
    Table::usual().words()
}

fn scan_received(text: &[u8]) -> Option<(Event, usize)> {
    let message = text.strip_prefix(RECEIVED.as_bytes())?;
    let from = Side::BOTH.into_iter().find(|side| message.starts_with(NAMES[side.index()].as_bytes()))?;
    let words = message[NAMES[from.index()].len()..].strip_prefix(b" ")?;
    let words = words.split(|&byte| byte == b'\n').next()?;
    let words = std::str::from_utf8(words.strip_suffix(b"\r").unwrap_or(words)).ok()?;
    let length = RECEIVED.len() + NAMES[from.index()].len() + 1 + words.len();
    Some((Event::Talked(Talk::Received { from, text: words.to_owned() }), length))
}

fn scan_counts(text: &[u8]) -> Option<(Event, usize)> {
    let (black, rest) = scan_count(text.strip_prefix(b"black:")?)?;
    let (white, rest) = scan_count(rest.strip_prefix(b" / white:")?)?;
    Some((Event::DiscsCounted([black, white]), text.len() - rest.len()))
}

/// A number from 0 to 64, as the reference writes it.
fn scan_count(text: &[u8]) -> Option<(u32, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(digits);
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (number <= 64 && (digits.len() == 1 || digits[0] != b'0')).then_some((number, rest))
}
