//! Lines that are chosen while a program runs. Afterwards the case is like any other: the list of lines that
//! were given.

use crate::execution::{Ending, Execution, Limit};
use crate::process::LineSource;
use crate::suite::{Case, Guide, IoMode, Question};
use crate::verdict::{CaseResult, Settled, Verdict};

/// A run whose lines were chosen while it ran, and the resulting case.
pub(super) struct Conversation {
    pub(super) run: Execution,
    pub(super) settled: Settled,
    pub(super) case: Case,
    pub(super) mode: IoMode,
}

impl Conversation {
    /// Whether it is wrong because its answers contradict each other. On a terminal a program may print more
    /// than elsewhere, but nothing that turns right answers into a contradiction.
    pub(super) fn is_contradiction(&self) -> bool {
        let CaseResult { verdict, comparison } = &self.settled.result;
        let choice = comparison.as_ref().and_then(|comparison| comparison.choice.as_ref());
        *verdict == Verdict::Wrong && choice.is_some_and(|choice| choice.is_ruled_out)
    }
}

pub(super) struct AdaptiveLines {
    guide: Guide,
    mode: IoMode,
    given: Vec<Vec<u8>>,
    /// Whether the program got the end of input.
    are_over: bool,
    /// Whether the program had not yet shown its answers when it was given its last line.
    pub(super) guessed_last: bool,
}

impl AdaptiveLines {
    pub(super) fn new(guide: Guide, mode: IoMode) -> AdaptiveLines {
        AdaptiveLines { guide, mode, given: Vec::new(), are_over: false, guessed_last: false }
    }

    /// The case as it was played: the lines that the program was given. If it ended before it got the end of input, the next line is
    /// included, because the program did not read it.
    pub(super) fn played(&self, case: &Case, run: &Execution) -> Case {
        let mut inputs = self.given.clone();
        if !self.are_over {
            let question = self.guide.ask(&inputs, &run.stdout);
            inputs.extend(question.line.filter(|_| !question.is_over));
        }
        Case { inputs, ..case.clone() }
    }
}

impl LineSource for AdaptiveLines {
    fn begin(&mut self) {
        (self.given, self.are_over, self.guessed_last) = (Vec::new(), false, false);
    }

    fn next_line(&mut self, output: &[u8]) -> Option<Vec<u8>> {
        let Question { line, is_guess, .. } = self.guide.ask(&self.given, output);
        self.guessed_last = is_guess;
        let line = line.filter(|line| self.mode.carries(line));
        self.are_over = line.is_none();
        let line = line?;
        self.given.push(line.clone());
        Some([line, b"\n".to_vec()].concat())
    }
}

/// Whether a run was stopped for its time, though perhaps only the next line was missing, because the program
/// was not always seen to wait. Given all lines at once, it may be in time.
pub(super) fn is_starved(run: &Execution) -> bool {
    let turns = run.dialogue.as_ref().map_or(&[][..], |dialogue| &dialogue.turns);
    let is_seen = !turns.is_empty() && turns.iter().all(|turn| turn.was_waiting);
    let is_late = matches!(run.ending, Ending::Stopped(limit) if limit == Limit::Idle || limit.is_of_time());
    is_late && !is_seen
}
