//! Packages of Polygon (`problem.xml`): tests with groups and points, the checker, solutions with what is expected of them.

use std::path::{Path, PathBuf};

use roxmltree::Node;

use super::exercise::{CaseText, Exercise, ReadExercises, words};
use super::source::{ImportSource, child, plain, positive};
use crate::challenge::Matcher;
use crate::golf::{RIGHT, WRONG};
use crate::kattis::WrittenCase;
use crate::package::PackageError;
use crate::verdict::Verdict::{CpuTime, Crashed, Idle, Memory, WallTime, Wrong};

/// The source that calls a checker in the way of testlib.
const VALIDATOR: &str = include_str!("testlib.cpp");

pub(super) fn read(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let document = source.xml()?;
    let all = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    let missing = |name: &str| source.fault(format!("there is no <{name}> in it"));
    if all("interactor").next().is_some() {
        return Err(source.fault(
            "an interactive problem of Polygon cannot be imported: its interactor speaks another protocol",
        ));
    }
    let judging = all("judging").next().ok_or_else(|| missing("judging"))?;
    if ["input-file", "output-file"].map(|name| judging.attribute(name).unwrap_or_default()) != ["", ""] {
        return Err(source.fault(
            "its programs read or write files, which cannot be imported; they must use standard input and output",
        ));
    }
    let (mut exercise, mut reading) = (Exercise::default(), ReadExercises::default());
    let title = all("name").find(|name| name.attribute("language") == Some("english")).or(all("name").next());
    exercise.title = title.and_then(|title| title.attribute("value")).map(str::to_owned);
    let set = all("testset").find(|set| set.attribute("name") == Some("tests")).or(all("testset").next());
    let set = set.ok_or_else(|| missing("testset"))?;
    let get = |name| child(set, name).and_then(|node| node.text());
    exercise.limits.time = get("time-limit").and_then(positive).map(|time| time / 1_000.0);
    exercise.limits.memory =
        get("memory-limit").and_then(positive).map(|bytes| (bytes as u64).div_ceil(1 << 20));
    let pattern = |name| get(name).ok_or_else(|| missing(name));
    let patterns = [pattern("input-path-pattern")?, pattern("answer-path-pattern")?];

    let tests: Vec<_> = set.descendants().filter(|node| node.has_tag_name("test")).collect();
    let groups: Vec<_> = set.descendants().filter(|node| node.has_tag_name("group")).collect();
    let is_sample = |test: &Node<'_, '_>| test.attribute("sample") == Some("true");
    let points_of = |node: &Node<'_, '_>| node.attribute("points").and_then(positive);
    let of_group = |name| tests.iter().filter(move |test| test.attribute("group") == Some(name));
    // A group of samples alone is the folder of samples, as in packages of Kattis.
    let place_of = |group| {
        of_group(group).next()?;
        let is_sample = of_group(group).all(is_sample);
        Some(if is_sample { "sample".to_owned() } else { format!("secret/{}", plain(group)) })
    };
    let is_whole = |group: &Node<'_, '_>| group.attribute("points-policy") == Some("complete-group");
    for (index, test) in tests.iter().enumerate() {
        let files = patterns.map(|pattern| path_of(pattern, index + 1));
        if let Some(file) = files.iter().find(|file| !source.has(file)) {
            let what = "this test is not in the package; download the full package from Polygon, in which all tests are generated";
            return Err(PackageError::new(file, what));
        }
        let usual = if is_sample(test) { "sample" } else { "secret" };
        let place = test.attribute("group").and_then(place_of).unwrap_or(usual.to_owned());
        let group = groups.iter().find(|group| group.attribute("name") == test.attribute("group"));
        let points = points_of(test).filter(|_| !group.is_some_and(is_whole));
        exercise.add(format!("{place}/"), WrittenCase { points, ..WrittenCase::default() }, files);
    }
    for group in &groups {
        let name = group.attribute("name").unwrap_or_default();
        let Some(place) = place_of(name) else { continue };
        let sum = of_group(name).filter_map(points_of).sum();
        let points = points_of(group).unwrap_or(sum);
        let points = Some(points).filter(|points| is_whole(group) && *points > 0.0);
        let requires = group.descendants().filter_map(|node| place_of(node.attribute("group")?)).collect();
        exercise.places.insert(place, WrittenCase { points, requires, ..WrittenCase::default() });
    }
    let checker = all("checker").next().ok_or_else(|| missing("checker"))?;
    match checker.attribute("name").and_then(comparison) {
        Some((compare, arguments)) => {
            if compare == Some(Matcher::Words) {
                reading.note("empty lines do not count here, where `lcmp` compares them, too");
            }
            if arguments.iter().flatten().any(|word| word.starts_with("float")) {
                reading.note("hexadecimal numbers such as 0x1 are numbers here, which `rcmp` refuses");
            }
            exercise.limits.compare = compare;
            exercise.usual().arguments = arguments;
        }
        None => {
            let path = path_in(checker).ok_or_else(|| source.fault("its checker has no source"))?;
            judge_by(path, source, &mut exercise)?;
        }
    }
    for solution in all("solution") {
        let (Some(path), Some(tag)) = (path_in(solution), solution.attribute("tag")) else { continue };
        let verdicts = tag.split("-or-").flat_map(|fault| match fault {
            "wrong-answer" | "presentation-error" => &[Wrong][..],
            "time-limit-exceeded" => &[CpuTime, WallTime, Idle],
            "memory-limit-exceeded" => &[Memory, Crashed],
            _ => &[],
        });
        let verdicts: Vec<_> = verdicts.copied().collect();
        let folder = match tag {
            "main" | "accepted" => RIGHT,
            "rejected" | "failed" => WRONG,
            _ if !verdicts.is_empty() && !tag.contains("accepted") => WRONG,
            _ => {
                reading.leave_out("solutions that may be right or wrong are left out", path);
                continue;
            }
        };
        let name = Path::new(path).file_name().unwrap_or_default();
        if !verdicts.is_empty() {
            exercise.expected.insert(name.to_string_lossy().into_owned(), [("verdict", verdicts)].into());
        }
        exercise.files.push((Path::new(folder).join(name), CaseText::File(path.into())));
    }
    reading.exercises.push(exercise);
    Ok(reading)
}

