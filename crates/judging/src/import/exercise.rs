//! An exercise that was read, and how it is written out: `challenge.toml`, with short cases in it, and files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use toml::Value;

use super::source::ImportSource;
use crate::catalogue::FILE;
use crate::challenge::Matcher;
use crate::dialect::CASES;
use crate::golf::{EXPECTED, WRONG};
use crate::package::{Copy, PackageError};
use crate::verdict::Verdict;

/// How many cases an exercise may have.
pub(super) const MOST_CASES: usize = 20_000;

/// How long an input or an answer may be to stand in `challenge.toml`, and all of them together, in bytes.
const SHORT: usize = 2_000;
const MOST_SHORT: usize = 64 << 10;

/// The largest file that is carried over, in bytes.
const LARGEST: u64 = 256 << 20;

/// What a reader has found: an exercise or several, and what it leaves out.
#[derive(Debug, Default)]
pub(super) struct ReadExercises {
    pub(super) exercises: Vec<Exercise>,
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Default)]
pub(super) struct Exercise {
    /// Its name among several: that of its folder.
    pub(super) name: String,
    /// How large it is, in words, when it was written.
    pub(super) size: String,
    /// What it is, for people. Without one it is called as its folder is.
    pub(super) title: Option<String>,
    pub(super) limits: Limits,
    pub(super) tests: Vec<Test>,
    /// What is said of folders of cases, or of all (`""`).
    pub(super) places: BTreeMap<String, Keys>,
    /// Other files, with their places in the folder.
    pub(super) files: Vec<(PathBuf, CaseText)>,
    /// The verdicts expected of programs, by their place in `wrong`.
    pub(super) expected: BTreeMap<String, Vec<Verdict>>,
}

/// One case: its name, what is said of it, its input and the answer to it.
#[derive(Debug)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) keys: Keys,
    pub(super) input: CaseText,
    /// None if only the end of a run matters.
    pub(super) answer: Option<CaseText>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CaseText {
    Text(String),
    /// A file of the source.
    File(PathBuf),
}

/// What `[cases]` says.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Limits {
    pub(super) validator: Option<String>,
    pub(super) compare: Option<Matcher>,
    /// Seconds; units of 2^20 bytes.
    pub(super) time: Option<f64>,
    pub(super) memory: Option<u64>,
}

/// What `[case.PLACE]` says.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Keys {
    pub(super) title: Option<String>,
    pub(super) hint: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) args: Vec<String>,
    pub(super) input: Option<String>,
    pub(super) answer: Option<String>,
    pub(super) compare: Option<Matcher>,
    pub(super) arguments: Option<Vec<String>>,
    pub(super) exit: Option<Value>,
    pub(super) points: Option<Value>,
    pub(super) score: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) requires: Vec<String>,
    pub(super) show: Option<&'static str>,
    pub(super) time: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also: Vec<Also>,
}

/// Another right answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Also {
    pub(super) compare: Matcher,
    pub(super) answer: String,
}

#[derive(Serialize)]
struct Written<'a> {
    title: &'a str,
    cases: &'a Limits,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    case: BTreeMap<&'a str, Keys>,
}

#[derive(Serialize)]
struct ExpectedVerdicts<'a> {
    verdict: &'a [Verdict],
}

/// A number as it is written, without a fraction that says nothing.
pub(super) fn number(number: f64) -> Value {
    let rounded = (number * 100.0).round() / 100.0;
    if rounded.fract() == 0.0 { Value::Integer(rounded as i64) } else { Value::Float(rounded) }
}

/// The name of a case by its place among so many, such that names are in the order of places.
pub(super) fn numbered(index: usize, of: usize) -> String {
    let width = of.to_string().len().max(2);
    format!("{:0width$}", index + 1)
}

/// White space between tokens does not count, capital letters do.
pub(super) fn case_sensitive() -> Option<Vec<String>> {
    Some(vec!["case_sensitive".to_owned()])
}

/// Numbers may differ by so much, in the way that this argument of the comparison of tokens says.
pub(super) fn tolerance(argument: &str, error: &str) -> Option<Vec<String>> {
    Some(vec!["case_sensitive".to_owned(), argument.to_owned(), error.to_owned()])
}

impl Exercise {
    pub(super) fn add(&mut self, name: String, keys: Keys, input: CaseText, answer: CaseText) {
        self.tests.push(Test { name, keys, input, answer: Some(answer) });
    }

