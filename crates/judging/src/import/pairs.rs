//! Folders of inputs with their answers, by the names of files, and tko's `tests.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use regex::{Captures, Regex};

use super::exercise::{Exercise, ReadExercises, lines, words};
use super::source::{ImportSource, list, plain};
use crate::challenge::Matcher;
use crate::kattis::{WrittenAnswer, WrittenCase};
use crate::package::PackageError;

const INPUTS: [&str; 3] = ["in", "input", "stdin"];
const ANSWERS: [&str; 8] = ["out", "output", "ans", "answer", "sol", "expected", "stdout", "ok"];

/// The ending of an answer; elsewhere in a path it is a name.
const ENDING: &str = "a";

/// Words that say nothing of a case.
const NOISE: [&str; 4] = ["txt", "dat", "data", "tests"];

/// Files of formats whose inputs and answers mean more than their names say.
const OTHERS: [&str; 5] = ["problem.yaml", "problem.xml", "init.yml", "task.yaml", "challenge.toml"];

/// Whether a file is an input, and the name of its case: its path without the words that say which of the two it is.
fn case_of(path: &Path) -> Option<(bool, String)> {
    let (mut inputs, mut answers, mut parts) = (0, 0, Vec::new());
    let ending = path.extension().filter(|ending| ending.eq_ignore_ascii_case(ENDING));
    answers += usize::from(ending.is_some());
    let whole = if ending.is_some() { path.with_extension("") } else { path.to_owned() };
    for part in whole.to_str()?.split('/') {
        let mut words = Vec::new();
        for word in part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
            let digits = &word[letters.len()..];
            let lower = letters.to_lowercase();
            match &*lower {
                word if INPUTS.contains(&word) => inputs += 1,
                word if ANSWERS.contains(&word) => answers += 1,
                word if NOISE.contains(&word) && digits.is_empty() => {}
                _ => {
                    words.push(word);
                    continue;
                }
            }
            words.extend(Some(digits).filter(|digits| !digits.is_empty()));
        }
        parts.extend((!words.is_empty()).then(|| plain(&words.join("-"))));
    }
    let name = if parts.is_empty() { "1".to_owned() } else { parts.join("/") };
    (inputs + answers > 0).then_some((answers == 0, name))
}

/// The exercise of a folder; none if it lies around what has a format of its own.
pub(super) fn read(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let (mut exercise, mut reading) = (Exercise::default(), ReadExercises::default());
    let is_other = |file: &PathBuf| OTHERS.iter().any(|other| file.ends_with(other));
    if source.files()?.iter().any(is_other) {
        return Ok(reading);
    }
    exercise.usual().arguments = words("case_sensitive");
    let all = source.files()?;
    let files: Vec<_> = all.iter().filter_map(|file| Some((case_of(file)?, file.clone()))).collect();
    let number = Regex::new("[0-9]+").expect("tested");
    let numbers = files.iter().flat_map(|((_, name), _)| number.find_iter(name));
    let width = numbers.map(|one| one.len()).filter(|length| *length < 10).max().unwrap_or(0);
    let mut pairs = BTreeMap::<String, [Option<PathBuf>; 2]>::new();
    for ((is_input, name), file) in files {
        // 2 comes before 10 with a zero before it.
        let name = number.replace_all(&name, |found: &Captures<'_>| format!("{:0>width$}", &found[0]));
        if let Some(other) = pairs.entry(name.into()).or_default()[usize::from(!is_input)].replace(file) {
            let why = "files that name the same case as another are left out";
            reading.leave_out(why, &other.to_string_lossy());
        }
    }
    for (name, sides) in pairs {
        match sides {
            [Some(input), Some(answer)] => exercise.add(name, WrittenCase::default(), [input, answer]),
            // As 01 with 01.a.
            [None, Some(answer)] if all.contains(&answer.with_extension("")) => {
                exercise.add(name, WrittenCase::default(), [answer.with_extension(""), answer]);
            }
            [one, other] => {
                let why = "files without an input or an answer of the same name are left out";
                reading.leave_out(why, &one.or(other).unwrap_or_default().to_string_lossy());
            }
        }
    }
    reading.exercises.push(exercise);
    Ok(reading)
}

pub(super) fn read_tko(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let data = source.data()?;
    let (mut exercise, mut reading) = (Exercise::default(), ReadExercises::default());
    for test in list(&data["tests"]) {
        let get = |key: &str| test[key].as_str();
        let (Some(input), Some(output)) = (get("input"), get("output")) else {
            return Err(source.fault("a test has no `input` and `output`"));
        };
        let title = get("label").filter(|label| !label.is_empty()).map(str::to_owned);
        let answers = vec![WrittenAnswer { compare: Matcher::Lines, answer: lines(output) }];
        exercise.add_text(WrittenCase { title, ..WrittenCase::default() }, input, answers);
    }
    if !data["load"].is_null() {
        reading.note("`load` is not followed: import that file, too");
    }
    reading.exercises.push(exercise);
    Ok(reading)
}
