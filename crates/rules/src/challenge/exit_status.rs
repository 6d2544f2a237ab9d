//! The exit status of a program.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

/// The exit statuses that are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number, \"any\" or \"failure\"")]
pub enum ExitStatus {
    /// This one.
    Is(i32),
    /// One of these.
    OneOf(ExitStatuses),
}

/// Several exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExitStatuses {
    /// Every one.
    Any,
    /// Any but 0.
    Failure,
}

impl ExitStatus {
    pub fn fits(self, status: i32) -> bool {
        match self {
            ExitStatus::Is(right) => status == right,
            ExitStatus::OneOf(ExitStatuses::Any) => true,
            ExitStatus::OneOf(ExitStatuses::Failure) => status != 0,
        }
    }
}

impl fmt::Display for ExitStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExitStatus::Is(status) => write!(f, "{status}"),
            ExitStatus::OneOf(ExitStatuses::Any) => write!(f, "any"),
            ExitStatus::OneOf(ExitStatuses::Failure) => write!(f, "one that is not 0"),
        }
    }
}
