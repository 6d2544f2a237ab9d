//! Which part of an output answers which input, as far as the output agrees with the expected transcript.
//!
//! A program that is given all its input at once prints nothing that shows where an input was read. Up to the first
//! difference the expected answers show it.

use super::comparison::Divergence;
use super::expected::ExpectedTranscript;
use super::reader::Reader;
use super::readings::MOST;

impl ExpectedTranscript {
    /// An output as it looks on a terminal, where each input follows the answer to the one before: up to the
    /// place where it differs, or to the end of the last answer.
    pub fn typed(&self, output: &[u8], end: Option<&Divergence>, inputs: &[Vec<u8>]) -> Vec<u8> {
        let ends = self.answer_ends(output);
        let last = || (usize::MAX, ends.last().copied().unwrap_or(0));
        let (steps, at) = end.map_or_else(last, |end| (end.step, end.at));
        let mut text = Vec::new();
        let mut from = 0;
        for (step, to) in ends.iter().enumerate().take(steps) {
            let to = (*to).min(at);
            text.extend_from_slice(&output[from..to]);
            self.push_input(&mut text, step, inputs);
            from = to;
        }
        text.extend_from_slice(&output[from..at]);
        text
    }

    /// For each step the offset in the output, in bytes, where its answer ends, with its new-lines; the steps before the first
    /// difference. Where silence is an answer, too, an answer goes to the first input that it fits.
    pub fn answer_ends(&self, output: &[u8]) -> Vec<usize> {
        let mut paths = vec![(Reader::new(self.dialect(), output), Vec::new())];
        for (index, step) in self.steps().iter().enumerate() {
            let mut next: Vec<(Reader, Vec<usize>)> = Vec::new();
            for (reader, ends) in &paths {
                let silent = step.may_be_silent.then(|| reader.clone());
                let answered = reader.answers(index, step).unwrap_or_default();
                for reader in answered.into_iter().chain(silent) {
                    let is_known = next.iter().any(|(other, _)| other.is_level_with(&reader));
                    if !is_known && next.len() < MOST {
                        let ends = ends.iter().copied().chain([reader.place_behind_newlines()]).collect();
                        next.push((reader, ends));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            paths = next;
        }
        let farthest = paths.into_iter().map(|(_, ends)| ends).rev().max_by_key(|ends| ends.last().copied());
        farthest.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Declared, Dialect};

    #[test]
    fn each_answer_ends_behind_its_own_newlines() {
        let table = "title = 't'\n[input]\nup = 'up'\n[[rule]]\non = 'up'\nsay = ['ok']\n[[rule]]\non = '*'\nsay = ['no']\n\
                     [words]\nok = \"ok\\n\"\nno = \"no\\n\\n\"\n[freedom.golf]\nnewlines = 'around'\n";
        let dialect = Dialect::Declared(Declared::read("t", table).unwrap());
        let inputs = ["up", "down", "up"].map(|line| line.as_bytes().to_vec());
        let expected = ExpectedTranscript::scored(&dialect, &inputs);
        let typed = |output: &str| {
            let text = expected.typed(output.as_bytes(), None, &inputs);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(typed("ok\nno\n\nok\n"), "up\nok\ndown\nno\n\nup\nok\n");
        // More new-lines than must be there belong to what follows.
        assert_eq!(typed("ok\n\nno\n\nok"), "up\nok\ndown\n\nno\n\nup\nok");
    }
}
