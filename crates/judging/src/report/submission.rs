//! What reports and saved runs say of a submission.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::runner::Candidate;

/// A submission.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Submission")]
pub(super) struct SubmissionSummary {
    /// Its name.
    pub(super) name: String,
    /// The submission's file; null for a command.
    pub(super) path: Option<String>,
    /// Its language.
    pub(super) language: Option<String>,
    /// Its size in bytes, the score of the file.
    pub(super) bytes: Option<u64>,
    /// The same in characters, if it is UTF-8.
    pub(super) chars: Option<u64>,
}

impl SubmissionSummary {
    pub(super) fn of(candidate: &Candidate) -> SubmissionSummary {
        SubmissionSummary {
            name: candidate.name.clone(),
            path: candidate.path.as_ref().map(|path| path.display().to_string()),
            language: candidate.language.clone(),
            bytes: candidate.bytes,
            chars: candidate.chars,
        }
    }
}
