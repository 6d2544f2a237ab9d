//! Shows what the judge does while there is no other output: a line on a terminal, which disappears when it is done.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The time between two updates of the line.
const TICK: Duration = Duration::from_millis(200);

/// A line about work in progress, which disappears when this is dropped.
pub(super) struct Busy(ProgressBar);

impl Busy {
    /// Work that takes an unknown number of steps.
    pub(super) fn with(doing: impl Into<String>) -> Busy {
        Busy::shown(ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}", doing)
    }

    /// Work whose steps are counted as they are done; `doing` is what a step is.
    pub(super) fn counting(doing: impl Into<String>) -> Busy {
        Busy::shown(ProgressBar::new_spinner(), "{spinner} {msg}: {pos} {elapsed}", doing)
    }

    pub(super) fn of(steps: usize, doing: impl Into<String>) -> Busy {
        Busy::shown(ProgressBar::new(steps as u64), "{spinner} {msg}: {pos} of {len} {elapsed}", doing)
    }

    fn shown(bar: ProgressBar, template: &str, doing: impl Into<String>) -> Busy {
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        let bar = bar.with_style(style).with_message(doing.into());
        bar.enable_steady_tick(TICK);
        Busy(bar)
    }

    pub(super) fn say(&self, doing: impl Into<String>) {
        self.0.set_message(doing.into());
    }

    /// Tells how far the time limit of a package is measured. That takes minutes, so it is also told where no line is shown.
    pub(super) fn measuring(&self, done: usize, all: usize) {
        let doing = "measuring the time limit by the accepted programs";
        if done == 0 && self.0.is_hidden() {
            anstream::eprintln!("judge: {doing}: up to {all} runs");
        }
        self.say(format!("{doing}: {done} of {all} runs"));
    }

    pub(super) fn advance(&self, steps: usize) {
        self.0.inc(steps as u64);
    }

    pub(super) fn reach(&self, done: usize, all: usize) {
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
