//! The documentation names what there is: games, options, suites, verdicts, input formats, levels of isolation, report formats, keys
//! of challenges, files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Command;
use referee::dialect::Dialect;
use referee::golf::Languages;
use referee::suite::SuiteKind;
use referee::verdict::Verdict;
use regex::Regex;
use serde_json::Value;
use strum::VariantArray;

use crate::program::{home, judge};

/// Options of other programs in the documentation.
const OTHERS: [&str; 18] = [
    "--all-features",
    "--bench",
    "--bin",
    "--check",
    "--create-home",
    "--features",
    "--flag",
    "--home-dir",
    "--install",
    "--judge",
    "--judge-args",
    "--junitxml",
    "--lf",
    "--list",
    "--no-install-recommends",
    "--path",
    "--save-dev",
    "--strip-components",
];

#[test]
#[cfg(feature = "service")]
fn every_option_in_the_docs_exists() {
    let mut known: BTreeSet<_> = OTHERS.map(str::to_owned).into_iter().collect();
    known.extend(["--help", "--release", "--version", "--workspace"].map(str::to_owned));
    for program in [referee::cli::judge::command(), referee::cli::referee::command()] {
        known.extend(options(&program));
    }
    let word = Regex::new(r"(?:^|[^-\w])(--[a-z][a-z-]*)").unwrap();
    for (name, text) in pages() {
        for found in word.captures_iter(&text) {
            assert!(known.contains(&found[1]), "{name}: there is no {}", &found[1]);
        }
    }
}

#[test]
fn the_docs_list_what_there_is() {
    let names = |names: &[&'static str]| names.iter().copied().map(str::to_owned).collect::<Vec<_>>();
    let suites: Vec<_> = SuiteKind::ALL.iter().map(|kind| kind.name).collect();
    let verdicts: Vec<_> = Verdict::VARIANTS.iter().map(|verdict| verdict.name()).collect();
    lists("judging.md", "## Suites", &names(&suites));
    lists("judging.md", "## Verdicts", &names(&verdicts));
    lists("judging.md", "## Input formats", &values("input"));
    lists("judging.md", "## Feeding", &values("feed"));
    lists("isolation.md", "# ", &values("require_isolation"));
    lists("reports.md", "# ", &values("format"));
    let readme = std::fs::read_to_string(home().join("README.md")).unwrap();
    let judging = std::fs::read_to_string(home().join("docs/judging.md")).unwrap();
    for game in Dialect::all() {
        assert!(readme.contains(&format!("\n| `{game}`")), "README.md: {game} is missing");
        assert!(judging.contains(&format!("[{game}](../fixtures/{game}/SPEC.md)")), "judging.md: {game}");
    }
}

#[test]
fn the_docs_name_every_key_of_a_challenge() {
    let told = judge().args(["challenge", "--schema"]).output().unwrap().stdout;
    let schema: Value = serde_json::from_slice(&told).unwrap();
    let text = std::fs::read_to_string(home().join("docs/challenges.md")).unwrap();
    for form in ["", "/$defs/FreedomForm", "/$defs/CasesForm"] {
        let keys = schema.pointer(&format!("{form}/properties")).unwrap().as_object().unwrap();
        for key in keys.keys() {
            let named = Regex::new(&format!(r"`\[*{key}\b|^{key} = ")).unwrap();
            assert!(text.lines().any(|line| named.is_match(line)), "challenges.md: {key} is missing");
        }
    }
}

#[test]
fn the_readme_counts_languages_and_submissions() {
    let readme = std::fs::read_to_string(home().join("README.md")).unwrap();
    let submissions = std::fs::read_dir(home().join("golf/tictactoe")).unwrap().count();
    for count in [
        format!(" {} languages, by file extension", Languages::built_in().iter().count()),
        format!(" judges the {submissions} submissions in "),
    ] {
        assert!(readme.contains(&count), "README.md does not say{count:?}");
    }
}

/// In a row of the table, a file without a folder lies beside the one that is named before it, or in the crate `console`,
/// `rules` or `judging`.
#[test]
fn the_files_that_contributing_names_exist() {
    let text = std::fs::read_to_string(home().join("CONTRIBUTING.md")).unwrap();
    let word = Regex::new(r"`(\.?\w[\w.-]*(?:/[\w.-]+)*/?)`").unwrap();
    for line in text.lines() {
        let (is_row, mut folder) = (line.starts_with("| "), PathBuf::new());
        for name in word.captures_iter(line).map(|found| found[1].to_owned()).filter(|name| is_file(name)) {
            let first = name.split('/').next().unwrap();
            if !is_row && !home().join(first).exists() {
                continue;
            }
            let below = ["console", "rules", "judging"].map(|of| Path::new("crates").join(of).join("src"));
            let mut places =
                [PathBuf::from(&name), folder.join(&name)].into_iter().chain(below.map(|of| of.join(&name)));
            let place = places.find(|place| home().join(place).exists());
            let place = place.unwrap_or_else(|| panic!("CONTRIBUTING.md: there is no {name} in {line}"));
            folder = if name.ends_with('/') { place } else { place.parent().unwrap().to_owned() };
        }
    }
}

/// Whether a word is a path or the name of a file, and not one with a placeholder or of which each game has one.
fn is_file(word: &str) -> bool {
    let is_name = [".rs", ".toml", ".json", ".py", ".yml"].iter().any(|ending| word.ends_with(ending));
    (is_name || word.contains('/')) && !word.contains("NAME") && word != "challenge.toml"
}

/// The values of an option of `judge check`, without `auto`.
fn values(option: &str) -> Vec<String> {
    let judge = referee::cli::judge::command();
    let check = judge.find_subcommand("check").unwrap();
    let arg = check.get_arguments().find(|arg| arg.get_id() == option).unwrap();
    let values = arg.get_possible_values().into_iter().map(|value| value.get_name().to_owned());
    values.filter(|name| name != "auto").collect()
}

/// Checks that a section names all of these.
fn lists(page: &str, heading: &str, names: &[String]) {
    let text = std::fs::read_to_string(home().join("docs").join(page)).unwrap();
    let (_, section) = text.split_once(heading).unwrap();
    let level = format!("\n{} ", heading.split(' ').next().unwrap());
    let section = section.split(&level).next().unwrap();
    for name in names {
        assert!(section.contains(&format!("`{name}`")), "{page}, {heading}: {name} is missing");
    }
}

fn options(command: &Command) -> Vec<String> {
    let own = command.get_arguments().filter_map(|arg| Some(format!("--{}", arg.get_long()?)));
    own.chain(command.get_subcommands().flat_map(options)).collect()
}

/// The README and the pages in `docs/`, by their names.
fn pages() -> Vec<(String, String)> {
    let docs = std::fs::read_dir(home().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let read =
        |path: std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).unwrap());
    pages.chain([home().join("README.md")]).map(read).collect()
}
