//! Notes for the author of a program, besides its verdict.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::execution::Ending;

/// A note on a program. Its words are safe to print: every character is visible.
#[derive(Clone, Debug, PartialEq, Eq, strum::Display, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Note {
    /// No hidden choice makes all of its answers right.
    #[strum(to_string = "no choice of {hidden} fits these answers: {answers}")]
    NoChoice { hidden: String, answers: String },
    #[strum(to_string = "reads ahead: it answers only at the end of input")]
    ReadsAhead,
    #[strum(to_string = "asks for a line after the end of the game")]
    AsksAfterTheEnd,
    #[strum(to_string = "it treats the end of input as a line, again and again")]
    TakesEndForLine,
    #[strum(to_string = "{0}")]
    Ended(Ending),
    /// It mostly slept, and a limit of time ended it.
    #[strum(to_string = "`--wall 5m` gives it more time")]
    MoreTime,
    /// Its last line on standard error.
    #[strum(to_string = "on standard error: {0}")]
    Complaint(String),
    /// On a terminal a program is normally not judged.
    #[strum(
        to_string = "Seen on a terminal: elsewhere it keeps its answers back until it ends, so no question can follow from them."
    )]
    KeptBack,
    #[strum(to_string = "flaky: it answers differently from run to run")]
    Flaky,
    #[strum(to_string = "once:  {0}")]
    Once(String),
    #[strum(to_string = "again: {0}")]
    Again(String),
    /// Its runs do not agree, in this case, after these times.
    #[strum(to_string = "flaky: close to its time limit in the {case}: {times}")]
    CloseToLimit { case: String, times: String },
    #[strum(
        to_string = "Not every run shows it: what it chooses differs from run to run. This run is not shortened."
    )]
    ChosenAnew,
    #[strum(to_string = "Depends on earlier inputs, not only on the position.")]
    History,
    /// What it does wrongly, which completes a sentence that begins with "it"; and in a sentence what that depends on.
    #[strum(to_string = "{cause}")]
    Fault { fault: String, cause: String },
    #[strum(
        to_string = "it cannot see your other files; add `--show PATH`, or `--file PATH` for one in its own folder"
    )]
    SeesNoFiles,
    #[strum(to_string = "right with `--feed turn`: it drops input that comes before it asks for it")]
    RightByTurns,
    #[strum(to_string = "right with `--feed terminal`: it prompts only on a terminal")]
    RightOnTerminal,
    #[strum(to_string = "Right in the usual surroundings, but fails {0}.")]
    FailsElsewhere(String),
    #[strum(to_string = "Right when run alone, but not when run in parallel.")]
    FailsInParallel,
    #[strum(
        to_string = "flush your output: it waited for a line before its answer to the last one was visible"
    )]
    Flush,
    #[strum(
        to_string = "it was not seen to wait for input, so it was given each line when its prompt appeared"
    )]
    NeverWaits,
    /// A failure in other surroundings.
    #[strum(to_string = "{place} it {what}")]
    Elsewhere { place: String, what: String },
    /// A failure at a line outside the domain, and the command that shows it.
    #[strum(to_string = "{what} (`{replay}`)")]
    Outside { what: String, replay: String },
    /// It may depend on chance, by a word of its text. It was started `starts` more times, so a fault in one start of `found` is
    /// found with a chance of 95 %.
    #[strum(
        to_string = "it may depend on chance (`{word}`): right in {starts} more starts. A fault in one start of {found} is found with \
                     a chance of 95 %."
    )]
    Chance { word: String, starts: u64, found: u64 },
    /// How many whole cases are right, how many points that gives, and which other cases are wrong.
    #[strum(to_string = "{tally}{others}")]
    Tally { tally: String, others: String },
    /// The beginning of the input of a whole case.
    #[strum(to_string = "{0}")]
    Input(String),
    /// A difference from the expectation about a program of the challenge.
    #[strum(to_string = "not as expected: {0}")]
    Unexpected(String),
    /// The challenge's hint for whoever fails the case.
    #[strum(to_string = "{0}")]
    Hint(String),
    /// The validator's message to the author of the program.
    #[strum(to_string = "{0}")]
    Message(String),
    #[strum(to_string = "{0} alone and in parallel: equal transcripts")]
    Equal(String),
    #[strum(to_string = "run in parallel, it answers differently in the {0}, but also right")]
    Unequal(String),
    #[strum(to_string = "`{suite}` is not played: {why}")]
    NotPlayed { suite: String, why: String },
    /// Most of what a suite was to be made of is left out.
    #[strum(to_string = "`{suite}` says little: {why}")]
    SaysLittle { suite: String, why: String },
}

impl Note {
    /// Its label in a list of facts.
    pub fn label(&self) -> &'static str {
        match self {
            Note::Tally { .. } => "cases",
            Note::Input(_) => "input",
            Note::Hint(_) => "hint",
            Note::Message(_) => "message",
            _ => "note",
        }
    }

    /// Whether the author of the program sees it even where failures are hidden.
    pub fn is_for_everybody(&self) -> bool {
        matches!(self, Note::Message(_))
    }

    /// Whether runs did not agree.
    pub fn is_flaky(&self) -> bool {
        matches!(self, Note::Flaky | Note::CloseToLimit { .. })
    }
}
