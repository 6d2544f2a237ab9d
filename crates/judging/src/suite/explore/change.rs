//! A line that differs a little from another.

use super::super::dice::Dice;
use super::edges;
use super::pools::{Pools, numbers};
use crate::challenge::LONGEST;

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

/// The text with another letter in place of its first, so many further.
pub(super) fn with_other_letter(text: &[u8], number: usize) -> Vec<u8> {
    let mut text = text.to_vec();
    if let Some(letter) = text.iter_mut().find(|byte| byte.is_ascii_alphabetic()) {
        let first = if letter.is_ascii_lowercase() { b'a' } else { b'A' };
        *letter = first + (*letter - first + (number % 26) as u8) % 26;
    }
    text
}

/// How long a text is that is long for most programs, and yet decides where a challenge says nothing of lengths.
const LONG: usize = LONGEST;

/// Lines that a program may take for this one, or takes for it and should not: in other case, without the last word, with a pattern
/// that its second word matches, the text that was given before this one, a long one, without the last letter, with a blank in it or
/// at an end, none, and with more behind it; of a date those at the end of February, and one without leading zeros.
pub(super) fn mistakes(line: &[u8], before: Option<&[u8]>, sizes: &[usize]) -> Vec<Vec<u8>> {
    let Ok(text) = str::from_utf8(line) else { return Vec::new() };
    let middle = text.char_indices().nth(1).map_or(0, |(at, _)| at);
    let (start, rest) = text.split_at(middle);
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    let of_length = |size: usize| text.chars().cycle().take(size).collect::<String>();
    let shorter = text.rsplit_once(' ').map(|(before, _)| before.to_owned());
    let pattern = text.split_once(' ').and_then(|(command, rest)| {
        let (name, others) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
        Some(format!("{command} {}.{others}", name.strip_suffix(|last: char| last.is_ascii_alphabetic())?))
    });
    let before = before.and_then(|before| str::from_utf8(before).ok());
    let of_words =
        [Some(in_other_case(text)), shorter, pattern, before.map(str::to_owned), before.map(in_other_case)];
    let others = [of_length(LONG), text[..last].to_owned(), format!("{start} {rest}")];
    let sized = sizes.iter().flat_map(|size| [*size, size + 1]).map(of_length);
    let of_words = of_words.into_iter().flatten().chain(others).chain(sized).filter(|_| is_text(line));
    let of_all =
        [format!("{text} "), String::new(), format!(" {text}"), format!("{text}th"), format!("{text} x")];
    let part = text.split('.').next().map(|whole| format!("{whole}.333"));
    let all =
        of_words.chain(part.filter(|_| text.parse::<f64>().is_ok())).chain(of_all).chain(dates_beside(text));
    all.filter(|other| other != text && !text.is_empty()).map(String::into_bytes).collect()
}

/// Whether a line has letters.
pub(super) fn is_text(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphabetic)
}

fn in_other_case(text: &str) -> String {
    match text.contains(|sign: char| sign.is_ascii_lowercase()) {
        true => text.to_ascii_uppercase(),
        false => text.to_ascii_lowercase(),
    }
}

fn dates_beside(text: &str) -> Vec<String> {
    let Some(sign) = text.chars().find(|sign| "-/.".contains(*sign)) else { return Vec::new() };
    let numbers: Option<Vec<u32>> = text.split(sign).map(|part| part.parse().ok()).collect();
    let of = |parts: [u32; 3]| parts.map(|part| format!("{part:02}")).join(&sign.to_string());
    match numbers.as_deref() {
        Some(&[year, month, day]) if year > 31 => {
            let plain = [year, month, day].map(|part| part.to_string()).join(&sign.to_string());
            vec![plain, of([year, 2, 29]), of([year, 2, 30])]
        }
        Some(&[one, other, year]) if year > 31 => {
            let plain = [one, other, year].map(|part| part.to_string()).join(&sign.to_string());
            vec![plain, of([29, 2, year]), of([2, 29, year])]
        }
        _ => Vec::new(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_mistaken_in_the_ways_that_programs_have() {
        let told = |line: &str| -> Vec<String> {
            mistakes(line.as_bytes(), None, &[7])
                .into_iter()
                .map(|line| String::from_utf8(line).unwrap())
                .collect()
        };
        let long = "Exit".repeat(10);
        assert_eq!(
            told("Exit"),
            ["EXIT", &long, "Exi", "E xit", "ExitExi", "ExitExit", "Exit ", "", " Exit", "Exitth", "Exit x"]
        );
        assert_eq!(told("2"), ["2.333", "2 ", "", " 2", "2th", "2 x"]);
        assert_eq!(told("-1.5")[..2], ["-1.333", "-1.5 "]);
        let behind = |line: &str, before: &str| mistakes(line.as_bytes(), Some(before.as_bytes()), &[]);
        assert_eq!(
            behind("pay Ann 5", "Bob")[..5],
            ["PAY ANN 5", "pay Ann", "pay An. 5", "Bob", "BOB"].map(|line| line.as_bytes().to_vec())
        );
        assert_eq!(told("2025-01-15")[5..], ["2025-1-15", "2025-02-29", "2025-02-30"]);
        assert_eq!(told("15.1.2025")[5..], ["29.02.2025", "02.29.2025"]);
        assert_eq!(told("ä").first().map(String::as_str), Some("ä "));
        assert_eq!(told(""), [""; 0]);
    }
}
