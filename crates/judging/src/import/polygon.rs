//! Packages of Polygon (`problem.xml`): tests with groups and points, the checker, solutions with what is expected of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use roxmltree::Node;

use super::exercise::{CaseText, Exercise, Keys, ReadExercises, case_sensitive, number, tolerance};
use super::moodle::xml;
use super::source::{ImportSource, LeftOut, plain};
use crate::challenge::Matcher;
use crate::golf::{RIGHT, WRONG};
use crate::package::PackageError;
use crate::verdict::Verdict;

pub(super) fn is_problem(text: &str) -> bool {
    text.contains("<problem") && text.contains("<judging")
}

pub(super) fn read(source: &ImportSource, file: &Path, text: &str) -> Result<ReadExercises, PackageError> {
    let document = xml(file, text)?;
    let fault = |what: &str| PackageError::new(file, what);
    let find = |name: &str| document.descendants().find(|node| node.has_tag_name(name));
    let all = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    if find("interactor").is_some() {
        return Err(fault(
            "an interactive problem of Polygon cannot be imported: its interactor speaks another protocol",
        ));
    }
    let judging = find("judging").ok_or_else(|| fault("there is no <judging> in it"))?;
    if ["input-file", "output-file"]
        .iter()
        .any(|name| judging.attribute(*name).is_some_and(|name| !name.is_empty()))
    {
        return Err(fault(
            "its programs read or write files, which cannot be imported; they must use standard input and output",
        ));
    }
    let (mut exercise, mut left_out) = (Exercise::default(), LeftOut::default());
    let names: Vec<_> = all("name")
        .filter_map(|node| Some((node.attribute("language")?, node.attribute("value")?)))
        .collect();
    let title = names.iter().find(|(language, _)| *language == "english").or(names.first());
    exercise.title = title.map(|(_, name)| (*name).to_owned());

    let sets: Vec<_> = judging.children().filter(|node| node.has_tag_name("testset")).collect();
    let set = sets.iter().find(|set| set.attribute("name") == Some("tests")).or(sets.first());
    let set = *set.ok_or_else(|| fault("there is no <testset> in it"))?;
    let get = |name: &str| set.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
    exercise.limits.time =
        get("time-limit").and_then(|time| time.parse().ok()).map(|time: f64| time / 1000.0);
    let bytes = get("memory-limit").and_then(|memory| memory.parse().ok());
    exercise.limits.memory = bytes.map(|bytes: u64| bytes.div_ceil(1 << 20));
    let pattern = |name| get(name).ok_or_else(|| fault(&format!("there is no <{name}> in it")));
    let (inputs, answers) = (pattern("input-path-pattern")?, pattern("answer-path-pattern")?);
    let tests: Vec<_> = set.descendants().filter(|node| node.has_tag_name("test")).collect();
    let is_sample = |test: &Node<'_, '_>| test.attribute("sample") == Some("true");
    let groups: Vec<_> = set.descendants().filter(|node| node.has_tag_name("group")).collect();
    // A group of samples alone is the folder of samples, as in packages of Kattis.
    let place_of = |group: &str| {
        let mut of_group = tests.iter().filter(|test| test.attribute("group") == Some(group)).peekable();
        let has_samples_alone = of_group.peek().is_some() && of_group.all(is_sample);
        if has_samples_alone { "sample".to_owned() } else { format!("secret/{}", plain(group)) }
    };
    let places: BTreeMap<_, _> = groups
        .iter()
        .filter_map(|group| group.attribute("name"))
        .map(|name| (name, place_of(name)))
        .collect();
    let points_of = |node: &Node<'_, '_>| {
        node.attribute("points").and_then(|points| points.parse().ok()).filter(|points: &f64| *points > 0.0)
    };
    let width = tests.len().to_string().len().max(2);
    for (index, test) in tests.iter().enumerate() {
        let [input, answer] = [inputs, answers].map(|pattern| path_of(pattern, index + 1));
        for file in [&input, &answer] {
            if !source.is_there(file) {
                let what = "this test is not in the package; download the full package from Polygon, in which all tests are generated";
                return Err(PackageError::new(file, what));
            }
        }
        let group = test.attribute("group").and_then(|name| places.get(name));
        let folder = group.map_or(if is_sample(test) { "sample" } else { "secret" }, String::as_str);
        let keys = Keys { points: points_of(test).map(number), ..Keys::default() };
        exercise.add(
            format!("{folder}/{:0width$}", index + 1),
            keys,
            CaseText::File(input),
            CaseText::File(answer),
        );
    }
    for group in groups {
        let Some(place) = group.attribute("name").and_then(|name| places.get(name)) else { continue };
        let within = |test: &&mut super::exercise::Test| test.name.starts_with(&format!("{place}/"));
        let is_whole = group.attribute("points-policy") == Some("complete-group");
        let mut points = points_of(&group);
        if is_whole {
            let of_tests = tests
                .iter()
                .filter(|test| test.attribute("group") == group.attribute("name"))
                .filter_map(points_of);
            points = points.or(Some(of_tests.sum()).filter(|points| *points > 0.0));
            exercise.tests.iter_mut().filter(within).for_each(|test| test.keys.points = None);
        }
        let requires = group.descendants().filter_map(|node| places.get(node.attribute("group")?).cloned());
        let score = if is_whole { points.map(|_| "all") } else { Some("sum") };
        let keys = Keys {
            points: points.filter(|_| is_whole).map(number),
            score,
            requires: requires.collect(),
            ..Keys::default()
        };
        if keys != Keys::default() {
            exercise.places.insert(place.clone(), keys);
        }
    }
    let checker = find("checker").ok_or_else(|| fault("there is no <checker> in it"))?;
    match checker.attribute("name").and_then(comparison) {
        Some((compare, arguments)) => {
            exercise.limits.compare = compare;
            if arguments.is_some() {
                exercise.places.entry(String::new()).or_default().arguments = arguments;
            }
        }
        None => {
            let path = path_in(checker).ok_or_else(|| fault("its checker has no source"))?;
            exercise.judge_by(Path::new(path), source)?;
        }
    }
    for solution in all("solution") {
        let (Some(path), Some(tag)) = (path_in(solution), solution.attribute("tag")) else { continue };
        let name = Path::new(path).file_name().unwrap_or_default();
        let folder = match expected(tag) {
            Some((true, _)) => RIGHT,
            Some((false, verdicts)) => {
                if !verdicts.is_empty() {
                    exercise.expected.insert(name.to_string_lossy().into_owned(), verdicts);
                }
                WRONG
            }
            None => {
                left_out.add("solutions that may be right or wrong are left out", path);
                continue;
            }
        };
        exercise.files.push((Path::new(folder).join(name), CaseText::File(PathBuf::from(path))));
    }
    Ok(ReadExercises { exercises: vec![exercise], notes: left_out.notes().collect() })
}

