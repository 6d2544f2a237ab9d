//! Games of othello for `smoke`: pseudo-random games, the same every time, with some bad lines of each kind;
//! games that end early; and rows of bad lines.

use super::dice::Dice;
use super::kind::{EXAMPLES, SMOKE};
use super::offer::Offer;
use super::truth::Truth;
use super::{Case, Suite, near};
use crate::dialect::Dialect;
use crate::dialect::othello::{Program, Square};
use crate::game::Side;

/// How many whole games there are.
const GAMES: usize = 32;

/// Lines that name no square, and squares that are always occupied.
const BAD: [&str; 14] = ["z9", "d4", "a0", "E5", "i1", "a9", "hello", "e4x", "?", "d", "5", "3d", "..", "d5"];

/// What may follow a square: it is sent, and otherwise ignored. The last makes the longest line that decides. None has what BASIC's own
/// INPUT takes for its own, or ends with a space.
const TAILS: [&str; 7] =
    ["!", "hello", " to you", "\tand", "0", "xé", "-and-so-on-as-far-as-a-person-may-type"];

const AFTER: [&str; 4] = ["d3", ".", "", "hello"];

pub(super) struct OthelloRules;

impl Truth for OthelloRules {
    fn offers(&self) -> Vec<Offer> {
        let examples =
            || Suite::of_named(EXAMPLES, &Dialect::Othello, Case::examples(&Dialect::Othello), Vec::new());
        let smoke = || Suite::of_named(SMOKE, &Dialect::Othello, smoke(), [3, 100, 1100].map(row).to_vec());
        vec![
            Offer::of_files(),
            Offer::new(EXAMPLES, move || Ok(examples())),
            Offer::new(SMOKE, move || Ok(smoke())),
        ]
    }
}

fn smoke() -> Vec<Case> {
    let early = (0..6).map(|lines| ended_early(&whole_game(0), lines));
    let whole = (1..=GAMES).map(|seed| case(&format!("smoke-{seed:02}"), whole_game(seed as u64)));
    early.chain(whole).chain(near::runs(&Dialect::Othello, &["d3", "c5"])).collect()
}

fn case(name: &str, lines: Vec<String>) -> Case {
    let inputs = lines.into_iter().map(String::into_bytes).collect();
    Case { name: name.to_owned(), dialect: Dialect::Othello, inputs }
}

/// A whole game, with a bad line or a check for messages in every fourth position, and lines after it.
fn whole_game(seed: u64) -> Vec<String> {
    let mut dice = Dice(seed);
    let (mut programs, mut turn, mut lines) = (Side::BOTH.map(Program::new), Side::FIRST, Vec::new());
    while !programs[0].is_over() {
        let squares: Vec<Square> = programs[0].discs().moves(turn).collect();
        if dice.below(4) == 0 {
            lines.push(BAD[dice.below(BAD.len())].to_owned());
        }
        if squares.is_empty() || dice.below(16) == 0 {
            lines.push(String::new());
        }
        if let Some(&square) = dice.one_of(&squares) {
            for program in &mut programs {
                program.make(turn, square);
            }
            let tail = TAILS[dice.below(TAILS.len())];
            lines.push(spelled(square, tail, dice.below(12)));
        }
        turn = turn.other();
    }
    lines.extend(AFTER.map(str::to_owned));
    lines
}

/// A square in one of its spellings, mostly the usual one.
fn spelled(square: Square, tail: &str, way: usize) -> String {
    match way {
        0 => square.to_string().to_uppercase(),
        1 | 2 => format!("{square}{tail}"),
        _ => square.to_string(),
    }
}

/// The beginning of a game, which is ended after this many of its lines.
fn ended_early(game: &[String], lines: usize) -> Case {
    let end = [".".to_owned()].into_iter().chain(AFTER.map(str::to_owned));
    case(&format!("smoke-ended-after-{lines}-lines"), game[..lines].iter().cloned().chain(end).collect())
}

/// A row of bad lines in the middle of a game.
fn row(length: usize) -> Case {
    let bad = BAD.iter().cycle().take(length).copied();
    let lines = ["d3", "c3"].into_iter().chain(bad).chain(["c4", "."]);
    case(&format!("burst-{length}"), lines.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::othello::{Pair, read};
    use crate::session::{Conduct as _, Refusal, Session};

    #[test]
    fn every_game_comes_to_its_end_and_goes_on_after() {
        let suites = ["smoke", "examples"].map(|name| Suite::of(&Dialect::Othello, name).unwrap());
        for case in suites.iter().flat_map(Suite::cases) {
            let mut pair = Session::new(Pair::default());
            let mut after = 0;
            for line in &case.inputs {
                after += usize::from(pair.game().has_ended());
                let input = read(line);
                pair.answer(input.map_err(|_| Refusal::Unreadable));
            }
            assert!(pair.game().has_ended(), "{}", case.name);
            assert!(after == AFTER.len() || !case.name.starts_with("smoke"), "{}: {after}", case.name);
        }
    }
}
