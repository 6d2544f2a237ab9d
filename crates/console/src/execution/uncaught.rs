//! What is known of the messages of languages, and the error that ended a program, as its language reports it on standard
//! error. What such reports look like is data: a language's entry in `golf/languages.toml` holds its forms.

use regex::Captures;
use serde::Deserialize;

use super::refusal::{RefusalForm, pattern};
use super::{Ending, Execution};

/// A form in which a language reports an error that nobody caught.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorForm {
    /// A pattern of the report. `^` and `$` stand for the ends of lines. Its groups, each of which may be missing: `kind`
    /// and `text`, the error and its message; `file` and `line`, where it happened.
    pub report: String,
    /// A pattern of a line that names a further place, with the groups `file` and `line`; and `library`, which takes part
    /// in a match if the place belongs to the language itself.
    pub frame: Option<String>,
    /// Whether the last of several reports counts, and the last of several places; otherwise the first.
    #[serde(default)]
    pub last: bool,
}

/// The forms of messages that a program and its interpreter may write on standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Messages {
    /// The forms in which errors that end it are looked for, in this order.
    pub errors: Vec<ErrorForm>,
    /// The forms in which its interpreter rejects a source before it executes anything.
    pub refusals: Vec<RefusalForm>,
    /// Words about a file that is missing or cannot be read, apart from the system's own.
    pub missing_file: Vec<String>,
    /// Words about an unexpected end of input.
    pub end_of_input: Vec<String>,
}

/// The error that ended a program, as it reported it.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncaught {
    /// Its kind: `ValueError`.
    pub kind: Option<String>,
    /// Its message, which may be empty.
    pub text: String,
    /// The file and the line in it.
    pub place: Option<(String, u32)>,
}

impl ErrorForm {
    /// Whether its patterns can be read.
    /// Fails with the first that cannot.
    pub fn check(&self) -> Result<(), regex::Error> {
        [Some(&self.report), self.frame.as_ref()]
            .into_iter()
            .flatten()
            .try_for_each(|text| pattern(text).map(drop))
    }

    /// The error that a text reports in this form. Its place is the innermost in a file of the program's own; if it has
    /// none, the innermost that is not the language's.
    fn read(&self, text: &str, is_own: impl Fn(&str) -> bool) -> Option<Uncaught> {
        let report = pattern(&self.report).ok()?;
        let found = if self.last { report.captures_iter(text).last() } else { report.captures(text) }?;
        let frames = self.frame.as_deref().and_then(|frame| pattern(frame).ok());
        let mut places: Vec<_> = frames
            .iter()
            .flat_map(|frame| frame.captures_iter(text))
            .filter_map(|found| place(&found))
            .collect();
        if self.last {
            places.reverse();
        }
        places.splice(..0, place(&found));
        let own = places.iter().position(|(file, _)| is_own(file)).or((!places.is_empty()).then_some(0));
        let group = |name| Some(found.name(name)?.as_str().trim().to_owned());
        Some(Uncaught {
            kind: group("kind"),
            text: group("text").unwrap_or_default(),
            place: own.map(|own| places.swap_remove(own)),
        })
    }
}

/// The place that a match names, unless it belongs to the language itself.
fn place(found: &Captures<'_>) -> Option<(String, u32)> {
    let line = found.name("line").filter(|_| found.name("library").is_none())?;
    Some((found.name("file")?.as_str().to_owned(), line.as_str().parse().ok()?))
}

impl Execution {
    /// The error that ended it, by the first of these forms that fits what it wrote on standard error.
    #[doc(hidden)]
    pub fn uncaught<'a>(
        &self,
        forms: impl IntoIterator<Item = &'a ErrorForm>,
        is_own: impl Fn(&str) -> bool,
    ) -> Option<Uncaught> {
        let has_failed = matches!(self.ending, Ending::Exited(1..) | Ending::Signaled(_));
        let complaint = has_failed.then(|| self.last_complaint())?;
        forms.into_iter().find_map(|form| form.read(&complaint, &is_own))
    }
}
