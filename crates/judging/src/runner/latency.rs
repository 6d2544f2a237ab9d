//! How quickly a candidate answers when it is fed line by line, over all of its runs.
//!
//! There may be many runs, so times are not stored but counted in a histogram with sixteen classes for each doubling.
//! This makes the median exact to one part in twenty.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::note::Note;
use crate::execution::{Dialogue, Seconds};
use crate::suite::Case;

/// How quickly a candidate answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct LatencyStats {
    /// How many lines it answered before it asked for the next.
    pub moves: usize,
    /// Half of the answers took no longer than this, approximately.
    #[serde(with = "Seconds")]
    pub median: Duration,
    /// The time of the slowest answer.
    #[serde(with = "Seconds")]
    pub longest: Duration,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Latencies {
    classes: Vec<usize>,
    moves: usize,
    longest: Duration,
    /// How often it asked for input without new output, where an answer was due.
    silences: usize,
    /// How often only its prompt showed that it asked.
    unseen: usize,
}

/// How many classes there are for each doubling.
const FINENESS: f64 = 16.0;

impl Latencies {
    pub(super) fn add(&mut self, case: &Case, dialogue: &Dialogue) {
        // Silence is a valid answer to an empty line.
        let is_owed = |turn: &usize| {
            turn.checked_sub(1).is_none_or(|line| case.inputs.get(line).is_none_or(|input| !input.is_empty()))
        };
        self.silences += dialogue.silences().filter(is_owed).count();
        self.unseen += dialogue.turns.iter().filter(|turn| !turn.was_waiting).count();
        // The first time is the time to start.
        for turn in dialogue.turns.iter().skip(1) {
            let class = (turn.latency.as_nanos().max(1) as f64).log2() * FINENESS;
            let class = class as usize;
            if class >= self.classes.len() {
                self.classes.resize(class + 1, 0);
            }
            self.classes[class] += 1;
            self.moves += 1;
            self.longest = self.longest.max(turn.latency);
        }
    }

    /// The statistics of all runs. `None` if nothing was answered.
    pub(super) fn stats(&self) -> Option<LatencyStats> {
        let mut rank = self.moves.div_ceil(2);
        let class = self.classes.iter().position(|count| {
            rank = rank.saturating_sub(*count);
            rank == 0 && self.moves > 0
        })?;
        // The middle of the class.
        let nanoseconds = ((class as f64 + 0.5) / FINENESS).exp2();
        let median = Duration::from_nanos(nanoseconds as u64).min(self.longest);
        Some(LatencyStats { moves: self.moves, median, longest: self.longest })
    }

    /// Remarks for the author of a right program.
    pub(super) fn advice(&self) -> impl Iterator<Item = Note> {
        let flush = (self.silences > 0).then_some(Note::Flush);
        // On a busy machine a single look may come too early.
        let never_waits = (self.unseen > self.moves / 2).then_some(Note::NeverWaits);
        flush.into_iter().chain(never_waits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::execution::TurnTiming;

    #[test]
    fn the_median_is_near_and_silence_to_an_empty_line_is_no_fault() {
        let case = Case {
            inputs: vec![b"4".to_vec(), Vec::new(), b"5".to_vec()],
            ..Case::trial(&Dialect::Tictactoe)
        };
        let turn = |milliseconds, output| TurnTiming {
            latency: Duration::from_millis(milliseconds),
            output,
            was_waiting: true,
        };
        let mut latencies = Latencies::default();
        assert_eq!(latencies.stats(), None);
        latencies.add(
            &case,
            &Dialogue { lines: 3, turns: vec![turn(500, 15), turn(1, 30), turn(8, 30), turn(90, 45)] },
        );
        let latency = latencies.stats().unwrap();
        assert_eq!((latency.moves, latency.longest), (3, Duration::from_millis(90)));
        assert!(
            latency.median.abs_diff(Duration::from_millis(8)) < Duration::from_micros(400),
            "{latency:?}"
        );
        assert_eq!(latencies.advice().next(), None);
        latencies.add(&case, &Dialogue { lines: 3, turns: vec![turn(500, 15), turn(1, 15)] });
        assert_eq!(latencies.advice().next(), Some(Note::Flush));
    }
}
