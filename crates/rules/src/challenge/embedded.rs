//! Patterns in right texts: in place of `{{…}}`, a program may print whatever the regular expression between the braces matches
//! within the line.

use std::cell::RefCell;
use std::collections::HashMap;

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};

use super::fault::no_pattern;
use super::freedoms::Freedoms;

/// The longest part of a line that a pattern matches, in bytes. A line with several patterns takes as many steps as this times
/// itself.
const LONGEST: usize = 1024;

/// The largest automaton of a pattern, in bytes.
const LARGEST: usize = 1 << 20;

/// How many patterns are kept; references may print new ones again and again.
const KEPT: usize = 1000;

const OPEN: &[u8] = b"{{";
const CLOSE: &[u8] = b"}}";

pub(super) struct Embedded<'a> {
    source: &'a str,
    /// How many bytes of the text it is, with its braces.
    pub(super) length: usize,
}

/// The pattern that begins here, if one does. It ends in the same line.
fn at(text: &[u8], here: usize) -> Option<Embedded<'_>> {
    let inner = text.get(here..)?.strip_prefix(OPEN)?;
    let line = &inner[..inner.iter().position(|byte| *byte == b'\n').unwrap_or(inner.len())];
    let first = line.windows(CLOSE.len()).position(|two| two == CLOSE)?;
    // The pattern in `{{x{2}}}` ends with a brace.
    let own = line[first + CLOSE.len()..].iter().take_while(|byte| **byte == b'}').count();
    let source = std::str::from_utf8(&line[..first + own]).ok()?;
    Some(Embedded { source, length: OPEN.len() + source.len() + CLOSE.len() })
}

fn all(text: &[u8]) -> impl Iterator<Item = Embedded<'_>> {
    let mut here = 0;
    std::iter::from_fn(move || {
        let found = (here..text.len()).find_map(|place| Some((place, at(text, place)?)));
        found.map(|(place, pattern)| {
            here = place + pattern.length;
            pattern
        })
    })
}

/// A pattern that is ready for use.
struct Automaton {
    dfa: DFA,
    cache: Cache,
}

impl Automaton {
    fn new(source: &str, any_case: bool) -> Result<Automaton, String> {
        let no_pattern = |why: &dyn std::fmt::Display| no_pattern(source, &why.to_string());
        // For its message, which names the fault.
        regex_syntax::parse(source).map_err(|why| no_pattern(&why))?;
        let dfa = DFA::builder()
            .configure(DFA::config().match_kind(MatchKind::All))
            .thompson(thompson::Config::new().utf8(false).nfa_size_limit(Some(LARGEST)))
            .syntax(syntax::Config::new().case_insensitive(any_case))
            .build(source)
            .map_err(|why| no_pattern(&why))?;
        let cache = dfa.create_cache();
        Ok(Automaton { dfa, cache })
    }

    /// All ends of what it matches from the beginning of a text.
    fn ends(&mut self, text: &[u8]) -> Vec<usize> {
        let Automaton { dfa, cache } = self;
        let mut ends = Vec::new();
        let Ok(mut state) = dfa.start_state_forward(cache, &Input::new(text).anchored(Anchored::Yes)) else {
            return ends;
        };
        // Whether a match has ended shows one byte later.
        for (at, byte) in text.iter().enumerate() {
            let Ok(next) = dfa.next_state(cache, state, *byte) else { return ends };
            ends.extend(next.is_match().then_some(at));
            if next.is_dead() {
                return ends;
            }
            state = next;
        }
        let is_match = dfa.next_eoi_state(cache, state).is_ok_and(|state| state.is_match());
        ends.extend(is_match.then_some(text.len()));
        ends
    }
}

