//! Texts that a pattern matches: all of them if there are few, otherwise some at the edges.

use std::collections::HashSet;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::domain::is_typed;

/// Some texts of a pattern, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Texts {
    pub texts: Vec<String>,
    pub are_all: bool,
}

impl Texts {
    fn one(text: impl Into<String>) -> Texts {
        Texts { texts: vec![text.into()], are_all: true }
    }

    fn first(texts: impl IntoIterator<Item = String>, are_all: bool, most: usize) -> Texts {
        let mut known = HashSet::new();
        let mut kept: Vec<_> =
            texts.into_iter().filter(|text| known.insert(text.clone())).take(most + 1).collect();
        let are_all = are_all && kept.len() <= most;
        kept.truncate(most);
        Texts { texts: kept, are_all }
    }

    fn cut(self, most: usize) -> Texts {
        Texts::first(self.texts, self.are_all, most)
    }

    fn then(self, next: &Texts, most: usize) -> Texts {
        let are_all = self.are_all && next.are_all;
        let texts = self.texts.iter().flat_map(|head| next.texts.iter().map(move |tail| head.clone() + tail));
        // Most parts of most patterns have one text. Then the whole texts differ as the others do, and are no more.
        match self.texts.len() == 1 || next.texts.len() == 1 {
            true => Texts { texts: texts.collect(), are_all },
            false => Texts::first(texts.take(4 * most), are_all, most),
        }
    }

    fn or(mut self, other: Texts) -> Texts {
        self.texts.extend(other.texts);
        Texts { are_all: self.are_all && other.are_all, ..self }
    }
}

/// Up to this many texts of a pattern; parts with a name in `chosen` have the text given there.
pub(super) fn texts(hir: &Hir, most: usize, chosen: &[(&str, &str)]) -> Texts {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Texts::one(""),
        HirKind::Literal(literal) => Texts::one(String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => of_class(class, most),
        HirKind::Repetition(repetition) => of_repetition(repetition, most, chosen),
        HirKind::Capture(capture) => {
            let given = chosen.iter().find(|(name, _)| capture.name.as_deref() == Some(name));
            given.map_or_else(|| texts(&capture.sub, most, chosen), |(_, text)| Texts::one(*text))
        }
        HirKind::Concat(all) => {
            all.iter().fold(Texts::one(""), |head, next| head.then(&texts(next, most, chosen), most))
        }
        HirKind::Alternation(all) => {
            let nothing = Texts { texts: Vec::new(), are_all: true };
            all.iter().fold(nothing, |head, next| head.or(texts(next, most, chosen))).cut(most)
        }
    }
}

/// Both ends of each range and the first others, those that a person can type before others, and visible ones of ASCII first.
fn of_class(class: &Class, most: usize) -> Texts {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.ranges().iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => {
            class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect()
        }
    };
    let count: usize = ranges.iter().map(|(first, last)| (*first..=*last).count().min(most + 1)).sum();
    let all = || ranges.iter().flat_map(|(first, last)| *first..=*last);
    let mut texts: Vec<char> = match count <= most {
        true => all().collect(),
        false => {
            let ends = ranges.iter().flat_map(|(first, last)| [*first, *last]);
            ends.chain(all().filter(|sign| !sign.is_control()).take(most)).collect()
        }
    };
    texts.retain(|sign| *sign != '\n');
    texts.sort_by_cached_key(|sign| (!sign.is_ascii_graphic(), !is_typed(*sign)));
    Texts { texts: texts.into_iter().map(String::from).collect(), are_all: count <= most }.cut(most)
}

/// The least number of repetitions, one more, and the greatest that is allowed, up to a dozen.
fn of_repetition(repetition: &Repetition, most: usize, chosen: &[(&str, &str)]) -> Texts {
    let Repetition { min, max, sub, .. } = repetition;
    let sub = texts(sub, most, chosen);
    let last = max.unwrap_or(u32::MAX);
    let repeated = |times: u32| (0..times.min(64)).fold(Texts::one(""), |head, _| head.then(&sub, most));
    let is_few = last.saturating_sub(*min) < 3;
    let times: Vec<u32> = match is_few {
        true => (*min..=last).collect(),
        false => vec![*min, *min + 1, last.min(*min + 12)],
    };
    let all: Vec<_> = times.into_iter().map(repeated).collect();
    let are_all = is_few && last <= 64 && all.iter().all(|texts| texts.are_all);
    // One of each length first, in case not all are kept.
    let heads = all.iter().filter_map(|texts| texts.texts.first());
    let rest = all.iter().flat_map(|texts| texts.texts.iter().skip(1));
    Texts::first(heads.chain(rest).cloned(), are_all, most)
}

