//! Edits that leave out lines, brackets, parts or bytes; long stretches first.

use std::ops::Range;

use super::edit::Edit;
use super::lexemes::{LexedSource, LexemeKind};

/// The longest stretch of parts, and of bytes, that is left out at once. Longer ones are lines or in brackets.
const PARTS: usize = 16;
const BYTES: usize = 2;

/// Without stretches of lines: half of them at once first, one line last.
pub(super) fn of_lines(source: &LexedSource<'_>) -> Vec<Edit> {
    let lines = source.lines();
    let sizes = std::iter::successors(Some(lines.len() / 2), |size| Some(size / 2));
    let sizes = sizes.take_while(|size| *size > 0);
    sizes.flat_map(|size| stretches(&lines, size, size)).collect()
}

/// Without stretches of words, signs and what is between them.
pub(super) fn of_parts(source: &LexedSource<'_>) -> Vec<Edit> {
    let mut parts: Vec<_> =
        source.lexemes.iter().map(|lexeme| lexeme.at.clone()).chain(source.gaps()).collect();
    parts.sort_by_key(|part| part.start);
    let sizes = std::iter::successors(Some(PARTS), |size| Some(size / 2)).take_while(|size| *size > 0);
    sizes.chain([3]).flat_map(|size| stretches(&parts, size, size.div_ceil(4))).collect()
}

/// Without each byte, each two in a row, and each character of several bytes.
pub(super) fn of_bytes(source: &LexedSource<'_>) -> Vec<Edit> {
    let bytes: Vec<_> = (0..source.text.len()).map(|at| at..at + 1).collect();
    let characters = std::str::from_utf8(source.text).unwrap_or_default().char_indices();
    let long = characters.filter(|(_, character)| character.len_utf8() > BYTES);
    let long = long.map(|(at, character)| Edit::without(at..at + character.len_utf8()));
    long.chain((1..=BYTES).rev().flat_map(|size| stretches(&bytes, size, 1))).collect()
}

fn stretches(parts: &[Range<usize>], size: usize, step: usize) -> Vec<Edit> {
    let starts = (0..parts.len()).step_by(step.max(1)).filter(|at| at + size <= parts.len());
    starts.map(|at| Edit::without(parts[at].start..parts[at + size - 1].end)).collect()
}

/// Without pairs of brackets: with what is in them, with the word before them, only the pair, or only what is in it.
pub(super) fn of_brackets(source: &LexedSource<'_>) -> Vec<Edit> {
    source.brackets().into_iter().flat_map(|pair| of_pair(source, pair)).collect()
}

fn of_pair(source: &LexedSource<'_>, (open, close): (usize, usize)) -> Vec<Edit> {
    let [first, last] = [open, close].map(|place| source.lexemes[place].at.clone());
    let before = open.checked_sub(1).map(|place| &source.lexemes[place]);
    let word = before.filter(|lexeme| lexeme.kind == LexemeKind::Word).map(|lexeme| lexeme.at.start);
    let pair = |from: usize, with: &[u8]| {
        Edit::of_all([(from..first.end, with.to_vec()), (last.clone(), Vec::new())])
    };
    let mut edits = Vec::new();
    edits.extend(word.map(|word| Edit::without(word..last.end)));
    edits.push(Edit::without(first.start..last.end));
    edits.extend((first.end < last.start).then(|| Edit::without(first.end..last.start)));
    edits.extend(word.and_then(|word| pair(word, b"")));
    edits.extend(pair(first.start, b""));
    edits.extend(pair(first.start, b" "));
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &[u8], edits: fn(&LexedSource<'_>) -> Vec<Edit>) -> Vec<String> {
        let edits = edits(&LexedSource::new(text, &[]));
        edits.iter().map(|edit| String::from_utf8(edit.apply(text)).unwrap()).collect()
    }

    #[test]
    fn lines_go_in_halves_first() {
        let all = changed(b"a\nb\nc\nd", of_lines);
        assert_eq!(all, ["c\nd", "a\nb\n", "b\nc\nd", "a\nc\nd", "a\nb\nd", "a\nb\nc\n"]);
    }

    #[test]
    fn brackets_go_with_what_is_in_them_or_without_it() {
        let all = changed(b"x=int(a[1])", of_brackets);
        assert_eq!(all[..6], ["x=", "x=int", "x=int()", "x=a[1]", "x=inta[1]", "x=int a[1]"]);
        assert!(all.contains(&"x=int(a)".to_owned()));
        assert!(changed(b")(", of_brackets).is_empty());
    }

    #[test]
    fn every_part_and_every_byte_goes() {
        let all = changed(b"if a: b", of_parts);
        for one in [" a: b", "ifa: b", "if : b", "if a b", "if a:b", "if a: "] {
            assert!(all.contains(&one.to_owned()), "{one}: {all:?}");
        }
        assert_eq!(changed(b"abc", of_bytes), ["c", "a", "bc", "ac", "ab"]);
        assert!(
            changed("\u{feff}a".as_bytes(), |source| of_bytes(source)[..1].to_vec())
                .contains(&"a".to_owned())
        );
    }
}
