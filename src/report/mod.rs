//! Reports: a run's events in, text out.
//!
//! A [`Report`] gets the events of a run and nothing else. [`Progress`] shows the progress of a run. [`Record`]
//! collects what is known of the candidates; [`terminal`], [`json()`], [`markdown()`], [`junit()`] and [`html()`] render
//! it; [`Events`] are told as they happen. [`Log`] saves a run, and [`facts()`] shows why a program got its verdict. [`Changes`] are what differs between two saved
//! runs. [`replay()`] shows a single game, [`Comparison`] two programs, and [`Cast`] records one. Output of candidates has been made visible before it comes here; each format escapes its own special
//! characters.

mod cast;
mod changes;
mod colour;
mod comparison;
mod events;
mod evidence;
mod facts;
mod form;
mod format;
mod github;
mod heading;
mod html;
mod json;
pub(crate) mod json_schema;
mod junit;
mod log;
pub mod machine;
mod markdown;
mod origin;
mod progress;
mod record;
mod replay;
mod table;
mod terminal;
mod verdict_word;

pub use cast::Cast;
pub use changes::{Change, Changes, ChangesFormat, Counted, NotComparable, Pace, ProgramChange, Standing};
pub use comparison::Comparison;
pub use events::{Events, events, events_schema};
pub use facts::{facts, verdicts};
pub use format::Format;
pub use github::{SUMMARY, annotations, summary};
pub use heading::{Heading, USUAL};
pub use html::html;
pub use json::{json, schema};
pub use junit::junit;
pub use log::{BUDGET, Log, LogError, MergeError, Part, log_schema, merge};
pub use markdown::markdown;
pub use origin::Origin;
pub use progress::Progress;
pub use record::{Conditions, Record};
pub use replay::{recorded, replay};
pub use terminal::{View, sum, terminal};
pub use verdict_word::{Skipped, VerdictWord};

use crate::runner::Event;

/// A receiver of the events of a run.
pub trait Report {
    /// Receives an event.
    fn on_event(&mut self, event: &Event<'_>);
}
