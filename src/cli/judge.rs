//! `judge`: rules on programs that claim to play a game.

mod check;
mod doctor;
mod isolation;
mod languages;
mod snapshots;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::conclude;

/// Rule on programs that claim to play a console game.
#[derive(Debug, Parser)]
#[command(name = "judge", version, max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Doctor(doctor::Arguments),
    Languages(languages::Arguments),
    Record(snapshots::Arguments),
    Accept(snapshots::Arguments),
}

const EXAMPLES: &str = "\
Examples:
  judge check                          the submissions in golf/, as a leaderboard
  judge check golf/tictactoe/ttt.py    one submission
  judge check -- python3 my.py         any command
  judge languages                      what can be judged on this machine
  judge doctor                         how well candidates are kept apart on it

Exit status: 0 all conform, 1 some do not, 2 the judge could not do its work.";

/// The program: judges, and gives the exit code that tells how it went.
pub fn main() -> ExitCode {
    if let Some(code) = crate::process::serve_if_called() {
        return code;
    }
    crate::process::seal();
    let outcome = match Arguments::parse().command {
        Command::Check(arguments) => check::check(arguments),
        Command::Doctor(arguments) => doctor::examine(arguments),
        Command::Languages(arguments) => languages::list(arguments),
        Command::Record(arguments) => snapshots::record(arguments),
        Command::Accept(arguments) => snapshots::accept(arguments),
    };
    conclude("judge", outcome)
}
