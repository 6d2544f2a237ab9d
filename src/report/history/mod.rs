//! The history of submissions over saved runs: with which size each was accepted and when, and its best so far.
//!
//! Only accepted programs set a best. Runs are put in the order of their dates, however they are given; shards need not be
//! merged before. A program is known by its name.

mod cells;
mod form;
mod format;
mod markdown;
mod program;
mod runs;
mod terminal;

pub use form::history_schema;
pub(crate) use format::HistoryFormat;
pub(crate) use runs::SavedRuns;
