//! The text of `challenge.toml`, as it is made of a package or of an exercise of another system.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use toml::Value;

use crate::challenge::Matcher;

#[derive(Debug, Default, Serialize)]
pub(crate) struct WrittenChallenge {
    pub(crate) title: String,
    pub(crate) cases: WrittenCases,
    pub(crate) case: BTreeMap<String, WrittenCase>,
}

/// What `[cases]` says.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct WrittenCases {
    pub(crate) validator: Option<String>,
    pub(crate) static_validator: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) interactive: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) answers: bool,
    pub(crate) passes: Option<u32>,
    pub(crate) writes: Option<bool>,
    pub(crate) compare: Option<Matcher>,
    /// Seconds; sizes are in units of 2^20 bytes.
    pub(crate) time: Option<f64>,
    pub(crate) memory: Option<u64>,
    pub(crate) output: Option<u64>,
    pub(crate) validator_time: Option<f64>,
    pub(crate) validator_memory: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) languages: Vec<String>,
    pub(crate) code: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) arguments: BTreeMap<String, Vec<String>>,
}

/// What `[case.PLACE]` says.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct WrittenCase {
    pub(crate) title: Option<String>,
    pub(crate) hint: Option<String>,
    pub(crate) args: Option<Vec<String>>,
    pub(crate) input: Option<String>,
    pub(crate) answer: Option<String>,
    pub(crate) compare: Option<Matcher>,
    #[serde(rename = "static", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_static: bool,
    pub(crate) arguments: Option<Vec<String>>,
    pub(crate) exit: Option<Value>,
    #[serde(serialize_with = "as_written")]
    pub(crate) points: Option<f64>,
    pub(crate) score: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) requires: Vec<String>,
    pub(crate) show: Option<&'static str>,
    pub(crate) time: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) also: Vec<WrittenAnswer>,
}

/// Another right answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct WrittenAnswer {
    pub(crate) compare: Matcher,
    pub(crate) answer: String,
}

/// A number to a millionth, so that shares of one sum add up to it, without a fraction that says nothing.
fn as_written<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    let is_whole = |number: f64| number.fract() == 0.0;
    let written = |it| if is_whole(it) { Value::from(it as i64) } else { it.into() };
    number.map(|it| (it * 1e6).round() / 1e6).map(written).serialize(serializer)
}

impl WrittenChallenge {
    pub(crate) fn text(&self) -> String {
        toml::to_string(self).expect("texts, numbers and tables can be written")
    }
}
