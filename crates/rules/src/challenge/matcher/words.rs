//! The words of each line. Empty lines do not count.

use super::super::freedoms::Freedoms;
use super::super::tokens::{Mismatch, tokens};
use super::difference::in_line;

pub(super) fn compare(freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let (mut expected, mut got) = (all(answer), all(output));
    let mut last = 0;
    loop {
        let (one, other) = (expected.next().map(|(_, words)| words), got.next());
        last = other.as_ref().map_or(last + 1, |(line, _)| *line);
        let other = other.map(|(_, words)| words);
        let is_alike = match (&one, &other) {
            (None, None) => return Ok(()),
            (Some(one), Some(other)) => are_alike(freedoms, one, other),
            _ => false,
        };
        if !is_alike {
            let [one, other] = [one, other].map(|words| words.map(|words| words.join(&b' ')));
            return Err(in_line(last, one.as_deref(), other.as_deref()));
        }
    }
}

fn are_alike(freedoms: &Freedoms, one: &[&[u8]], other: &[&[u8]]) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len() && pairs.all(|(one, other)| freedoms.are_tokens_alike(one, other))
}

/// The words of the lines that have some, with the number of the line from 0.
fn all(text: &[u8]) -> impl Iterator<Item = (usize, Vec<&[u8]>)> {
    let lines = text.split(|byte| *byte == b'\n').map(|line| tokens(line).collect::<Vec<_>>());
    lines.enumerate().filter(|(_, words)| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn a_line_end_is_no_space() {
        holds(
            |answer, output| compare(&Freedoms::default(), answer, output),
            &[
                ("1 2\n3\n", " 1   2 \r\n\n3", true),
                ("1\n2\n3", "1 2 3", false),
                ("1 2 3", "1\n2\n3", false),
                ("a", "A", false),
                ("a\nb", "a", false),
                ("a", "a\nb", false),
                ("", "\n", true),
            ],
        );
        let close = Freedoms::default().and_arguments(&["float_tolerance".into(), "0.1".into()]).unwrap();
        assert_eq!(compare(&close, b"1.0 2\n", b"1.05 2\n"), Ok(()));
        let why = |output: &[u8]| compare(&close, b"1\n2\n", output).unwrap_err().to_string();
        assert_eq!(why(b"1\n\n3\n"), "line 3: `3` instead of `2`");
        assert_eq!(why(b"1\n"), "line 2: it ends where `2` is expected");
    }
}
