//! Shorter spellings of languages, as data: `spellings.toml` describes the format in its head.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::bytes::{Captures, Regex};
use serde::Deserialize;

use super::edit::Edit;
use super::lexemes::LexedSource;

/// A spelling, with a shorter one.
struct Spelling {
    from: Regex,
    to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpellingTable {
    /// Other tables whose pairs apply, too.
    #[serde(default)]
    like: Vec<String>,
    /// Pairs of a spelling and its replacement.
    #[serde(default)]
    pairs: Vec<(String, String)>,
}

static SPELLINGS: LazyLock<BTreeMap<String, Vec<Spelling>>> = LazyLock::new(|| {
    let tables: BTreeMap<String, SpellingTable> =
        toml::from_str(include_str!("../spellings.toml")).expect("tested");
    tables.keys().map(|name| (name.clone(), pairs(&tables, name).map(spelling).collect())).collect()
});

/// The pairs of a table, with those that it refers to.
fn pairs<'a>(
    tables: &'a BTreeMap<String, SpellingTable>,
    name: &'a str,
) -> impl Iterator<Item = &'a (String, String)> {
    let table = &tables[name];
    let like = table.like.iter().flat_map(|like| &tables[like].pairs);
    table.pairs.iter().chain(like)
}

/// `$1a` is the first group and a letter here, and not a group of that name.
fn spelling((from, to): &(String, String)) -> Spelling {
    let groups = regex::Regex::new(r"\$(\d)").expect("it is one");
    Spelling { from: Regex::new(from).expect("tested"), to: groups.replace_all(to, "$${$1}").into_owned() }
}

/// The shorter spellings of a language at every place where one fits: all places of one spelling at once first, then each.
pub(super) fn edits(source: &LexedSource<'_>, language: &str) -> Vec<Edit> {
    SPELLINGS.get(language).into_iter().flatten().flat_map(|spelling| spelling.edits(source.text)).collect()
}

impl Spelling {
    fn edits(&self, text: &[u8]) -> Vec<Edit> {
        let apart: Vec<_> = self.from.captures_iter(text).map(|found| self.changed(&found)).collect();
        let all = Edit::of_all(apart.clone()).filter(|_| apart.len() > 1);
        let each = self.each(text).into_iter().filter_map(|part| Edit::of_all([part]));
        all.into_iter().chain(each).filter(|edit| edit.saved() > 0).collect()
    }

    /// Every place where it fits. One that reaches into the next is no reason to pass over that: the first text in quotes in
    /// `"ab","c"` may be the comma between two.
    fn each(&self, text: &[u8]) -> Vec<(Range<usize>, Vec<u8>)> {
        let (mut each, mut from, mut end) = (Vec::new(), 0, 0);
        while let Some(found) = self.from.captures_at(text, from) {
            let place = found.get_match();
            if place.end() > end {
                each.push(self.changed(&found));
            }
            (from, end) = (place.start() + 1, end.max(place.end()));
            if from > text.len() {
                break;
            }
        }
        each
    }

    /// A place where it fits, and what may stand there.
    fn changed(&self, found: &Captures<'_>) -> (Range<usize>, Vec<u8>) {
        let mut with = Vec::new();
        found.expand(self.to.as_bytes(), &mut with);
        (found.get_match().range(), with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golf::Languages;

    fn changed(text: &str, language: &str) -> Vec<String> {
        let edits = edits(&LexedSource::new(text.as_bytes(), &[]), language);
        edits.iter().map(|edit| String::from_utf8(edit.apply(text.as_bytes())).unwrap()).collect()
    }

    #[test]
    fn spellings_name_known_languages_and_valid_patterns() {
        let languages = Languages::built_in();
        let known: Vec<_> = languages.iter().map(|language| language.name.as_str()).collect();
        let tables: BTreeMap<String, SpellingTable> =
            toml::from_str(include_str!("../spellings.toml")).expect("it has its form");
        for (name, table) in &tables {
            let is_shared = tables.values().any(|other| other.like.contains(name));
            assert!(is_shared || known.contains(&name.as_str()), "{name}");
            assert!(table.like.iter().all(|like| tables.contains_key(like)), "{name}");
            table.pairs.iter().for_each(|(from, _)| assert!(Regex::new(from).is_ok(), "{from}"));
        }
    }

    #[test]
    fn usual_spellings_become_shorter() {
        for (language, long, short) in [
            ("Python", "while True:", "while 1:"),
            ("Python", "if a and b:", "if a&b:"),
            ("Python", "if a == 3:\n    b()", "if a == 3:b()"),
            ("Python", "print('')", "print()"),
            ("Lua", "string.format('%s', a)", "('%s'):format(a)"),
            ("Lua", "print(\"x\")", "print\"x\""),
            ("Lua", "local a = 1", "a = 1"),
            ("C", "while(1){}", "for(;;){}"),
            ("C", "return 0;", ""),
            ("C", "'A'", "65"),
            ("JavaScript", "const a = 1", "a = 1"),
            ("JavaScript", "a === b", "a == b"),
            ("JavaScript", "function(a){return b}", "a=>b"),
            ("Perl", "my $a = 1", "$a = 1"),
            ("Ruby", "a.each do |b|\nc\nend", "a.each{|b|\nc\n}"),
            ("Ruby", "f(\"ab\", \"c\")", "f(\"ab\", ?c)"),
            ("Ruby", "f(\"ab\",\"c\")", "f(\"ab\",?c)"),
            ("PHP", "if ($a) { b(); }", "if ($a) b();"),
            ("awk", "$0 == \"a\"", "/^a$/"),
        ] {
            let all = changed(long, language);
            assert!(all.contains(&short.to_owned()), "{language}: {long}: {all:?}");
        }
    }
}
