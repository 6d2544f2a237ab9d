//! Problems of DMOJ (`init.yml`) and tasks of CMS (`task.yaml`).

use std::path::{Path, PathBuf};

use super::exercise::{CaseText, Exercise, Keys, ReadExercises, case_sensitive, number, numbered, tolerance};
use super::pairs;
use super::source::{ImportSource, LeftOut};
use crate::challenge::Matcher;
use crate::package::{PackageError, Yaml};

pub(super) fn is_dmoj(text: &str) -> bool {
    ["test_cases", "archive", "checker", "custom_judge"]
        .iter()
        .any(|key| text.lines().any(|line| line.starts_with(key)))
}

pub(super) fn is_cms(text: &str) -> bool {
    ["n_input", "public_testcases", "token_mode", "score_type", "nome_breve"]
        .iter()
        .any(|key| text.lines().any(|line| line.starts_with(key)))
}

fn points(yaml: &Yaml) -> Option<f64> {
    yaml.get("points").text()?.parse().ok().filter(|points: &f64| *points > 0.0)
}

pub(super) fn read_dmoj(
    source: &ImportSource,
    file: &Path,
    text: &str,
) -> Result<ReadExercises, PackageError> {
    let fault = |what: &str| PackageError::new(file, what);
    let yaml = Yaml::read(text).map_err(|why| fault(&why))?;
    for key in ["generator", "custom_judge", "interactive", "signature_grader"] {
        if !yaml.get(key).is_null() {
            return Err(fault(&format!("problems with `{key}` cannot be imported")));
        }
    }
    let archive = yaml.get("archive").text();
    let content = |case: &Yaml, key: &str| {
        let name = case.get(key).text().ok_or_else(|| fault(&format!("a case has no `{key}`")))?;
        match (source.is_there(Path::new(name)), archive) {
            (false, Some(archive)) => Err(fault(&format!("unpack {archive} here first: {name} is in it"))),
            _ => Ok(CaseText::File(PathBuf::from(name))),
        }
    };
    let (mut exercise, mut left_out) = (Exercise::default(), LeftOut::default());
    if !matches!(yaml.get("test_cases"), Yaml::List(_)) {
        for (name, input, answer) in pairs::pairs(source, &mut left_out)? {
            let keys = Keys { points: points(&yaml).map(number), ..Keys::default() };
            exercise.add(name, keys, CaseText::File(input), CaseText::File(answer));
        }
    }
    let list = yaml.get("test_cases").list();
    let mut batches = Vec::new();
    for (index, case) in list.iter().enumerate() {
        let name = numbered(index, list.len());
        let keys = Keys { points: points(case).or_else(|| points(&yaml)).map(number), ..Keys::default() };
        let inner = case.get("batched").list();
        if inner.is_empty() {
            exercise.add(name, keys, content(case, "in")?, content(case, "out")?);
            continue;
        }
        for (index, one) in inner.iter().enumerate() {
            let name = format!("{name}/{}", numbered(index, inner.len()));
            exercise.add(name, Keys::default(), content(one, "in")?, content(one, "out")?);
        }
        let needed = case.get("dependencies").list().iter().filter_map(|batch| batch.text()?.parse().ok());
        let requires =
            needed.filter_map(|batch: usize| batches.get(batch.checked_sub(1)?).cloned()).collect();
        exercise
            .places
            .insert(name.clone(), Keys { score: keys.points.as_ref().map(|_| "all"), requires, ..keys });
        batches.push(name);
    }
    let checker = yaml.get("checker");
    let name = checker.text().or(checker.get("name").text()).unwrap_or("standard");
    let args = checker.get("args");
    let mut usual = Keys { arguments: case_sensitive(), ..Keys::default() };
    match name {
        "standard" => {}
        "rstripped" | "identical" => {
            usual.arguments = None;
            exercise.limits.compare = Some(if name == "identical" { Matcher::Exact } else { Matcher::Lines });
        }
        "floats" | "floatsabs" | "floatsrel" => {
            let precision =
                args.get("precision").text().and_then(|digits| digits.parse().ok()).unwrap_or(6_u8);
            let argument = match (name, args.get("error_mode").text()) {
                ("floatsabs", _) | (_, Some("absolute")) => "float_absolute_tolerance",
                ("floatsrel", _) | (_, Some("relative")) => "float_relative_tolerance",
                _ => "float_tolerance",
            };
            usual.arguments = tolerance(argument, &format!("1e-{precision}"));
        }
        "bridged" if args.get("type").text() == Some("testlib") => {
            usual.arguments = None;
            let files = args.words("files").ok().flatten().unwrap_or_default();
            let checker = files
                .iter()
                .find(|file| !file.ends_with(".h"))
                .ok_or_else(|| fault("its checker has no files"))?;
            exercise.judge_by(Path::new(checker), source)?;
        }
        other => {
            return Err(fault(&format!(
                "the checker `{other}` cannot be imported; write a validator for it"
            )));
        }
    }
    if usual != Keys::default() {
        exercise.places.insert(String::new(), usual);
    }
    if !yaml.get("pretest_test_cases").is_null() {
        left_out.add("not carried over", "pretest_test_cases");
    }
    Ok(ReadExercises { exercises: vec![exercise], notes: left_out.notes().collect() })
}

