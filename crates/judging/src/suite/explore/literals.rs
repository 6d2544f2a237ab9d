//! Words that a program may know, from its text or its bytes.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use super::folding::words;
use crate::challenge::matching_texts;

/// How long a literal is at most, and a word of one.
const LONGEST: usize = 200;
const WORD: usize = 24;

/// How many words are taken.
const WORDS: usize = 256;

/// How many printable bytes in a row are a string in a binary, at least.
const STRING: usize = 3;

/// How many texts are made of a pattern.
const TEXTS: usize = 6;

/// How many words come before the texts of patterns.
const FIRST: usize = 32;

/// The words of the literals in a program's text: of what stands between quotes, or the slashes of a pattern, in one line;
/// texts that its patterns match, which are whole lines; its numbers; and its keys, which many languages have without quotes.
/// The words of short literals, which are more often commands than messages, come first.
pub(crate) fn literals(text: &str) -> Vec<Vec<u8>> {
    let mut literals: Vec<&str> = text.lines().flat_map(quoted).collect();
    literals.sort_by_key(|literal| literal.len());
    let matched: Vec<_> = literals.iter().flat_map(|literal| matched(literal)).collect();
    let known: HashSet<&str> = literals.iter().copied().collect();
    let used: Vec<_> =
        literals.iter().filter_map(|literal| used(literal, &known)).take(USAGES).flatten().collect();
    let numbers = words(text.as_bytes()).filter(|word| word.iter().all(u8::is_ascii_digit));
    let keys = keys_of(text);
    let mut literals =
        literals.into_iter().flat_map(|literal| whole(literal).chain(words(literal.as_bytes())));
    let first: Vec<_> = literals.by_ref().take(FIRST).collect();
    let matched = matched.iter().chain(&used).map(String::as_bytes);
    once_each(first.into_iter().chain(matched).chain(literals).chain(numbers).chain(keys))
}

/// What patterns have, and other literals hardly ever.
const PARTS: [&str; 9] = ["\\d", "\\w", "\\S", "[0-9", "[a-z", "[A-Z", "[^", ".*)", ".+)"];

/// Signs at which programs split lines.
const SIGNS: &str = ";=:,|/";

/// Texts that a literal matches if it is a pattern with a space, as `^add (\d+)$` is, or lines that it splits if it is a sign.
fn matched(literal: &str) -> Vec<String> {
    if literal.len() == 1 && SIGNS.contains(literal) {
        let lines = [["a", "1"], ["a", "2"], ["b", "30"], ["b", "a"]].map(|parts| parts.join(literal));
        return ["a", "b"].map(String::from).into_iter().chain(lines).collect();
    }
    let is_of_lua = literal.starts_with('^') && literal.contains('%');
    let has_gap = [" ", "\\s", "%s"].iter().any(|gap| literal.contains(gap));
    if !has_gap || !is_of_lua && !PARTS.iter().any(|part| literal.contains(part)) {
        return Vec::new();
    }
    // In a string a backslash may be written twice, and the end of a text has two names.
    let pattern = literal.replace("\\\\", "\\").replace("\\Z", "\\z").replace("\\s", " ");
    let lua = [
        ("%s", " "),
        ("%d", "[0-9]"),
        ("%l", "[a-z]"),
        ("%u", "[A-Z]"),
        ("%a", "[A-Za-z]"),
        ("%w", "[A-Za-z0-9]"),
    ];
    let pattern = match is_of_lua {
        true => lua.iter().fold(pattern, |pattern, (class, meant)| pattern.replace(class, meant)),
        false => pattern,
    };
    matching_texts(&pattern, TEXTS)
}

/// The literal, if it may be a line as it is.
fn whole(literal: &str) -> impl Iterator<Item = &[u8]> {
    Some(literal.trim()).filter(|literal| is_line(literal)).into_iter().map(str::as_bytes)
}

/// Whether that is a sign, or some words with a sign or a blank between them, such as a name.
fn is_line(literal: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    match literal.as_bytes() {
        [sign] | [sign, b'=' | b'*'] if sign.is_ascii_punctuation() => *sign != b'\\',
        text @ [first, .., last] => {
            is_part(first)
                && is_part(last)
                && text.iter().all(|byte| is_part(byte) || b" -_/.'".contains(byte))
                && (2..=PARTS_OF_LINE).contains(&words(text).count())
        }
        _ => false,
    }
}

