//! Words that a program may know, from its text or its bytes.

use super::folding::words;

/// How long a literal is at most, and a word of one.
const LONGEST: usize = 200;
const WORD: usize = 24;

/// How many words are taken.
const WORDS: usize = 256;

/// How many printable bytes in a row are a string in a binary, at least.
const STRING: usize = 3;

/// The words of the literals in a program's text: of what stands between quotes, or the slashes of a pattern, in one line;
/// and its numbers. Those of short literals, which are more often commands than messages, come first.
pub(crate) fn literals(text: &str) -> Vec<Vec<u8>> {
    let mut literals: Vec<&str> = text.lines().flat_map(quoted).collect();
    literals.sort_by_key(|literal| literal.len());
    let numbers = words(text.as_bytes()).filter(|word| word.iter().all(u8::is_ascii_digit));
    once_each(literals.into_iter().flat_map(|literal| words(literal.as_bytes())).chain(numbers))
}

/// The words of the strings in a binary.
pub(crate) fn strings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let strings = bytes.split(|byte| !(b' '..0x7f).contains(byte));
    let mut strings: Vec<_> = strings.filter(|string| (STRING..LONGEST).contains(&string.len())).collect();
    // Names of sections, symbols and versions are no words of a dialogue.
    strings.retain(|string| !string.iter().any(|byte| b"@_$".contains(byte)) && string[0] != b'.');
    once_each(strings.into_iter().flat_map(words))
}

/// What stands between two equal quotes.
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
    fn the_words_of_a_binary_are_those_of_its_strings() {
        assert_eq!(
            shown(strings(b"\x7fELF\0\x01open %s\0.text\0__libc\0\xffbad amount\0ab\0")),
            ["ELF", "open", "s", "bad", "amount"]
        );
    }
}
