//! `judge submit`: submits a program, waits for the ruling, and prints the report.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use clap::Args;
use serde_json::{Value, json};

use super::super::super::suggested::text;
use super::super::super::{BAD, FAILED, Failure, GOOD, at, failure, print};
use super::super::languages::names as languages;
use super::client::Client;
use crate::files;

/// How long the server is asked to wait in one request.
const WAIT: &str = "20s";

/// The variable with the token.
const TOKEN: &str = "JUDGE_TOKEN";

/// Submit a program to a judging service, wait, and print the report
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in super::super) struct Arguments {
    /// The program's source
    #[arg(value_name = "FILE", required_unless_present = "command")]
    file: Option<PathBuf>,

    /// A command of an interpreter, instead of a source; it is not ranked
    #[arg(last = true, value_name = "COMMAND", conflicts_with_all = ["file", "language"])]
    command: Vec<String>,

    /// The challenge
    #[arg(long, value_name = "NAME", default_value = "tictactoe")]
    challenge: String,

    /// The service
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8081")]
    server: String,

    /// The language, if the file extension does not tell
    #[arg(long, value_name = "NAME", value_parser = text(languages), hide_possible_values = true)]
    language: Option<String>,

    /// Do not wait: print the address of the submission
    #[arg(long)]
    no_wait: bool,
}

const EXAMPLES: &str = "\
Examples:
  judge submit ttt.py                                   to the service on this machine
  judge submit -- perl -e 'print \"X> \"'                 a command
  JUDGE_TOKEN=… judge submit bank.c --challenge bank --server https://judge.example

JUDGE_TOKEN is the token that the host gave you; on the server's own machine it may not be needed.

Exit status: 0 accepted, 1 not accepted, 2 it could not be judged.";

pub(in super::super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let body = match &arguments.file {
        Some(file) => source(arguments, file)?,
        None => json!({ "challenge": arguments.challenge, "command": arguments.command }),
    };
    let token = std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
    let client = Client::new(&arguments.server, token);
    let mut submission = client.submit(&body)?;
    if arguments.no_wait {
        print(&format!("{}\n", place(&client, &submission)?))?;
        return Ok(GOOD);
    }
    let mut told = String::new();
    let mut is_warned = false;
    while word(&submission, "state")? != "done" {
        if submission["judgeable"] == false && !is_warned {
            let language = word(&submission, "language")?;
            eprintln!(
                "No worker can judge {language} at the moment; waiting for one. {}",
                place(&client, &submission)?
            );
            is_warned = true;
        }
        tell(&mut told, word(&submission, "state")?);
        let path = format!("{}?wait={WAIT}", word(&submission, "url")?);
        submission = client.get(&path, || tell(&mut told, "the service is away"))?;
    }
    tell(&mut told, "");
    report(&client, &submission)?;
    Ok(match word(&submission, "verdict")? {
        "accepted" => GOOD,
        "judge-error" | "skipped" => FAILED,
        _ => BAD,
    })
}

/// The fields of a request for a file.
fn source(arguments: &Arguments, file: &Path) -> Result<Value, Failure> {
    let source = files::read(file, files::TEXT).map_err(at(file))?;
    Ok(json!({
        "challenge": arguments.challenge,
        "name": file.file_name().unwrap_or_default().to_string_lossy(),
        "language": arguments.language.as_deref().unwrap_or_default(),
        "source_base64": BASE64_STANDARD.encode(source),
    }))
}

/// Shows the state of the submission, at a terminal.
fn tell(told: &mut String, state: &str) {
    if !std::io::stderr().is_terminal() || told == state {
        return;
    }
    match state {
        "" => eprint!("\r\x1b[K"),
        state => eprint!("\r\x1b[K{state} …"),
    }
    state.clone_into(told);
}

/// The report on a submission; only its verdict if there is no report.
fn report(client: &Client, submission: &Value) -> Result<(), Failure> {
    let format = if std::io::stdout().is_terminal() { "ansi" } else { "terminal" };
    let text = client.text(&format!("{}?format={format}", word(submission, "report")?))?;
    match text {
        Some(text) => print(&text),
        None => print(&format!("{}\n", word(submission, "verdict")?)),
    }
}

/// The page of a submission.
fn place(client: &Client, submission: &Value) -> Result<String, Failure> {
    Ok(format!("{}/submissions/{}", client.server(), word(submission, "id")?))
}

fn word<'a>(said: &'a Value, name: &str) -> Result<&'a str, Failure> {
    said[name].as_str().ok_or_else(|| failure(format!("the server's answer has no {name}")))
}
