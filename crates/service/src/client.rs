//! A client of a judging service over HTTP. After its first answer the service may be unavailable for a
//! while: submissions are not lost.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use ureq::http::Response;
use ureq::{Agent, RequestBuilder};

use http::new_key;
use judging::files::{self, FileError};

/// How long a service may be unavailable, and the time between two attempts.
const AWAY: (Duration, Duration) = (Duration::from_secs(120), Duration::from_secs(1));

/// How long the service is asked to wait in one request.
const WAIT: &str = "20s";

pub struct Client {
    agent: Agent,
    server: String,
    token: Option<String>,
}

pub enum Program<'a> {
    Source {
        file: &'a Path,
        /// Its language, if the name of the file does not say it.
        language: Option<&'a str>,
    },
    /// A command of an interpreter: its words.
    Command(&'a [String]),
}

/// A submission, as the service described it last.
pub struct Submission {
    pub language: String,
    /// Its state in one word.
    pub state: String,
    /// Whether there is a worker that can judge it.
    pub is_judgeable: bool,
    /// The address of its page.
    pub page: String,
    /// Its verdict; empty until there is one.
    pub verdict: String,
    path: String,
    report: String,
}

/// The progress that a client sees while it waits for a ruling.
pub enum Progress<'a> {
    Pending(&'a Submission),
    Away,
}

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error(transparent)]
    Unreadable(#[from] FileError),
    #[error("{0}")]
    Away(String),
    /// The connection was lost, or the service cannot answer now.
    #[error("{0}")]
    Lost(String),
    #[error("{0}")]
    Refused(String),
    #[error("name the challenge with --challenge; there are {0}")]
    WhichChallenge(String),
    #[error("the server's answer has no {0}")]
    Incomplete(&'static str),
    #[error(transparent)]
    System(#[from] io::Error),
}

impl Client {
    pub fn new(server: &str, token: Option<String>) -> Client {
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
        Client { agent, server: server.trim_end_matches('/').to_owned(), token }
    }

    /// Submits to a challenge; without a name, to the only one. If the answer is lost, the request is repeated with the same
    /// key.
    pub fn submit(&self, challenge: Option<&str>, program: &Program<'_>) -> Result<Submission, ClientError> {
        let challenge = challenge.map_or_else(|| self.only_challenge(), |name| Ok(name.to_owned()))?;
        let body = match program {
            Program::Source { file, language } => {
                let text = files::read(file, files::TEXT).map_err(FileError::at(file))?;
                json!({
                    "challenge": challenge,
                    "name": file.file_name().unwrap_or_default().to_string_lossy(),
                    "language": language.unwrap_or_default(),
                    "source_base64": BASE64_STANDARD.encode(text),
                })
            }
            Program::Command(words) => json!({ "challenge": challenge, "command": words }),
        };
        let key = new_key()?;
        let submit = || {
            let request = self.agent.post(format!("{}/v1/submissions", self.server));
            self.json(self.signed(request).header("idempotency-key", &key).send_json(&body))
        };
        let answer = match submit() {
            Err(ClientError::Lost(_)) => insist(|| {}, submit),
            other => other,
        };
        self.submission(&answer?)
    }

    fn only_challenge(&self) -> Result<String, ClientError> {
        let answer = self.json(self.asked("/v1/challenges"))?;
        let all = answer.as_array().into_iter().flatten();
        match all.filter_map(|challenge| challenge["name"].as_str()).collect::<Vec<_>>()[..] {
            [only] => Ok(only.to_owned()),
            ref names => Err(ClientError::WhichChallenge(names.join(", "))),
        }
    }

    /// Waits for the ruling on a submission, and returns the submission with its verdict. `on_progress` is called before each
    /// request, and after each attempt without an answer.
    pub fn wait(
        &self,
        mut submission: Submission,
        mut on_progress: impl FnMut(Progress<'_>),
    ) -> Result<Submission, ClientError> {
        while submission.state != "done" {
            on_progress(Progress::Pending(&submission));
            let path = format!("{}?wait={WAIT}", submission.path);
            let answer = insist(|| on_progress(Progress::Away), || self.json(self.asked(&path)))?;
            submission = self.submission(&answer)?;
        }
        match submission.verdict.is_empty() {
            true => Err(ClientError::Incomplete("verdict")),
            false => Ok(submission),
        }
    }

    /// The report on a submission in a format of the service. `None` if there is no report.
    pub fn report(&self, submission: &Submission, format: &str) -> Result<Option<String>, ClientError> {
        let path = format!("{}?format={format}", submission.report);
        let ask = || {
            let mut answer = self.available(self.asked(&path))?;
            if !answer.status().is_success() {
                let problem = problem(&mut answer);
                let why = || ClientError::Refused(self.complaint(&problem));
                return if problem["code"] == "judge-failed" { Ok(None) } else { Err(why()) };
            }
            answer.body_mut().read_to_string().map(Some).map_err(|why| self.lost(&why))
        };
        insist(|| {}, ask)
    }

    fn asked(&self, path: &str) -> Result<Response<ureq::Body>, ureq::Error> {
        self.signed(self.agent.get(format!("{}{path}", self.server))).call()
    }

    fn signed<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    /// An answer, unless the service is unavailable or reports a temporary error.
    fn available(
        &self,
        answer: Result<Response<ureq::Body>, ureq::Error>,
    ) -> Result<Response<ureq::Body>, ClientError> {
        let mut answer = answer.map_err(|why| match &why {
            ureq::Error::Io(why) if why.kind() == io::ErrorKind::ConnectionRefused => {
                ClientError::Away(self.unreached(why))
            }
            _ => self.lost(&why),
        })?;
        match answer.status().is_server_error() {
            true => Err(ClientError::Lost(self.complaint(&problem(&mut answer)))),
            false => Ok(answer),
        }
    }

    /// The answer of the service, or its reason for refusing.
    fn json(&self, answer: Result<Response<ureq::Body>, ureq::Error>) -> Result<Value, ClientError> {
        let mut answer = self.available(answer)?;
        if !answer.status().is_success() {
            return Err(ClientError::Refused(self.complaint(&problem(&mut answer))));
        }
        answer.body_mut().read_json().map_err(|why| self.lost(&why))
    }

    fn submission(&self, answer: &Value) -> Result<Submission, ClientError> {
        let word = |name| answer[name].as_str().map(str::to_owned).ok_or(ClientError::Incomplete(name));
        Ok(Submission {
            language: word("language")?,
            state: word("state")?,
            is_judgeable: answer["judgeable"] != false,
            page: format!("{}/submissions/{}", self.server, word("id")?),
            verdict: word("verdict").unwrap_or_default(),
            path: word("url")?,
            report: word("report")?,
        })
    }

    fn complaint(&self, problem: &Value) -> String {
        format!("{}: {}", self.server, problem["detail"].as_str().unwrap_or_default())
    }

    fn lost(&self, why: &impl std::fmt::Display) -> ClientError {
        ClientError::Lost(self.unreached(why))
    }

    fn unreached(&self, why: &impl std::fmt::Display) -> String {
        format!("{}: {why}; is `judge serve` running there?", self.server)
    }
}

/// The problem that the service reports (RFC 9457); a proxy before it may only give a status.
fn problem(answer: &mut Response<ureq::Body>) -> Value {
    let body = answer.body_mut().read_json().unwrap_or(Value::Null);
    if body["detail"].is_string() { body } else { json!({ "detail": answer.status().to_string() }) }
}

/// Repeats a request until there is an answer, or the service has been unavailable for too long; `on_away` is called after
/// each attempt without an answer.
fn insist<T>(mut on_away: impl FnMut(), ask: impl Fn() -> Result<T, ClientError>) -> Result<T, ClientError> {
    let began = Instant::now();
    loop {
        match ask() {
            Err(ClientError::Away(_) | ClientError::Lost(_)) if began.elapsed() < AWAY.0 => on_away(),
            other => return other,
        }
        std::thread::sleep(AWAY.1);
    }
}
