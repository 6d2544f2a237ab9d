//! Problems of DMOJ (`init.yml`) and tasks of CMS (`task.yaml`).

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::exercise::{CaseText, Exercise, ReadExercises, numbered, words};
use super::polygon::judge_by;
use super::source::{ImportSource, list, number, points, points_in, text};
use crate::challenge::Matcher;
use crate::kattis::WrittenCase;
use crate::package::PackageError;

/// How many inputs a subtask may have.
const MOST_INPUTS: usize = 100_000;

pub(super) fn read_dmoj(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let data = source.data()?;
    let (mut exercise, mut reading) = (Exercise::default(), ReadExercises::default());
    for key in ["generator", "custom_judge", "interactive", "signature_grader"] {
        if !data[key].is_null() {
            return Err(source.fault(format!("problems with `{key}` cannot be imported")));
        }
    }
    let file = |case: &Json, key: &str| {
        let name = text(case, &[key]).ok_or_else(|| source.fault(format!("a case has no `{key}`")))?;
        match data["archive"].as_str().filter(|_| !source.has(&name)) {
            Some(archive) => Err(source.fault(format!("unpack {archive} here first: {name} is in it"))),
            None => Ok(PathBuf::from(name)),
        }
    };
    let files = |case: &Json| {
        // Without a file the input is empty.
        let input = if case["in"].is_null() { None } else { Some(file(case, "in")?) };
        Ok([input.map_or(CaseText::Text(String::new()), CaseText::File), file(case, "out")?.into()])
    };
    let cases = list(&data["test_cases"]);
    let has_points = cases.iter().any(|case| !case["points"].is_null());
    // What a case is worth that does not say it.
    let usual = points(&data, &["points"]).or(has_points.then_some(1.0));
    if cases.is_empty() {
        return Err(source.fault("it has no list `test_cases`"));
    }
    let mut batches = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let name = numbered(index, cases.len());
        let compared = own_comparison(source, case)?;
        let keys = WrittenCase { points: points(case, &["points"]).or(usual), ..compared };
        if list(&case["batched"]).is_empty() {
            exercise.add(name, keys, files(case)?);
            continue;
        }
        for one in list(&case["batched"]) {
            exercise.add(format!("{name}/"), own_comparison(source, one)?, files(one)?);
        }
        let needed = list(&case["dependencies"]).iter().filter_map(|batch| batch.as_str()?.parse().ok());
        let requires =
            needed.filter_map(|batch: usize| batches.get(batch.checked_sub(1)?).cloned()).collect();
        exercise.places.insert(name.clone(), WrittenCase { requires, ..keys });
        batches.push(name);
    }
    let checker = &data["checker"];
    let args = &checker["args"];
    if checker["name"] == "bridged" && args["type"] == "testlib" {
        let files = list(&args["files"]).iter().chain([&args["files"]]).filter_map(Json::as_str);
        let checker = files.flat_map(str::split_whitespace).find(|file| !file.ends_with(".h"));
        let checker = checker.ok_or_else(|| source.fault("its checker has no files"))?;
        judge_by(checker, source, &mut exercise)?;
    } else {
        let (compare, arguments) = comparison(source, checker)?;
        exercise.limits.compare = Some(compare);
        exercise.usual().arguments = arguments;
    }
    if !data["file_io"].is_null() {
        reading.note("programs read standard input and write standard output here, where DMOJ has files");
    }
    if !data["pretest_test_cases"].is_null() {
        reading.note("`pretest_test_cases` are not carried over");
    }
    reading.exercises.push(exercise);
    Ok(reading)
}

/// How a checker of DMOJ compares.
/// Fails if it is a program, or unknown.
fn comparison(source: &ImportSource, checker: &Json) -> Result<(Matcher, Option<Vec<String>>), PackageError> {
    let args = &checker["args"];
    Ok(match checker.as_str().or(checker["name"].as_str()).unwrap_or("standard") {
        "standard" => (Matcher::Words, None),
        "rstripped" => (Matcher::Lines, None),
        "identical" => (Matcher::Exact, None),
        "floats" => {
            let argument = match args["error_mode"].as_str() {
                Some("absolute") => "float_absolute_tolerance",
                Some("relative") => "float_relative_tolerance",
                _ => "float_tolerance",
            };
            let precision = text(args, &["precision"]).and_then(|digits| digits.parse().ok()).unwrap_or(6_u8);
            (Matcher::Words, words(&format!("{argument} 1e-{precision}")))
        }
        other => {
            let what = format!("the checker `{other}` cannot be imported here; write a validator for it");
            return Err(source.fault(what));
        }
    })
}

/// What is said of a case or a batch that has a checker of its own.
fn own_comparison(source: &ImportSource, case: &Json) -> Result<WrittenCase, PackageError> {
    if case["checker"].is_null() {
        return Ok(WrittenCase::default());
    }
    let (compare, arguments) = comparison(source, &case["checker"])?;
    // Those of the problem do not hold here.
    let arguments = Some(arguments.unwrap_or_default());
    Ok(WrittenCase { compare: Some(compare), arguments, ..WrittenCase::default() })
}

