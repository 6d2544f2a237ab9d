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

/// Whether a line is the answer, or ends with it after a prompt.
fn is_answer(freedoms: &Freedoms, expected: &[u8], line: &[u8]) -> bool {
    let expected: Vec<_> = tokens(expected).collect();
    let starts = (0..line.len()).filter(|start| *start == 0 || is_prompt(&line[..*start]));
    starts.map(|start| tokens(&line[start..])).any(|found| {
        let found: Vec<_> = found.collect();
        let are_alike = |(one, other): (&&[u8], &&[u8])| freedoms.are_tokens_alike(one, other);
        found.len() == expected.len() && expected.iter().zip(&found).all(are_alike)
    })
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
}
