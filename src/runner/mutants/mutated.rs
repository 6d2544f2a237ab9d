//! A mutant in a folder of its own.

use crate::process::{Command, Scratch};

/// A mutant that can be run as long as this is there.
#[derive(Debug)]
pub(crate) struct Mutated {
    /// How it is run.
    pub command: Command,
    _folder: Scratch,
}

impl Mutated {
    /// The mutant whose files are in this folder.
    pub(crate) fn new(command: Command, folder: Scratch) -> Mutated {
        Mutated { command, _folder: folder }
    }
}
