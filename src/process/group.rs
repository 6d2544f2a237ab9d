//! Descendants by process group, for a judge without a sandbox: a process that leaves the group is lost, and
//! only usage that the first process waited for is counted.

use std::io;

use rustix::process::{Pid, Signal};

use super::process_tree::{Descendants, ProcessTree};
use super::reap::wait;
use crate::execution::{Limit, Limits, Usage};

/// The process group that a candidate leads.
pub(super) struct Group;

impl Descendants for Group {
    fn tree(&self, leader: Pid) -> ProcessTree {
        ProcessTree { ancestor: leader.as_raw_nonzero().get(), has_ancestor: true }
    }

    fn look(&mut self, _: &Limits) -> Option<Limit> {
        None
    }

    /// The leader is killed before it is reaped: until then its number cannot belong to another process.
    fn end(&mut self, leader: Pid) -> (i32, Usage) {
        let _ = rustix::process::kill_process_group(leader, Signal::KILL);
        loop {
            match wait(leader.as_raw_nonzero().get(), 0) {
                Ok(Some(gone)) => return (gone.status, gone.usage),
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                _ => return (0, Usage::default()),
            }
        }
    }
}
