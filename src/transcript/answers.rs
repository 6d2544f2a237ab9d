//! Which part of an output answers which input, as far as the output agrees with the expected transcript.
//!
//! A program that is given all its input at once prints nothing that shows where an input was read. Up to the first
//! difference the expected answers show it.

use super::divergence::Divergence;
use super::expected::ExpectedTranscript;
use super::reader::Reader;
use super::readings::MOST;

impl ExpectedTranscript {
    /// An output as it looks on a terminal, where each input stands behind the answer to the one before: up to the
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

    /// For each step the offset in the output, in bytes, where its answer ends; the steps before the first difference.
    /// Where silence is an answer, too, an answer goes to the first input that it fits.
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
                        let ends = ends.iter().copied().chain([reader.place()]).collect();
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