pub(super) fn read_cms(source: &ImportSource) -> Result<ReadExercises, PackageError> {
    let data = source.data()?;
    let (mut exercise, mut reading) = (Exercise::default(), ReadExercises::default());
    if text(&data, &["output_only"]).is_some_and(|it| it.eq_ignore_ascii_case("true")) {
        return Err(source.fault("tasks in which outputs are handed in cannot be imported"));
    }
    for path in source.files()? {
        let is_beside = ["check", "cor", "sol"].iter().any(|folder| path.parent() == Some(Path::new(folder)));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.split('.').next().unwrap_or_default();
        if is_beside && ["checker", "correttore", "grader", "stub", "manager"].contains(&name) {
            return Err(PackageError::new(&path, "checkers and graders of CMS cannot be imported"));
        }
    }
    exercise.title = text(&data, &["title", "nome"]);
    exercise.limits.time = number(&data, &["time_limit", "timeout"]);
    exercise.limits.memory = number(&data, &["memory_limit", "memlimit"]).map(|memory| memory.ceil() as u64);
    exercise.limits.compare = Some(Matcher::Words);
    let (groups, group_of) = match (text(&data, &["score_type"]).as_deref(), source.has("gen/GEN")) {
        (Some("GroupMin" | "GroupMul"), _) => {
            let named = subtasks_of_type(&data["score_type_parameters"]);
            named.ok_or_else(|| source.fault("subtasks by the names of inputs cannot be imported"))?
        }
        (Some("Sum"), _) | (None, false) => (vec![], vec![]),
        (Some(other), _) => return Err(source.fault(format!("scores of type {other} cannot be imported"))),
        (None, true) => subtasks(&source.read("gen/GEN")?),
    };
    let public = text(&data, &["public_testcases", "risultati"]).unwrap_or_default();
    let is_public =
        |index: usize| public == "all" || public.split(',').any(|one| one.trim().parse() == Ok(index));
    let files_of = |index| ["input", "output"].map(|side| PathBuf::from(format!("{side}/{side}{index}.txt")));
    let all = (0..).take_while(|index| source.has(&files_of(*index)[0])).count();
    if let Some(named) = text(&data, &["n_input"]).filter(|named| named.parse() != Ok(all)) {
        let what = format!("there are {all} inputs, where `n_input` is {named}: generate them first");
        return Err(source.fault(what));
    }
    let of_each = points(&data, &["score_type_parameters"]).map(|each| each * all as f64);
    let total = of_each.or_else(|| number(&data, &["total_value"])).unwrap_or(100.0);
    if groups.is_empty() {
        exercise.usual().points = Some(total);
        exercise.usual().score = Some("sum");
    }
    for index in 0..all {
        let group = group_of.get(index).map(|group| numbered(*group, groups.len()) + "/");
        let show = (!is_public(index)).then_some("verdict");
        exercise.add(
            group.unwrap_or_default(),
            WrittenCase { show, ..WrittenCase::default() },
            files_of(index),
        );
    }
    for (index, points) in groups.iter().enumerate() {
        let keys = WrittenCase { points: Some(*points), score: Some("all"), ..WrittenCase::default() };
        exercise.places.insert(numbered(index, groups.len()), keys);
    }
    if ["infile", "outfile"].iter().any(|key| data[key] != "") {
        reading.note("programs read standard input and write standard output here, where CMS has files");
    }
    reading.exercises.push(exercise);
    Ok(reading)
}

/// The points of each subtask of `[[30, 2], [70, 5]]`, each with its number of inputs, and the subtask of each input. `None` if
/// they are named in another way.
fn subtasks_of_type(parameters: &Json) -> Option<(Vec<f64>, Vec<usize>)> {
    let text = |one: &Json| one.as_str().map_or_else(|| one.to_string(), str::to_owned);
    let pair = |one: &Json| Some((points_in(&text(&one[0]))?, text(&one[1]).parse().ok()?));
    let all: Vec<_> = list(parameters).iter().map(pair).collect::<Option<_>>()?;
    let of_inputs =
        all.iter().enumerate().flat_map(|(index, (_, count))| vec![index; MOST_INPUTS.min(*count)]);
    let of_inputs = of_inputs.collect();
    Some((all.into_iter().map(|(points, _)| points).collect(), of_inputs))
}

/// The points of each subtask that a list of inputs names (`#ST: 30`, then a line for each input), and the subtask of each input.
fn subtasks(list: &str) -> (Vec<f64>, Vec<usize>) {
    let (mut points, mut of_inputs) = (Vec::new(), Vec::new());
    for line in list.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let comment = line.strip_prefix('#').map(str::trim);
        if let Some(named) = comment.and_then(|comment| comment.strip_prefix("ST:")) {
            points.push(named.trim().parse().unwrap_or(0.0));
        } else if comment.is_none_or(|comment| comment.starts_with("COPY:")) && !points.is_empty() {
            of_inputs.push(points.len() - 1);
        }
    }
    (points, of_inputs)
}
