//! The cases of a package: `data/sample` and `data/secret`, with the validator's arguments for each folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::problem::{PackageError, Problem, read_yaml};
use super::yaml::Yaml;
use crate::dialect::INTERACTION;
use crate::files::Root;

const DATA: &str = "data";

/// The folders in it that hold cases, in their order. Others hold what validators must refuse.
const KINDS: [&str; 2] = ["sample", "secret"];

/// Files with the settings of a folder of cases, the newer name first.
const SETTINGS: [&str; 2] = ["test_group.yaml", "testdata.yaml"];

/// What a package may hold at most: cases, folders in each other.
const MOST_CASES: usize = 20_000;
const DEEPEST: usize = 8;

#[derive(Debug, Default)]
pub(super) struct Data {
    /// Inputs and, if there are some, answers: the name of the case, and the files.
    pub(super) cases: Vec<(String, PathBuf, Option<PathBuf>)>,
    /// Conversations that the specification shows.
    pub(super) interactions: Vec<PathBuf>,
    /// The validator's arguments, by the folder or name of cases.
    pub(super) arguments: BTreeMap<String, Vec<String>>,
    pub(super) notes: Vec<String>,
}

impl Data {
    pub(super) fn read(root: &Root, problem: &Problem) -> Result<Data, PackageError> {
        let mut data = Data::default();
        let top = Path::new(DATA);
        let usual = data.settings(root, top, problem, Vec::new())?;
        data.arguments.insert(String::new(), with_all(problem, &usual));
        for kind in KINDS {
            let folder = top.join(kind);
            if root.is_folder(&folder).unwrap_or(false) {
                data.folder(root, &folder, problem, &usual, 0)?;
            }
        }
        if data.cases.is_empty() {
            return Err(PackageError::new(top, "there are no cases in sample and secret"));
        }
        // Where nothing else is said there are none anyway.
        data.arguments.retain(|place, words| !(place.is_empty() && words.is_empty()));
        Ok(data)
    }

    /// Whether a conversation is by a case of the same name, so that the validator can be talked with so.
    pub(super) fn is_of_case(&self, interaction: &Path, problem: &Problem) -> bool {
        let input = interaction.with_extension("in");
        problem.is_interactive && self.cases.iter().any(|(_, file, _)| *file == input)
    }

    fn folder(
        &mut self,
        root: &Root,
        folder: &Path,
        problem: &Problem,
        above: &[String],
        depth: usize,
    ) -> Result<(), PackageError> {
        let fault = |path: &Path, what: &str| PackageError::new(path, what);
        if depth > DEEPEST {
            return Err(fault(folder, "folders lie too deep in each other"));
        }
        let own = self.settings(root, folder, problem, above.to_vec())?;
        if own != above {
            self.arguments.insert(name_of(folder)?, with_all(problem, &own));
        }
        for name in root.names(folder).map_err(|why| PackageError::new(folder, why))? {
            let path = folder.join(name);
            let ending = path.extension().unwrap_or_default().to_str().unwrap_or_default();
            let is_folder = root.is_folder(&path).map_err(|why| PackageError::new(&path, why))?;
            match ending {
                "files" if is_folder => {
                    return Err(fault(&path, "cases with files of their own cannot be imported"));
                }
                _ if is_folder => self.folder(root, &path, problem, &own, depth + 1)?,
                "in" => self.case(root, &path, problem, &own)?,
                INTERACTION => self.interactions.push(path),
                _ => {}
            }
        }
        Ok(())
    }

    fn case(
        &mut self,
        root: &Root,
        input: &Path,
        problem: &Problem,
        above: &[String],
    ) -> Result<(), PackageError> {
        if self.cases.len() >= MOST_CASES {
            return Err(PackageError::new(input, format!("there are more than {MOST_CASES} cases")));
        }
        let name = name_of(&input.with_extension(""))?;
        let answer = Some(input.with_extension("ans")).filter(|answer| root.file(answer).is_ok());
        if answer.is_none() && !problem.is_interactive {
            let missing = input.with_extension("ans");
            let why = root.file(&missing).err().map_or_else(String::new, |why| why.to_string());
            return Err(PackageError::new(&missing, why));
        }
        let settings = input.with_extension("yaml");
        if !problem.is_legacy && root.file(&settings).is_ok() {
            let yaml = read_yaml(root, &settings)?;
            if !yaml.get("args").is_null() {
                return Err(PackageError::new(&settings, "cases with arguments cannot be imported"));
            }
            let own = arguments(&yaml, above.to_vec()).map_err(|why| PackageError::new(&settings, why))?;
            if own != above {
                self.arguments.insert(name.clone(), with_all(problem, &own));
            }
        }
        self.cases.push((name, input.to_owned(), answer));
        Ok(())
    }

    /// The arguments of the validator in a folder.
    fn settings(
        &mut self,
        root: &Root,
        folder: &Path,
        problem: &Problem,
        above: Vec<String>,
    ) -> Result<Vec<String>, PackageError> {
        let found = SETTINGS.iter().map(|name| folder.join(name)).find(|path| root.file(path).is_ok());
        let Some(path) = found else { return Ok(above) };
        let yaml = read_yaml(root, &path)?;
        let scores = ["scoring", "grading", "grader_flags", "accept_score", "range", "score"];
        if yaml.keys().any(|key| scores.contains(&key)) && problem.notes.is_empty() {
            let note = "the grading of groups of cases is not carried over: every case must be right";
            if !self.notes.iter().any(|known| known == note) {
                self.notes.push(note.to_owned());
            }
        }
        if !yaml.get("args").is_null() {
            return Err(PackageError::new(&path, "cases with arguments cannot be imported"));
        }
        arguments(&yaml, above).map_err(|why| PackageError::new(&path, why))
    }
}

/// The arguments that settings name, in the words of either version; else those above.
fn arguments(yaml: &Yaml, above: Vec<String>) -> Result<Vec<String>, String> {
    let own = match yaml.words("output_validator_args")? {
        None => yaml.words("output_validator_flags")?,
        own => own,
    };
    Ok(own.unwrap_or(above))
}

/// The arguments of the problem, and then these.
fn with_all(problem: &Problem, own: &[String]) -> Vec<String> {
    [&problem.arguments, own].concat()
}

/// The name of a case or a folder of cases.
fn name_of(path: &Path) -> Result<String, PackageError> {
    let below = path.strip_prefix(DATA).unwrap_or(path);
    let name = below.to_str().filter(|name| name.chars().all(crate::transcript::is_visible));
    name.map(str::to_owned).ok_or_else(|| PackageError::new(path, "the name is no visible text"))
}
