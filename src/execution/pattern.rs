//! Patterns of messages, as the file of languages has them.

use regex::Regex;

/// A pattern in which `^` and `$` stand for the ends of lines.
pub(super) fn pattern(text: &str) -> Result<Regex, regex::Error> {
    Regex::new(&format!("(?m){text}"))
}