    /// Adds a case that is named by its place among so many. Without an answer only its exit status matters.
    pub(super) fn add_text(&mut self, of: usize, keys: Keys, input: &str, answer: Option<String>) {
        let name = numbered(self.tests.len(), of);
        self.tests.push(Test {
            name,
            keys,
            input: CaseText::Text(input.to_owned()),
            answer: answer.map(CaseText::Text),
        });
    }

    /// Writes the challenge into an empty folder; without a title of its own it gets this one.
    pub(super) fn write(
        &mut self,
        source: &ImportSource,
        into: &Path,
        title: &str,
    ) -> Result<(), PackageError> {
        let mut copy = Copy::new(&source.root, into);
        let (mut left, has_validator) = (MOST_SHORT, self.limits.validator.is_some());
        let mut case: BTreeMap<&str, Keys> = BTreeMap::new();
        self.say_once();
        for test in &self.tests {
            let mut keys = test.keys.clone();
            let short =
                |content: &CaseText| content.short(source, SHORT.min(left)).filter(|_| !has_validator);
            let texts = (short(&test.input), test.answer.as_ref().map(short));
            if let (Some(input), None | Some(Some(_))) = texts {
                let answer = texts.1.flatten();
                left = left.saturating_sub(input.len() + answer.as_ref().map_or(0, String::len));
                keys.input = Some(input).filter(|input| !input.is_empty() || answer.is_none());
                keys.answer = answer;
            } else {
                let files = [(Some(&test.input), "in"), (test.answer.as_ref(), "ans")];
                for (content, ending) in
                    files.into_iter().filter_map(|(content, ending)| Some((content?, ending)))
                {
                    content.write(&mut copy, &Path::new(CASES).join(format!("{}.{ending}", test.name)))?;
                }
            }
            if keys != Keys::default() {
                case.insert(&test.name, keys);
            }
        }
        case.extend(self.places.iter().map(|(place, keys)| (place.as_str(), keys.clone())));
        for (place, content) in &self.files {
            content.write(&mut copy, place)?;
        }
        let write = |place: &Path, text: Result<String, toml::ser::Error>| {
            copy.write(place, text.expect("texts, numbers and tables can be written").as_bytes())
        };
        if !self.expected.is_empty() {
            let all = self.expected.iter().map(|(name, verdict)| (name, ExpectedVerdicts { verdict }));
            write(&Path::new(WRONG).join(EXPECTED), toml::to_string(&all.collect::<BTreeMap<_, _>>()))?;
        }
        let title = self.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(title);
        write(Path::new(FILE), toml::to_string(&Written { title, cases: &self.limits, case }))
    }

    /// What is alike in all cases is said once, of all.
    fn say_once(&mut self) {
        self.limits.compare = alike(&mut self.tests, |keys| &mut keys.compare).or(self.limits.compare);
        self.limits.time = alike(&mut self.tests, |keys| &mut keys.time).or(self.limits.time);
        let arguments = alike(&mut self.tests, |keys| &mut keys.arguments);
        // A case without an answer must say itself which exit status is right.
        let have_answers = self.tests.iter().all(|test| test.answer.is_some());
        let exit = if have_answers { alike(&mut self.tests, |keys| &mut keys.exit) } else { None };
        if arguments.is_some() || exit.is_some() {
            let all = self.places.entry(String::new()).or_default();
            (all.arguments, all.exit) = (arguments.or(all.arguments.take()), exit.or(all.exit.take()));
        }
    }
}

/// What all cases say alike; it is taken from them.
fn alike<T: PartialEq>(tests: &mut [Test], of: fn(&mut Keys) -> &mut Option<T>) -> Option<T> {
    let mut said: Vec<_> = tests.iter_mut().map(|test| of(&mut test.keys).take()).collect();
    if said.iter().all(|one| *one == said[0]) {
        return said.pop()?;
    }
    tests.iter_mut().zip(said).for_each(|(test, one)| *of(&mut test.keys) = one);
    None
}

impl CaseText {
    /// The text, if it is one of at most so many bytes.
    fn short(&self, source: &ImportSource, most: usize) -> Option<String> {
        match self {
            CaseText::Text(text) => Some(text).filter(|text| text.len() <= most).cloned(),
            CaseText::File(file) => source.root.text(file, most as u64).ok(),
        }
    }

    fn write(&self, copy: &mut Copy<'_>, place: &Path) -> Result<(), PackageError> {
        match self {
            CaseText::Text(text) => copy.write(place, text.as_bytes()),
            CaseText::File(file) => copy.file(file, place, LARGEST),
        }
    }
}