/// How many words a literal has at most that may be a line.
const PARTS_OF_LINE: usize = 3;

/// How many usages are followed, and how many words one has at most behind the first.
const USAGES: usize = 16;
const ARGUMENTS: RangeInclusive<usize> = 2..=6;

/// Lines that follow a usage, such as `pay NAME AMOUNT`, whose first word is a literal of its own: with as many words behind it,
/// the last of them numbers.
fn used(literal: &str, known: &HashSet<&str>) -> Option<Vec<String>> {
    let mut parts = literal.split_whitespace();
    let command = parts.next().filter(|first| known.contains(first))?;
    let count = Some(parts.count()).filter(|count| ARGUMENTS.contains(count))?;
    let argument = |place: usize, texts: usize| match place < texts {
        true => char::from(b'a' + place as u8).to_string(),
        false => (place + 1 - texts).to_string(),
    };
    let line = |texts: usize| {
        (0..count).fold(command.to_owned(), |line, place| line + " " + &argument(place, texts))
    };
    Some((0..=count).map(line).collect())
}

/// The words of the text's literals, and after them all its other words.
pub(crate) fn dictionary(text: &str) -> Vec<Vec<u8>> {
    let literals = literals(text);
    once_each(literals.iter().map(Vec::as_slice).chain(words(text.as_bytes())))
}

/// A name that occurs this often where it is not a key belongs to a variable or a function.
const OFTEN: usize = 3;

/// The names in a text that are used as texts.
fn keys_of(text: &str) -> Vec<&[u8]> {
    let mut uses: HashMap<&[u8], usize> = HashMap::new();
    words(text.as_bytes()).for_each(|word| *uses.entry(word).or_default() += 1);
    let mut keys: Vec<_> = text.lines().flat_map(keys).map(str::as_bytes).collect();
    for key in &keys {
        uses.entry(key).and_modify(|uses| *uses = uses.saturating_sub(1));
    }
    keys.retain(|key| uses.get(key).is_none_or(|uses| *uses < OFTEN));
    keys
}

/// The names in a line that are used as texts: keys (`north: 1`, `north => 1`, `{ north = 1`), symbols (`:north`), and patterns
/// that a shell compares with (`north|south)`).
fn keys(line: &str) -> Vec<&str> {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(start) = line[at..].find(is_part).map(|start| at + start) {
        let end = line[start..].find(|sign| !is_part(sign)).map_or(line.len(), |size| start + size);
        let (before, word, behind) = (&line[..start], &line[start..end], line[end..].trim_start());
        // A block, a part of a list and a format have none of these behind the colon.
        let value = line[end..].strip_prefix(':').map(str::trim_end);
        let has_colon = value.is_some_and(|value| value.starts_with([' ', '"', '\'', '{', '[']));
        let is_key = has_colon || behind.starts_with("=>");
        let is_in_table = behind.starts_with('=') && before.trim_end().ends_with(['{', ',']);
        let is_symbol = before
            .strip_suffix(':')
            .is_some_and(|before| !before.ends_with(|sign: char| is_part(sign) || sign == ':'));
        let is_pattern = behind.starts_with([')', '|'])
            && before.chars().all(|sign| is_part(sign) || " \t(|-".contains(sign));
        if word.starts_with(|sign: char| sign.is_ascii_alphabetic())
            && (is_key || is_in_table || is_symbol || is_pattern)
        {
            found.push(word);
        }
        at = end;
    }
    found
}

/// The words of the strings in a binary.
pub(crate) fn strings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let strings = bytes.split(|byte| !(b' '..0x7f).contains(byte));
    let mut strings: Vec<_> = strings.filter(|string| (STRING..LONGEST).contains(&string.len())).collect();
    // Names of sections, symbols and versions are no words of a dialogue.
    strings.retain(|string| !string.iter().any(|byte| b"@_$".contains(byte)) && string[0] != b'.');
    once_each(strings.into_iter().flat_map(words))
}

