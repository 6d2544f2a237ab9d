//! Programs by authors who did not know the judge (`tests/strangers`): right ones are accepted, and of wrong ones the fault is
//! shown by a short game and, where the program says it, by its line.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;

use crate::needs;
use crate::program::{check, home};

/// The rulings on the programs in a folder, by their paths within it, without those that cannot be run here.
fn rulings(folder: &str) -> HashMap<String, Value> {
    let (mut run, _) = check(&["--suite", "smoke", "--wall", "60", &format!("tests/strangers/{folder}")]);
    let rulings = run["candidates"].as_array_mut().unwrap().drain(..).filter_map(|ruling| {
        let name = ruling["name"].as_str().unwrap().rsplit_once(&format!("{folder}/")).unwrap().1.to_owned();
        if needs::is_skipped(&ruling) {
            return None;
        }
        Some((name, ruling))
    });
    rulings.collect()
}

fn are_accepted(folder: &str) {
    let rulings = rulings(folder);
    let refused: Vec<_> = rulings.values().filter(|ruling| ruling["verdict"] != "accepted").collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn right_programs_are_accepted() {
    needs::patience();
    let languages = std::fs::read_dir(home().join("tests/strangers/right")).unwrap();
    let names = languages.map(|language| language.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| !SLOW.contains(&name.as_str()))
        .for_each(|name| are_accepted(&format!("right/{name}")));
}

/// They are started anew for each game.
const SLOW: [&str; 2] = ["java", "javascript"];

#[test]
#[ignore = "starts Node and Java some thousand times: a minute"]
fn right_programs_in_javascript_and_java_are_accepted() {
    SLOW.iter().for_each(|name| are_accepted(&format!("right/{name}")));
}

/// What a person who types one line sees in programs that were thought right.
const REFUSED: [(&str, &str); 5] = [
    ("c/1.c", "4294967300"),
    ("haskell/1.hs", "18446744073709551620"),
    ("haskell/2.hs", "18446744073709551620"),
    ("javascript/2.js", "NaN"),
    ("python/1.py", "²"),
];

#[test]
fn programs_that_fail_on_one_line_are_refused_with_it() {
    let rulings = rulings("refused");
    for (name, line) in REFUSED {
        let Some(ruling) = rulings.get(name) else { continue };
        let failure = &ruling["failure"];
        assert_ne!(ruling["verdict"], "accepted", "{ruling:#}");
        assert_eq!(failure["moves"].as_array().unwrap().len(), 1, "{ruling:#}");
        let is_told =
            failure["moves"][0] == line || failure["diagnosis"]["fault"].as_str().unwrap().contains(line);
        assert!(is_told, "{ruling:#}");
    }
}

/// What is known of the programs in a folder.
#[derive(Deserialize)]
struct Manifest {
    program: Vec<Known>,
}

/// A fault, with the inputs that show it, and where the program says so, the line of its uncaught error.
#[derive(Deserialize)]
struct Known {
    file: String,
    fault: String,
    line: u64,
    crash: Option<String>,
    inputs: Vec<String>,
}

/// The number of inputs that may be shown where fewer would do.
const SHORT: usize = 3;

fn faults_are_shown(language: &str) {
    let folder = format!("wrong/{language}");
    let manifest = home().join("tests/strangers").join(&folder).join("manifest.toml");
    let manifest: Manifest = toml::from_str(&std::fs::read_to_string(manifest).unwrap()).unwrap();
    let rulings = rulings(&folder);
    for Known { file, fault, line, crash, inputs } in manifest.program {
        let Some(ruling) = rulings.get(&file) else { continue };
        let failure = &ruling["failure"];
        assert_ne!(ruling["verdict"], "accepted", "{file}: {fault}");
        let shown = failure["moves"].as_array().unwrap().len();
        assert!(shown <= inputs.len().max(SHORT), "{file}: {fault}: {failure:#}");
        // A signal has no line.
        if let Some(error) = crash.filter(|crash| !crash.starts_with("SIG")) {
            assert!(failure["crash"]["kind"].as_str().unwrap().contains(&error), "{file}: {failure:#}");
            assert_eq!(failure["crash"]["line"], line, "{file}: {failure:#}");
        }
    }
}

#[test]
fn faults_in_c_and_python_are_shown() {
    needs::patience();
    faults_are_shown("c");
    faults_are_shown("python");
}

#[test]
#[ignore = "starts Node and Java some thousand times: a minute"]
fn faults_in_javascript_and_java_are_shown() {
    faults_are_shown("javascript");
    faults_are_shown("java");
}
