//! Tests of GitHub Classroom (`autograding.json`, or the steps of a workflow) and of Classroom 50 (`tests.json`).
//! Each runs a command; those that run one program become cases of it.

use std::path::PathBuf;

use regex::escape;
use serde_json::Value as Json;

use super::command::Started;
use super::exercise::{Exercise, ReadExercises};
use super::source::{ImportSource, list, number, text};
use crate::challenge::Matcher;
use crate::kattis::{WrittenAnswer, WrittenCase};
use crate::package::PackageError;

/// The default of GitHub Classroom, in seconds: a safety net, which nobody has chosen.
const USUAL_TIME: f64 = 600.0;

pub(super) fn read(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let data = source.data()?;
    let grades = |step: &&Json| {
        step["uses"].as_str().is_some_and(|uses| uses.contains("/autograding-") && uses.contains("-grader"))
    };
    let steps = data["jobs"].as_object().into_iter().flatten().flat_map(|(_, job)| list(&job["steps"]));
    let tests = list(&data["tests"]).iter().chain(list(&data));
    let mut reading = ReadExercises::default();
    for test in steps.filter(grades).map(|step| &step["with"]).chain(tests) {
        let get = |keys: &[&str]| text(test, keys).unwrap_or_default();
        let title = get(&["name", "test-name"]);
        let Some(started) = Started::of(&get(&["run", "command"])) else {
            reading.leave_out("tests that run anything but one program are left out", &title);
            continue;
        };
        if text(test, &["input-file", "expected-file"]).is_some() {
            reading.leave_out("tests with an input or an output in a file are left out", &title);
            continue;
        }
        let output = get(&["output", "expected", "expected-output"]).replace("\r\n", "\n");
        let input = started.input.clone().unwrap_or_else(|| get(&["input"]));
        let one = |compare, answer| WrittenAnswer { compare, answer };
        let answers = match (get(&["comparison", "comparison-method"]).as_str(), output.trim()) {
            ("exact", "") if !input.is_empty() => vec![one(Matcher::Lines, String::new())],
            (_, "") => vec![],
            // White space at the beginning does not count there.
            ("exact", trimmed) => vec![
                one(Matcher::Lines, output.trim_end().to_owned() + "\n"),
                one(Matcher::Regex, format!(r"^\s*{}\s*$", escape(trimmed))),
            ],
            // In GitHub Classroom `^` and `$` are the ends of the whole output.
            ("regex", _) if test["type"].is_null() => vec![one(Matcher::Regex, output.clone())],
            ("regex", _) => vec![one(Matcher::Regex, format!("(?m){output}"))],
            (_, trimmed) => vec![one(Matcher::Contains, trimmed.to_owned())],
        };
        let exit = number(test, &["exit-code"]).or(answers.is_empty().then_some(0.0));
        // Those of Classroom 50 have a type, and seconds.
        let unit = if test["type"].is_null() { 60.0 } else { 1.0 };
        let keys = WrittenCase {
            title: Some(title).filter(|title| !title.is_empty()),
            args: started.given(),
            exit: exit.map(|exit| (exit as i64).into()),
            points: number(test, &["points", "max-score"]),
            time: number(test, &["timeout"]).map(|time| time * unit).filter(|time| *time < USUAL_TIME),
            ..WrittenCase::default()
        };
        // Each program becomes an exercise.
        let place = reading.exercises.iter().position(|exercise| exercise.name == started.program);
        if place.is_none() {
            reading.exercises.push(Exercise { name: started.program, ..Exercise::default() });
        }
        let place = place.unwrap_or(reading.exercises.len() - 1);
        for word in &started.args {
            let path = PathBuf::from(word.trim_start_matches("./"));
            if source.has(&path) {
                let beside = &mut reading.exercises[place].beside;
                beside.extend((!beside.contains(&path)).then_some(path));
            } else if path.extension().is_some() && word.parse::<f64>().is_err() {
                reading.leave_out("files that are named as arguments are not here; put them beside it", word);
            }
        }
        reading.exercises[place].add_text(keys, &input, answers);
    }
    Ok(reading)
}