/// The text between two equal quotes.
fn quoted(line: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), line);
    while let Some(open) = rest.find(['"', '\'', '`', '/']) {
        let quote = &rest[open..=open];
        rest = &rest[open + 1..];
        let Some(close) = rest.find(quote) else { continue };
        if close <= LONGEST {
            found.push(&rest[..close]);
            rest = &rest[close + 1..];
        }
    }
    found
}

fn once_each<'a>(words: impl Iterator<Item = &'a [u8]>) -> Vec<Vec<u8>> {
    let mut known = std::collections::HashSet::new();
    words.filter(|word| word.len() <= WORD && known.insert(*word)).take(WORDS).map(<[u8]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(words: Vec<Vec<u8>>) -> Vec<String> {
        words.into_iter().map(|word| String::from_utf8(word).unwrap()).collect()
    }

    #[test]
    fn the_words_of_literals_are_found_in_any_language() {
        let text = "if ($l =~ /^done (\\d+)$/) { print \"well done\\n\" } // it's 30\nx == 'list' or `bag`";
        let found = shown(literals(text));
        for word in ["done", "list", "bag", "well", "30"] {
            assert!(found.contains(&word.to_owned()), "{word}: {found:?}");
        }
        assert!(!found.contains(&"print".to_owned()), "{found:?}");
    }

    #[test]
    fn texts_that_patterns_match_are_found() {
        for (text, lines) in [
            (r#"if ($l =~ /\A(open|in) ([A-Z]) (\d+)\z/) {"#, ["open A 00", "in B 9"]),
            (r#"line:match("^(%l+) (%u)$")"#, ["aa A", "b B"]),
            ("name, mark = line.split(';')", ["a;1", "b;30"]),
            (r#"Pattern.compile("put\\s(\\w+)")"#, ["put 00", "put 9"]),
        ] {
            let found = shown(literals(text));
            assert!(lines.iter().all(|line| found.contains(&(*line).to_owned())), "{text}: {found:?}");
        }
        let others = shown(literals("printf(\"%d of %s\\n\"); cells[0-9] 'a b c d'"));
        assert!(others.iter().all(|word| !word.contains(' ')), "{others:?}");
    }

    #[test]
    fn short_literals_are_lines_and_usages_are_followed() {
        let text = r#"["Bob Smith", "PUSH-UP", "+", "pay", "lend"]; print("Bye, all"); print("pay NAME AMOUNT"); f("Name: ")"#;
        let found = shown(literals(text));
        for line in ["Bob Smith", "Bob", "PUSH-UP", "+", "pay a b", "pay a 1", "pay 1 2"] {
            assert!(found.contains(&line.to_owned()), "{line}: {found:?}");
        }
        assert!(!found.iter().any(|line| line.starts_with("Bye,") || line.starts_with("Name:")), "{found:?}");
    }

    #[test]
    fn names_that_stand_for_texts_are_found_without_quotes() {
        for (text, names) in [
            ("hall: { exits: { north: 'cave' } },", &["hall", "exits", "north"][..]),
            ("my %way = (north => 1, south=>2);", &["north", "south"]),
            ("way = { north = 1, south=2 }", &["north", "south"]),
            ("when :north then go(:cave)", &["north", "cave"]),
            ("  add|put-away) n=1 ;;", &["add", "away"]),
            ("std::cout << a::b; x := y; f(a, b); (a) || b", &[]),
            ("    else: ", &[]),
            ("print(f\"{x:5}\", a[i:j])", &[]),
        ] {
            assert_eq!(keys(text), names, "{text}");
        }
        let annotated = "def deal(deck: Deck, to='me'):\n    deck.cut()\n    return deck.top() + len(deck)\n";
        assert_eq!(shown(literals(annotated)), ["me", "to"]);
        assert_eq!(shown(literals("case $a in\n  list) echo \"none\" ;;\nesac")), ["none", "list"]);
    }

    #[test]
    fn the_words_of_a_binary_are_those_of_its_strings() {
        assert_eq!(
            shown(strings(b"\x7fELF\0\x01open %s\0.text\0__libc\0\xffbad amount\0ab\0")),
            ["ELF", "open", "s", "bad", "amount"]
        );
    }
}
