//! A mutant in a folder of its own.

use crate::process::{Command, Scratch};

/// A mutant that can be run as long as this is there.
#[derive(Debug)]
pub(crate) struct Mutated {
    /// How it is run.
    pub command: Command,
    /// Where its files are, until this is dropped.
    pub _folder: Scratch,
}
