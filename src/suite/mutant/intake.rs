//! How a faulty referee separates its input into lines, before it reads them. The right one keeps each line
//! as it is.

use std::borrow::Cow;

/// How lines are separated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intake {
    /// Unchanged.
    Whole,
    /// A buffer holds this many bytes, including the line's end. The rest is another line, which is empty if
    /// only the line's end was left.
    Split(usize),
    /// A buffer holds this many bytes; the rest is dropped.
    Cut(usize),
    /// A backslash at the end joins a line with the next, unless it is one of two.
    Joined,
}

impl Intake {
    /// The lines that the program sees in place of a line. `before` is the rest of the lines before.
    pub(super) fn lines<'a>(self, before: &mut Vec<u8>, line: &'a [u8]) -> Vec<Cow<'a, [u8]>> {
        match self {
            Intake::Split(size) if line.len() >= size => {
                let end = line.len().is_multiple_of(size).then_some(&line[..0]);
                line.chunks(size).chain(end).map(Cow::Borrowed).collect()
            }
            Intake::Cut(size) => vec![Cow::Borrowed(&line[..line.len().min(size)])],
            Intake::Joined => {
                let backslashes = line.iter().rev().take_while(|byte| **byte == b'\\').count();
                let is_whole = backslashes.is_multiple_of(2);
                before.extend_from_slice(if is_whole { line } else { &line[..line.len() - 1] });
                if is_whole { vec![Cow::Owned(std::mem::take(before))] } else { Vec::new() }
            }
            Intake::Whole | Intake::Split(_) => vec![Cow::Borrowed(line)],
        }
    }
}
