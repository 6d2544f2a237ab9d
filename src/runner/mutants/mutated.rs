//! A mutant in a folder of its own.

use crate::process::{Command, Scratch};

/// A mutant that can be run as long as this is there.
#[derive(Debug)]
pub(crate) struct Mutated {
    /// How it is run; none if it does not compile.
    pub command: Option<Command>,
    _folder: Scratch,
}

impl Mutated {
    /// The mutant whose files are in this folder.
    pub(crate) fn new(command: Option<Command>, folder: Scratch) -> Mutated {
        Mutated { command, _folder: folder }
    }
}
