//! The text of `challenge.toml` that says what a package says.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Debug, Default, Serialize)]
pub(super) struct WrittenChallenge {
    pub(super) title: String,
    pub(super) cases: WrittenCases,
    pub(super) case: BTreeMap<String, WrittenCase>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct WrittenCases {
    pub(super) validator: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) interactive: bool,
    pub(super) time: Option<f64>,
    pub(super) memory: Option<u64>,
    pub(super) output: Option<u64>,
    pub(super) validator_time: Option<f64>,
    pub(super) validator_memory: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) languages: Vec<String>,
    pub(super) code: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) arguments: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct WrittenCase {
    pub(super) title: Option<String>,
    pub(super) hint: Option<String>,
    pub(super) args: Option<Vec<String>>,
    pub(super) points: Option<f64>,
    pub(super) score: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) requires: Vec<String>,
    pub(super) show: Option<&'static str>,
}

impl WrittenChallenge {
    pub(super) fn text(&self) -> String {
        toml::to_string(self).expect("texts, numbers and tables can be written")
    }
}
