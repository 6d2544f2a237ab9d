//! Questions of Moodle's `CodeRunner`, from an export in XML. Those that are about a whole program become exercises.

use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

use super::exercise::{CaseText, Exercise, Keys, ReadExercises, number};
use super::source::{ImportSource, LeftOut, plain};
use crate::challenge::Matcher;
use crate::golf::RIGHT;
use crate::package::PackageError;

/// Types of questions that run what is handed in as it is, with the ending of its language. That of `python3_w_input` prints
/// each input.
const KINDS: [(&str, &str); 8] = [
    ("c_program", "c"),
    ("cpp_program", "cpp"),
    ("java_program", "java"),
    ("multilanguage", ""),
    ("nodejs", "js"),
    ("pascal_program", "pas"),
    ("php", "php"),
    ("python3", "py"),
];

pub(super) fn is_quiz(text: &str) -> bool {
    text.contains("<quiz") && text.contains("\"coderunner\"")
}

pub(super) fn xml<'a>(file: &Path, text: &'a str) -> Result<Document<'a>, PackageError> {
    Document::parse(text).map_err(|why| PackageError::new(file, why))
}

pub(super) fn read(_: &ImportSource, file: &Path, text: &str) -> Result<ReadExercises, PackageError> {
    let document = xml(file, text)?;
    let (mut reading, mut left_out) = (ReadExercises::default(), LeftOut::default());
    for question in document.descendants().filter(|node| node.attribute("type") == Some("coderunner")) {
        let name = text_of(question, "name");
        if !["", "0"].contains(&text_of(question, "prototypetype").trim()) {
            left_out.add("prototypes of questions are left out", &name);
            continue;
        }
        match exercise(question) {
            Ok(exercise) => {
                reading.exercises.push(Exercise { name: plain(&name), title: Some(name), ..exercise });
            }
            Err(why) => left_out.add(why, &name),
        }
    }
    reading.notes.extend(left_out.notes());
    Ok(reading)
}

/// The text of a child, whether or not it stands in a `<text>`.
fn text_of(node: Node<'_, '_>, name: &str) -> String {
    let child = |node: Node<'_, '_>, name: &str| {
        node.children().find(|child| child.has_tag_name(name)).map(|it| it.id())
    };
    let found = child(node, name).and_then(|id| node.document().get_node(id));
    let inner =
        found.and_then(|found| child(found, "text")).and_then(|id| node.document().get_node(id)).or(found);
    let texts = inner.into_iter().flat_map(|node| {
        node.children().filter_map(|part| part.text().map(str::to_owned)).collect::<Vec<_>>()
    });
    texts.collect::<String>().replace("\r\n", "\n")
}

/// The exercise of a question. The error says why it is none.
fn exercise(question: Node<'_, '_>) -> Result<Exercise, &'static str> {
    let get = |name| text_of(question, name);
    let compare = match get("grader").as_str() {
        "" | "EqualityGrader" => Matcher::Lines,
        "NearEqualityGrader" => Matcher::Tokens,
        "RegexGrader" => Matcher::Regex,
        _ => return Err("questions with a grader of their own are left out"),
    };
    if !get("template").trim().is_empty() {
        return Err("questions with a template of their own are left out");
    }
    let kind = get("coderunnertype");
    let Some((_, ending)) = KINDS.into_iter().find(|(known, _)| *known == kind) else {
        return Err(
            "questions of a type that adds to what is handed in, or of a teacher's own, are left out",
        );
    };
    let tests: Vec<_> = question.descendants().filter(|node| node.has_tag_name("testcase")).collect();
    let is_label = |line: &str| line.trim().is_empty() || line.trim_start().starts_with(['#', '/']);
    for test in &tests {
        if !text_of(*test, "testcode").lines().all(is_label) || !text_of(*test, "extra").trim().is_empty() {
            return Err("questions that add code to what is handed in are left out");
        }
        if ["stdin", "expected"].iter().any(|side| text_of(*test, side).contains("{{")) {
            return Err("questions that differ by chance are left out");
        }
    }
    let mut exercise = Exercise::default();
    let is_asked = |test: &&Node<'_, '_>| test.attribute("testtype") != Some("1");
    for test in tests.iter().filter(is_asked) {
        let (mut input, expected) = (text_of(*test, "stdin"), text_of(*test, "expected"));
        if !input.is_empty() && !input.ends_with('\n') {
            input.push('\n');
        }
        let answer =
            if compare == Matcher::Regex { format!("(?ms){}", expected.trim_end()) } else { expected };
        if compare == Matcher::Regex && compare.check(answer.as_bytes()).is_err() {
            return Err("questions whose patterns look around or back are left out");
        }
        let label = text_of(*test, "testcode");
        let label = label.trim().trim_start_matches(['#', '/', ' ']);
        let is_hidden = ["HIDE", "HIDE_IF_FAIL"].contains(&text_of(*test, "display").trim());
        let keys = Keys {
            title: Some(label.to_owned()).filter(|label| !label.is_empty() && !label.contains('\n')),
            compare: Some(compare),
            points: test.attribute("mark").and_then(|mark| mark.parse().ok()).map(number),
            show: is_hidden.then_some("verdict"),
            ..Keys::default()
        };
        exercise.add_text(tests.len(), keys, &input, Some(answer));
    }
    if exercise.tests.is_empty() {
        return Err("questions without tests are left out");
    }
    let score = if get("allornothing") == "0" { "sum" } else { "all" };
    let points = get("defaultgrade").parse().ok().map(number);
    exercise.places.insert(String::new(), Keys { points, score: Some(score), ..Keys::default() });
    exercise.limits.time = get("cputimelimitsecs").parse().ok().filter(|time| *time > 0.0);
    exercise.limits.memory = get("memlimitmb").parse().ok().filter(|memory| *memory > 0);
    let answer = get("answer");
    if !ending.is_empty() && !answer.trim().is_empty() {
        exercise
            .files
            .push((PathBuf::from(format!("{RIGHT}/answer.{ending}")), CaseText::Text(answer + "\n")));
    }
    Ok(exercise)
}
