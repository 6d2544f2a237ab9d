//! `judge submit`: hands a program in, waits for the ruling, and prints the report.

use std::io::IsTerminal;
use std::path::PathBuf;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use clap::Args;
use serde_json::{Value, json};
use ureq::Agent;
use ureq::http::Response;

use super::super::super::{BAD, FAILED, Failure, GOOD, failure, print};
use crate::files;
use crate::http::new_key;

/// How long the server is asked to wait in one request.
const WAIT: &str = "20s";

/// The variable with the token.
const TOKEN: &str = "JUDGE_TOKEN";

/// Hand a program in to a judging service, wait, and print the report
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in super::super) struct Arguments {
    /// The program's source
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The challenge
    #[arg(long, value_name = "NAME", default_value = "tictactoe")]
    challenge: String,

    /// The service
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8081")]
    server: String,

    /// The language, if the file's ending does not say it
    #[arg(long, value_name = "NAME")]
    language: Option<String>,

    /// Do not wait: print the address of the submission
    #[arg(long)]
    no_wait: bool,
}

const EXAMPLES: &str = "\
Examples:
  judge submit ttt.py                                   to the service on this machine
  JUDGE_TOKEN=… judge submit bank.c --challenge bank --server https://judge.example

JUDGE_TOKEN is the token that the host gave you; on the server's own machine it may not be needed.

Exit status: 0 accepted, 1 not accepted, 2 it could not be judged.";

/// A service that is talked to.
struct Client {
    agent: Agent,
    server: String,
    token: Option<String>,
}

pub(in super::super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let of_file = |why| failure(format!("{}: {why}", arguments.file.display()));
    let source = files::read(&arguments.file, files::TEXT).map_err(of_file)?;
    let name = arguments.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let body = json!({
        "challenge": arguments.challenge,
        "name": name,
        "language": arguments.language.as_deref().unwrap_or_default(),
        "source_base64": BASE64_STANDARD.encode(source),
    });
    let client = Client::new(&arguments.server);
    let mut submission = client.submit(&body)?;
    if arguments.no_wait {
        print(&format!("{}/submissions/{}\n", client.server, word(&submission, "id")?))?;
        return Ok(GOOD);
    }
    let mut told = String::new();
    while word(&submission, "state")? != "done" {
        tell(&mut told, word(&submission, "state")?);
        submission = client.get(&format!("{}?wait={WAIT}", word(&submission, "url")?))?;
    }
    tell(&mut told, "");
    client.report(&submission)?;
    Ok(match word(&submission, "verdict")? {
        "accepted" => GOOD,
        "judge-error" | "skipped" => FAILED,
        _ => BAD,
    })
}

/// Shows whoever looks on where the submission is.
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

impl Client {
    fn new(server: &str) -> Client {
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
        let token = std::env::var(TOKEN).ok().filter(|token| !token.is_empty());
        Client { agent, server: server.trim_end_matches('/').to_owned(), token }
    }

    /// Hands in. A request whose answer was lost can be repeated by its key.
    fn submit(&self, body: &Value) -> Result<Value, Failure> {
        let mut request = self.agent.post(format!("{}/v1/submissions?wait={WAIT}", self.server));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let key = new_key()?;
        self.answer(request.header("idempotency-key", key).send_json(body))
    }

    fn get(&self, path: &str) -> Result<Value, Failure> {
        self.answer(self.asked(path))
    }

    fn asked(&self, path: &str) -> Result<Response<ureq::Body>, ureq::Error> {
        let mut request = self.agent.get(format!("{}{path}", self.server));
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        request.call()
    }

    /// What the server says, or why it refuses.
    fn answer(&self, answer: Result<Response<ureq::Body>, ureq::Error>) -> Result<Value, Failure> {
        let mut answer = answer.map_err(|why| self.lost(&why))?;
        let status = answer.status();
        let said: Value = answer.body_mut().read_json().unwrap_or_default();
        if status.is_success() {
            return Ok(said);
        }
        let why = said["error"].as_str().map_or_else(|| status.to_string(), str::to_owned);
        Err(failure(format!("{}: {why}", self.server)))
    }

    fn report(&self, submission: &Value) -> Result<(), Failure> {
        let format = if std::io::stdout().is_terminal() { "ansi" } else { "terminal" };
        let path = format!("{}?format={format}", word(submission, "report")?);
        let mut answer = self.asked(&path).map_err(|why| self.lost(&why))?;
        let is_there = answer.status().is_success();
        let text = answer.body_mut().read_to_string().map_err(|why| self.lost(&why))?;
        if is_there { print(&text) } else { print(&format!("{}\n", word(submission, "verdict")?)) }
    }

    fn lost(&self, why: &ureq::Error) -> Failure {
        failure(format!("{}: {why}; is `judge serve` running there?", self.server))
    }
}

fn word<'a>(said: &'a Value, name: &str) -> Result<&'a str, Failure> {
    said[name].as_str().ok_or_else(|| failure(format!("the server's answer has no {name}")))
}
