//! The message of a language that rejects a source: from a compiler, or from an interpreter that has read the
//! source and executed nothing. What the messages of interpreters look like is data: a language's entry in
//! `golf/languages.toml` holds their forms. They are looked for when a run is made, and what is found is recorded with it, so
//! that its verdict needs no languages. A program that prints the same message without having been rejected has not
//! printed the expected output either.
//!
//! A submission is rejected only by a message of its language. A command may start anything, so it is rejected
//! by a message of any language.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use parking_lot::Mutex;
use regex::Regex;
use serde::Deserialize;

use super::{Ending, Execution};

/// How much of the message is examined, in bytes.
const HEARD: usize = 16 << 10;

/// How many lines of it are kept.
const KEPT: usize = 8;

/// A form of message by which an interpreter rejects a source.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusalForm {
    /// A pattern of the message, without its empty lines. `^` and `$` stand for the ends of lines. Its group `message` is the
    /// line with the reason; if there is none, that is the whole match.
    pub report: String,
    /// A pattern of what the interpreter says only when it has executed something. Where it matches, nothing was rejected.
    pub unless: Option<String>,
}

impl RefusalForm {
    /// Whether its patterns can be read.
    /// Fails with the first that cannot.
    pub fn check(&self) -> Result<(), regex::Error> {
        [Some(&self.report), self.unless.as_ref()]
            .into_iter()
            .flatten()
            .try_for_each(|text| pattern(text).map(drop))
    }

    /// The line with the reason, if a message has this form.
    fn read<'a>(&self, text: &'a str) -> Option<&'a str> {
        let is_there = |unless: &String| pattern(unless).is_ok_and(|unless| unless.is_match(text));
        let found = pattern(&self.report).ok()?.captures(text)?;
        let message = found.name("message").or(found.get(0))?;
        (!self.unless.as_ref().is_some_and(is_there)).then_some(message.as_str())
    }
}

impl Execution {
    /// Its output on standard error, as far as it is examined.
    pub fn complaint(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr[..self.stderr.len().min(HEARD)])
    }

    /// The end of its output on standard error, as far as it is examined: that is where a program says why it ends.
    pub fn last_complaint(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.stderr[self.stderr.len().saturating_sub(HEARD)..])
    }

    /// Adds the message of the interpreter, if it rejected the source in one of these forms. A program that
    /// has printed anything was not rejected.
    #[doc(hidden)]
    #[must_use]
    pub fn with_refusal(self, forms: &[RefusalForm]) -> Execution {
        Execution { refusal: self.refused_in(forms), ..self }
    }

    /// The message of an interpreter that rejected the source, if one did: line and message come first.
    fn refused_in(&self, forms: &[RefusalForm]) -> Option<String> {
        let has_run = !self.stdout.trim_ascii().is_empty();
        if has_run || !matches!(self.ending, Ending::Exited(1..)) {
            return None;
        }
        let complaint = self.complaint();
        let lines: Vec<_> = complaint.lines().filter(|line| !line.trim().is_empty()).collect();
        let text = lines.join("\n");
        let message = forms.iter().find_map(|form| form.read(&text))?;
        let kept = lines.iter().take(KEPT).copied().collect::<Vec<_>>().join("\n");
        Some(format!("{}\n{kept}", placed(message, &lines)))
    }
}

/// The first line of a compiler's message that says what is wrong, with the number of the line in the source.
#[doc(hidden)]
pub fn first_words(complaint: &str) -> String {
    let lines: Vec<_> = complaint.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_error = |line: &&&str| line.to_lowercase().contains("error");
    let Some(error) = lines.iter().position(|line| is_error(&line)) else {
        return lines.first().copied().unwrap_or_default().to_owned();
    };
    let message = lines[error].trim();
    let next = lines.get(error + 1).filter(|_| message.ends_with(':') || message.ends_with(']'));
    let message = next.map_or(message.to_owned(), |next| format!("{message} {}", next.trim()));
    placed(&message, &lines)
}

/// A message with the number of the line in the source, unless it contains that.
fn placed(message: &str, lines: &[&str]) -> String {
    match (number(&[message]), number(lines)) {
        (None, Some(line)) => format!("line {line}: {message}"),
        _ => message.to_owned(),
    }
}

/// The first line number that is mentioned, as `line 3`, `:3:`, `: 3:`, or `:3` at the end.
fn number(lines: &[&str]) -> Option<u32> {
    lines.iter().find_map(|line| {
        let after =
            |mark: &'static str| line.match_indices(mark).map(move |(at, mark)| &line[at + mark.len()..]);
        let named = after("line ").find_map(|rest| leading(rest).map(|(number, _)| number));
        let marked = |rest: &str| {
            let (number, rest) = leading(rest.trim_start())?;
            (rest.is_empty() || rest.starts_with(':')).then_some(number)
        };
        named.or_else(|| after(":").find_map(marked))
    })
}

/// The number at the beginning of a text, and the rest.
fn leading(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A pattern in which `^` and `$` stand for the ends of lines. A search sees thousands of crashes, and to read one takes longer
/// than to look for it, so those that were read are kept.
pub(super) fn pattern(text: &str) -> Result<Regex, regex::Error> {
    static KNOWN: LazyLock<Mutex<HashMap<String, Regex>>> = LazyLock::new(Mutex::default);
    if let Some(known) = KNOWN.lock().get(text) {
        return Ok(known.clone());
    }
    let pattern = Regex::new(&format!("(?m){text}"))?;
    KNOWN.lock().insert(text.to_owned(), pattern.clone());
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(stderr: &str, form: &RefusalForm) -> Option<String> {
        let run = Execution { stderr: stderr.into(), ..Execution::of_nothing(Ending::Exited(1)) };
        run.with_refusal(std::slice::from_ref(form)).refusal
    }

    #[test]
    fn a_refusal_is_told_with_its_line_and_the_lines_around_it() {
        let unless = Some("^later$".to_owned());
        let form = RefusalForm { report: "^(?P<message>bad) .*$".to_owned(), unless };
        let stderr = "x.y:\n\nbad thing\nin line 7\n";
        assert_eq!(refused(stderr, &form).as_deref(), Some("line 7: bad\nx.y:\nbad thing\nin line 7"));
        assert_eq!(refused("x.y:\nbad thing\nin line 7\nlater\n", &form), None);
        assert_eq!(refused("a bad thing\n", &form), None);
        let whole = RefusalForm { report: "bad .*$".to_owned(), unless: None };
        assert_eq!(refused("a bad thing\n", &whole).as_deref(), Some("bad thing\na bad thing"));
    }

    #[test]
    fn a_compilers_first_error_is_shown_with_its_line() {
        for (stderr, expected) in [
            (
                "broken.c: In function 'main':\nbroken.c:1:12: error: expected '}'",
                "broken.c:1:12: error: expected '}'",
            ),
            ("error: expected `;`\n --> a.rs:3:5", "line 3: error: expected `;`"),
            ("a.hs:1:5: error:\n    parse error on input", "a.hs:1:5: error: parse error on input"),
            (
                "File \"a.ml\", line 7, characters 0-1:\n7 | (\nError: Syntax error",
                "line 7: Error: Syntax error",
            ),
            ("nothing that is known", "nothing that is known"),
        ] {
            assert_eq!(first_words(stderr), expected);
        }
    }
}
