//! Conditions that are negated.

use super::lexemes::{Kind, LONGEST, Lexeme, are_in_line, closing};
use super::mutant::SourceMutant;

/// Words after which a condition stands.
const IF: [&str; 5] = ["if", "elif", "elsif", "elseif", "unless"];

pub(super) fn mutants(source: &[u8], lexemes: &[Lexeme]) -> Vec<SourceMutant> {
    let is_if = |place: &usize| IF.iter().any(|word| lexemes[*place].is(source, word));
    (0..lexemes.len()).filter(is_if).filter_map(|place| negated(source, lexemes, place)).collect()
}

/// How a condition ends.
enum End {
    /// Before a word or sign at this place: `if a:`, `if a then`, `b if a else c`.
    Before(usize),
    /// With a bracket at this place: `if (a)`.
    Bracket(usize),
}

fn negated(source: &[u8], lexemes: &[Lexeme], place: usize) -> Option<SourceMutant> {
    let first = lexemes.get(place + 1)?;
    let is_negated = first.is(source, "not") || first.is(source, "!");
    let at = first.at.start;
    let (end, open, close) = match end(source, lexemes, place)? {
        _ if is_negated => return None,
        End::Before(place) => (lexemes[place - 1].at.end, "not (", ")"),
        End::Bracket(place) => (lexemes[place].at.end, "(!", ")"),
    };
    let keyword = lexemes[place].at.start..end;
    let with = [&source[keyword.start..at], open.as_bytes(), &source[at..end], close.as_bytes()].concat();
    Some(SourceMutant::told(source, keyword, with, "was negated"))
}

fn end(source: &[u8], lexemes: &[Lexeme], place: usize) -> Option<End> {
    let mut depth = 0_usize;
    for (other, lexeme) in lexemes.iter().enumerate().skip(place + 1).take(LONGEST) {
        if !are_in_line(source, lexemes[other - 1].at.start, lexeme.at.start) {
            break;
        }
        match lexeme.text(source) {
            b"(" | b"[" | b"{" if lexeme.kind == Kind::Sign => depth += 1,
            b")" | b"]" | b"}" if lexeme.kind == Kind::Sign => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => break,
            },
            b":" | b"then" | b"else" if depth == 0 && other > place + 1 && lexeme.kind != Kind::Text => {
                // In a shell a command stands before `;` and `then`.
                return (!lexemes[other - 1].is(source, ";")).then_some(End::Before(other));
            }
            _ => {}
        }
    }
    let open = place + 1;
    let is_bracket = lexemes.get(open).is_some_and(|open| open.is(source, "("));
    is_bracket.then(|| closing(source, lexemes, open)).flatten().map(End::Bracket)
}
