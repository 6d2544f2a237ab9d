//! Snapshots in the format of the `insta` crate, so that its reviewer (`cargo insta review`) accepts what
//! `judge record` proposes.
//!
//! A snapshot file is a YAML header between two lines of `---`, then the contents. A proposal is the file
//! `NAME.snap.new` beside the accepted one. The header names no `source`: insta's clean-up deletes files
//! whose source no longer refers to them, and these belong to no assertion.

use std::fmt;

use crate::transcript::visible;

/// One snapshot: its origin, and the content that must not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotFile {
    /// A description of it.
    pub description: String,
    /// The command that prints it.
    pub expression: String,
    /// The input file of that command.
    pub input_file: String,
    /// The contents, without white space at the end.
    pub contents: String,
}

/// A file that is not a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// It is not UTF-8.
    #[error("not UTF-8 text")]
    NotText,
    /// The header does not begin.
    #[error("line 1 is not `---`")]
    NoHeader,
    /// The header does not end.
    #[error("the header has no closing `---` line")]
    EndlessHeader,
}

impl SnapshotFile {
    /// The contents in the stored form: every byte visible, no white space at the end.
    pub fn contents_of(text: &[u8]) -> String {
        visible(text).trim_end().to_owned()
    }
}

impl fmt::Display for SnapshotFile {
    /// The whole file, its keys in the order in which insta writes them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "---")?;
        writeln!(f, "description: {}", quoted(&self.description))?;
        writeln!(f, "expression: {}", quoted(&self.expression))?;
        writeln!(f, "input_file: {}", quoted(&self.input_file))?;
        writeln!(f, "---")?;
        writeln!(f, "{}", self.contents)
    }
}

/// The contents of a snapshot file, with any header.
#[doc(hidden)]
pub fn contents(file: &[u8]) -> Result<String, Malformed> {
    let text = std::str::from_utf8(file).map_err(|_| Malformed::NotText)?;
    let mut lines = text.lines();
    if lines.next() != Some("---") {
        return Err(Malformed::NoHeader);
    }
    if !lines.by_ref().any(|line| line == "---") {
        return Err(Malformed::EndlessHeader);
    }
    Ok(lines.collect::<Vec<_>>().join("\n").trim_end().to_owned())
}

/// A double-quoted YAML scalar.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let snapshot = SnapshotFile {
            description: "a \"quoted\" \\ name".into(),
            expression: "referee < a.moves".into(),
            input_file: "a.moves".into(),
            contents: "...\n---\nX> 4".into(),
        };
        assert_eq!(contents(snapshot.to_string().as_bytes()), Ok(snapshot.contents));
    }

    #[test]
    fn what_is_no_snapshot_is_refused() {
        assert_eq!(contents(b"---\n\xff\n---\n"), Err(Malformed::NotText));
        assert_eq!(contents(b"...\n"), Err(Malformed::NoHeader));
        assert_eq!(contents(b"---\nexpression: x\n"), Err(Malformed::EndlessHeader));
    }
}
