//! The status of a program: a verdict, or that it was skipped; and the word for it.

use std::borrow::Cow;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::verdict::Verdict;

/// The status of a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "WrittenStatus", try_from = "WrittenStatus")]
#[schemars(with = "WrittenStatus")]
pub enum Status {
    /// It was judged: the verdict on its first failure, or `accepted`.
    Judged(Verdict),
    /// It was not judged, for this reason.
    Skipped(String),
}

/// The status as files say it.
#[derive(Serialize, Deserialize, JsonSchema)]
struct WrittenStatus {
    /// The verdict.
    verdict: VerdictWord,
    /// Why it was skipped.
    reason: Option<String>,
}

/// The word for a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "String")]
pub enum VerdictWord {
    /// It was judged.
    Judged(Verdict),
    /// It was not.
    NotJudged(Skipped),
}

/// That a program was not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::EnumString, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Skipped {
    /// Something is missing on the machine.
    Skipped,
}

impl VerdictWord {
    /// The meaning of a word. An unknown word says nothing about the program, like an error of the judge.
    pub fn of(word: &str) -> VerdictWord {
        word.parse().unwrap_or(VerdictWord::Judged(Verdict::JudgeError))
    }
}

impl VerdictWord {
    /// The word.
    pub fn name(self) -> &'static str {
        match self {
            VerdictWord::Judged(verdict) => verdict.name(),
            VerdictWord::NotJudged(skipped) => skipped.into(),
        }
    }
}

impl From<&Status> for VerdictWord {
    fn from(status: &Status) -> VerdictWord {
        match status {
            Status::Judged(verdict) => VerdictWord::Judged(*verdict),
            Status::Skipped(_) => VerdictWord::NotJudged(Skipped::Skipped),
        }
    }
}

impl From<Status> for WrittenStatus {
    fn from(status: Status) -> WrittenStatus {
        let verdict = VerdictWord::from(&status);
        let reason = match status {
            Status::Judged(_) => None,
            Status::Skipped(why) => Some(why),
        };
        WrittenStatus { verdict, reason }
    }
}

impl TryFrom<WrittenStatus> for Status {
    type Error = &'static str;

    fn try_from(written: WrittenStatus) -> Result<Status, &'static str> {
        match (written.verdict, written.reason) {
            (VerdictWord::Judged(verdict), _) => Ok(Status::Judged(verdict)),
            (VerdictWord::NotJudged(_), Some(why)) => Ok(Status::Skipped(why)),
            (VerdictWord::NotJudged(_), None) => Err("a program was skipped for no reason"),
        }
    }
}

impl FromStr for VerdictWord {
    type Err = String;

    fn from_str(word: &str) -> Result<VerdictWord, String> {
        let judged = word.parse().map(VerdictWord::Judged);
        let word_or = |_| word.parse().map(VerdictWord::NotJudged);
        judged.or_else(word_or).map_err(|_| format!("there is no verdict {word:?}"))
    }
}

impl TryFrom<String> for VerdictWord {
    type Error = String;

    fn try_from(word: String) -> Result<VerdictWord, String> {
        word.parse()
    }
}

impl JsonSchema for VerdictWord {
    fn schema_name() -> Cow<'static, str> {
        "VerdictOrSkipped".into()
    }

    /// The list of verdicts with one word more, since a choice between a list and a word is harder to read.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Verdict::json_schema(generator);
        if let Some(words) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
            let skipped = VerdictWord::NotJudged(Skipped::Skipped);
            words
                .push(json!({ "const": skipped, "description": "It was not judged: something is missing." }));
        }
        schema.insert("description".to_owned(), "What became of a program.".into());
        schema
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::*;

    #[test]
    fn every_word_is_read_again() {
        let all = Verdict::VARIANTS.iter().map(|verdict| VerdictWord::Judged(*verdict));
        for word in all.chain([VerdictWord::NotJudged(Skipped::Skipped)]) {
            let text = serde_json::to_value(word).unwrap();
            assert_eq!(text, word.name());
            assert_eq!(VerdictWord::of(word.name()), word);
        }
        assert_eq!(VerdictWord::of("weird"), VerdictWord::Judged(Verdict::JudgeError));
        assert!(serde_json::from_value::<VerdictWord>("weird".into()).is_err());
    }
}
