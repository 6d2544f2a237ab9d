//! `problem.yaml`: what kind of problem it is, and its limits.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::PackageError;
use super::keys::{self, Notes, check_keys};
use super::validator::VALIDATORS;
use super::yaml::Yaml;
use crate::challenge::{MOST_PASSES, MOST_SIZE, MOST_TIME};
use crate::dialect::Timing;
use crate::files::Root;

pub(super) const FILE: &str = "problem.yaml";

/// What DOMjudge keeps beside it.
const INI: &str = "domjudge-problem.ini";

/// The largest such file, in bytes.
const LARGEST: u64 = 1 << 20;

/// How many passes there are at most where nothing is said.
const USUAL_PASSES: u32 = 2;

/// The version of the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Version {
    #[default]
    Legacy,
    Of2023,
    Of2025,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Problem {
    pub(super) title: String,
    pub(super) version: Version,
    pub(super) is_interactive: bool,
    pub(super) is_scoring: bool,
    /// Whether submissions are the answers to the cases.
    pub(super) takes_answers: bool,
    /// How often a program is run in a case, at most.
    pub(super) passes: Option<u32>,
    /// Whether it may write files into the folder of a run, if that is said.
    pub(super) writes: Option<bool>,
    pub(super) has_validator: bool,
    /// Arguments of the validator for all cases.
    pub(super) arguments: Vec<String>,
    pub(super) time: Option<f64>,
    /// How the limit of time follows from its programs.
    pub(super) timing: Option<Timing>,
    /// Units of 2^20 bytes; seconds.
    pub(super) memory: Option<u64>,
    pub(super) output: Option<u64>,
    pub(super) validator_time: Option<f64>,
    pub(super) validator_memory: Option<u64>,
    /// Units of 2^10 bytes of a source.
    pub(super) code: Option<u64>,
    /// The codes of the languages that may be used; all if there are none.
    pub(super) languages: Vec<String>,
    /// What stands for names in braces.
    pub(super) constants: BTreeMap<String, String>,
}

impl Problem {
    pub(super) fn read(root: &Root, notes: &mut Notes) -> Result<Problem, PackageError> {
        let place = Path::new(FILE);
        let fault = |what: String| PackageError::new(place, what);
        let has_file = root.file(place).is_ok();
        let yaml = if has_file { read_yaml(root, place)? } else { Yaml::Table(Vec::new()) };
        let Yaml::Table(_) = yaml else { return Err(fault("it is no table".to_owned())) };
        let version = match yaml.get("problem_format_version") {
            Yaml::Null => "legacy",
            found => found.text().unwrap_or_default(),
        };
        let version = match version {
            "legacy" | "legacy-icpc" => Version::Legacy,
            "2023-07" | "2023-07-draft" => Version::Of2023,
            "2025-09" | "2025-09-draft" | "draft" => Version::Of2025,
            other => {
                return Err(fault(format!(
                    "format version {other:?} is not known, only 2025-09, 2023-07, legacy and legacy-icpc"
                )));
            }
        };
        let is_strict = version == Version::Of2025;
        check_keys(place, &yaml, keys::PROBLEM, is_strict, notes)?;
        check_keys(place, yaml.get("limits"), keys::LIMITS, is_strict, notes)?;
        check_keys(
            place,
            yaml.get("limits").get("time_multipliers"),
            keys::TIME_MULTIPLIERS,
            is_strict,
            notes,
        )?;
        let mut problem = Problem { title: title(&yaml), version, ..Problem::default() };
        problem.kind(&yaml, root).map_err(fault)?;
        problem.limits(yaml.get("limits")).map_err(fault)?;
        problem.languages = yaml.words("languages").map_err(fault)?.unwrap_or_default();
        problem.languages.retain(|language| language != "all" && !problem.takes_answers);
        problem.constants(yaml.get("constants")).map_err(fault)?;
        // The newest format forbids it where nothing is said.
        let writes = yaml.get("allow_file_writing").text().map(|text| text.eq_ignore_ascii_case("true"));
        problem.writes = writes.or(is_strict.then_some(false));
        problem.of_domjudge(root)?;
        Ok(problem)
    }

