//! The shortest game that shows a failure, and the shortest session of any lines that shows a difference.
//!
//! A failing game is shortened in steps. Each step is kept only if the program, run again, still fails in the
//! same way: cut at the failure; leave out everything that was refused before it; delete stretches of a long
//! game, each half as long as before; delete single inputs and pairs of inputs until none can be deleted; use
//! the smallest squares. Pairs are needed because deleting one move gives every later mark to the other
//! player. No game is tried twice: of a thousand equal lines it does not matter which is deleted.
//!
//! A closure runs the program, so that this module is pure. Two failures are alike if the same kind of text is missing. The second step shows whether only the position
//! matters or also the way to it.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::ExpectedTranscript;
use crate::dialect::Dialect;

/// A game of no more inputs is short: there are few enough pairs of inputs to delete each.
const SHORT: usize = 24;

/// A game made short.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shrunk {
    /// The inputs that are left.
    pub inputs: Vec<Vec<u8>>,
    /// Whether the failure needs inputs that were refused before it: it depends on the way to the
    /// position, not on the position alone.
    pub needs_history: bool,
}

/// Shortens a failing game. `inputs` ends with the input that got the wrong answer; `fails` tells whether a
/// game fails in the same way.
pub fn shrink(dialect: &Dialect, inputs: &[Vec<u8>], mut fails: impl FnMut(&[Vec<u8>]) -> bool) -> Shrunk {
    let legal = from_position(dialect, inputs, 1);
    let is_position_enough = legal == inputs || fails(&legal);
    // What is needed of the way is most likely near its end.
    let kept = std::iter::successors(Some(2), |kept| Some(kept * 2)).take_while(|kept| *kept < inputs.len());
    let mut later =
        kept.map(|kept| from_position(dialect, inputs, kept)).filter(|game| game.len() < inputs.len());
    let mut best = match is_position_enough {
        true => legal,
        false => later.find(|game| fails(game)).unwrap_or_else(|| inputs.to_vec()),
    };
    let (mut tried, hasher) = (HashMap::new(), RandomState::new());
    let mut fails = |game: &[Vec<u8>]| *tried.entry(hasher.hash_one(game)).or_insert_with(|| fails(game));
    best = fewest(best, &mut fails);
    if let Some(plain) = plainly_refused(dialect, &best).filter(|plain| fails(plain)) {
        let plain = fewest(plain, &mut fails);
        best = if plain.len() < best.len() { plain } else { best };
    }
    for at in 0..best.len() {
        if let Some(smaller) = smaller(dialect, &best, at).into_iter().find(|smaller| fails(smaller)) {
            best = smaller;
        }
    }
    Shrunk { inputs: best, needs_history: !is_position_enough }
}

/// Shortens a session of any lines in which something differs: few lines first, then short ones. `differs` plays one; no session is played twice.
pub fn shortest(session: Vec<Vec<u8>>, mut differs: impl FnMut(&[Vec<u8>]) -> bool) -> Vec<Vec<u8>> {
    let (mut tried, hasher) = (HashMap::new(), RandomState::new());
    let mut differs =
        |lines: &[Vec<u8>]| *tried.entry(hasher.hash_one(lines)).or_insert_with(|| differs(lines));
    let mut session = fewest(session, &mut differs);
    let mut at = 0;
    while at < session.len() {
        let with = |line: Vec<u8>| [&session[..at], &[line], &session[at + 1..]].concat();
        match simpler(&session[at]).into_iter().map(with).find(|simpler| differs(simpler)) {
            Some(simpler) => session = simpler,
            None => at += 1,
        }
    }
    // With simpler lines, others may have become superfluous.
    fewest(session, &mut differs)
}

/// The line with less in it, the least first.
fn simpler(line: &[u8]) -> Vec<Vec<u8>> {
    let tokens: Vec<_> = line.split(|byte| *byte == b' ').collect();
    let without = |at: usize| [&tokens[..at], &tokens[at + 1..]].concat().join(&b' ');
    let mut simpler: Vec<_> =
        if tokens.len() > 1 { (0..tokens.len()).map(without).collect() } else { Vec::new() };
    let halves = |(at, token): (usize, &&[u8])| {
        let half = token.len() / 2;
        let parts = [&token[..half], &token[half..], &token[1..], &token[..token.len() - 1]];
        parts.map(|part| [&tokens[..at], &[part], &tokens[at + 1..]].concat().join(&b' '))
    };
    simpler.extend(tokens.iter().enumerate().filter(|(_, token)| token.len() > 1).flat_map(halves));
    simpler
}

