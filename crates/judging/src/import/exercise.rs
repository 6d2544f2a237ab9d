//! Exercises that were read, and how they are written out: `challenge.toml`, with short cases in it, and files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::source::ImportSource;
use crate::catalogue::FILE;
use crate::dialect::CASES;
use crate::golf::{EXPECTED, WRONG};
use crate::kattis::{WrittenAnswer, WrittenCase, WrittenCases, WrittenChallenge};
use crate::package::{Copy, PackageError};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// How many cases an exercise may have, with the files given to programs in each.
const MOST_CASES: usize = 20_000;

/// How long an input or an answer may be to stand in `challenge.toml`, and all of them together, in bytes.
const SHORT: usize = 2_000;
const MOST_SHORT: usize = 64 << 10;

/// The largest file that is carried over, in bytes.
const LARGEST: u64 = 256 << 20;

/// What a reader has found: an exercise or several, and what is left out: why, and the names of what it concerns.
#[derive(Debug, Default)]
pub(super) struct ReadExercises {
    pub(super) exercises: Vec<Exercise>,
    left_out: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Default)]
pub(super) struct Exercise {
    /// Its name among several: that of its folder.
    pub(super) name: String,
    /// How large it is, in words, when it was written.
    pub(super) size: String,
    /// What it is, for people. Without one it is called as its folder is.
    pub(super) title: Option<String>,
    pub(super) limits: WrittenCases,
    pub(super) tests: Vec<Test>,
    /// What is said of folders of cases, or of all (`""`).
    pub(super) places: BTreeMap<String, WrittenCase>,
    /// Files that programs find beside them, in every case.
    pub(super) beside: Vec<PathBuf>,
    /// Other files, with their places in the folder.
    pub(super) files: Vec<(PathBuf, CaseText)>,
    /// The verdicts expected of programs, by their place in `wrong`.
    pub(super) expected: BTreeMap<String, BTreeMap<&'static str, Vec<Verdict>>>,
}

/// One case: its name, or the folder to which its number is added (`""`, `"1/"`); what is said of it; its input and answer.
#[derive(Debug)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) keys: WrittenCase,
    input: CaseText,
    /// None if only the end of a run matters.
    answer: Option<CaseText>,
    /// Whether something can be compared with all its answers.
    is_readable: bool,
}

#[derive(Debug)]
pub(super) enum CaseText {
    Text(String),
    /// A file of the source.
    File(PathBuf),
}

/// The name of a case or a group by its place among so many, such that names are in the order of places.
pub(super) fn numbered(index: usize, of: usize) -> String {
    let width = of.to_string().len().max(2);
    format!("{:0width$}", index + 1)
}

/// Arguments of a comparison.
pub(super) fn words(text: &str) -> Option<Vec<String>> {
    Some(text.split(' ').map(str::to_owned).collect())
}

/// A text that ends with a line.
pub(super) fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
}

impl ReadExercises {
    pub(super) fn leave_out(&mut self, why: &str, name: &str) {
        self.left_out.entry(why.to_owned()).or_default().push(visible_line(name.trim().as_bytes()));
    }

    pub(super) fn note(&mut self, what: &str) {
        self.left_out.entry(what.to_owned()).or_default();
    }

    /// One sentence for each reason.
    pub(super) fn notes(&self) -> impl Iterator<Item = String> {
        self.left_out.iter().map(|(why, names)| {
            let mut shown: Vec<_> = names.iter().take(4).map(|name| format!("{name:.60}")).collect();
            shown.extend((names.len() > 4).then(|| format!("{} more", names.len() - 4)));
            if shown.is_empty() { why.clone() } else { format!("{why}: {}", shown.join(", ")) }
        })
    }

    /// Leaves out cases with patterns that cannot be read here, and exercises without cases. What is alike in all cases is said once.
    /// The error says why it is too much.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        for mut exercise in std::mem::take(&mut self.exercises) {
            exercise.tests.retain(|test| {
                if !test.is_readable {
                    let name = test.keys.title.as_ref().unwrap_or(&exercise.name);
                    self.leave_out(
                        "cases with patterns that are too large or look around or back are left out",
                        name,
                    );
                }
                test.is_readable
            });
            let all = exercise.tests.len();
            if all * (1 + exercise.beside.len()) > MOST_CASES {
                return Err(format!("it has more than {MOST_CASES} cases, or files for them"));
            }
            for (index, test) in exercise.tests.iter_mut().enumerate() {
                if test.name.is_empty() || test.name.ends_with('/') {
                    test.name += &numbered(index, all);
                }
            }
            let Exercise { tests, limits, .. } = &mut exercise;
            limits.compare = alike(tests, |keys| &mut keys.compare).or(limits.compare);
            limits.time = alike(tests, |keys| &mut keys.time).or(limits.time);
            match all {
                0 if exercise.name.is_empty() => {}
                0 => self.leave_out("exercises without cases are left out", &exercise.name),
                _ => self.exercises.push(exercise),
            }
        }
        Ok(())
    }
}

