//! The answer is a regular expression.

use regex::bytes::Regex;

use super::super::freedoms::TextPattern;
use super::super::tokens::{Mismatch, shown};
use super::difference::of_all;

/// The expression, without a line end behind it.
pub(super) fn read(answer: &[u8]) -> Result<TextPattern, String> {
    let source = std::str::from_utf8(answer).map_err(|_| "it is no text".to_owned())?;
    TextPattern::read(source.trim_end_matches(['\r', '\n']))
}

/// Line ends at the end of the output do not count, so that `$` means what it says.
pub(super) fn compare(answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let pattern = read(answer).map_err(of_all)?;
    let output = line_feeds(output);
    let shorter = output.trim_ascii_end();
    match pattern.occurs_in(&output) || pattern.occurs_in(shorter) {
        true => Ok(()),
        false => {
            let pattern = shown(pattern.source().as_bytes());
            Err(of_all(format!("{} does not match {pattern}", shown(&output))))
        }
    }
}

/// A text with a line feed at the end of each line.
fn line_feeds(text: &[u8]) -> Vec<u8> {
    Regex::new("\r\n").expect("it is valid").replace_all(text, &b"\n"[..]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn the_expression_occurs_in_the_output() {
        holds(
            compare,
            &[
                ("^5$\n", "5\n", true),
                ("[Ss]um: *5", "The sum: 5\n", true),
                ("^a\nb$", "a\r\nb\r\n", true),
                ("(?i)SUM", "sum", true),
                ("SUM", "sum", false),
                ("^5$", "15\n", false),
                ("(", "(", false),
            ],
        );
    }
}
