//! A bar on standard error while cases are tried, gone without a trace at the end; nothing at all
//! where standard error is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

use super::Report;
use crate::runner::Event;

/// Shows how far a run has got.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// How many cases each candidate is to be tried on, as far as is known.
    planned: Vec<usize>,
}

impl Progress {
    /// A bar that appears when the run starts.
    pub fn new() -> Progress {
        let style = ProgressStyle::with_template("judging {wide_bar} {pos}/{len} games, {eta} left");
        let bar = ProgressBar::no_length().with_style(style.expect("the template is well-formed"));
        Progress { bar, planned: Vec::new() }
    }
}

impl Default for Progress {
    fn default() -> Progress {
        Progress::new()
    }
}

impl Report for Progress {
    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => self.planned = vec![0; candidates.len()],
            Event::CasesPlanned { candidate, cases } => {
                self.planned[*candidate] = *cases;
                self.bar.set_length(self.planned.iter().sum::<usize>() as u64);
            }
            Event::CaseFinished { .. } => self.bar.inc(1),
            Event::CandidateJudged { .. } => {}
            Event::RunFinished { .. } => self.bar.finish_and_clear(),
        }
    }
}