/// What all cases say alike; it is taken from them.
fn alike<T: PartialEq + Clone>(tests: &mut [Test], of: fn(&mut WrittenCase) -> &mut Option<T>) -> Option<T> {
    let said = of(&mut tests.first_mut()?.keys).clone();
    if tests.iter_mut().any(|test| *of(&mut test.keys) != said) {
        return None;
    }
    tests.iter_mut().for_each(|test| *of(&mut test.keys) = None);
    said
}

impl Exercise {
    /// Adds a case with this input and answer.
    pub(super) fn add(&mut self, name: String, keys: WrittenCase, texts: [impl Into<CaseText>; 2]) {
        let [input, answer] = texts.map(Into::into);
        self.tests.push(Test { name, keys, input, answer: Some(answer), is_readable: true });
    }

    /// Adds a case to which any of these answers is right. Without one only its exit status matters.
    pub(super) fn add_text(&mut self, mut keys: WrittenCase, input: &str, answers: Vec<WrittenAnswer>) {
        let is_readable = answers.iter().all(|one| one.compare.check(one.answer.as_bytes()).is_ok());
        let mut answers = answers.into_iter();
        let first = answers.next().map(|first| {
            keys.compare = Some(first.compare);
            CaseText::Text(first.answer)
        });
        keys.also = answers.collect();
        let (name, input) = (String::new(), CaseText::Text(lines(input)));
        self.tests.push(Test { name, keys, input, answer: first, is_readable });
    }

    /// What is said of all cases.
    pub(super) fn usual(&mut self) -> &mut WrittenCase {
        self.places.entry(String::new()).or_default()
    }

    /// Writes the challenge into an empty folder; without a title of its own it gets this one.
    pub(super) fn write(&self, source: &ImportSource, into: &Path, title: &str) -> Result<(), PackageError> {
        let mut copy = Copy::new(&source.root, into);
        let mut left = if self.limits.validator.is_some() { 0 } else { MOST_SHORT };
        let mut case = self.places.clone();
        for test in &self.tests {
            let mut keys = test.keys.clone();
            let short = |text: &CaseText| text.short(source, SHORT.min(left));
            match (short(&test.input).filter(|_| left > 0), test.answer.as_ref().map(short)) {
                (Some(input), answer @ (None | Some(Some(_)))) => {
                    keys.answer = answer.flatten();
                    left = left.saturating_sub(input.len() + keys.answer.as_ref().map_or(0, String::len));
                    keys.input = Some(input).filter(|input| !input.is_empty() || keys.answer.is_none());
                }
                _ => {
                    for (text, ending) in [(Some(&test.input), "in"), (test.answer.as_ref(), "ans")] {
                        let place = Path::new(CASES).join(format!("{}.{ending}", test.name));
                        text.map_or(Ok(()), |text| text.write(&mut copy, &place))?;
                    }
                }
            }
            for file in &self.beside {
                copy.file(file, &Path::new(CASES).join(format!("{}.files", test.name)).join(file), LARGEST)?;
            }
            case.insert(test.name.clone(), keys);
        }
        case.retain(|_, keys| *keys != WrittenCase::default());
        for (place, text) in &self.files {
            text.write(&mut copy, place)?;
        }
        if !self.expected.is_empty() {
            let text = toml::to_string(&self.expected).expect("names of verdicts can be written");
            copy.write(&Path::new(WRONG).join(EXPECTED), text.as_bytes())?;
        }
        let title = self.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(title);
        let written = WrittenChallenge { title: title.to_owned(), cases: self.limits.clone(), case };
        copy.write(Path::new(FILE), written.text().as_bytes())
    }
}

impl From<PathBuf> for CaseText {
    fn from(file: PathBuf) -> CaseText {
        CaseText::File(file)
    }
}

impl CaseText {
    /// The text, if it is one of at most so many bytes.
    fn short(&self, source: &ImportSource, most: usize) -> Option<String> {
        match self {
            CaseText::Text(text) => Some(text).filter(|text| text.len() <= most).cloned(),
            CaseText::File(file) => {
                String::from_utf8(source.root.file(file).ok()?.read(most as u64).ok()?).ok()
            }
        }
    }

    fn write(&self, copy: &mut Copy<'_>, place: &Path) -> Result<(), PackageError> {
        match self {
            CaseText::Text(text) => copy.write(place, text.as_bytes()),
            CaseText::File(file) => copy.file(file, place, LARGEST),
        }
    }
}