fn path_in<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    child(node, "source")?.attribute("path")
}

/// A path with the number of a test, such as `tests/%02d`.
fn path_of(pattern: &str, number: usize) -> PathBuf {
    let parts = pattern.split_once('%').and_then(|(before, rest)| Some((before, rest.split_once('d')?)));
    let Some((before, (width, after))) = parts else { return pattern.into() };
    let width = width.parse().unwrap_or(1).min(20);
    format!("{before}{number:0width$}{after}").into()
}

/// How testlib's own checkers compare, where ours do the same.
fn comparison(name: &str) -> Option<(Option<Matcher>, Option<Vec<String>>)> {
    let arguments = match name.strip_prefix("std::")?.split('.').next()? {
        "fcmp" => return Some((Some(Matcher::Lines), None)),
        "lcmp" => return Some((Some(Matcher::Words), None)),
        "yesno" | "nyesno" => return Some((None, None)),
        "wcmp" | "ncmp" | "icmp" | "hcmp" => "case_sensitive",
        "rcmp" => "case_sensitive float_absolute_tolerance 1.5e-6",
        "rcmp4" => "case_sensitive float_tolerance 1e-4",
        "rcmp6" => "case_sensitive float_tolerance 1e-6",
        "rcmp9" => "case_sensitive float_tolerance 1e-9",
        _ => return None,
    };
    Some((None, words(arguments)))
}

/// Lets a checker that was written with testlib judge outputs.
/// Fails if it is not written in C++, or testlib is not with it.
pub(super) fn judge_by(
    checker: &str,
    source: &ImportSource,
    exercise: &mut Exercise,
) -> Result<(), PackageError> {
    let path = Path::new(checker);
    let text = source.read(path)?;
    let beside = [path.parent().unwrap_or(path), Path::new("files"), Path::new("")];
    let library = beside.into_iter().map(|folder| folder.join("testlib.h")).find(|file| source.has(file));
    let what = match library {
        _ if ![".cpp", ".cc", ".cxx"].iter().any(|ending| checker.ends_with(ending))
            || !text.contains("testlib.h") =>
        {
            "only a checker in C++ that uses testlib.h can be imported"
        }
        _ if text.contains("quitp(") => "it gives points, but only right and wrong can be imported",
        None => "testlib.h is not in the package; put it beside the checker",
        Some(library) => {
            exercise.limits.validator = Some("validator/testlib.cpp".to_owned());
            let files = [
                ("testlib.cpp", CaseText::Text(VALIDATOR.to_owned())),
                ("checker.hpp", CaseText::Text(text)),
                ("testlib.h", CaseText::File(library)),
            ];
            exercise.files.extend(files.map(|(name, text)| (Path::new("validator").join(name), text)));
            return Ok(());
        }
    };
    Err(PackageError::new(path, what))
}