pub(super) fn read_cms(
    source: &ImportSource,
    file: &Path,
    text: &str,
) -> Result<ReadExercises, PackageError> {
    let fault = |what: &str| PackageError::new(file, what);
    let yaml = Yaml::read(text).map_err(|why| fault(&why))?;
    let get = |names: &[&str]| names.iter().find_map(|name| yaml.get(name).text());
    if get(&["output_only"]).is_some_and(|it| it.eq_ignore_ascii_case("true")) {
        return Err(fault("tasks in which outputs are handed in cannot be imported"));
    }
    for folder in ["check", "cor", "sol"] {
        for name in source.root.names(Path::new(folder)).unwrap_or_default() {
            let path = Path::new(folder).join(&name);
            match name.to_string_lossy().split('.').next() {
                Some("checker" | "correttore") => {
                    return Err(PackageError::new(
                        &path,
                        "checkers of CMS cannot be imported; write a validator in its place",
                    ));
                }
                Some("grader" | "stub" | "manager") => {
                    return Err(PackageError::new(
                        &path,
                        "tasks that are compiled together with a grader cannot be imported",
                    ));
                }
                _ => {}
            }
        }
    }
    let mut exercise = Exercise { title: get(&["title", "nome"]).map(str::to_owned), ..Exercise::default() };
    let limit =
        |key: &[&str]| get(key).and_then(|limit| limit.parse().ok()).filter(|limit: &f64| *limit > 0.0);
    exercise.limits.time = limit(&["time_limit", "timeout"]);
    exercise.limits.memory = limit(&["memory_limit", "memlimit"]).map(|memory| memory.ceil() as u64);
    exercise.places.insert(String::new(), Keys { arguments: case_sensitive(), ..Keys::default() });
    let groups = match source.is_there(Path::new("gen/GEN")) {
        true => subtasks(&source.text(Path::new("gen/GEN"))?),
        false => Vec::new(),
    };
    let public = get(&["public_testcases", "risultati"]).unwrap_or_default();
    let is_public =
        |index: usize| public == "all" || public.split(',').any(|one| one.trim().parse() == Ok(index));
    let file_of = |side: &str, index: usize| PathBuf::from(format!("{side}/{side}{index}.txt"));
    let all = (0..).take_while(|index| source.is_there(&file_of("input", *index))).count();
    if let Some(named) = get(&["n_input"]).filter(|named| named.parse() != Ok(all)) {
        return Err(fault(&format!(
            "there are {all} inputs, where `n_input` is {named}: generate them first"
        )));
    }
    let total = get(&["total_value"]).and_then(|total| total.parse().ok()).unwrap_or(100.0);
    for index in 0..all {
        let mut before = 0;
        let group = groups.iter().position(|(_, cases)| {
            before += cases;
            index < before
        });
        let name = match group {
            Some(group) => format!("{}/{}", numbered(group, groups.len()), numbered(index, all)),
            None => numbered(index, all),
        };
        let keys = Keys {
            points: group.is_none().then(|| number(total / all as f64)),
            show: (!is_public(index)).then_some("verdict"),
            ..Keys::default()
        };
        exercise.add(
            name,
            keys,
            CaseText::File(file_of("input", index)),
            CaseText::File(file_of("output", index)),
        );
    }
    for (index, (points, _)) in groups.iter().enumerate() {
        let keys = Keys { points: Some(number(*points)), score: Some("all"), ..Keys::default() };
        exercise.places.insert(numbered(index, groups.len()), keys);
    }
    let reads_files =
        [get(&["infile"]), get(&["outfile"])].iter().any(|name| name.is_none_or(|name| !name.is_empty()));
    let note = "programs read standard input and write standard output here, where CMS has files".to_owned();
    Ok(ReadExercises { exercises: vec![exercise], notes: reads_files.then_some(note).into_iter().collect() })
}

/// The points and the number of cases of each subtask that a list of inputs names (`#ST: 30`, then a line for each input).
fn subtasks(list: &str) -> Vec<(f64, usize)> {
    let mut groups = Vec::new();
    for line in list.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let comment = line.strip_prefix('#').map(str::trim);
        if let Some(points) = comment.and_then(|comment| comment.strip_prefix("ST:")) {
            groups.push((points.trim().parse().unwrap_or(0.0), 0));
        } else if comment.is_none_or(|comment| comment.starts_with("COPY:"))
            && let Some((_, cases)) = groups.last_mut()
        {
            *cases += 1;
        }
    }
    groups
}