/// A failing game without each input, pair of inputs and stretch that it can do without. None is tried twice if `fails`
/// remembers.
fn fewest(mut game: Vec<Vec<u8>>, fails: &mut impl FnMut(&[Vec<u8>]) -> bool) -> Vec<Vec<u8>> {
    if game.len() > SHORT {
        game = without_stretches(game, fails);
    }
    loop {
        let Some(next) = shorter(&game).find(|shorter| fails(shorter)) else { return game };
        game = next;
    }
}

/// The game with its last `kept` inputs unchanged, and no refused inputs before them; for a declared challenge, the shortest game
/// to the same state comes before them.
pub fn from_position(dialect: &Dialect, inputs: &[Vec<u8>], kept: usize) -> Vec<Vec<u8>> {
    if dialect.observed().is_some() {
        return inputs.to_vec();
    }
    let (before, last) = inputs.split_at(inputs.len().saturating_sub(kept));
    let start = match dialect.declared() {
        Some(declared) => declared.shortest_to_end_of(before).unwrap_or_else(|| before.to_vec()),
        None => {
            let steps = ExpectedTranscript::strict(dialect, inputs);
            let was_refused = |index: usize| steps.steps()[index + 1].is_refusal();
            let kept = before.iter().enumerate().filter(|(index, _)| !was_refused(*index));
            kept.map(|(_, input)| input.clone()).collect()
        }
    };
    [&start[..], last].concat()
}

/// The game without all stretches that can go: of half its inputs first, of one input last.
fn without_stretches(mut game: Vec<Vec<u8>>, fails: &mut impl FnMut(&[Vec<u8>]) -> bool) -> Vec<Vec<u8>> {
    let mut length = game.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at < game.len() {
            let shorter = without(&game, |index| (at..at + length).contains(&index));
            if fails(&shorter) { game = shorter } else { at += length }
        }
        length /= 2;
    }
    game
}

/// The game with numbers above all squares in the place of what is refused, if that is a square: a program that counts refusals
/// needs any, and a square is refused only after a move to it.
fn plainly_refused(dialect: &Dialect, game: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
    let squares = &dialect.vocabulary()?.squares;
    let steps = ExpectedTranscript::strict(dialect, game);
    let is_taken = |(index, input): (usize, &Vec<u8>)| {
        steps.steps()[index + 1].is_refusal() && squares.iter().any(|square| square.as_bytes() == input)
    };
    let plain = |(index, input): (usize, &Vec<u8>)| match is_taken((index, input)) {
        true => (squares.len() + index).to_string().into_bytes(),
        false => input.clone(),
    };
    game.iter().enumerate().any(is_taken).then(|| game.iter().enumerate().map(plain).collect())
}

/// Every game with one or two inputs fewer; the fewer first, and long stretches before both.
fn shorter(inputs: &[Vec<u8>]) -> impl Iterator<Item = Vec<Vec<u8>>> {
    let count = inputs.len();
    let stretches = [count / 2, count / 4, count / 8].into_iter().filter(|length| *length > 2);
    let stretches =
        stretches.flat_map(move |length| (0..=count - length).step_by(length).map(move |at| (at, length)));
    let without_stretch =
        stretches.map(|(at, length)| without(inputs, |index| (at..at + length).contains(&index)));
    let pairs =
        (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b))).filter(move |_| count <= SHORT);
    let without_pair = pairs.map(|(a, b)| without(inputs, |index| index == a || index == b));
    let without_one = (0..count).map(|at| without(inputs, |index| index == at));
    without_stretch.chain(without_pair).chain(without_one)
}

fn without(inputs: &[Vec<u8>], is_gone: impl Fn(usize) -> bool) -> Vec<Vec<u8>> {
    let kept = inputs.iter().enumerate().filter(|(index, _)| !is_gone(*index));
    kept.map(|(_, input)| input.clone()).collect()
}

