//! The judging service: `judge serve`, `judge worker`, `judge submit`, `judge token` and `judge service`.

use clap::Subcommand;

use super::super::Failure;

mod database;
mod forget;
mod logs;
mod serve;
mod submit;
mod token;
mod work;
mod worker;

/// The commands of the service.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Serve(Box<serve::ServeArguments>),
    Worker(Box<worker::WorkerArguments>),
    Submit(submit::SubmitArguments),
    Token(token::TokenArguments),
    Service(forget::ForgetArguments),
}

pub(super) fn run(command: &Command) -> Result<u8, Failure> {
    match command {
        Command::Serve(arguments) => serve::run(arguments),
        Command::Worker(arguments) => worker::run(arguments),
        Command::Submit(arguments) => submit::run(arguments),
        Command::Token(arguments) => token::run(arguments),
        Command::Service(arguments) => forget::run(arguments),
    }
}
