//! The line of a submission that a failure or a message is about.

use crate::runner::{Candidate, Failure};

/// The line of the submission at which it crashed, or that its compiler complains of.
pub(in crate::report) fn failing_line(candidate: &Candidate, failure: &Failure) -> Option<u32> {
    let file = candidate.path.as_ref()?.file_name()?.to_string_lossy();
    let of_crash = failure.crash.as_ref().filter(|crash| crash.file.is_none()).and_then(|crash| crash.line);
    let of_message = || failure.case.is_empty().then(|| line_of(&failure.actual, &file)).flatten();
    of_crash.or_else(of_message)
}

/// The line that the message of a compiler or interpreter names, with the file before it or the word `line`.
fn line_of(message: &str, file: &str) -> Option<u32> {
    let after = |head: &str| {
        let mut rests = message.match_indices(head).map(|(at, _)| &message[at + head.len()..]);
        rests.find_map(number)
    };
    after(&format!("{file}:")).or_else(|| after(&format!("{file}("))).or_else(|| after("line "))
}

/// The number at the head of a text, if it can be that of a line.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_in_usual_messages() {
        assert_eq!(line_of("./a.c:12:5: error: expected ';'", "a.c"), Some(12));
        assert_eq!(line_of("In function main: a.c:7: error", "a.c"), Some(7));
        assert_eq!(line_of("a.pas(9,1) Fatal: Syntax error", "a.pas"), Some(9));
        assert_eq!(line_of("syntax error at a.pl line 3, near \"}\"", "a.pl"), Some(3));
        assert_eq!(line_of("a.c: no such file, on line 0, a.c:x", "a.c"), None);
    }
}
