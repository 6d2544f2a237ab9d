//! Which answer belongs to which line, for a program that shows its output only at the end.
//!
//! Many programs print one line for each that they read. If an output has as many lines more than that of the session without
//! lines, each is taken for an answer. It may be wrong; that costs sessions, but no verdict depends on it.

use super::folding::shown_at_once;
use crate::challenge::{RecordedTurn, Recording};

/// What is known of the output around the answers.
#[derive(Debug, Default)]
pub(super) struct Alignment {
    /// The lines of the session without lines.
    empty: Option<Vec<String>>,
    /// How many of them come before the first answer, at most.
    opening: usize,
}

impl Alignment {
    /// The run with its answers separated, if it needs that, and as far as it is possible.
    pub(super) fn aligned(&mut self, run: &Recording) -> Option<Recording> {
        let lines = |text: &str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
        if run.turns.is_empty() {
            let empty = lines(&run.output());
            self.opening = empty.len();
            self.empty = Some(empty);
            return None;
        }
        let output = lines(shown_at_once(run)?);
        let empty = self.empty.as_ref()?;
        let common = output.iter().zip(empty).take_while(|(line, known)| line == known).count();
        self.opening = self.opening.min(common);
        let (opening, answers) = output.split_at(self.opening);
        let closing = empty.len() - self.opening;
        let is_aligned = answers.len() == run.turns.len() + closing;
        let (answers, closing) = answers.split_at_checked(run.turns.len()).filter(|_| is_aligned)?;
        let turn = |(turn, answer): (&RecordedTurn, &String)| RecordedTurn {
            input: turn.input.clone(),
            answer: answer.clone(),
        };
        let mut turns: Vec<_> = run.turns.iter().zip(answers).map(turn).collect();
        let is_over = run.is_over();
        if let Some(last) = turns.last_mut().filter(|_| is_over) {
            last.answer += &closing.concat();
        }
        let closing = (!is_over).then(|| closing.concat());
        Some(Recording { opening: opening.concat(), closing, turns, ..run.clone() })
    }
}
