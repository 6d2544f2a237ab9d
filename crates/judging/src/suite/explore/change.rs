//! A line that differs a little from another.

use super::super::dice::Dice;
use super::edges;
use super::pools::{Pools, numbers};

/// How often a token is repeated at once.
const REPEATED: usize = 8;

/// The line with one change, sometimes with two.
pub(super) fn changed(line: &[u8], pools: &Pools, dice: &mut Dice) -> Vec<u8> {
    let once = change(line, pools, dice);
    if dice.below(4) == 0 { change(&once, pools, dice) } else { once }
}

fn change(line: &[u8], pools: &Pools, dice: &mut Dice) -> Vec<u8> {
    let numbers = numbers(line);
    if !numbers.is_empty() && dice.below(2) == 0 {
        let at = &numbers[dice.below(numbers.len())];
        let other = edges::instead_of(&line[at.clone()], &pools.numbers, dice);
        return [&line[..at.start], &other, &line[at.end..]].concat();
    }
    let tokens: Vec<Vec<u8>> = line.split(|byte| *byte == b' ').map(<[u8]>::to_vec).collect();
    match dice.below(24) {
        0 => Vec::new(),
        1 => [b" ", line].concat(),
        2 => [line, b" "].concat(),
        3 => tokens.join(&b"  "[..]),
        _ => with_tokens(tokens, pools, dice).join(&b' '),
    }
}

fn with_tokens(mut tokens: Vec<Vec<u8>>, pools: &Pools, dice: &mut Dice) -> Vec<Vec<u8>> {
    let at = dice.below(tokens.len());
    match dice.below(14) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at].clone()),
        2 => tokens[at] = tokens[at].repeat(REPEATED),
        3 => {
            let other = dice.below(tokens.len());
            tokens.swap(at, other);
        }
        4..6 | 11..13 => tokens[at] = mistaken(&tokens[at], dice),
        6 => tokens.push(pools.value(dice)),
        7..9 => {
            // The first word is mostly the command.
            let at = if tokens.len() > 1 { 1 + dice.below(tokens.len() - 1) } else { at };
            tokens[at] = pools.value(dice);
        }
        9..11 => {
            let at = if tokens.len() > 1 { 1 + dice.below(tokens.len() - 1) } else { at };
            tokens[at] = pools.name(dice);
        }
        _ => tokens[at] = pools.word(dice),
    }
    tokens
}

/// The line with parts of another one of its command: each token, or each character of a line that is one token.
pub(super) fn crossed(line: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let [tokens, others] = [line, other].map(|line| line.split(|byte| *byte == b' ').collect::<Vec<_>>());
    if tokens.len() != others.len() {
        return line.to_vec();
    }
    let mut either =
        |one: &[u8], other: &[u8]| if dice.below(2) == 0 { one.to_vec() } else { other.to_vec() };
    match (&tokens[..], line.len() == other.len()) {
        ([_], true) => (0..line.len()).flat_map(|at| either(&line[at..=at], &other[at..=at])).collect(),
        _ => {
            tokens.iter().zip(&others).map(|(one, other)| either(one, other)).collect::<Vec<_>>().join(&b' ')
        }
    }
}

/// Signs that mean something in patterns, formats and quoted texts.
const SIGNS: &[u8] = b".*%\\$[+?^&|'\"";

/// A word that a program may take for this one: in other case, its beginning, a longer one, with another letter, or a pattern that
/// it matches.
fn mistaken(word: &[u8], dice: &mut Dice) -> Vec<u8> {
    let at = dice.below(word.len().max(1));
    let with = |sign: u8| {
        word.iter().enumerate().map(|(place, byte)| if place == at { sign } else { *byte }).collect()
    };
    match dice.below(8) {
        0 if word.iter().any(u8::is_ascii_lowercase) => word.to_ascii_uppercase(),
        0 => word.to_ascii_lowercase(),
        1 => related(word, dice),
        2 => b".*".to_vec(),
        3 => [word, b"*"].concat(),
        4 => with(b'a' + dice.below(26) as u8),
        5 => with(SIGNS[dice.below(SIGNS.len())]),
        _ => with(b'.'),
    }
}

/// A word that begins with this one, or that this one begins with.
fn related(word: &[u8], dice: &mut Dice) -> Vec<u8> {
    match dice.below(2) {
        0 if word.len() > 1 => word[..word.len() - 1].to_vec(),
        _ => [word, &[b'a' + dice.below(26) as u8]].concat(),
    }
}
