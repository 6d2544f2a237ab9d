//! `problem.yaml`: what kind of problem it is, and its limits.

use std::path::Path;

use super::yaml::Yaml;
use crate::challenge::{MOST_SIZE, MOST_TIME};
use crate::files::Root;
use std::fmt::Display;

pub(super) const FILE: &str = "problem.yaml";

/// The largest such file, in bytes.
const LARGEST: u64 = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Problem {
    pub(super) title: String,
    pub(super) is_legacy: bool,
    pub(super) is_interactive: bool,
    pub(super) has_validator: bool,
    /// Arguments of the validator for all cases.
    pub(super) arguments: Vec<String>,
    pub(super) time: Option<f64>,
    /// How many times the slowest accepted program's time the limit is, and what it is a multiple of, in seconds.
    pub(super) multiplier: f64,
    pub(super) resolution: f64,
    /// Units of 2^20 bytes; seconds.
    pub(super) memory: Option<u64>,
    pub(super) output: Option<u64>,
    pub(super) validator_time: Option<f64>,
    pub(super) validator_memory: Option<u64>,
    /// What is not carried over.
    pub(super) notes: Vec<String>,
}

pub(super) const VALIDATORS: [&str; 2] = ["output_validator", "output_validators"];

impl Problem {
    pub(super) fn read(root: &Root) -> Result<Problem, PackageError> {
        let fault = |what: String| PackageError::new(Path::new(FILE), what);
        let yaml = read_yaml(root, Path::new(FILE))?;
        let Yaml::Table(_) = yaml else { return Err(fault("it is no table".to_owned())) };
        let version = match yaml.get("problem_format_version") {
            Yaml::Null => "legacy",
            found => found.text().unwrap_or_default(),
        };
        let is_legacy = match version {
            "legacy" => true,
            "2023-07" | "2023-07-draft" => false,
            other => {
                return Err(fault(format!("format version {other:?} is not known, only legacy and 2023-07")));
            }
        };
        let mut problem = Problem {
            title: title(&yaml),
            is_legacy,
            multiplier: if is_legacy { 5.0 } else { 2.0 },
            resolution: 1.0,
            ..Problem::default()
        };
        problem.kind(&yaml, root).map_err(fault)?;
        problem.limits(yaml.get("limits")).map_err(fault)?;
        if problem.time.is_none() {
            problem.time = old_time(root)?;
        }
        Ok(problem)
    }

    fn kind(&mut self, yaml: &Yaml, root: &Root) -> Result<(), String> {
        let types = yaml.words("type")?.unwrap_or_default();
        for kind in &types {
            match kind.as_str() {
                "pass-fail" => {}
                "interactive" if !self.is_legacy => self.is_interactive = true,
                "scoring" => self.note_scores(),
                other => return Err(format!("problems of the type {other:?} cannot be imported")),
            }
        }
        if !self.is_legacy {
            self.has_validator =
                VALIDATORS.iter().any(|name| root.is_folder(Path::new(name)).unwrap_or(false));
            return match self.is_interactive && !self.has_validator {
                true => Err("an interactive problem needs an output validator".to_owned()),
                false => Ok(()),
            };
        }
        let validation = yaml.words("validation")?.unwrap_or_default();
        for word in &validation {
            match word.as_str() {
                "default" => {}
                "custom" => self.has_validator = true,
                "interactive" => self.is_interactive = true,
                "score" => self.note_scores(),
                other => return Err(format!("problems with `validation: {other}` cannot be imported")),
            }
        }
        if self.is_interactive && !self.has_validator {
            return Err("`validation: interactive` needs `custom`".to_owned());
        }
        self.arguments = yaml.words("validator_flags")?.unwrap_or_default();
        Ok(())
    }

    fn note_scores(&mut self) {
        let note =
            "points are not carried over: a program is accepted if it gets every case right".to_owned();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn limits(&mut self, limits: &Yaml) -> Result<(), String> {
        let size =
            |key| Ok::<_, String>(limits.number(key, MOST_SIZE as f64)?.map(|size| size.ceil() as u64));
        (self.memory, self.output) = (size("memory")?, size("output")?);
        self.validator_time = limits.number("validation_time", MOST_TIME)?;
        self.validator_memory = size("validation_memory")?;
        if self.is_legacy {
            self.multiplier = limits.number("time_multiplier", MOST_TIME)?.unwrap_or(self.multiplier);
            return Ok(());
        }
        self.time = limits.number("time_limit", MOST_TIME)?;
        self.resolution = limits.number("time_resolution", MOST_TIME)?.unwrap_or(self.resolution);
        let multipliers = limits.get("time_multipliers");
        self.multiplier = multipliers.number("ac_to_time_limit", MOST_TIME)?.unwrap_or(self.multiplier);
        Ok(())
    }

    /// The limit of time, in seconds, if the slowest program that is right takes so long.
    pub(super) fn time_for(&self, slowest: f64) -> f64 {
        let steps = (slowest * self.multiplier / self.resolution).ceil().max(1.0);
        // As many digits as a step of the resolution has; 3 * 0.1 is 0.3.
        ((steps * self.resolution * 1e6).round() / 1e6).min(MOST_TIME)
    }
}

/// A name in English, or else in any language.
fn title(yaml: &Yaml) -> String {
    let name = yaml.get("name");
    let first = name.keys().next().map_or(&Yaml::Null, |language| name.get(language));
    let found = [name, name.get("en"), first].into_iter().find_map(Yaml::text);
    found.filter(|name| !name.trim().is_empty()).unwrap_or("A problem").to_owned()
}

/// The file `.timelimit`, where old packages keep the limit in seconds.
fn old_time(root: &Root) -> Result<Option<f64>, PackageError> {
    let path = Path::new(".timelimit");
    let Ok(file) = root.file(path) else { return Ok(None) };
    let text = file.read(1 << 10).and_then(crate::files::text);
    let text = text.map_err(|why| PackageError::new(path, why))?;
    let time = text.trim().parse().ok().filter(|time: &f64| *time > 0.0 && *time <= MOST_TIME);
    let what = format!("it is no number of seconds above zero, up to {MOST_TIME}");
    time.map(Some).ok_or_else(|| PackageError::new(path, what))
}

pub(super) fn read_yaml(root: &Root, path: &Path) -> Result<Yaml, PackageError> {
    let text = root.text(path, LARGEST);
    let text = text.map_err(|why| PackageError::new(path, why))?;
    Yaml::read(&text).map_err(|why| PackageError::new(path, why))
}

/// Why a package cannot be carried over: the file, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct PackageError {
    place: String,
    what: String,
}

impl PackageError {
    pub(crate) fn new(place: &Path, what: impl Display) -> PackageError {
        let place = crate::transcript::visible_line(place.as_os_str().as_encoded_bytes());
        PackageError { place, what: what.to_string() }
    }
}
