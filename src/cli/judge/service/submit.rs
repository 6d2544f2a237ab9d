//! `judge submit`: submits a program, waits for the ruling, and prints the report.

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::Args;

use super::super::super::suggested::text;
use super::super::super::{BAD, FAILED, Failure, GOOD, print};
use judging::golf::Languages;
use service::{Client, Program, Progress, Submission};

/// Submit a program to a judging service, wait, and print the report
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in super::super) struct SubmitArguments {
    /// The program's source
    #[arg(value_name = "FILE", required_unless_present = "command")]
    file: Option<PathBuf>,

    /// A command of an interpreter, instead of a source; it is not ranked
    #[arg(last = true, value_name = "COMMAND", conflicts_with_all = ["file", "language"])]
    command: Vec<String>,

    /// The challenge; not needed if the service has only one
    #[arg(long, value_name = "NAME")]
    challenge: Option<String>,

    #[arg(
        long,
        value_name = "URL",
        help = "The service [default: the variable JUDGE_SERVER, or else http://127.0.0.1:8081]"
    )]
    server: Option<String>,

    /// The language, if the file extension does not tell
    #[arg(long, value_name = "NAME", value_parser = text(Languages::built_in_names), hide_possible_values = true)]
    language: Option<String>,

    /// Do not wait: print the address of the submission
    #[arg(long)]
    no_wait: bool,
}

/// The service that `judge serve` starts on this machine by default.
const USUAL_SERVER: &str = "http://127.0.0.1:8081";

const EXAMPLES: &str = "\
Examples:
  judge submit ttt.py --challenge tictactoe             to the service on this machine
  judge submit --challenge tictactoe -- perl -e 'print \"X> \"'
                                                        a command
  JUDGE_TOKEN=… judge submit bank.c --challenge bank --server https://judge.example

JUDGE_TOKEN is the token that the host gave you; on the server's own machine it may not be needed.

Exit status: 0 accepted, 1 not accepted, 2 it could not be judged.";

pub(in super::super) fn run(arguments: &SubmitArguments) -> Result<u8, Failure> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let server = arguments.server.clone().or_else(|| variable("JUDGE_SERVER"));
    let client = Client::new(server.as_deref().unwrap_or(USUAL_SERVER), variable("JUDGE_TOKEN"));
    let program = match &arguments.file {
        Some(file) => Program::Source { file, language: arguments.language.as_deref() },
        None => Program::Command(&arguments.command),
    };
    let submission = client.submit(arguments.challenge.as_deref(), &program)?;
    if arguments.no_wait {
        print(&format!("{}\n", submission.page))?;
        return Ok(GOOD);
    }
    let (mut shown, mut is_warned) = (String::new(), false);
    let ruled = client.wait(submission, |progress| match progress {
        Progress::Away => show_state(&mut shown, "the service is away"),
        Progress::Pending(Submission { language, page, is_judgeable, state, .. }) => {
            if !is_judgeable && !std::mem::replace(&mut is_warned, true) {
                eprintln!("No worker can judge {language} at the moment; waiting for one. {page}");
            }
            show_state(&mut shown, state);
        }
    })?;
    show_state(&mut shown, "");
    let format = if std::io::stdout().is_terminal() { "ansi" } else { "terminal" };
    let report = client.report(&ruled, format)?;
    print(&report.unwrap_or_else(|| format!("{}\n", ruled.verdict)))?;
    Ok(match &*ruled.verdict {
        "accepted" => GOOD,
        "judge-error" | "skipped" => FAILED,
        _ => BAD,
    })
}

/// Shows the state of the submission, at a terminal.
fn show_state(shown: &mut String, state: &str) {
    if !std::io::stderr().is_terminal() || shown == state {
        return;
    }
    let more = if state.is_empty() { "" } else { " …" };
    eprint!("\r\x1b[K{state}{more}");
    state.clone_into(shown);
}
