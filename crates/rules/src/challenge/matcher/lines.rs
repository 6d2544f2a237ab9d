//! Line by line, without the white space at their ends and the empty lines at the end.

use super::super::freedoms::Freedoms;
use super::super::tokens::Mismatch;
use super::difference::are_alike;

pub(super) fn compare(freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    are_alike(all(answer), all(output), |one, other| freedoms.are_lines_alike(one, other))
}

/// The lines of a text.
pub(super) fn all(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = text.trim_ascii_end();
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
    lines.filter(move |_| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn white_space_at_line_ends_and_at_the_end_does_not_count() {
        let compare = |answer: &[u8], output: &[u8]| compare(&Freedoms::default(), answer, output);
        holds(
            compare,
            &[
                ("a b\nc\n", "a b  \r\nc", true),
                ("a\n", "a\n\n\n", true),
                ("", "\n", true),
                ("a\n\nb", "a\nb", false),
                ("a b", "a  b", false),
                ("a", " a", false),
                ("a", "A", false),
                ("a\nb", "a", false),
            ],
        );
        let why = compare(b"a\nb\n", b"a\n").unwrap_err().to_string();
        assert_eq!(why, "line 2: it ends where `b` is expected");
    }
}
