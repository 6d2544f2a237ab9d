//! What is counted of a source.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::runner::Candidate;

/// The measure that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[non_exhaustive]
pub enum Measure {
    /// Bytes.
    #[default]
    Bytes,
    /// Characters: Unicode code points. A source that is not UTF-8 has none.
    Chars,
}

impl Measure {
    /// The one of two sizes that counts.
    pub(crate) fn of<T>(self, bytes: T, chars: T) -> T {
        match self {
            Measure::Bytes => bytes,
            Measure::Chars => chars,
        }
    }

    /// The size of a candidate, if it is known.
    pub(crate) fn size(self, candidate: &Candidate) -> Option<u64> {
        self.of(candidate.bytes, candidate.chars)
    }
}
