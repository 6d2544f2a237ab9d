//! What looks like a prompt does not count: a text that ends with `:`, `?`, `>` or `=` (and white space), before an answer
//! in its line or alone in its line.

use super::super::freedoms::Freedoms;
use super::super::tokens::{Mismatch, tokens};
use super::difference::in_line;
use super::lines;

pub(super) fn compare(freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let full = |text| lines::all(text).enumerate().filter(|(_, line)| !line.trim_ascii().is_empty());
    let mut got = full(output);
    for (_, expected) in full(answer) {
        loop {
            match got.next() {
                Some((_, line)) if is_answer(freedoms, expected, line) => break,
                Some((_, line)) if is_prompt(line) => {}
                Some((place, line)) => return Err(in_line(place, Some(expected), Some(line))),
                None => return Err(in_line(lines::all(output).count(), Some(expected), None)),
            }
        }
    }
    match got.find(|(_, line)| !is_prompt(line)) {
        Some((place, line)) => Err(in_line(place, None, Some(line))),
        None => Ok(()),
    }
}

fn is_prompt(text: &[u8]) -> bool {
    text.trim_ascii_end().last().is_some_and(|last| b":?>=".contains(last))
}

/// Whether a line is the answer, or ends with it after a prompt. A line may be as long as an output, so it is gone through once.
fn is_answer(freedoms: &Freedoms, expected: &[u8], line: &[u8]) -> bool {
    let [expected, found] = [expected, line].map(|text| tokens(text).collect::<Vec<_>>());
    let Some(before) = found.len().checked_sub(expected.len()) else { return false };
    let Some((wanted, rest)) = expected.split_first() else { return found.is_empty() };
    let are_alike = |one: &[u8], other: &[u8]| freedoms.are_tokens_alike(one, other);
    let (prompt, first) = (&found[..before], found[before]);
    // A prompt need not end with a blank.
    let glued = || (1..first.len()).filter(|start| is_prompt(&first[..*start]));
    let is_alone = prompt.last().is_none_or(|last| is_prompt(last));
    rest.iter().zip(&found[before + 1..]).all(|(one, other)| are_alike(one, other))
        && (is_alone && are_alike(wanted, first) || glued().any(|start| are_alike(wanted, &first[start..])))
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn what_ends_like_a_prompt_does_not_count() {
        holds(
            |answer, output| compare(&Freedoms::default(), answer, output),
            &[
                ("7\n", "7\n", true),
                ("7\n", "a: b: 7\n", true),
                ("7\n", "First number?\nSecond number? 7\n", true),
                ("7\n", "a:7", true),
                ("x = 7", "x = 7", true),
                ("Sum: 7\nbye", "> Sum:  7\n> bye\n> ", true),
                ("7", "the sum is 7", false),
                ("7", "a: 17", false),
                ("7", "7\n8", false),
                ("7\n8", "a: 7", false),
                ("Ada", "ada", false),
            ],
        );
    }

    #[test]
    fn a_line_of_a_megabyte_takes_no_longer_than_many_lines() {
        for line in [">".repeat(1 << 20), "0:".repeat(1 << 19), format!("a:{}b", " ".repeat(1 << 20))] {
            let numbers = Freedoms { numbers: Some(Default::default()), ..Freedoms::default() };
            assert!(compare(&numbers, b"7\n", format!("{line}8\n").as_bytes()).is_err());
        }
    }
}
