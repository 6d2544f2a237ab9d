//! Byte by byte.

use super::super::freedoms::Freedoms;
use super::super::tokens::Mismatch;
use super::difference::are_alike;

pub(super) fn compare(freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let lines = |text| <[u8]>::split_inclusive(text, |byte: &u8| *byte == b'\n');
    are_alike(lines(answer), lines(output), |one, other| freedoms.are_lines_alike(one, other))
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn every_byte_counts() {
        let compare = |answer: &[u8], output: &[u8]| compare(&Freedoms::default(), answer, output);
        holds(
            compare,
            &[
                ("a b\n", "a b\n", true),
                ("", "", true),
                ("a b\n", "a b", false),
                ("a b\n", "a  b\n", false),
                ("a b\n", "A b\n", false),
                ("a\n", "a\r\n", false),
            ],
        );
        let why = compare(b"a\nb\n", b"a\nc\n").unwrap_err().to_string();
        assert_eq!(why, "line 2: `c⏎` instead of `b⏎`");
        assert_eq!(compare(b"a\n", b"a\nb").unwrap_err().to_string(), "line 2: more than the answer: `b`");
    }
}
