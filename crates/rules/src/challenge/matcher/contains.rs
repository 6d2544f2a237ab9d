//! The answer occurs in the output.

use super::super::tokens::{Mismatch, shown};
use super::difference::of_all;
use super::lines;

pub(super) fn compare(answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let [answer, output] = [answer, output].map(|text| lines::all(text).collect::<Vec<_>>().join(&b'\n'));
    let answer = answer.trim_ascii();
    match output.windows(answer.len().max(1)).any(|part| part == answer) {
        true => Ok(()),
        false => Err(of_all(format!("{} does not contain {}", shown(&output), shown(answer)))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::difference::holds;
    use super::*;

    #[test]
    fn the_answer_may_stand_anywhere() {
        holds(
            compare,
            &[
                ("5\n", "The sum is 5.\n", true),
                ("a\nb\n", "x a \r\nb y\n", true),
                ("5", "", false),
                ("a b", "a  b", false),
                ("Sum", "sum", false),
            ],
        );
    }
}
