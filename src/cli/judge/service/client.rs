//! A client of a judging service over HTTP. After its first answer the service may be unavailable for a
//! while: submissions are not lost.

use std::io;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, RequestBuilder};

use super::super::super::{Failure, failure};
use crate::http::new_key;

/// How long a service may be unavailable, and the time between two attempts.
const AWAY: (Duration, Duration) = (Duration::from_secs(120), Duration::from_secs(1));

/// A service.
pub(super) struct Client {
    agent: Agent,
    server: String,
    token: Option<String>,
}

/// Why there is no answer.
enum Unanswered {
    /// It cannot be reached.
    Away(Failure),
    /// The connection was lost, or the service cannot answer now.
    Lost(Failure),
    /// It refuses the request.
    Refused(Failure),
}

impl From<Unanswered> for Failure {
    fn from(unanswered: Unanswered) -> Failure {
        match unanswered {
            Unanswered::Away(why) | Unanswered::Lost(why) | Unanswered::Refused(why) => why,
        }
    }
}

impl Client {
    /// The service at an address.
    pub(super) fn new(server: &str, token: Option<String>) -> Client {
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
        Client { agent, server: server.trim_end_matches('/').to_owned(), token }
    }

    /// Its address, without a slash at the end.
    pub(super) fn server(&self) -> &str {
        &self.server
    }

    /// Submits. If the answer is lost, the request is repeated with the same key.
    pub(super) fn submit(&self, body: &Value) -> Result<Value, Failure> {
        let key = new_key()?;
        let submit = || {
            let request = self.agent.post(format!("{}/v1/submissions", self.server));
            self.json(self.signed(request).header("idempotency-key", &key).send_json(body))
        };
        match submit() {
            Err(Unanswered::Lost(_)) => insist(|| {}, submit),
            Err(why) => Err(why.into()),
            Ok(said) => Ok(said),
        }
    }

    /// The content at a path, from a service that has answered before; `on_away` is called after each attempt
    /// without an answer.
    pub(super) fn get(&self, path: &str, on_away: impl FnMut()) -> Result<Value, Failure> {
        insist(on_away, || self.json(self.asked(path)))
    }

    /// The text at a path, from a service that has answered before; none if it does not exist.
    pub(super) fn text(&self, path: &str) -> Result<Option<String>, Failure> {
        insist(
            || {},
            || {
                let mut answer = self.heard(self.asked(path))?;
                let is_there = answer.status().is_success();
                let text =
                    answer.body_mut().read_to_string().map_err(|why| Unanswered::Lost(self.lost(&why)))?;
                Ok(is_there.then_some(text))
            },
        )
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
    fn heard(
        &self,
        answer: Result<Response<ureq::Body>, ureq::Error>,
    ) -> Result<Response<ureq::Body>, Unanswered> {
        let mut answer = answer.map_err(|why| match &why {
            ureq::Error::Io(why) if why.kind() == io::ErrorKind::ConnectionRefused => {
                Unanswered::Away(self.lost(why))
            }
            _ => Unanswered::Lost(self.lost(&why)),
        })?;
        match answer.status().is_server_error() {
            true => Err(Unanswered::Lost(self.complaint(&mut answer))),
            false => Ok(answer),
        }
    }

    /// The answer of the service, or its reason for refusing.
    fn json(&self, answer: Result<Response<ureq::Body>, ureq::Error>) -> Result<Value, Unanswered> {
        let mut answer = self.heard(answer)?;
        if !answer.status().is_success() {
            return Err(Unanswered::Refused(self.complaint(&mut answer)));
        }
        answer.body_mut().read_json().map_err(|why| Unanswered::Lost(self.lost(&why)))
    }

    fn complaint(&self, answer: &mut Response<ureq::Body>) -> Failure {
        let said: Value = answer.body_mut().read_json().unwrap_or_default();
        let why = said["error"].as_str().map_or_else(|| answer.status().to_string(), str::to_owned);
        failure(format!("{}: {why}", self.server))
    }

    fn lost(&self, why: &impl std::fmt::Display) -> Failure {
        failure(format!("{}: {why}; is `judge serve` running there?", self.server))
    }
}

/// Repeats a request until there is an answer, or the service has been unavailable for too long.
fn insist<T>(mut on_away: impl FnMut(), ask: impl Fn() -> Result<T, Unanswered>) -> Result<T, Failure> {
    let began = Instant::now();
    loop {
        match ask() {
            Ok(said) => return Ok(said),
            Err(Unanswered::Refused(why)) => return Err(why),
            Err(Unanswered::Away(why) | Unanswered::Lost(why)) if began.elapsed() >= AWAY.0 => {
                return Err(why);
            }
            Err(_) => on_away(),
        }
        std::thread::sleep(AWAY.1);
    }
}
