//! The commands of the judging service in a build without it.

use clap::Subcommand;

use super::super::Failure;
use super::super::absent::{Words, absent};

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

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::super::super::FAILED;
    use super::*;

    #[test]
    fn every_command_names_the_feature_that_it_needs() {
        let judge = Command::augment_subcommands(clap::Command::new("judge"));
        assert!(TITLE.contains("not in this build"));
        for command in ["serve", "worker", "submit", "token", "service"] {
            let words = ["judge", command, "--help", "--port", "80", "-x", "a"];
            let matches = judge.clone().try_get_matches_from(words).unwrap();
            let why = run(&Command::from_arg_matches(&matches).unwrap()).unwrap_err();
            assert!(why.what.starts_with(&format!("this build has no `judge {command}`;")), "{}", why.what);
            assert!(why.what.ends_with("cargo install --path . --features service"), "{}", why.what);
            assert_eq!(why.code, FAILED);
        }
    }
}