    fn kind(&mut self, yaml: &Yaml, root: &Root) -> Result<(), String> {
        let is_legacy = self.version == Version::Legacy;
        for kind in yaml.words("type")?.unwrap_or_default() {
            match kind.as_str() {
                "pass-fail" => {}
                "interactive" if !is_legacy => self.is_interactive = true,
                "scoring" => self.is_scoring = true,
                "multi-pass" if !is_legacy => self.passes = Some(USUAL_PASSES),
                "submit-answer" if !is_legacy => self.takes_answers = true,
                other => return Err(format!("problems of the type {other:?} are not known")),
            }
        }
        if !is_legacy {
            self.has_validator =
                VALIDATORS.iter().any(|name| root.is_folder(Path::new(name)).unwrap_or(false));
            if self.takes_answers && (self.is_interactive || self.passes.is_some()) {
                return Err("`submit-answer` cannot stand beside `interactive` or `multi-pass`".to_owned());
            }
            return match (self.is_interactive || self.passes.is_some()) && !self.has_validator {
                true => {
                    Err("an interactive problem, or one of several passes, needs an output validator"
                        .to_owned())
                }
                false => Ok(()),
            };
        }
        for word in yaml.words("validation")?.unwrap_or_default() {
            match word.as_str() {
                "default" => {}
                "custom" => self.has_validator = true,
                "interactive" => self.is_interactive = true,
                "score" => self.is_scoring = true,
                // DOMjudge's.
                "multi-pass" => self.passes = Some(USUAL_PASSES),
                other => return Err(format!("`validation: {other}` is not known")),
            }
        }
        if (self.is_interactive || self.passes.is_some()) && !self.has_validator {
            return Err("`validation: interactive` and `multi-pass` need `custom`".to_owned());
        }
        self.arguments = yaml.words("validator_flags")?.unwrap_or_default();
        Ok(())
    }

    fn limits(&mut self, limits: &Yaml) -> Result<(), String> {
        let size =
            |key| Ok::<_, String>(limits.number(key, MOST_SIZE as f64)?.map(|size| size.ceil() as u64));
        (self.memory, self.output, self.code) = (size("memory")?, size("output")?, size("code")?);
        self.validator_time = limits.number("validation_time", MOST_TIME)?;
        self.validator_memory = size("validation_memory")?;
        let usual = if self.version == Version::Legacy { 5.0 } else { 2.0 };
        let multipliers = limits.get("time_multipliers");
        let multiplier = match limits.number("time_multiplier", MOST_TIME)? {
            None => multipliers.number("ac_to_time_limit", MOST_TIME)?,
            given => given,
        };
        let resolution = limits.number("time_resolution", MOST_TIME)?.unwrap_or(1.0);
        self.timing = Some(Timing { multiplier: multiplier.unwrap_or(usual), resolution });
        self.time = limits.number("time_limit", MOST_TIME)?;
        if let (Some(passes), true) =
            (limits.number("validation_passes", f64::from(MOST_PASSES))?, self.passes.is_some())
        {
            self.passes = Some((passes as u32).max(USUAL_PASSES));
        }
        Ok(())
    }

    fn constants(&mut self, constants: &Yaml) -> Result<(), String> {
        for name in constants.keys() {
            let value = constants.get(name);
            let variants = value.keys().map(|key| (format!("{name}.{key}"), value.get(key)));
            let plain = if let Yaml::Table(_) = value { value.get("value") } else { value };
            let own = [(name.to_owned(), plain), (format!("{name}.value"), plain)];
            for (name, value) in variants.chain(own) {
                let text =
                    value.text().ok_or_else(|| format!("the constant `{name}` is no text or number"))?;
                self.constants.insert(name, text.to_owned());
            }
        }
        Ok(())
    }

    /// What DOMjudge keeps in files of its own: the limit of time, and whether outputs are judged by a validator.
    fn of_domjudge(&mut self, root: &Root) -> Result<(), PackageError> {
        let path = Path::new(".timelimit");
        if root.file(path).is_ok() {
            let text = root.text(path, LARGEST).map_err(|why| PackageError::new(path, why))?;
            self.time = self.time.or(Some(seconds(path, &text)?));
        }
        let path = Path::new(INI);
        if root.file(path).is_err() {
            return Ok(());
        }
        let text = root.text(path, LARGEST).map_err(|why| PackageError::new(path, why))?;
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            let value = value.trim().trim_matches(['"', '\'']);
            match key.trim() {
                "timelimit" => self.time = self.time.or(Some(seconds(path, value)?)),
                "special_compare" | "special_run" => self.has_validator = true,
                "name" if self.title == UNNAMED => value.clone_into(&mut self.title),
                _ => {}
            }
            self.is_interactive |= key.trim() == "special_run";
        }
        Ok(())
    }
}

fn seconds(path: &Path, text: &str) -> Result<f64, PackageError> {
    let time = text.trim().parse().ok().filter(|time: &f64| *time > 0.0 && *time <= MOST_TIME);
    time.ok_or_else(|| {
        PackageError::new(path, format!("it is no number of seconds above zero, up to {MOST_TIME}"))
    })
}

/// What a problem is called that has no name.
const UNNAMED: &str = "A problem";

/// A name in English, or else in any language.
fn title(yaml: &Yaml) -> String {
    let name = yaml.get("name");
    let first = name.keys().next().map_or(&Yaml::Null, |language| name.get(language));
    let found = [name, name.get("en"), first].into_iter().find_map(Yaml::text);
    found.filter(|name| !name.trim().is_empty()).unwrap_or(UNNAMED).to_owned()
}

pub(super) fn read_yaml(root: &Root, path: &Path) -> Result<Yaml, PackageError> {
    let text = root.text(path, LARGEST);
    let text = text.map_err(|why| PackageError::new(path, why))?;
    Yaml::read(&text).map_err(|why| PackageError::new(path, why))
}
