//! What a program is given in one run.

/// The lines that a program is given, none of which has a line feed.
pub(crate) type Session = Vec<Vec<u8>>;

/// The lines of a text; there is none after the last line feed.
pub fn lines(text: &[u8]) -> Session {
    let mut lines: Vec<_> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    lines.pop_if(|last| last.is_empty());
    lines
}
