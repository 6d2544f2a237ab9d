//! Shorter names, everywhere they occur.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::edit::Edit;
use super::lexemes::{LexedSource, LexemeKind, is_word};

/// The names that a word may get.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

/// Each word of several letters by one letter that does not occur: the largest saving first. Keywords are among them, since
/// nothing is known of a language; they are refused at once.
pub(super) fn edits(source: &LexedSource<'_>) -> Vec<Edit> {
    let words = source.lexemes.iter().filter(|lexeme| lexeme.kind == LexemeKind::Word);
    let mut places: BTreeMap<&[u8], Vec<_>> = BTreeMap::new();
    words.for_each(|word| places.entry(source.of(word)).or_default().push(word.at.clone()));
    let used: BTreeSet<u8> = places.keys().filter(|word| word.len() == 1).map(|word| word[0]).collect();
    let free: Vec<_> = LETTERS.iter().filter(|letter| !used.contains(letter)).collect();
    let long = places.into_iter().filter(|(word, _)| word.len() > 1);
    // Each gets its own letter, so that one can follow the other.
    let renamed = long.zip(free.into_iter().cycle()).flat_map(|((word, places), letter)| {
        let in_texts = in_texts(source, word);
        let everywhere = (!in_texts.is_empty()).then(|| [places.clone(), in_texts].concat());
        let by_letter = |places: Vec<_>| Edit::of_all(places.into_iter().map(|at| (at, vec![*letter])));
        everywhere.into_iter().chain([places]).filter_map(by_letter)
    });
    let mut renamed: Vec<_> = renamed.collect();
    renamed.sort_by_key(|edit| std::cmp::Reverse(edit.saved()));
    renamed
}

/// Where a word occurs in texts: many languages put the values of variables there.
fn in_texts(source: &LexedSource<'_>, word: &[u8]) -> Vec<Range<usize>> {
    let texts = source.lexemes.iter().filter(|lexeme| lexeme.kind == LexemeKind::Text);
    texts.flat_map(|text| whole_words(source.text, text.at.clone(), word)).collect()
}

/// Where a word occurs in a part of a text, without letters or digits beside it.
fn whole_words(text: &[u8], part: Range<usize>, word: &[u8]) -> Vec<Range<usize>> {
    let is_beside = |byte: Option<&u8>| byte.is_some_and(|byte| is_word(*byte));
    let last = part.end.saturating_sub(word.len());
    let all = (part.start..=last).map(|at| at..at + word.len());
    let stands = |at: &Range<usize>| &text[at.clone()] == word && !is_beside(text.get(at.end));
    all.filter(|at| stands(at) && !is_beside(at.start.checked_sub(1).and_then(|at| text.get(at)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_one_letter_everywhere() {
        let text = b"count=1;a=count+count";
        let edits = edits(&LexedSource::new(text, &[]));
        assert_eq!(edits.iter().map(|edit| edit.apply(text)).collect::<Vec<_>>(), [b"b=1;a=b+b"]);
    }

    #[test]
    fn a_name_in_a_text_is_renamed_as_well() {
        let text = b"$sum=1;say \"$sum of sums\"";
        let edits = edits(&LexedSource::new(text, &[]));
        let all: Vec<_> = edits.iter().map(|edit| edit.apply(text)).collect();
        assert!(all.contains(&b"$b=1;say \"$b of sums\"".to_vec()), "{all:?}");
        assert!(all.contains(&b"$b=1;say \"$sum of sums\"".to_vec()), "{all:?}");
    }
}
