//! Folders of inputs with their answers, by the names of files, and tko's `tests.toml`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::exercise::{CaseText, Exercise, Keys, ReadExercises, case_sensitive};
use super::source::{ImportSource, LeftOut, plain};
use crate::challenge::Matcher;
use crate::package::PackageError;

const INPUTS: [&str; 3] = ["in", "input", "stdin"];
const ANSWERS: [&str; 9] = ["out", "output", "ans", "answer", "a", "sol", "expected", "stdout", "ok"];

pub(super) const NAME: &str = "inputs and answers";

/// Files of formats whose inputs and answers mean more than their names say.
const OTHERS: [&str; 5] = ["problem.yaml", "problem.xml", "init.yml", "task.yaml", "challenge.toml"];

/// Words that say nothing of a case.
const NOISE: [&str; 4] = ["txt", "dat", "data", "tests"];

/// Whether a file is an input, and the name of its case: its path without the words that say which of the two it is.
fn case_of(path: &Path) -> Option<(bool, String)> {
    let (mut inputs, mut answers, mut parts) = (0, 0, Vec::new());
    for part in path.to_str()?.split('/') {
        let mut words = Vec::new();
        for word in part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
            let digits = &word[letters.len()..];
            match letters.to_lowercase().as_str() {
                word if INPUTS.contains(&word) => inputs += 1,
                word if ANSWERS.contains(&word) && (digits.is_empty() || word.len() > 1) => answers += 1,
                word if NOISE.contains(&word) && digits.is_empty() => {}
                _ => {
                    words.push(word);
                    continue;
                }
            }
            words.extend(Some(digits).filter(|digits| !digits.is_empty()));
        }
        parts.extend(Some(words.join("-")).filter(|part| !part.is_empty()));
    }
    let name = if parts.is_empty() { "1".to_owned() } else { parts.join("/") };
    (inputs + answers > 0).then_some((answers == 0, name))
}

/// The pairs of a source: the name of a case, its input, its answer. Names are in the order of their numbers.
pub(super) fn pairs(
    source: &ImportSource,
    left_out: &mut LeftOut,
) -> Result<Vec<(String, PathBuf, PathBuf)>, PackageError> {
    let mut found = BTreeMap::<String, [Option<PathBuf>; 2]>::new();
    for file in source.files()? {
        let Some((is_input, name)) = case_of(&file) else { continue };
        let slot = &mut found.entry(name).or_default()[usize::from(!is_input)];
        match slot {
            None => *slot = Some(file),
            Some(_) => {
                left_out
                    .add("files that name the same case as another are left out", &file.to_string_lossy());
            }
        }
    }
    let mut pairs = Vec::new();
    for (name, sides) in found {
        match sides {
            [Some(input), Some(answer)] => pairs.push((name, input, answer)),
            [one, other] => {
                let file = one.or(other).unwrap_or_default();
                left_out.add(
                    "files without an input or an answer of the same name are left out",
                    &file.to_string_lossy(),
                );
            }
        }
    }
    let mut names: Vec<_> = pairs.iter().map(|(name, ..)| name.clone()).collect();
    in_order(&mut names);
    Ok(names.into_iter().zip(pairs).map(|(name, (_, input, answer))| (name, input, answer)).collect())
}

/// Gives the numbers in names leading zeros, such that 2 comes before 10.
pub(super) fn in_order(names: &mut [String]) {
    let numbers = |name: &str| -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        for (at, c) in name.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            match runs.last_mut() {
                Some((start, length)) if *start + *length == at => *length += c.len_utf8(),
                _ => runs.push((at, 1)),
            }
        }
        runs
    };
    let width = names
        .iter()
        .flat_map(|name| numbers(name))
        .map(|(_, length)| length)
        .filter(|length| *length < 10)
        .max();
    for name in names {
        let mut runs = numbers(name);
        runs.sort_by_key(|(start, _)| Reverse(*start));
        for (start, length) in runs {
            name.insert_str(start, &"0".repeat(width.unwrap_or(0).saturating_sub(length)));
        }
    }
}

/// The exercise of a folder. `None` if it has neither inputs nor answers, or lies around what has a format of its own.
pub(super) fn read(source: &ImportSource) -> Result<Option<ReadExercises>, PackageError> {
    let is_other =
        |file: &PathBuf| file.file_name().is_some_and(|name| OTHERS.iter().any(|other| name == *other));
    if source.files()?.iter().any(is_other) {
        return Ok(None);
    }
    let (mut exercise, mut left_out) = (Exercise::default(), LeftOut::default());
    for (name, input, answer) in pairs(source, &mut left_out)? {
        let name = name.split('/').map(plain).collect::<Vec<_>>().join("/");
        let keys = Keys { arguments: case_sensitive(), ..Keys::default() };
        exercise.add(name, keys, CaseText::File(input), CaseText::File(answer));
    }
    let notes: Vec<_> = left_out.notes().collect();
    let is_any = !exercise.tests.is_empty() || !notes.is_empty();
    Ok(is_any.then(|| ReadExercises { exercises: vec![exercise], notes }))
}

pub(super) fn is_tko(text: &str) -> bool {
    text.contains("[[tests]]") || text.starts_with("load = ")
}

pub(super) fn read_tko(_: &ImportSource, file: &Path, text: &str) -> Result<ReadExercises, PackageError> {
    let fault = |why: &dyn std::fmt::Display| PackageError::new(file, why);
    let table: Table = text.parse().map_err(|why: toml::de::Error| fault(&why.message()))?;
    let tests = table.get("tests").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut exercise = Exercise::default();
    for test in tests {
        let get = |key| test.get(key).and_then(Value::as_str);
        let (Some(input), Some(output)) = (get("input"), get("output")) else {
            return Err(fault(&"a test has no `input` and `output`"));
        };
        let title = get("label").filter(|label| !label.is_empty()).map(str::to_owned);
        let ended = |text: &str| {
            if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
        };
        exercise.add_text(
            tests.len(),
            Keys { title, compare: Some(Matcher::Lines), ..Keys::default() },
            &ended(input),
            Some(ended(output)),
        );
    }
    let more = table.get("load").map(|_| "`load` is not followed: import that file, too".to_owned());
    Ok(ReadExercises { exercises: vec![exercise], notes: more.into_iter().collect() })
}
