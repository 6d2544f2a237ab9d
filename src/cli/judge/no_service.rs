//! The commands of the judging service in a build without it.

use clap::Subcommand;

use super::super::Failure;
use super::super::absent::{Words, absent};

/// The heading of the commands.
pub(super) const TITLE: &str = "Run a service (not in this build)";

/// The commands of the service.
#[derive(Debug, Subcommand, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Command {
    /// Run a judging service
    Serve(Words),
    /// Judge a service's waiting submissions on this machine
    Worker(Words),
    /// Submit a program to a judging service
    Submit(Words),
    /// Make a token for a judging service
    Token(Words),
    /// Delete what a judging service keeps
    Service(Words),
}

pub(super) fn run(command: &Command) -> Result<u8, Failure> {
    let name: &str = command.into();
    Err(absent(&format!("judge {name}"), "service"))
}
