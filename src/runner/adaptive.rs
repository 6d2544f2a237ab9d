//! Lines that are chosen while a program runs. Afterwards its case is one like any other: the lines that it was given.

use crate::execution::{Ending, Execution, Limit};
use crate::process::LineSource;
use crate::suite::{Case, Guide};

/// The lines of one run.
pub(super) struct AdaptiveLines {
    guide: Guide,
    given: Vec<Vec<u8>>,
    /// Whether the program was told that there are no more.
    are_over: bool,
}

impl AdaptiveLines {
    pub(super) fn new(guide: Guide) -> AdaptiveLines {
        AdaptiveLines { guide, given: Vec::new(), are_over: false }
    }

    /// The case as it was played: the lines that the program was given. One that ended before it was told that there are
    /// no more, and before its run was over, has missed a line.
    pub(super) fn played(self, case: &Case, run: &Execution) -> Case {
        let mut inputs = self.given;
        if !self.are_over {
            let missed = self.guide.missed(&inputs, &run.stdout);
            inputs.extend(missed);
        }
        Case { inputs, ..case.clone() }
    }
}

impl LineSource for AdaptiveLines {
    fn begin(&mut self) {
        (self.given, self.are_over) = (Vec::new(), false);
    }

    fn next_line(&mut self, output: &[u8]) -> Option<Vec<u8>> {
        let line = self.guide.next(&self.given, output);
        self.are_over = line.is_none();
        let line = line?;
        self.given.push(line.clone());
        Some([line, b"\n".to_vec()].concat())
    }
}

/// Whether a run was stopped for its time, and the program may have lacked nothing but its next line, since it was not
/// seen to wait for each: given all lines at once, it may be in time.
pub(super) fn is_starved(run: &Execution) -> bool {
    let turns = run.dialogue.as_ref().map_or(&[][..], |dialogue| &dialogue.turns);
    let is_seen = !turns.is_empty() && turns.iter().all(|turn| turn.was_waiting);
    let is_late = matches!(run.ending, Ending::Stopped(limit) if limit == Limit::Idle || limit.is_of_time());
    is_late && !is_seen
}
