//! Sources with one small change each, in any language: what a suite of a reference program must find.
//!
//! A source is cut into words, numbers, texts and signs, and is not parsed. Comments are left alone, and so is all within
//! texts but one letter of each. Some changes make no program; whoever starts it finds that out. Sources are bytes, since
//! not all are UTF-8.

mod conditions;
mod lexemes;
mod mutant;
mod statements;
mod words;

pub(crate) use lexemes::{Kind as LexemeKind, Lexeme, Syntax, cut as lexemes, is_word};
pub(crate) use mutant::SourceMutant;

/// All sources that differ from this one in one of these: a comparison, an operator, a word such as `and` or `true`, a number
/// by one, a letter of a text, a condition is negated, a range is longer or shorter, a statement is left out. In the
/// order of their places.
pub(crate) fn source_mutants(source: &[u8], syntax: &Syntax) -> Vec<SourceMutant> {
    let lexemes = lexemes::cut(source, syntax);
    let mut all = words::mutants(source, &lexemes);
    all.extend(conditions::mutants(source, &lexemes));
    all.extend(statements::mutants(source, &lexemes, syntax));
    all.sort_by_key(SourceMutant::place);
    all
}

/// So many of these at most: one of each of as many parts of equal length.
pub(crate) fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    let part = |number: usize| number * count / most..(number + 1) * count / most;
    // In parts of the same length the same place would often have the same sort of change.
    let chosen = |number: usize| part(number).start + number.wrapping_mul(STRIDE) % part(number).len();
    let mut chosen = (0..most).map(chosen).peekable();
    all.into_iter()
        .enumerate()
        .filter(|(place, _)| chosen.next_if_eq(place).is_some())
        .map(|(_, one)| one)
        .collect()
}

/// A large prime, so that its multiples are spread over the places of a part.
const STRIDE: usize = 7919;

#[cfg(test)]
mod tests;
