//! The search for two successive numbers in a line for which a program answers differently.

use super::session::Session;

/// How many numbers between two are tried at once. With one, the search would take three times as many rounds.
const AT_ONCE: u32 = 6;

/// From this factor on, numbers are spread by their length.
const FAR: f64 = 16.0;

/// A line between others, and two numbers in it for which the last line is answered differently, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bisection {
    /// The lines before it.
    pub(super) before: Session,
    /// The line, up to the number and behind it.
    pub(super) line: [Vec<u8>; 2],
    /// The lines behind it; none if its own answer differs.
    pub(super) after: Session,
    /// A number, and the kind of the last answer with it.
    pub(super) known: (i64, usize),
    /// Another one.
    pub(super) other: i64,
    /// Whether the other one was tried between these lines.
    pub(super) is_tried: bool,
}

impl Bisection {
    /// The numbers to be tried next; none if the two are neighbours. First it is seen whether they differ here at all.
    pub(super) fn numbers(&self) -> Vec<i64> {
        if !self.is_tried {
            return vec![self.other];
        }
        let (low, high) = (self.known.0.min(self.other), self.known.0.max(self.other));
        let (from, to) = (low as f64, high as f64);
        let part = |number: u32| f64::from(number) / f64::from(AT_ONCE + 1);
        let between = |number: u32| match low {
            1.. if to / from > FAR => (from * (to / from).powf(part(number))) as i64,
            _ => (from + (to - from) * part(number)) as i64,
        };
        let mut numbers: Vec<_> = (1..=AT_ONCE).map(between).collect();
        // Where floating point is too coarse, the neighbours are tried.
        numbers.extend([low.saturating_add(1), high.saturating_sub(1)]);
        numbers.retain(|number| low < *number && *number < high);
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Takes the kinds of the answers to numbers. Whether they were answered differently at all.
    pub(super) fn take(&mut self, mut answers: Vec<(i64, usize)>) -> bool {
        answers.sort_unstable_by_key(|(number, _)| number.abs_diff(self.known.0));
        let Some(first) = answers.iter().position(|(_, kind)| *kind != self.known.1) else {
            let Some(last) = answers.last().filter(|_| self.is_tried) else { return false };
            self.known = *last;
            return true;
        };
        self.other = answers[first].0;
        self.is_tried = true;
        if let Some(last) = first.checked_sub(1) {
            self.known = answers[last];
        }
        true
    }

    /// How many lines its sessions have.
    pub(super) fn lines(&self) -> usize {
        self.before.len() + 1 + self.after.len()
    }

    /// The session with this number.
    pub(super) fn session(&self, number: i64) -> Session {
        let [start, end] = &self.line;
        let line = [start, number.to_string().as_bytes(), end].concat();
        [&self.before[..], &[line], &self.after].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_boundary_is_found_in_a_few_rounds() {
        for most in [0, 1, 20, 137, 4_711, 123_456_789, i64::MAX - 1] {
            let kind = |number: i64| usize::from(number > most);
            let other = if most > 1_000_000 { i64::MAX } else { 9_999_999 };
            for (one, other) in [(-3, other), (other, -3)] {
                let line = [b"keep ".to_vec(), Vec::new()];
                let known = (one, kind(one));
                let (before, after) = Default::default();
                let mut bisection = Bisection { before, line, after, known, other, is_tried: false };
                let mut rounds = 0;
                while !bisection.numbers().is_empty() {
                    let answers = bisection.numbers().into_iter().map(|number| (number, kind(number)));
                    assert!(bisection.take(answers.collect()));
                    rounds += 1;
                    assert!(rounds < 40, "{most}: {bisection:?}");
                }
                let both = [bisection.known.0, bisection.other];
                assert!(both.contains(&most) && both.contains(&(most + 1)), "{most}: {bisection:?}");
            }
        }
    }
}
