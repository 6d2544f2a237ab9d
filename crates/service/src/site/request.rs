//! Requests to the interface for programs. The schemas are made from these types.

use std::fmt::Display;
use std::str::FromStr;
use std::time::{Duration, UNIX_EPOCH};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::error::Refusal;
use super::report::Wanted;
use crate::store::Selection;
use http::LONGEST_WAIT;
use judging::golf::Measure;
use judging::runner::VerdictWord;

/// A name as a part of an address.
pub(super) fn in_address(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// How many submissions are listed at most in one answer, and how many without another wish.
const MOST_LISTED: usize = 10_000;
const USUAL_LISTED: usize = 200;

const BASE64: &str = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

/// What a time matches, but for leap days. It may be empty, as forms send it.
const TIME: &str = "^(|((19[7-9]|[2-9][0-9]{2})[0-9]-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|\
                    (0[13578]|1[02])-31)|((19|[2-9][0-9])(0[48]|[2468][048]|[13579][26])|([2468][048]|[3579][26])00)-02-29)(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?Z)?)$";

/// How many rows of a leaderboard are sent at most.
pub(super) const MOST_ROWS: usize = 1_000;

/// A new submission: a source or a command.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
// As a `oneOf` beside the fields, generators of clients take the choice for the type.
#[schemars(rename = "NewSubmission", transform = never_null, extend("if" = { "oneOf": [
    { "required": ["source"] }, { "required": ["source_base64"] }, { "required": ["command"] }
] }, "else" = false))]
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
    #[schemars(length(min = 1))]
    pub source: Option<String>,
    /// The source, if it is not UTF-8.
    #[schemars(length(min = 1), extend("contentEncoding" = "base64", "pattern" = BASE64))]
    pub source_base64: Option<String>,
    /// Instead of a source: the name of the interpreter of a known language, and what it is given. Commands are not ranked.
    #[schemars(length(min = 1), inner(regex(pattern = r"^[^\x00]*$")))]
    pub command: Option<Vec<String>>,
    /// Whether nobody waits for it.
    #[serde(default)]
    pub batch: bool,
    /// An address that receives the ruling by a POST with the Submission, if the service allows its host.
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
#[schemars(with = "String", inline, extend("examples" = ["30s"], "maxLength" = 8, "pattern" = "^(|0|([0-9]+(ms|s|m))+)$"))]
pub(super) struct Patience(pub Duration);

/// How long to wait for a ruling.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Wait {
    /// How long to wait for the ruling, such as `30s`; no longer than 30 seconds.
    #[serde(default)]
    pub wait: Patience,
}

/// Which submissions are wanted. An empty parameter is none.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(transform = never_null)]
pub(super) struct ListQuery {
    /// Only those of this owner.
    #[serde(default, deserialize_with = "filled")]
    pub owner: Option<String>,
    /// Only those for this challenge.
    #[serde(default, deserialize_with = "filled")]
    pub challenge: Option<String>,
    /// Only those with this verdict.
    #[serde(default, deserialize_with = "filled")]
    #[schemars(schema_with = "verdict_or_nothing")]
    pub verdict: Option<VerdictWord>,
    /// Only those that came in since then, `2026-11-23` or `2026-11-23T06:30:00Z`.
    #[serde(default, deserialize_with = "filled")]
    pub since: Option<Time>,
    /// Only those that came in before then.
    #[serde(default, deserialize_with = "filled")]
    pub until: Option<Time>,
    /// Only those that follow the one with this identifier, which is the last one of another answer.
    #[serde(default, deserialize_with = "filled")]
    pub after: Option<String>,
    /// How many at most: by default 200 in JSON, otherwise the largest number that is allowed.
    #[schemars(range(min = 1, max = MOST_LISTED))]
    pub limit: Option<usize>,
    /// The format.
    #[serde(default)]
    pub format: ListFormat,
}

/// A time, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String", inline, extend("pattern" = TIME))]
pub(super) struct Time(pub i64);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(super) enum ListFormat {
    /// A list of objects.
    #[default]
    Json,
    /// A table in CSV.
    Csv,
    /// Their sources.
    Tar,
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
    /// The measure of size: bytes or characters.
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

fn verdict_or_nothing(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [generator.subschema_for::<VerdictWord>(), { "const": "" }] })
}

/// A parameter that may be empty, as forms send it.
fn filled<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(given: D) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(given)?;
    let given = Some(text).filter(|text| !text.is_empty());
    given.map(|text| text.parse().map_err(|why| D::Error::custom(format!("{text:?}: {why}")))).transpose()
}

impl FromStr for Time {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Time, &'static str> {
        let whole = if text.contains('T') { text.to_owned() } else { format!("{text}T00:00:00Z") };
        let time =
            humantime::parse_rfc3339(&whole).ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        time.map(|time| Time(time.as_millis() as i64))
            .ok_or("a time such as 2026-11-23 or 2026-11-23T06:30:00Z")
    }
}

impl ListQuery {
    /// What is asked of the store, for an owner if it is not about everybody.
    /// Fails if the number is none that there can be.
    pub(super) fn selection<'a>(&'a self, owner: Option<&'a str>) -> Result<Selection<'a>, Refusal> {
        let any = |word: &'a Option<String>| word.as_deref().unwrap_or_default();
        let usual = if self.format == ListFormat::Json { USUAL_LISTED } else { MOST_LISTED };
        let count = self.limit.unwrap_or(usual);
        if !(1..=MOST_LISTED).contains(&count) {
            return Err(Refusal::Unfit(format!("limit: it is 1 to {MOST_LISTED}")));
        }
        Ok(Selection {
            owner: owner.unwrap_or_default(),
            challenge: any(&self.challenge),
            verdict: self.verdict.map_or("", VerdictWord::name),
            since: self.since.map_or(0, |time| time.0),
            until: self.until.map_or(i64::MAX, |time| time.0),
            after: any(&self.after),
            count,
        })
    }
}

impl TryFrom<String> for Patience {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Patience, &'static str> {
        if ["", "0"].contains(&&*text) {
            return Ok(Patience::default());
        }
        // Sums of several parts may overflow in the library.
        let is_fit =
            text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_digit() || b"ms".contains(&byte));
        let wait = is_fit.then(|| humantime::parse_duration(&text).ok()).flatten();
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

/// Leaves `null` out of the fields of a type: what may be missing need not be sent as nothing, and is by default nothing.
fn never_null(schema: &mut Schema) {
    let Some(Value::Object(fields)) = schema.get_mut("properties") else { return };
    for field in fields.values_mut().filter_map(Value::as_object_mut) {
        if field.get("default").is_some_and(Value::is_null) {
            field.remove("default");
        }
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
