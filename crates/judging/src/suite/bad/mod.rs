//! Bad lines that make real programs fail: one game for each class of them, in which every line of the class
//! is fed to both players.
//!
//! The classes come from a model of how programs read and convert a line. A reader has a buffer, which splits
//! or cuts long lines; a quote, a backslash or a control character may have a special meaning to it. A
//! conversion wraps or rounds large numbers, reads only a part of the line, accepts names, other notations or
//! other scripts, or crashes on a line that it does not know. For each fault of the model there is a faulty
//! referee (`suite::mutant`), and lines here find it.
//!
//! A refusal does not change the game, so a whole class fits into two positions of one game. Lines that may
//! be read as a move are fed in games of their own, which end whichever way they are read.

mod class;
mod doubtful;
mod long;
mod numbers;
mod words;

pub(super) use class::once_each;
use class::{Class, Open, case};

use super::{Case, refusals};
use crate::challenge::Weakness;
use crate::dialect::Dialect;

/// A game of tictactoe for each class with its lines within the domain.
pub(super) fn games() -> Vec<Case> {
    let domain = Dialect::Tictactoe.domain();
    let is_wanted = |line: &[u8]| domain.decides(line);
    let at_the_start = doubtful::classes().into_iter().filter_map(|class| class.only(is_wanted));
    let at_the_start = at_the_start.map(|class| class.game_at_the_start());
    games_of(is_wanted).into_iter().chain(at_the_start).chain(last_moves()).collect()
}

/// A game of tictactoe for each class with its lines outside the domain that are of this kind.
pub(super) fn games_outside(weakness: Weakness) -> Vec<Case> {
    let domain = Dialect::Tictactoe.domain();
    let again = (weakness == Weakness::Long).then(refusals::repeated_long_words);
    games_of(|line| domain.weakness(line) == Some(weakness)).into_iter().chain(again).collect()
}

/// A short game with lines in its middle that leave the domain in this way. Empty without lines.
pub(super) fn within_trial(dialect: &Dialect, weakness: Weakness) -> Vec<Case> {
    let is_wanted = |line: &Vec<u8>| dialect.domain().weakness(line) == Some(weakness);
    let lines: Vec<_> = untypeable().into_iter().filter(is_wanted).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let trial = dialect.trial_inputs();
    let (before, after) = trial.split_at(trial.len() / 2);
    let inputs = [before, &lines, after].concat();
    vec![Case { name: "lines-untypeable".to_owned(), dialect: dialect.clone(), inputs }]
}

fn games_of(is_wanted: impl Fn(&[u8]) -> bool) -> Vec<Case> {
    let certain = [numbers::classes(), words::classes(), long::classes()].into_iter().flatten();
    let certain = certain.filter_map(|class| class.only(&is_wanted)).map(Class::game);
    let open = doubtful::classes().into_iter().filter_map(|class| class.only(&is_wanted));
    certain.chain(open.map(|class| class.game())).collect()
}

/// Lines of a class, for programs that take other inputs than squares.
pub(super) struct Lines {
    pub(super) name: String,
    pub(super) lines: Vec<Vec<u8>>,
    /// Whether a program may read them as another line, or ignore them.
    pub(super) is_doubtful: bool,
}

/// All classes, with numbers that wrap to one of these targets.
pub(super) fn lines(targets: &[i128]) -> Vec<Lines> {
    let numbers = numbers::classes().into_iter().skip(1);
    let certain = numbers.chain(words::classes()).chain(long::classes());
    let certain = certain.map(|Class { name, lines, once, .. }| (name, [lines, once].concat(), false));
    let open = doubtful::classes().into_iter().map(|Open { name, lines, .. }| (name.to_owned(), lines, true));
    let wrapping = ("wrapping-numbers".to_owned(), numbers::wrapping(targets), false);
    let class = |(name, lines, is_doubtful)| Lines { name, lines: once_each(lines), is_doubtful };
    [wrapping].into_iter().chain(certain).chain(open).map(class).collect()
}

/// Lines that nobody can type, and that name no input of any game.
pub(super) fn untypeable() -> Vec<Vec<u8>> {
    let short = ["x\0y", "\0", "x\u{1}y", "\u{1b}[A", "x\u{4}", "x\ry", "x\u{2028}y", "x\u{200b}"];
    let no_text: [&[u8]; 3] = [b"\xff", b"x\xc3(", b"\xed\xa0\x80"];
    let long =
        [41, 64, 80, 100, 128, 200, 255, 256, 512, 1025, 4097, 65_536].map(|length| vec![b'x'; length]);
    [class::lines(&short), no_text.map(<[u8]>::to_vec).into(), long.into()].concat()
}

/// Games that end with their last line: a program that reads one line ahead, or counts arguments wrongly,
/// does not reach the end.
fn last_moves() -> Vec<Case> {
    let games =
        [("last-move-of-x", "40286"), ("last-move-of-o", "041286"), ("last-move-of-a-tie", "428017356")];
    let inputs = |moves: &str| moves.bytes().map(|square| vec![square]).collect();
    games.map(|(name, moves)| case(name, inputs(moves))).into()
}

#[cfg(test)]
mod tests;
