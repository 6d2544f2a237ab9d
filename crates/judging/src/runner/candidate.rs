//! A program under judgement.

use std::path::PathBuf;

use super::expectation::Expectation;
use crate::files::{self, Pinned};
use crate::process::Command;
use crate::suite::explore::{dictionary, literals, strings};

/// A program under judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name in reports.
    pub name: String,
    /// Its source or executable, if it is a file.
    pub path: Option<PathBuf>,
    /// The language it is written in, if it is known.
    pub language: Option<String>,
    /// Its size in bytes, if it is a file.
    pub bytes: Option<u64>,
    /// Its size in characters, if it is a file of UTF-8 text.
    pub chars: Option<u64>,
    /// Its source, if it is a file of UTF-8 text, and not too long to be shown.
    pub source: Option<String>,
    /// How it is run, or why it is not.
    pub program: Program,
    /// The words with which its author would run it, if those are not the words of its command: another machine has other
    /// paths. They name its path as it is given here.
    pub as_typed: Option<Vec<String>>,
    /// The verdicts that are expected of it, where that is known beforehand.
    pub expected: Option<Expectation>,
}

impl Candidate {
    /// A program of which nothing else is known.
    pub fn new(name: impl Into<String>, program: Program) -> Candidate {
        Candidate {
            name: name.into(),
            path: None,
            language: None,
            bytes: None,
            chars: None,
            source: None,
            program,
            as_typed: None,
            expected: None,
        }
    }

    /// The words in its source, or in its file: those of its literals if that is text, and otherwise of its strings.
    pub(crate) fn words(&self) -> Vec<Vec<u8>> {
        self.words_by(literals)
    }

    /// The words around the lines in which the other one differs. Empty if that is another program, not a changed one.
    pub(crate) fn words_around(&self, other: &Candidate) -> Vec<Vec<u8>> {
        let texts = [self.text(), other.text()];
        let [Ok(text), Ok(other)] = texts.each_ref().map(|text| str::from_utf8(text)) else {
            return Vec::new();
        };
        around_change(text, other).map_or_else(Vec::new, |lines| literals(&lines))
    }

    /// All its words, those of literals first: a shell script also compares with words that are not quoted.
    pub(crate) fn dictionary(&self) -> Vec<Vec<u8>> {
        self.words_by(dictionary)
    }

    /// A word of its text that names a source of chance, the time or a process number.
    pub(crate) fn word_of_chance(&self) -> Option<String> {
        let words = self.dictionary().into_iter().filter_map(|word| String::from_utf8(word).ok());
        words.into_iter().find(|word| {
            let word = word.to_ascii_lowercase();
            word.starts_with("rand") || CHANCE.contains(&word.as_str())
        })
    }

    fn words_by(&self, of_text: fn(&str) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        let text = self.text();
        str::from_utf8(&text).map_or_else(|_| strings(&text), of_text)
    }

    /// Its source, or its file. Empty if neither can be read.
    fn text(&self) -> Vec<u8> {
        if let Some(source) = &self.source {
            return source.clone().into_bytes();
        }
        let of_path = self.path.iter().map(PathBuf::as_path);
        let command = self.command();
        let of_command = command.iter().flat_map(|command| &command.files).map(Pinned::real);
        let of_program = command.iter().map(|command| command.program.as_path());
        let mut paths = of_path.chain(of_command).chain(of_program);
        paths.find_map(|path| files::read(path, files::TEXT).ok()).unwrap_or_default()
    }

    /// The command that runs it, if it can be run.
    pub fn command(&self) -> Option<&Command> {
        match &self.program {
            Program::Ready(command) => Some(command),
            Program::CompileError(_) | Program::CannotRun(_) | Program::Skipped(_) => None,
        }
    }
}

/// How many lines before and behind a change count as around it: about a function.
const AROUND: usize = 12;

/// The lines of a text in which another one differs, and those around them. None if that is half of the text.
fn around_change(text: &str, other: &str) -> Option<String> {
    let (lines, others): (Vec<_>, Vec<_>) = (text.lines().collect(), other.lines().collect());
    let alike = |(one, other): &(&&str, &&str)| one == other;
    let before = lines.iter().zip(&others).take_while(alike).count();
    let behind = lines[before..].iter().rev().zip(others.iter().rev()).take_while(alike).count();
    let end = (lines.len() - behind + AROUND).min(lines.len());
    let around = &lines[before.saturating_sub(AROUND)..end];
    (around.len() < lines.len() / 2).then(|| around.join("\n"))
}

/// Names by which programs of common languages get something that differs from run to run, in small letters.
const CHANCE: [&str; 25] = [
    "arc4random",
    "clock_gettime",
    "currenttimemillis",
    "epochrealtime",
    "epochseconds",
    "getpid",
    "getrandom",
    "gettimeofday",
    "hrtime",
    "monotonic",
    "mt_rand",
    "nanotime",
    "perf_counter",
    "process_id",
    "shuf",
    "shuffle",
    "srand",
    "srandom",
    "sysrandom",
    "system_clock",
    "time_ns",
    "unixnano",
    "urandom",
    "uuid4",
    "xrandom",
];

/// How a candidate is run, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// By this command.
    Ready(Command),
    /// Its compiler failed with this message.
    CompileError(String),
    /// It cannot be started, for this reason.
    CannotRun(String),
    /// It needs something that is missing on this machine.
    Skipped(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_source_or_else_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        let of = |text: &[u8]| {
            std::fs::write(&script, text).unwrap();
            let command = Command::new::<&str>(script.clone(), []);
            Candidate::new("script", Program::Ready(command)).words()
        };
        assert_eq!(of(b"print('deposit')"), [b"deposit".to_vec()]);
        assert_eq!(of(b"\x7f\xffdeposit\0"), [b"deposit".to_vec()]);
        let source = Some("print('withdraw')".to_owned());
        let candidate = Candidate { source, ..Candidate::new("x", Program::Skipped(String::new())) };
        assert_eq!(candidate.words(), [b"withdraw".to_vec()]);
    }
    #[test]
    fn the_words_around_a_change_are_those_of_its_function() {
        let lines: Vec<_> = (0..100).map(|number| format!("say('word{number}')")).collect();
        let of = |lines: &[String]| Candidate {
            source: Some(lines.join("\n")),
            ..Candidate::new("x", Program::Skipped(String::new()))
        };
        let old = of(&lines);
        let around = |numbers: std::ops::RangeInclusive<usize>| {
            numbers.map(|number| format!("word{number}").into_bytes()).collect::<Vec<_>>()
        };
        for (at, numbers) in [(0, 0..=12), (50, 38..=62), (99, 87..=99)] {
            let mut changed = lines.clone();
            changed[at] = "shout()".to_owned();
            assert_eq!(old.words_around(&of(&changed)), around(numbers), "{at}");
        }
        assert!(old.words_around(&of(&["say()".to_owned()])).is_empty());
    }
}
