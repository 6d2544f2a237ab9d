//! An error in a challenge: the line, what is wrong, and what to do about it.

use std::fmt;

/// A mistake in `challenge.toml`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Fault {
    /// The line in the file, from 1. `None` if it concerns the whole file.
    pub line: Option<usize>,
    pub what: String,
    pub hint: Option<String>,
}

impl Fault {
    pub(crate) fn at(line: usize, what: impl Into<String>) -> Fault {
        Fault { line: Some(line), what: what.into(), hint: None }
    }

    /// A mistake that concerns the whole file.
    pub(crate) fn of_all(what: impl Into<String>) -> Fault {
        Fault { line: None, what: what.into(), hint: None }
    }

    pub(crate) fn hint(self, hint: impl Into<String>) -> Fault {
        Fault { hint: Some(hint.into()), ..self }
    }
}

/// Says why a text is no regular expression: the last line of a library's message, which may show the text and a mark below it.
pub(super) fn no_pattern(source: &str, why: &impl fmt::Display) -> String {
    let why = why.to_string();
    let why = why.lines().last().unwrap_or_default().trim().trim_start_matches("error: ");
    format!("`{source}` is no pattern: {why}")
}

/// To follow the name of the file and a colon.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line.map_or(Ok(()), |line| write!(f, "{line}:"))?;
        write!(f, " {}", self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}
