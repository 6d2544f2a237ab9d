//! Commands that make something, as compilers do.

use std::ffi::OsString;

use super::command::Command;
use crate::execution::Execution;
use crate::files::Bundle;

/// A command that makes a file or a folder, as compilers do, in an empty folder.
#[derive(Clone, Debug)]
pub(crate) struct Making {
    /// The command. The paths of what it is given and makes are relative to its folder.
    pub command: Command,
    /// What lies in the folder when it starts.
    pub given: Bundle,
    /// The name of the file or folder there that it is to make.
    pub wanted: OsString,
}

/// What happened, and what was made, if it was.
pub(crate) type Made = (Execution, Option<Bundle>);
