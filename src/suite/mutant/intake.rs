//! How a faulty referee takes lines out of its input, before it reads them. The right one takes each line
//! as a whole.

use std::borrow::Cow;

/// How lines are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intake {
    /// As they are.
    Whole,
    /// A buffer holds this many bytes, the line's end among them; what is beyond is a line of its own, and
    /// if that is the line's end alone, an empty one.
    Split(usize),
    /// A buffer holds this many bytes; what is beyond is dropped.
    Cut(usize),
    /// A backslash at the end joins a line with the next, if it is not one of two.
    Joined,
}

impl Intake {
    /// The lines that a line is taken for. `before` is what was left of the lines before.
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
