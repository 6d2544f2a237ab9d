//! The error that ended a program, for a report: its own words, the line of the source, and that line.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use rustix::fs::OFlags;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Candidate;
use crate::execution::{Ending, Execution, FeedMode, Uncaught};
use crate::files;
use crate::process::{Command, without_run_dir};
use crate::suite::IoMode;
use crate::transcript::{Divergence, visible_message};

/// How much of a message is shown, in characters: more than Python's longest, on the limit of digits.
const MESSAGE: usize = 240;

/// How much of a line of a source is shown, in characters.
const SOURCE: usize = 160;

/// The largest source that is read again to show a line, in bytes.
const LARGEST: u64 = 1 << 20;

/// The error that ended a program. All text in it is safe to print.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Crash {
    /// The kind of error, in the words of its language: `ValueError`, `SIGSEGV`.
    pub kind: Option<String>,
    /// Its message, on one line; may be empty.
    pub message: String,
    /// The file, if that is not the program's own source.
    pub file: Option<String>,
    /// The number of the line, from 1.
    pub line: Option<u32>,
    /// That line of the source, if it could be read.
    pub source: Option<String>,
}

impl Crash {
    /// The error that ended a run, if one did and it is known how its language reports it. On a terminal the report is
    /// part of the output, from the divergence on.
    pub(super) fn of(
        candidate: &Candidate,
        mode: IoMode,
        run: &Execution,
        divergence: Option<&Divergence>,
    ) -> Option<Crash> {
        let own = Own::of(candidate);
        let is_mixed = mode.feed == FeedMode::Terminal && run.stderr.is_empty();
        let run = match divergence.filter(|_| is_mixed) {
            Some(divergence) => {
                let output = String::from_utf8_lossy(&run.stdout[divergence.at..]).replace("\r\n", "\n");
                Cow::Owned(Execution { stderr: output.into_bytes(), ..run.clone() })
            }
            None => Cow::Borrowed(run),
        };
        let forms = own.command.iter().flat_map(|command| &command.messages.errors);
        let found = run.uncaught(forms, |file| own.source_of(file).is_some());
        let signal = match run.ending {
            Ending::Signaled(signal) => Some(signal),
            _ => None,
        };
        found.map(|found| own.crash(&found)).or_else(|| signal.map(Crash::by_signal))
    }

    fn by_signal(signal: i32) -> Crash {
        let name = signal_hook::low_level::signal_name(signal);
        let kind = name.map_or_else(|| format!("signal {signal}"), str::to_owned);
        let message = SIGNALS.iter().find(|(number, _)| *number == signal).map_or("", |(_, words)| words);
        Crash { kind: Some(kind), message: message.to_owned(), file: None, line: None, source: None }
    }

    /// The error without its message, if it has a kind: `ValueError at line 14`.
    pub fn short(&self) -> String {
        let what = self.kind.as_ref().unwrap_or(&self.message);
        format!("{what}{}", self.place())
    }

    /// The line of the source with its number.
    pub fn shown(&self) -> Option<String> {
        Some(format!("{} | {}", self.line?, self.source.as_ref()?))
    }

    fn place(&self) -> String {
        match (&self.file, self.line) {
            (_, None) => String::new(),
            (None, Some(line)) => format!(" at line {line}"),
            (Some(file), Some(line)) => format!(" at {file}:{line}"),
        }
    }
}

/// The error and its place: `ValueError: invalid literal for int() with base 10: 'a' at line 14`.
impl fmt::Display for Crash {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.message.as_str();
        match &self.kind {
            Some(kind) if message.is_empty() => write!(to, "{kind}{}", self.place()),
            Some(kind) => write!(to, "{kind}: {message}{}", self.place()),
            None => write!(to, "{message}{}", self.place()),
        }
    }
}

/// Signals by which programs end that made a mistake, in words.
const SIGNALS: [(i32, &str); 6] = [
    (libc::SIGSEGV, "invalid memory access, or too deep a recursion"),
    (libc::SIGBUS, "invalid memory access"),
    (libc::SIGABRT, "the program aborted itself"),
    (libc::SIGFPE, "invalid arithmetic, such as a division by zero"),
    (libc::SIGILL, "invalid instruction"),
    (libc::SIGPIPE, "wrote to a closed pipe"),
];

/// The files of a candidate's own.
struct Own<'a> {
    /// Its source by its file name, as far as it is known.
    source: Option<(&'a OsStr, &'a str)>,
    /// Its command, if it is run.
    command: Option<&'a Command>,
}

impl<'a> Own<'a> {
    fn of(candidate: &'a Candidate) -> Own<'a> {
        let name = candidate.path.as_deref().and_then(Path::file_name);
        let source = name.map(|name| (name, candidate.source.as_deref().unwrap_or_default()));
        Own { source, command: candidate.command() }
    }

    /// The text of a file that is named in a message, if it is one of the program's; empty if the text is not known.
    fn source_of(&self, file: &str) -> Option<Cow<'a, str>> {
        let name = Path::new(file).file_name()?;
        // A Java source is compiled under the name of its class, whatever it is called.
        let is_own = |own: &OsStr| {
            let is_alone = Path::new(file).as_os_str() == name;
            own == name || (is_alone && Path::new(own).extension() == Path::new(name).extension())
        };
        if let Some((_, text)) = self.source.filter(|(own, _)| is_own(own)) {
            return Some(Cow::Borrowed(text));
        }
        let mut files = self.command.iter().flat_map(|command| &command.files).filter(|file| !file.is_folder);
        let file = files.find(|file| file.at().file_name() == Some(name))?;
        let text = file
            .open_in(Path::new("/"), OFlags::RDONLY)
            .and_then(|file| files::bounded(file.into(), LARGEST));
        let text = text.ok().and_then(|text| String::from_utf8(text).ok());
        Some(Cow::Owned(text.unwrap_or_default()))
    }

    fn crash(&self, found: &Uncaught) -> Crash {
        let Uncaught { kind, text, place } = found;
        let source = place.as_ref().and_then(|(file, _)| self.source_of(file));
        let (file, line) = place.clone().unzip();
        let at = |line: u32| Some(source.as_ref()?.lines().nth(line.checked_sub(1)? as usize)?.to_owned());
        Crash {
            kind: kind.as_ref().map(|kind| cut(kind, MESSAGE)),
            message: cut(&self.as_named(text), MESSAGE),
            file: file.filter(|_| source.is_none()).map(|file| cut(&self.as_named(&file), MESSAGE)),
            line,
            source: line.and_then(at).filter(|line| !line.trim().is_empty()).map(|line| cut(&line, SOURCE)),
        }
    }

    /// A text with paths as the program's author knows them: without folders that only the judge has.
    fn as_named(&self, text: &str) -> String {
        let files = self.command.iter().flat_map(|command| &command.files);
        let named = files.fold(text.to_owned(), |text, file| {
            let (at, name) =
                (file.at().to_string_lossy(), file.at().file_name().unwrap_or_default().to_string_lossy());
            text.replace(&*at, &name)
        });
        without_run_dir(&named)
    }
}

/// A text on one line with every character visible, cut where it is too long to be read.
fn cut(text: &str, most: usize) -> String {
    let text = visible_message(text.replace('\t', "    ").trim_end().as_bytes()).replace('\n', "⏎");
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}
