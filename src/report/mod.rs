//! Telling a run: events in, something to read out.
//!
//! A [`Report`] hears the events of a run and nothing else. [`Progress`] shows long work while it
//! goes on; [`Record`] collects the rulings, which the formats [`terminal`], [`json()`], [`markdown()`],
//! [`junit()`] and [`html()`] then render; [`Log`] writes a run down, to be told again, and [`facts()`] looks into a
//! verdict of it. [`replay()`] shows a single game, [`Cast`] records one. Whatever a candidate printed has been made visible before it comes
//! here; each format still escapes what it means something in.

mod cast;
mod facts;
mod heading;
mod html;
mod json;
mod junit;
mod log;
mod markdown;
mod progress;
mod record;
mod replay;
mod terminal;

pub use cast::Cast;
pub use facts::{facts, verdicts};
pub use heading::Heading;
pub use html::html;
pub use json::{SCHEMA, json};
pub use junit::junit;
pub use log::{BUDGET, LOG_SCHEMA, Log, LogError};
pub use markdown::markdown;
pub use progress::Progress;
pub use record::{Conditions, Record};
pub use replay::{recorded, replay};
pub use terminal::{Width, terminal};

use crate::runner::Event;

/// Something that hears what happens in a run.
pub trait Report {
    /// Hears an event.
    fn hear(&mut self, event: &Event<'_>);
}
