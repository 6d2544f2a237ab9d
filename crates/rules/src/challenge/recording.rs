//! The observed output of a program: a run in a file.
//!
//! Recordings have their own format, because move lists and snapshots do not show which answer belongs to
//! which input, nor how the output ends.

use console::execution::FeedMode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Fault;
use super::form::parse;
use super::freedoms::Freedoms;

/// A run of a program, turn by turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// How it was given its lines. Programs that are not right otherwise are checked in the same way.
    #[serde(default = "by_turns")]
    pub feed: FeedMode,
    /// The output before the first input.
    #[serde(default)]
    pub opening: String,
    /// The output after the end of input. Null if the program ended by itself or waits.
    pub closing: Option<String>,
    /// Whether it was waiting for its next line when the run was over. What it does at the end of input is not known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub waits: bool,
    /// The inputs, and the answer to each.
    #[serde(default, rename = "turn")]
    pub turns: Vec<RecordedTurn>,
}

fn by_turns() -> FeedMode {
    FeedMode::Turn
}

/// An input and the answer to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Turn")]
pub struct RecordedTurn {
    /// The line that it was given, without its line feed.
    pub input: String,
    /// The output after it, before the program read on or ended.
    #[serde(default)]
    pub answer: String,
}

impl Recording {
    /// Reads a file's text.
    /// The error is the first [`Fault`].
    pub fn read(text: &str) -> Result<Recording, Fault> {
        let recording: Recording = parse(text)?;
        if recording.waits && recording.closing.is_some() {
            return Err(Fault::of_all("a program that `waits` has no `closing`"));
        }
        match recording.turns.iter().position(|turn| turn.input.contains('\n')) {
            Some(place) => Err(Fault::of_all(format!("turn {}: an input is one line", place + 1))),
            None => Ok(recording),
        }
    }

    /// Whether a run with the same inputs counts as the same.
    pub fn is_alike(&self, other: &Recording, freedoms: &Freedoms) -> bool {
        let [one, two] = [self, other].map(Recording::texts);
        let is_same_run = (self.inputs(), self.waits, self.feed) == (other.inputs(), other.waits, other.feed);
        is_same_run
            && one.len() == two.len()
            && one.iter().zip(&two).all(|(one, two)| freedoms.are_alike(one, two))
    }

    /// Whether the program ended by itself.
    pub fn is_over(&self) -> bool {
        self.closing.is_none() && !self.waits
    }

    pub fn text(&self) -> String {
        toml::to_string_pretty(self).expect("strings and tables can be written")
    }

    pub fn inputs(&self) -> Vec<Vec<u8>> {
        self.turns.iter().map(|turn| turn.input.clone().into_bytes()).collect()
    }

    /// The text of each answer, and those before the first input and at the end.
    pub fn texts(&self) -> Vec<String> {
        let answers = self.turns.iter().map(|turn| &turn.answer);
        let all = [&self.opening].into_iter().chain(answers).chain(&self.closing);
        all.cloned().collect()
    }

    pub fn output(&self) -> String {
        let answers = self.turns.iter().map(|turn| turn.answer.as_str());
        let all = [self.opening.as_str()].into_iter().chain(answers).chain(self.closing.as_deref());
        all.collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn turn() -> impl Strategy<Value = RecordedTurn> {
        let text = "(?s).{0,12}";
        ("[^\n]{0,12}", text).prop_map(|(input, answer)| RecordedTurn { input, answer })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            opening in "(?s).{0,12}",
            closing in proptest::option::of("(?s).{0,12}"),
            waits in any::<bool>(),
            feed in proptest::sample::select(&FeedMode::ALL),
            turns in proptest::collection::vec(turn(), 0..4),
        ) {
            let closing = closing.filter(|_| !waits);
            let recording = Recording { opening, closing, waits, feed, turns };
            let text = recording.text();
            // Where line ends are changed, nothing else is.
            prop_assert!(!text.contains('\r'), "{}", text);
            prop_assert_eq!(Recording::read(&text), Ok(recording));
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        assert_eq!(Recording::read("opening = 'a'\nending = 'b'").unwrap_err().line, Some(2));
        assert!(Recording::read("[[turn]]\ninput = \"a\\nb\"").is_err());
        assert!(Recording::read("waits = true\nclosing = 'a'").is_err());
    }
}