/// The game with a smaller square at one place, smallest first; where that square occurs elsewhere,
/// the two are exchanged.
fn smaller(dialect: &Dialect, inputs: &[Vec<u8>], at: usize) -> Vec<Vec<Vec<u8>>> {
    let square = &inputs[at];
    let squares = dialect.vocabulary().map_or(&[][..], |vocabulary| &vocabulary.squares);
    let place = squares.iter().position(|known| known.as_bytes() == square);
    let exchange = |smaller: &&str| {
        let exchanged = |input: &Vec<u8>| match input {
            other if other == smaller.as_bytes() => square.clone(),
            other if other == square => smaller.as_bytes().to_vec(),
            _ => input.clone(),
        };
        inputs.iter().map(exchanged).collect()
    };
    squares[..place.unwrap_or(0)].iter().map(exchange).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(words: &str) -> Vec<Vec<u8>> {
        words.split(' ').map(|word| word.as_bytes().to_vec()).collect()
    }

    #[test]
    fn a_fault_of_the_position_is_cut_to_its_shortest_game() {
        // X has a line of 2, 4 and 6, and it was the last mark.
        let fails = |inputs: &[Vec<u8>]| {
            let has = |digit: &str| inputs.iter().any(|input| input == digit.as_bytes());
            has("2") && has("4") && has("6") && inputs.len() >= 5
        };
        let shrunk = shrink(&Dialect::Tictactoe, &game("4 9 a 0 8 1 -1 2 5 6"), fails);
        assert_eq!(shrunk.inputs.len(), 5);
        assert!(!shrunk.needs_history);
    }

    #[test]
    fn a_fault_of_the_way_keeps_what_it_needs() {
        let fails = |inputs: &[Vec<u8>]| inputs.iter().filter(|input| *input == b"a").count() >= 3;
        let shrunk = shrink(&Dialect::Tictactoe, &game("4 a 0 a 8 a 3 a"), fails);
        assert_eq!(shrunk.inputs, game("a a a"));
        assert!(shrunk.needs_history);
    }

    #[test]
    fn only_the_end_of_the_way_to_a_position_is_kept() {
        let mut tries = 0;
        let fails = |inputs: &[Vec<u8>]| {
            tries += 1;
            inputs.windows(2).any(|pair| pair == game("b a")) && inputs.iter().any(|input| input == b"0")
        };
        let long = ["0"].into_iter().chain(std::iter::repeat_n("b a c", 500)).collect::<Vec<_>>();
        assert_eq!(shrink(&Dialect::Tictactoe, &game(&long.join(" ")), fails).inputs, game("0 b a"));
        assert!(tries < 20, "{tries}");
    }

    #[test]
    fn a_long_row_of_equal_lines_is_cut_in_few_tries() {
        let mut tries = 0;
        let fails = |inputs: &[Vec<u8>]| {
            tries += 1;
            inputs.iter().filter(|input| *input == b"a").count() >= 1000
        };
        let long = ["4", "9", "0"].into_iter().chain(std::iter::repeat_n("a", 1100)).collect::<Vec<_>>();
        let shrunk = shrink(&Dialect::Tictactoe, &game(&long.join(" ")), fails);
        assert_eq!(shrunk.inputs, game(&["a"; 1000].join(" ")));
        assert!(tries < 100, "{tries}");
    }

    #[test]
    fn where_refusals_count_they_need_no_moves() {
        let fails = |inputs: &[Vec<u8>]| {
            let steps = ExpectedTranscript::strict(&Dialect::Tictactoe, inputs);
            steps.steps().iter().filter(|step| step.is_refusal()).count() >= 4
        };
        let shrunk = shrink(&Dialect::Tictactoe, &game("8 1 8 1 7 0 7 0"), fails);
        assert_eq!(shrunk.inputs.len(), 4, "{:?}", shrunk.inputs);
    }

    #[test]
    fn the_smallest_squares_are_taken() {
        let fails = |inputs: &[Vec<u8>]| inputs.len() == 2 && inputs[0] == inputs[1];
        assert_eq!(shrink(&Dialect::Tictactoe, &game("7 7"), fails).inputs, game("0 0"));
    }

    fn lines(lines: &[&str]) -> Vec<Vec<u8>> {
        lines.iter().map(|line| line.as_bytes().to_vec()).collect()
    }

    #[test]
    fn lines_that_do_not_matter_go_and_the_others_become_short() {
        let differs = |session: &[Vec<u8>]| {
            let has = |part: &[u8]| session.iter().any(|line| line.starts_with(part));
            has(b"open a")
                && session.last().is_some_and(|line| line.starts_with(b"take a 10") && line.len() > 10)
        };
        let long = lines(&["x", "open ann", "sum", "put ann 5", "take ann 100000 please", "take a 1000000"]);
        assert_eq!(shortest(long, differs), lines(&["open a", "take a 1000"]));
    }
}