impl Freedoms {
    /// The pattern that begins at this place of a right text, if there are any.
    pub(super) fn pattern_at<'a>(&self, text: &'a [u8], here: usize) -> Option<Embedded<'a>> {
        if self.patterns { at(text, here) } else { None }
    }

    /// How many bytes at the beginning of an output a pattern may match. It also matches itself, so the reference is right.
    pub(super) fn pattern_ends(&self, pattern: &Embedded<'_>, output: &[u8]) -> Vec<usize> {
        let line = &output[..output.len().min(LONGEST)];
        let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let itself = [OPEN, pattern.source.as_bytes(), CLOSE].concat();
        let itself = output.starts_with(&itself).then_some(itself.len());
        let ends = self.with_automaton(pattern.source, |automaton| {
            automaton.as_mut().map(|automaton| automaton.ends(line)).unwrap_or_default()
        });
        ends.into_iter().chain(itself).collect()
    }

    /// Does something with a pattern that is ready for use, or with the reason why there is none. Those that were used last are
    /// kept.
    fn with_automaton<T>(&self, source: &str, job: impl FnOnce(&mut Result<Automaton, String>) -> T) -> T {
        type Known = HashMap<(String, bool), Result<Automaton, String>>;
        thread_local! {
            static KNOWN: RefCell<Known> = RefCell::default();
        }
        KNOWN.with_borrow_mut(|known| {
            if known.len() >= KEPT {
                known.clear();
            }
            let key = (source.to_owned(), self.case);
            job(known.entry(key).or_insert_with(|| Automaton::new(source, self.case)))
        })
    }

    pub(super) fn has_pattern(&self, text: &[u8]) -> bool {
        self.patterns && all(text).next().is_some()
    }

    /// Whether braces open a pattern in this text, and none ends there.
    pub(super) fn has_open_pattern(&self, text: &[u8]) -> bool {
        let mut here = 0;
        while self.patterns && here < text.len() {
            match at(text, here) {
                Some(pattern) => here += pattern.length,
                None if text[here..].starts_with(OPEN) => return true,
                None => here += 1,
            }
        }
        false
    }

    /// Looks at the patterns in a right text.
    /// The error says why the first bad one is none, in words.
    pub fn check_patterns(&self, text: &[u8]) -> Result<(), String> {
        if !self.patterns {
            return Ok(());
        }
        all(text).try_for_each(|Embedded { source, .. }| {
            self.with_automaton(source, |automaton| automaton.as_ref().map(drop).map_err(String::clone))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(text: &str, output: &str) -> Vec<usize> {
        Freedoms { patterns: true, ..Freedoms::default() }.lengths(text, output.as_bytes())
    }

    #[test]
    fn a_pattern_stands_for_what_it_matches_in_a_line() {
        for (text, output, expected) in [
            ("no: {{.+}}!\n> ", "no: bad!\n> ", &[11][..]),
            ("no: {{.+}}!\n> ", "no: !\n> ", &[]),
            ("no: {{.+}}!", "no: a! b!\n!", &[6, 9]),
            ("no: {{[a-z ]+}}", "no: at 5", &[4 + 1, 4 + 2, 4 + 3]),
            ("{{a|b}}{{a|b}}", "ab", &[2]),
            ("{{x{2}}}y", "xxy", &[3]),
            ("{{a\nb}}", "{{a\nb}}", &[7]),
            ("{{[a-z]+}}!", "{{[a-z]+}}!", &[11]),
            ("{{[^x]*}}", "a\nb", &[0, 1]),
            ("{{\u{e9}*}}", "\u{e9}\u{e9}", &[0, 2, 4]),
            ("{{(}}", "(", &[]),
            ("{{(?-u:\\b)a(?-u:\\b)}} ", "a ", &[2]),
        ] {
            assert_eq!(lengths(text, output), expected, "{text:?} {output:?}");
        }
        assert!(Freedoms::default().lengths("{{.}}", b"a").is_empty());
    }

    #[test]
    fn other_freedoms_hold_beside_patterns() {
        let unordered = vec![super::super::freedoms::TextPattern::read("^- ").unwrap()];
        let free = Freedoms { patterns: true, case: true, spaces: true, unordered, ..Freedoms::default() };
        assert_eq!(free.lengths("Error: {{[a-z]+}} end", b"ERROR:  BAD END"), [15]);
        assert_eq!(free.lengths("- a{{[0-9]+}}\n- b\nend", b"- B\n- A12\nend"), [13]);
        assert_eq!(free.lengths("- a{{[0-9]+}}\n- b\nend", b"- B\n- A\nend"), [0; 0]);
        assert_eq!(free.compare_tokens(b"no {{[a-z]+}}\n5", b"NO  way 5"), Ok(()));
        assert!(free.compare_tokens(b"no {{[a-z]+}}", b"no 5").is_err());
    }

    #[test]
    fn a_hostile_line_takes_no_longer() {
        let output = "a".repeat(1 << 20);
        assert!(lengths(&"{{a*}}".repeat(2), &output).len() <= 2 * LONGEST + 1);
        assert!(lengths("{{(a|aa)+}}b", &output).is_empty());
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        let free = Freedoms { patterns: true, ..Freedoms::default() };
        assert_eq!(free.check_patterns(b"a {{b+}} {{c}}"), Ok(()));
        assert!(free.check_patterns(b"{{b}} {{c(}}").unwrap_err().contains("c("));
        assert!(free.check_patterns(b"{{a)(b}}").is_err());
        assert!(free.check_patterns(b"{{\\ba}}").is_err() && free.check_patterns(b"{{(?-u:\\b)a}}").is_ok());
        assert!(free.has_pattern(b"x{{a}}") && !free.has_pattern(b"x{{a}"));
    }
}
