//! When a program gets its input.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a program gets its standard input.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum FeedMode {
    /// All at once, and then the end of input.
    #[default]
    Ahead,
    /// One line for each request; the end of input when there are no more.
    Turn,
    /// The same on a terminal of its own for all its streams.
    Terminal,
}

impl FeedMode {
    /// Each of them.
    pub const ALL: [FeedMode; 3] = [FeedMode::Ahead, FeedMode::Turn, FeedMode::Terminal];

    /// Its name on the command line and in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
