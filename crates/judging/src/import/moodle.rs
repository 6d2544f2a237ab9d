//! Questions of Moodle's `CodeRunner`, from an export in XML. Those that are about a whole program become exercises.

use std::path::Path;

use roxmltree::Node;

use super::exercise::{CaseText, Exercise, ReadExercises};
use super::source::{ImportSource, child, plain, points_in, positive};
use crate::challenge::Matcher;
use crate::golf::RIGHT;
use crate::kattis::{WrittenAnswer, WrittenCase};
use crate::package::PackageError;

/// Types of questions that run what is handed in as it is, with the ending of its language. That of `python3_w_input` prints
/// each input.
const KINDS: &str = "c_program=c cpp_program=cpp java_program=java multilanguage= nodejs=js pascal_program=pas php=php \
                     python3=py";

pub(super) fn read(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let document = source.xml()?;
    let mut reading = ReadExercises::default();
    for question in document.descendants().filter(|node| node.attribute("type") == Some("coderunner")) {
        let name = text_of(question, "name");
        match exercise(question) {
            Ok(exercise) => {
                reading.exercises.push(Exercise { name: plain(&name), title: Some(name), ..exercise });
            }
            Err(why) => reading.leave_out(&format!("{why} are left out"), &name),
        }
    }
    Ok(reading)
}

/// The text of a child, whether or not it stands in a `<text>`.
fn text_of(node: Node<'_, '_>, name: &str) -> String {
    let found = child(node, name);
    let inner = found.and_then(|found| child(found, "text")).or(found);
    inner.and_then(|inner| inner.text()).unwrap_or_default().to_owned()
}

/// The exercise of a question. The error says of what kind those are that become none.
fn exercise(question: Node<'_, '_>) -> Result<Exercise, &'static str> {
    let get = |name| text_of(question, name);
    if !["", "0"].contains(&get("prototypetype").trim()) {
        return Err("prototypes of questions");
    }
    let compare = match get("grader").as_str() {
        "" | "EqualityGrader" => Matcher::Lines,
        "NearEqualityGrader" => Matcher::Tokens,
        "RegexGrader" => Matcher::Regex,
        _ => return Err("questions with a grader of their own"),
    };
    if !get("template").trim().is_empty() {
        return Err("questions with a template of their own");
    }
    let kind = get("coderunnertype");
    let mut kinds = KINDS.split(' ').filter_map(|known| known.split_once('='));
    let Some((_, ending)) = kinds.find(|(known, _)| *known == kind) else {
        return Err("questions of a type that adds to what is handed in, or of a teacher's own,");
    };
    let mut exercise = Exercise::default();
    for test in question.descendants().filter(|node| node.has_tag_name("testcase")) {
        let get = |name| text_of(test, name);
        let (input, expected, code) = (get("stdin"), get("expected"), get("testcode"));
        let is_label = |line: &str| line.trim().is_empty() || line.trim_start().starts_with(['#', '/']);
        if !code.lines().all(is_label) || !get("extra").trim().is_empty() {
            return Err("questions that add code to what is handed in");
        }
        if input.contains("{{") || expected.contains("{{") {
            return Err("questions that differ by chance");
        }
        if test.attribute("testtype") == Some("1") {
            continue;
        }
        let label = code.trim().trim_start_matches(['#', '/', ' ']);
        let is_pattern = compare == Matcher::Regex;
        let answer = if is_pattern { format!("(?ms){}", expected.trim_end()) } else { expected };
        let keys = WrittenCase {
            title: Some(label.to_owned()).filter(|label| !label.is_empty() && !label.contains('\n')),
            points: test.attribute("mark").and_then(points_in),
            show: ["HIDE", "HIDE_IF_FAIL"].contains(&get("display").trim()).then_some("verdict"),
            ..WrittenCase::default()
        };
        exercise.add_text(keys, &input, vec![WrittenAnswer { compare, answer }]);
    }
    let all = exercise.usual();
    all.points = positive(&get("defaultgrade"));
    all.score = Some(if get("allornothing") == "0" { "sum" } else { "all" });
    exercise.limits.time = positive(&get("cputimelimitsecs"));
    exercise.limits.memory = positive(&get("memlimitmb")).map(|memory| memory as u64);
    let answer = get("answer");
    if !ending.is_empty() && !answer.trim().is_empty() {
        let place = Path::new(RIGHT).join(format!("answer.{ending}"));
        exercise.files.push((place, CaseText::Text(answer + "\n")));
    }
    Ok(exercise)
}
