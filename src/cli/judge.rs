//! `judge`: checks whether programs play a game by its specification.

pub(super) mod candidates;
mod challenge;
mod check;
mod doctor;
mod explain;
mod form;
mod import;
mod io_options;
pub(super) mod isolation;
mod languages;
mod learn;
mod limits;
mod names;
mod new;
pub(super) mod options;
mod recording;
mod replay;
mod report;
#[cfg(feature = "serve")]
mod service;
mod snapshots;
mod suite;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use super::conclude;

/// Check whether programs play a console game exactly by its specification.
#[derive(Debug, Parser)]
#[command(name = "judge", version, max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(Box<check::Arguments>),
    Replay(Box<replay::Arguments>),
    Report(report::Arguments),
    Explain(explain::Arguments),
    Languages(languages::Arguments),
    Doctor(doctor::Arguments),
    /// Propose the expected transcripts that are missing or wrong
    Record(Box<snapshots::RecordArguments>),
    /// Accept the proposed expected transcripts
    Accept(snapshots::Arguments),
    Suite(suite::Arguments),
    Challenge(challenge::Arguments),
    New(Box<new::Arguments>),
    Import(Box<import::Arguments>),
    Learn(Box<learn::Arguments>),
    #[cfg(feature = "serve")]
    Serve(Box<service::serve::Arguments>),
    #[cfg(feature = "serve")]
    Worker(Box<service::worker::Arguments>),
    #[cfg(feature = "serve")]
    Submit(service::submit::Arguments),
    #[cfg(feature = "serve")]
    Token(service::token::Arguments),
    #[cfg(feature = "serve")]
    Service(service::forget::Arguments),
}

const EXAMPLES: &str = "\
Examples:
  judge check                          the submissions in golf/, as a leaderboard
  judge check golf/tictactoe/ttt.py    one submission
  judge check -- python3 my.py         any command
  judge replay 2,0,4,1,6 -- ./my       one game, side by side with the reference
  judge report run.json --format html  a saved run as a page
  judge explain run.json ttt.py        why a program got its verdict
  judge languages                      which languages can be judged here
  judge doctor                         how well this machine isolates programs
  judge suite complete                 the games of a suite
  judge challenge fixtures/vending     whether a challenge of your own is sound
  judge new bank -- python3 bank.py    record a program, to detect changes later
  judge import packages/guess          a challenge from a Kattis problem package
  judge learn bank --svg bank.svg      learn a reference program as a machine, and draw it
  judge serve                          a judging service with a leaderboard, in the browser and over HTTP
  judge submit ttt.py                  submit to a judging service

Exit status: 0 every program passed, 1 one did not, 2 the judge could not do its work,
130 interrupted.";

/// The program: judges, and returns the exit code.
pub fn main() -> ExitCode {
    if let Some(code) = crate::process::serve_if_called() {
        return code;
    }
    if let Err(why) = crate::process::seal() {
        return conclude("judge", Err(why.into()));
    }
    let outcome = match super::tips::parse::<Arguments>().command {
        Command::Check(arguments) => check::check(*arguments),
        Command::Replay(arguments) => replay::replay(*arguments),
        Command::Report(arguments) => report::report(arguments),
        Command::Explain(arguments) => explain::explain(arguments),
        Command::Languages(arguments) => languages::list(arguments),
        Command::Doctor(arguments) => doctor::examine(arguments),
        Command::Record(arguments) => snapshots::record(*arguments),
        Command::Accept(arguments) => snapshots::accept(arguments),
        Command::Suite(arguments) => suite::suite(arguments),
        Command::Challenge(arguments) => challenge::challenge(arguments),
        Command::New(arguments) => new::new(*arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Learn(arguments) => learn::learn(*arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => service::serve::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Worker(arguments) => service::worker::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Submit(arguments) => service::submit::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Token(arguments) => service::token::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Service(arguments) => service::forget::run(&arguments),
    };
    conclude("judge", outcome)
}