fn path_in<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.children().find(|child| child.has_tag_name("source"))?.attribute("path")
}

/// A path with the number of a test, such as `tests/%02d`.
fn path_of(pattern: &str, number: usize) -> PathBuf {
    let Some((before, rest)) = pattern.split_once('%') else { return pattern.into() };
    let Some((width, after)) = rest.split_once('d') else { return pattern.into() };
    let width = width.parse().unwrap_or(1).min(20);
    format!("{before}{number:0width$}{after}").into()
}

/// How testlib's own checkers compare, where ours do the same.
fn comparison(name: &str) -> Option<(Option<Matcher>, Option<Vec<String>>)> {
    let tokens = |arguments| Some((None, arguments));
    match name.strip_prefix("std::")?.split('.').next()? {
        "fcmp" => Some((Some(Matcher::Lines), None)),
        "lcmp" | "wcmp" | "ncmp" | "icmp" | "hcmp" | "uncmp" => tokens(case_sensitive()),
        "yesno" | "nyesno" => tokens(None),
        "rcmp" => tokens(tolerance("float_absolute_tolerance", "1.5e-6")),
        "rcmp4" => tokens(tolerance("float_tolerance", "1e-4")),
        "rcmp6" => tokens(tolerance("float_tolerance", "1e-6")),
        "rcmp9" => tokens(tolerance("float_tolerance", "1e-9")),
        _ => None,
    }
}

/// Whether a solution with this tag is right, and its verdicts if not: none in particular if any fault does. `None` if it may be either.
fn expected(tag: &str) -> Option<(bool, Vec<Verdict>)> {
    let time = [Verdict::CpuTime, Verdict::WallTime, Verdict::Idle];
    Some(match tag {
        "main" | "accepted" => (true, Vec::new()),
        "wrong-answer" | "presentation-error" => (false, vec![Verdict::Wrong]),
        "time-limit-exceeded" => (false, time.to_vec()),
        "memory-limit-exceeded" => (false, vec![Verdict::Memory, Verdict::Crashed]),
        "time-limit-exceeded-or-memory-limit-exceeded" => {
            (false, [&time[..], &[Verdict::Memory, Verdict::Crashed]].concat())
        }
        "rejected" | "failed" => (false, Vec::new()),
        _ => return None,
    })
}
