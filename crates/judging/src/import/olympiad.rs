//! Problems of DMOJ (`init.yml`) and tasks of CMS (`task.yaml`).

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::exercise::{Exercise, ReadExercises, numbered, words};
use super::polygon::judge_by;
use super::source::{ImportSource, list, number, text};
use crate::challenge::Matcher;
use crate::kattis::WrittenCase;
use crate::package::PackageError;

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
    let files = |case: &Json| Ok([file(case, "in")?, file(case, "out")?]);
    let points = number(&data, &["points"]);
    let cases = list(&data["test_cases"]);
    if cases.is_empty() {
        return Err(source.fault("it has no list `test_cases`"));
    }
    let mut batches = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let name = numbered(index, cases.len());
        let keys = WrittenCase { points: number(case, &["points"]).or(points), ..WrittenCase::default() };
        if list(&case["batched"]).is_empty() {
            exercise.add(name, keys, files(case)?);
            continue;
        }
        for one in list(&case["batched"]) {
            exercise.add(format!("{name}/"), WrittenCase::default(), files(one)?);
        }
        let needed = list(&case["dependencies"]).iter().filter_map(|batch| batch.as_str()?.parse().ok());
        let requires =
            needed.filter_map(|batch: usize| batches.get(batch.checked_sub(1)?).cloned()).collect();
        exercise.places.insert(name.clone(), WrittenCase { requires, ..keys });
        batches.push(name);
    }
    let checker = &data["checker"];
    let name = checker.as_str().or(checker["name"].as_str()).unwrap_or("standard");
    let args = &checker["args"];
    match name {
        "standard" => exercise.limits.compare = Some(Matcher::Words),
        "rstripped" => exercise.limits.compare = Some(Matcher::Lines),
        "identical" => exercise.limits.compare = Some(Matcher::Exact),
        "floats" => {
            let argument = match args["error_mode"].as_str() {
                Some("absolute") => "float_absolute_tolerance",
                Some("relative") => "float_relative_tolerance",
                _ => "float_tolerance",
            };
            let precision = text(args, &["precision"]).and_then(|digits| digits.parse().ok()).unwrap_or(6_u8);
            exercise.limits.compare = Some(Matcher::Words);
            exercise.usual().arguments = words(&format!("{argument} 1e-{precision}"));
        }
        "bridged" if args["type"] == "testlib" => {
            let files = list(&args["files"]).iter().chain([&args["files"]]).filter_map(Json::as_str);
            let checker = files.flat_map(str::split_whitespace).find(|file| !file.ends_with(".h"));
            let checker = checker.ok_or_else(|| source.fault("its checker has no files"))?;
            judge_by(checker, source, &mut exercise)?;
        }
        other => {
            let what = format!("the checker `{other}` cannot be imported; write a validator for it");
            return Err(source.fault(what));
        }
    }
    if !data["pretest_test_cases"].is_null() {
        reading.note("`pretest_test_cases` are not carried over");
    }
    reading.exercises.push(exercise);
    Ok(reading)
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
    let (groups, group_of) =
        if source.has("gen/GEN") { subtasks(&source.read("gen/GEN")?) } else { (vec![], vec![]) };
    let public = text(&data, &["public_testcases", "risultati"]).unwrap_or_default();
    let is_public =
        |index: usize| public == "all" || public.split(',').any(|one| one.trim().parse() == Ok(index));
    let files_of = |index| ["input", "output"].map(|side| PathBuf::from(format!("{side}/{side}{index}.txt")));
    let all = (0..).take_while(|index| source.has(&files_of(*index)[0])).count();
    if let Some(named) = text(&data, &["n_input"]).filter(|named| named.parse() != Ok(all)) {
        let what = format!("there are {all} inputs, where `n_input` is {named}: generate them first");
        return Err(source.fault(what));
    }
    let total = number(&data, &["total_value"]).unwrap_or(100.0);
    for index in 0..all {
        let group = group_of.get(index).map(|group| numbered(*group, groups.len()) + "/");
        let points = group.is_none().then_some(total / all as f64);
        let show = (!is_public(index)).then_some("verdict");
        exercise.add(
            group.unwrap_or_default(),
            WrittenCase { points, show, ..WrittenCase::default() },
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
