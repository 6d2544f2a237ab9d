//! Tests of GitHub Classroom (`autograding.json`, or the steps of a workflow) and of Classroom 50 (`tests.json`,
//! `assignments.json`). Each runs a command; those that run one program become cases of it.

use std::path::Path;

use serde_json::Value as Json;

use super::command::Started;
use super::exercise::{Exercise, Keys, ReadExercises, number};
use super::source::{ImportSource, LeftOut};
use crate::challenge::Matcher;
use crate::package::{PackageError, Yaml};

/// The default of GitHub Classroom, in seconds: a safety net, which nobody has chosen.
const USUAL_TIME: f64 = 600.0;

/// A test as any of the forms has it.
struct AskedTest {
    name: String,
    run: String,
    input: String,
    output: String,
    comparison: String,
    exit: Option<f64>,
    seconds: Option<f64>,
    points: Option<f64>,
}

impl AskedTest {
    fn of(get: impl Fn(&str) -> Option<String>, source: &ImportSource) -> Result<AskedTest, PackageError> {
        let one = |names: &[&str]| names.iter().find_map(|name| get(name)).unwrap_or_default();
        let number = |names: &[&str]| one(names).trim().parse().ok().filter(|number: &f64| *number >= 0.0);
        let text = |names: &[&str], file: &str| match get(file) {
            Some(path) => source.text(Path::new(&path)),
            None => Ok(one(names)),
        };
        let is_in_seconds = get("type").is_some();
        Ok(AskedTest {
            name: one(&["name", "test-name"]),
            run: one(&["run", "command"]),
            input: text(&["input"], "input-file")?,
            output: text(&["output", "expected", "expected-output"], "expected-file")?,
            comparison: one(&["comparison", "comparison-method"]),
            exit: number(&["exit-code"]),
            seconds: number(&["timeout"]).map(|time| if is_in_seconds { time } else { time * 60.0 }),
            points: number(&["points", "max-score"]),
        })
    }

    /// What is said of it as a case of a program that is started so. The error says why it cannot be one.
    fn keys(&self, started: &Started) -> Result<(Keys, Option<String>), &'static str> {
        let output = self.output.replace("\r\n", "\n");
        let (compare, answer) = match self.comparison.as_str() {
            _ if output.trim().is_empty() => (None, None),
            "exact" => (Some(Matcher::Lines), Some(output.trim().to_owned() + "\n")),
            "regex" => {
                let pattern = format!("(?m){output}");
                Matcher::Regex
                    .check(pattern.as_bytes())
                    .map_err(|_| "tests whose patterns look around or back are left out")?;
                (Some(Matcher::Regex), Some(pattern))
            }
            _ => (Some(Matcher::Contains), Some(output.trim().to_owned())),
        };
        let keys = Keys {
            title: Some(self.name.clone()).filter(|name| !name.is_empty()),
            args: started.args.clone(),
            compare,
            exit: self.exit.filter(|exit| *exit > 0.0).or(answer.is_none().then_some(0.0)).map(number),
            points: self.points.map(number),
            time: self.seconds.filter(|time| *time > 0.0 && *time < USUAL_TIME),
            ..Keys::default()
        };
        Ok((keys, answer))
    }
}

pub(super) fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let is_list = text.starts_with('[') && text.contains("\"type\"");
    text.contains("\"run\"") && (is_list || text.contains("\"tests\""))
}

pub(super) fn is_workflow(text: &str) -> bool {
    text.contains("autograding-io-grader")
}

pub(super) fn read_json(
    source: &ImportSource,
    file: &Path,
    text: &str,
) -> Result<ReadExercises, PackageError> {
    let json: Json = serde_json::from_str(text).map_err(|why| PackageError::new(file, why))?;
    let mut reading = ReadExercises::default();
    let assignments = json["assignments"].as_array().map_or_else(|| vec![&json], |all| all.iter().collect());
    for assignment in assignments {
        let Some(tests) = assignment["tests"].as_array().or_else(|| assignment.as_array()) else { continue };
        let get = |test: &Json, name: &str| match &test[name] {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let asked = tests.iter().map(|test| AskedTest::of(|name| get(test, name), source));
        let name = ["slug", "name"].iter().find_map(|key| assignment[key].as_str()).unwrap_or_default();
        add(&mut reading, name, asked.collect::<Result<_, _>>()?);
    }
    Ok(reading)
}

pub(super) fn read_workflow(
    source: &ImportSource,
    file: &Path,
    text: &str,
) -> Result<ReadExercises, PackageError> {
    let yaml = Yaml::read(text).map_err(|why| PackageError::new(file, why))?;
    let jobs = yaml.get("jobs");
    let steps = jobs.keys().flat_map(|job| jobs.get(job).get("steps").list());
    let is_test = |step: &&Yaml| {
        step.get("uses").text().is_some_and(|uses| uses.contains("/autograding-") && uses.contains("-grader"))
    };
    let asked = steps
        .filter(is_test)
        .map(|step| AskedTest::of(|name| Some(step.get("with").get(name).text()?.to_owned()), source));
    let mut reading = ReadExercises::default();
    add(&mut reading, "", asked.collect::<Result<_, _>>()?);
    Ok(reading)
}

/// Adds an exercise for each program that these tests run.
fn add(reading: &mut ReadExercises, name: &str, tests: Vec<AskedTest>) {
    let (mut left_out, mut programs) = (LeftOut::default(), Vec::<Exercise>::new());
    for test in &tests {
        let Some(started) = Started::of(&test.run) else {
            left_out.add("tests that run anything but one program are left out", &test.name);
            continue;
        };
        let (keys, answer) = match test.keys(&started) {
            Ok(found) => found,
            Err(why) => {
                left_out.add(why, &test.name);
                continue;
            }
        };
        let mut input = started.input.unwrap_or_else(|| test.input.replace("\r\n", "\n"));
        if !input.is_empty() && !input.ends_with('\n') {
            input.push('\n');
        }
        let place = programs.iter().position(|exercise| exercise.name == started.program);
        if place.is_none() {
            programs.push(Exercise { name: started.program, ..Exercise::default() });
        }
        let exercise = place.unwrap_or(programs.len() - 1);
        programs[exercise].add_text(tests.len(), keys, &input, answer);
    }
    let is_one = programs.len() == 1;
    for exercise in &mut programs {
        exercise.name = match (name, is_one) {
            ("", _) => exercise.name.clone(),
            (name, true) => name.to_owned(),
            (name, false) => format!("{name}-{}", exercise.name),
        };
    }
    reading.exercises.extend(programs);
    reading.notes.extend(left_out.notes());
}
