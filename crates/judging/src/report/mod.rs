//! Reports: a run's events in, text out.
//!
//! A [`Record`] collects the results of the candidates of a run, and a [`Format`] renders it. [`Log`] saves a run. Inside the
//! crate, `Progress` shows a run while it goes on, `Explanation` why programs got their verdicts, `SavedRuns` the differences
//! between saved runs, `replay` a single game, `Comparison` two programs, and `soundness` the content of a challenge; `Cast`
//! records a game. Output of candidates was made visible before it comes here; each format escapes its own special characters.

mod class;
mod classroom;
mod colour;
mod comparison;
mod events;
mod exercism;
mod explanation;
mod facts;
mod failure_facts;
mod format;
mod github;
mod gradescope;
mod heading;
mod html;
mod isolation;
mod json;
pub mod json_schema;
mod junit;
mod languages;
mod log;
mod mark;
mod markdown;
mod progress;
mod proposals;
mod record;
mod replay;
mod ruled;
mod runs;
mod shortening;
mod soundness;
mod table;
mod terminal;
mod view;

pub use class::{MarkSheet, MarkedExercise};
pub(crate) use classroom::classroom;
pub use comparison::{Comparison, ComparisonFormat};
pub(crate) use events::events;
pub use events::{Events, events_schema};
pub(crate) use exercism::exercism;
pub use explanation::Explanation;
pub use failure_facts::{facts, game};
pub use format::Format;
pub(crate) use github::annotations;
pub use github::append_summary;
pub(crate) use gradescope::gradescope;
pub use heading::Heading;
pub(crate) use heading::USUAL;
pub(crate) use html::html;
pub use isolation::isolation;
pub(crate) use json::json;
pub use json::schema;
pub(crate) use junit::junit;
pub use languages::languages;
pub use log::{Log, LogError, Part, log_schema, merge_files};
pub(crate) use markdown::markdown;
pub use progress::Progress;
pub use proposals::{new_challenge, proposals};
pub use record::{Conditions, Origin, Outcome, Record};
pub use replay::{replay, unready};
pub(crate) use ruled::{Ruled, size_since};
pub use runs::{Counted, RunsFormat, SavedRuns, compare_schema};
pub use shortening::ShorteningReport;
pub use soundness::{kept, soundness};

#[cfg(feature = "harness")]
pub(crate) use terminal::failure;
pub use terminal::{sum, terminal};
pub use view::View;

use crate::runner::Event;

/// A receiver of the events of a run.
pub trait Report {
    /// Receives an event.
    fn on_event(&mut self, event: &Event<'_>);
}

/// A receiver that may be missing.
impl<T: Report> Report for Option<T> {
    fn on_event(&mut self, event: &Event<'_>) {
        self.iter_mut().for_each(|receiver| receiver.on_event(event));
    }
}
