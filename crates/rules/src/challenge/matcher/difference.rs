//! The first difference of an output, in words.

use super::super::tokens::{Mismatch, shown};

/// A difference of a whole output.
pub(super) fn of_all(what: String) -> Mismatch {
    Mismatch { line: 1, value: None, what }
}

/// A difference in a line, by its number from 0.
pub(super) fn in_line(line: usize, expected: Option<&[u8]>, got: Option<&[u8]>) -> Mismatch {
    let what = match (expected, got) {
        (Some(expected), Some(got)) => format!("{} instead of {}", shown(got), shown(expected)),
        (Some(expected), None) => format!("it ends where {} is expected", shown(expected)),
        (None, Some(got)) => format!("more than the answer: {}", shown(got)),
        (None, None) => "it differs".to_owned(),
    };
    Mismatch { line: line + 1, value: None, what }
}

/// Compares lines one by one.
/// The error is the first that differs.
pub(super) fn are_alike<'a>(
    mut expected: impl Iterator<Item = &'a [u8]>,
    mut got: impl Iterator<Item = &'a [u8]>,
    are_alike: impl Fn(&[u8], &[u8]) -> bool,
) -> Result<(), Mismatch> {
    for line in 0.. {
        match (expected.next(), got.next()) {
            (None, None) => break,
            (Some(one), Some(other)) if are_alike(one, other) => {}
            (one, other) => return Err(in_line(line, one, other)),
        }
    }
    Ok(())
}

/// Checks a table of examples: an answer, an output, and whether that is right.
#[cfg(test)]
pub(super) fn holds(compare: impl Fn(&[u8], &[u8]) -> Result<(), Mismatch>, table: &[(&str, &str, bool)]) {
    for (answer, output, is_right) in table {
        let found = compare(answer.as_bytes(), output.as_bytes());
        assert_eq!(found.is_ok(), *is_right, "{answer:?} {output:?} {found:?}");
    }
}
