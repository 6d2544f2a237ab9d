//! Watching submissions: which have changed, appeared or vanished since they were last looked at.
//!
//! [`Changes`] tells that something has changed in a folder, by the system's own events; [`Watched`] reads what there is and
//! tells what differs. So it does not matter how an editor writes a file: in place, by renaming another, or in several steps.

mod changes;
mod stamps;
mod watched;

pub(crate) use changes::{Changes, Woken};
pub(crate) use stamps::Stamps;
pub(crate) use watched::{Change, Watched};
