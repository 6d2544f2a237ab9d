//! Telling a run: events in, something to read out.
//!
//! A [`Report`] hears the events of a run and nothing else. [`Progress`] shows long work while it
//! goes on; [`Record`] collects the rulings, which the formats [`terminal`], [`json`] and
//! [`markdown`] then render. [`replay()`] shows a single game. Whatever a candidate printed has been made visible before it comes
//! here; each format still escapes what it means something in.

mod json;
mod markdown;
mod progress;
mod record;
mod replay;
mod terminal;

pub use json::{SCHEMA, json};
pub use markdown::markdown;
pub use progress::Progress;
pub use record::{Heading, Record};
pub use replay::replay;
pub use terminal::{Width, terminal};

use crate::runner::Event;

/// Something that hears what happens in a run.
pub trait Report {
    /// Hears an event.
    fn hear(&mut self, event: &Event<'_>);
}