/// How deep a pattern of a stranger may be nested, how often a part of it is repeated, and how long its texts are, about.
const DEPTH: u32 = 8;
const TIMES: u32 = 8;
const LENGTH: usize = 64;

/// `count` texts that match a pattern, in which every part varies. Empty if it is not a pattern. The pattern need not be trusted.
pub fn matching_texts(pattern: &str, count: usize) -> Vec<String> {
    let Ok(hir) = ParserBuilder::new().nest_limit(DEPTH).build().parse(pattern) else { return Vec::new() };
    let text = |turn| {
        let mut text = String::new();
        put(&hir, turn, &mut text);
        text
    };
    (0..count).map(text).collect()
}

/// Adds a text of the pattern. Another turn takes another of the alternatives, of the characters of a class and of the lengths.
fn put(hir: &Hir, turn: usize, text: &mut String) {
    match hir.kind() {
        _ if text.len() > LENGTH => {}
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => {
            let signs = of_class(class, LENGTH).texts;
            text.extend(signs.get(turn % signs.len().max(1)).map(String::as_str));
        }
        HirKind::Repetition(Repetition { min, max, sub, .. }) => {
            let more = [1, 0, 2][turn % 3];
            let times = (min + more).min(max.unwrap_or(u32::MAX)).min(TIMES);
            (0..times).for_each(|_| put(sub, turn, text));
        }
        HirKind::Capture(capture) => put(&capture.sub, turn, text),
        HirKind::Concat(all) => all.iter().for_each(|part| put(part, turn, text)),
        HirKind::Alternation(all) => put(&all[turn % all.len()], turn, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(pattern: &str, most: usize) -> Texts {
        texts(&regex_syntax::parse(pattern).unwrap(), most, &[])
    }

    #[test]
    fn few_texts_are_all_given() {
        let all = some("[0-8]", 12);
        assert_eq!((all.texts.concat(), all.are_all), ("012345678".to_owned(), true));
        assert_eq!(some("(red|green) ?light", 9).texts.len(), 4);
        assert_eq!(some("cola", 1), Texts::one("cola"));
    }

    #[test]
    fn of_many_some_are_given_and_each_matches() {
        for pattern in ["insert (?<c>[0-9]{1,3})", "[a-z]+ .*", r"\S+", "[^x]{3,}", "(a|b)*c"] {
            let some = some(pattern, 5);
            let regex = regex::Regex::new(&format!("^(?:{pattern})$")).unwrap();
            assert!(!some.are_all && !some.texts.is_empty(), "{pattern}");
            assert!(some.texts.iter().all(|text| regex.is_match(text)), "{pattern}: {some:?}");
        }
    }

    #[test]
    fn named_parts_are_chosen() {
        let hir = regex_syntax::parse("insert (?<c>[0-9]{1,3})").unwrap();
        assert_eq!(texts(&hir, 5, &[("c", "120")]).texts, ["insert 120"]);
    }

    #[test]
    fn matching_texts_have_another_of_each_part() {
        assert_eq!(
            matching_texts(r"\A(open|in|out) ([A-Z]) ([0-9]{1,4})\z", 3),
            ["open A 00", "in B 1", "out C 222"]
        );
        assert_eq!(matching_texts("(", 3), Vec::<String>::new());
        let nested = matching_texts(&format!("{}a{}", "(".repeat(3), ")*".repeat(3)), 3);
        assert!(nested.iter().all(|text| text.len() <= 2 * LENGTH), "{nested:?}");
        assert!(matching_texts(&format!("{}a{}", "(".repeat(30), "){64}".repeat(30)), 3).is_empty());
    }
}
