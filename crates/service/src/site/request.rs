//! What is sent to the interface for programs. The schemas are made from these types.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::Value;

use super::error::Refusal;
use super::report::Wanted;
use http::LONGEST_WAIT;
use judging::golf::Measure;
use judging::runner::VerdictWord;

/// How many rows of a leaderboard are sent at most.
pub(super) const MOST_ROWS: usize = 1_000;

/// A new submission: a source or a command.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewSubmission", transform = never_null, extend("oneOf" = [
    { "required": ["source"] }, { "required": ["source_base64"] }, { "required": ["command"] }
]))]
pub(super) struct SubmissionRequest {
    /// The challenge.
    pub challenge: String,
    /// The name of the file; its ending says the language.
    #[serde(default)]
    pub name: String,
    /// The language, if the name does not say it.
    #[serde(default)]
    pub language: String,
    /// The source.
    pub source: Option<String>,
    /// The source, if it is not UTF-8.
    #[schemars(extend("contentEncoding" = "base64"))]
    pub source_base64: Option<String>,
    /// Instead of a source: the name of the interpreter of a known language, and what it is given. Commands are not ranked.
    #[schemars(length(min = 1))]
    pub command: Option<Vec<String>>,
    /// Whether nobody waits for it.
    #[serde(default)]
    pub batch: bool,
    /// An address that is told of the ruling by a POST with the Submission, if the service allows its host.
    /// `Judge-Signature` is `sha256=` and the HMAC-SHA256 of the body. It is tried 8 times.
    pub webhook: Option<String>,
}

/// Submissions to be ruled on again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NewRejudging", transform = never_null)]
pub(super) struct RejudgingRequest {
    /// Why.
    pub why: String,
    /// The challenge.
    pub challenge: String,
    /// Only those in this language.
    pub language: Option<String>,
    /// Only those with this verdict.
    pub verdict: Option<VerdictWord>,
    /// Only this one.
    pub submission: Option<String>,
}

/// How long a client wants to wait, such as `30s`.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
#[schemars(with = "String", inline, extend("examples" = ["30s"], "pattern" = "^(|0|([0-9]+(ms|s|m))+)$"))]
pub(super) struct Patience(pub Duration);

/// How long to wait for a ruling.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Wait {
    /// How long to wait for the ruling, such as `30s`; no longer than 30 seconds.
    #[serde(default)]
    pub wait: Patience,
}

/// Which report is wanted.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ReportQuery {
    /// The format.
    #[serde(default)]
    pub format: Wanted,
}

/// Which rows of a leaderboard are wanted.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(transform = never_null)]
pub(super) struct LeaderboardQuery {
    /// What counts.
    #[serde(default)]
    pub by: Measure,
    /// Only this language.
    pub language: Option<String>,
    /// How many rows.
    #[serde(default = "usual_rows")]
    #[schemars(range(min = 1, max = MOST_ROWS))]
    pub limit: usize,
}

/// A challenge in an address.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OfChallenge {
    /// The challenge.
    pub challenge: String,
}

/// A submission or a rejudging in an address.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OfId {
    /// The identifier.
    pub id: String,
}

/// A machine in an address.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct OfMachine {
    /// The machine.
    pub name: String,
}

/// How many rows of a leaderboard are sent, unless the client wants another number.
fn usual_rows() -> usize {
    100
}

impl TryFrom<String> for Patience {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Patience, &'static str> {
        if ["", "0"].contains(&&*text) {
            return Ok(Patience::default());
        }
        // Sums of several parts may overflow in the library.
        let is_short = text.len() <= 8;
        let wait = is_short.then(|| humantime::parse_duration(&text).ok()).flatten();
        wait.map(|wait| Patience(wait.min(LONGEST_WAIT))).ok_or("such as 30s")
    }
}

impl LeaderboardQuery {
    /// How many rows are wanted.
    /// Fails if there are not as many in one answer.
    pub(super) fn rows(&self) -> Result<usize, Refusal> {
        let is_fit = (1..=MOST_ROWS).contains(&self.limit);
        is_fit.then_some(self.limit).ok_or_else(|| Refusal::Unfit(format!("limit: it is 1 to {MOST_ROWS}")))
    }
}

impl SubmissionRequest {
    /// The source; empty if it is a command.
    /// Fails if there is not exactly one of the two.
    pub(super) fn take_source(&mut self) -> Result<Vec<u8>, Refusal> {
        match (self.source.take(), self.source_base64.take(), &self.command) {
            (Some(text), None, None) => Ok(text.into_bytes()),
            (None, Some(text), None) => {
                BASE64_STANDARD.decode(text).map_err(|why| Refusal::Unfit(format!("source_base64: {why}")))
            }
            (None, None, Some(_)) => Ok(Vec::new()),
            _ => Err(Refusal::Unfit("give one of `source`, `source_base64` and `command`".to_owned())),
        }
    }
}

/// Leaves `null` out of the fields of a type: what may be missing need not be sent as nothing.
fn never_null(schema: &mut Schema) {
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    for field in fields.values_mut().filter_map(Value::as_object_mut) {
        if let Some([only]) =
            field.get("type").and_then(Value::as_array).map(|types| without_null(types)).as_deref()
        {
            field.insert("type".to_owned(), only.clone());
        }
        if let Some([Value::Object(only)]) =
            field.get("anyOf").and_then(Value::as_array).map(|choices| without_null(choices)).as_deref()
        {
            field.remove("anyOf");
            field.extend(only.clone());
        }
    }
}

fn without_null(choices: &[Value]) -> Vec<Value> {
    let is_null = |choice: &&Value| **choice == "null" || choice["type"] == "null";
    choices.iter().filter(|choice| !is_null(choice)).cloned().collect()
}
