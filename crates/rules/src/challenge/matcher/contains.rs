//! The answer occurs in the output.

use super::super::freedoms::Freedoms;
use super::super::tokens::{Mismatch, shown};
use super::difference::of_all;
use super::lines;

pub(super) fn compare(freedoms: &Freedoms, answer: &[u8], output: &[u8]) -> Result<(), Mismatch> {
    let [answer, output] = [answer, output].map(|text| lines::all(text).collect::<Vec<_>>().join(&b'\n'));
    let answer = answer.trim_ascii();
    match freedoms.occurs(answer, &output) {
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
            |answer, output| compare(&Freedoms::default(), answer, output),
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
