//! The cases of a package: `data/sample` and `data/secret`, with what the settings of folders and cases say.

use std::collections::BTreeMap;
use std::io::ErrorKind::NotFound;
use std::path::{Path, PathBuf};

use super::error::{PackageError, shown};
use super::keys::{self, Notes, check, check_keys};
use super::manifest::WrittenCase;
use super::problem::{Problem, Version, read_yaml};
use super::validator::entries;
use super::yaml::Yaml;
use crate::challenge::{Freedoms, MOST_POINTS, belongs};
use crate::dialect::{INTERACTION, WholeCase};
use crate::files::Root;

pub(super) const DATA: &str = "data";

/// The folders in it that hold cases, in their order.
const KINDS: [&str; 2] = ["sample", "secret"];

/// Files with the settings of a folder of cases, the newer name first.
const SETTINGS: [&str; 2] = ["test_group.yaml", "testdata.yaml"];

/// The name of the case of a folder in which sources are judged.
const STATIC: &str = "static_validation";

/// What a package may hold at most: cases, folders in each other, bytes of a text about a case.
const MOST_CASES: usize = 20_000;
const DEEPEST: usize = 8;
const LARGEST: u64 = 64 << 10;

#[derive(Debug, Default)]
pub(super) struct Data {
    pub(super) cases: Vec<WholeCase>,
    /// Conversations that the specification shows, without a case that they could be of.
    pub(super) interactions: Vec<PathBuf>,
    /// The validator's arguments, by the folder or name of cases.
    pub(super) arguments: BTreeMap<String, Vec<String>>,
    /// What else is said of folders and cases.
    pub(super) said: BTreeMap<String, WrittenCase>,
    /// The groups whose points are those of each case.
    sums: Vec<String>,
    /// The groups with the least or the mean points of their groups.
    shared: Vec<(String, CombinedPoints)>,
    /// Whether the samples have no points.
    ignores_samples: bool,
}

/// How the points of a group follow from those of its groups, if they are not added.
#[derive(Clone, Copy, Debug)]
enum CombinedPoints {
    Least,
    Mean,
}

/// Reads the data of one package.
struct DataReader<'a> {
    root: &'a Root,
    problem: &'a Problem,
    /// Whether its points in the older formats are meant as DOMjudge means them.
    of_domjudge: bool,
    notes: &'a mut Notes,
    data: Data,
}

/// What counts in a folder if nothing else is said there.
#[derive(Clone, Default)]
struct Above {
    arguments: Vec<String>,
    args: Vec<String>,
}

impl Data {
    pub(super) fn read(
        root: &Root,
        problem: &Problem,
        of_domjudge: bool,
        notes: &mut Notes,
    ) -> Result<Data, PackageError> {
        let top = Path::new(DATA);
        let mut reader = DataReader { root, problem, of_domjudge, notes, data: Data::default() };
        let folders = if root.is_folder(top).unwrap_or(false) { entries(root, top)?.0 } else { Vec::new() };
        let names: Vec<_> = folders.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        check(top, names.iter().copied(), keys::DATA, false, reader.notes)?;
        let usual = reader.settings(top, Above::default(), false)?;
        reader.data.arguments.insert(String::new(), reader.with_all(&usual.arguments));
        for kind in KINDS.iter().filter(|kind| names.contains(kind)) {
            reader.folder(&top.join(kind), &usual, 0)?;
        }
        let DataReader { mut data, .. } = reader;
        if data.cases.is_empty() {
            return Err(PackageError::new(top, "there are no cases in sample and secret"));
        }
        // Where nothing else is said there are none anyway.
        data.arguments.retain(|place, words| !(place.is_empty() && words.is_empty()));
        data.said.retain(|_, said| *said != WrittenCase::default());
        Ok(data)
    }
}

impl DataReader<'_> {
    fn folder(&mut self, folder: &Path, above: &Above, depth: usize) -> Result<(), PackageError> {
        if depth > DEEPEST {
            return Err(PackageError::new(folder, "folders lie too deep in each other"));
        }
        let (folders, files) = entries(self.root, folder)?;
        let has_cases = files.iter().any(|path| path.extension().is_some_and(|ending| ending == "in"));
        let own = self.settings(folder, above.clone(), has_cases)?;
        let mut parts: Vec<_> = folders.iter().chain(&files).collect();
        parts.sort();
        for path in parts {
            match path.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
                "files" if folders.contains(path) => {}
                _ if folders.contains(path) => self.folder(path, &own, depth + 1)?,
                "in" => self.case(path, &own)?,
                INTERACTION if !files.contains(&path.with_extension("in")) => {
                    self.data.interactions.push(path.clone());
                }
                "ans" if !files.contains(&path.with_extension("in")) => {
                    let why = lonely(path, "input", &path.with_extension("in"));
                    self.notes.add(format!("left out: {why}"));
                }
                _ => {}
            }
        }
        self.points(folder)
    }

    fn case(&mut self, input: &Path, above: &Above) -> Result<(), PackageError> {
        if self.data.cases.len() >= MOST_CASES {
            return Err(PackageError::new(input, format!("there are more than {MOST_CASES} cases")));
        }
        let name = name_of(&input.with_extension(""))?;
        if self.data.said.get(&name).is_some_and(|said| said.is_static) {
            let why = format!("`{STATIC}` is the name of the case in which sources are judged");
            return Err(PackageError::new(input, why));
        }
        let beside = |ending: &str| {
            let path = input.with_extension(ending);
            self.root.file(&path).is_ok().then_some(path)
        };
        let answer = beside("ans");
        if answer.is_none() && !self.problem.is_interactive {
            let missing = input.with_extension("ans");
            return Err(match self.root.file(&missing).err().filter(|why| why.kind() != NotFound) {
                Some(why) => PackageError::new(&missing, why),
                None => lonely(input, "answer", &missing),
            });
        }
        let files = input.with_extension("files");
        let case = WholeCase {
            name: name.clone(),
            input: Some(input.to_owned()),
            answer,
            conversation: beside(INTERACTION).filter(|_| self.problem.is_interactive),
            files: self.root.is_folder(&files).unwrap_or(false).then_some(files),
            ..WholeCase::default()
        };
        let texts = [beside("desc"), beside("hint")];
        let [title, hint] = texts.map(|path| path.and_then(|path| self.root.text(&path, LARGEST).ok()));
        let settings = beside("yaml").filter(|_| self.problem.version != Version::Legacy);
        let said = self.data.said.entry(name.clone()).or_default();
        (said.title, said.hint) = (title.and_then(first_line), hint);
        self.data.cases.push(case);
        settings.map_or(Ok(()), |settings| self.said(&settings, &name, above.clone(), false).map(drop))
    }

    /// Reads the settings of a folder, if it has some.
    fn settings(&mut self, folder: &Path, above: Above, has_cases: bool) -> Result<Above, PackageError> {
        let found = SETTINGS.iter().map(|name| folder.join(name)).find(|path| self.root.file(path).is_ok());
        let name = name_of(folder)?;
        match found {
            None => Ok(above),
            Some(path) => self.said(&path, &name, above, has_cases),
        }
    }

    /// Adds the case in which sources are judged, if the settings of a folder name one.
    /// Those of a single case cannot.
    fn sources(&mut self, path: &Path, yaml: &Yaml, folder: &str) -> Result<(), PackageError> {
        let fault = |why: String| PackageError::new(path, why);
        let score = yaml.get("static_validation_score");
        let arguments = yaml.words("static_validator_args").map_err(fault)?;
        if score.is_null() && arguments.is_none() {
            return Ok(());
        }
        let is_of_folder = SETTINGS.iter().any(|name| path.ends_with(name));
        if score.is_null() || !is_of_folder {
            let why =
                "`static_validator_args` needs `static_validation_score`, and both are said of a folder";
            return Err(fault(why.to_owned()));
        }
        let usual = if folder == KINDS[1] { "sum" } else { "pass-fail" };
        let adds_up =
            self.problem.is_scoring && yaml.get("score_aggregation").text().unwrap_or(usual) != "pass-fail";
        let points = match score.text() {
            Some("pass-fail") if !adds_up => None,
            text => Some(text.and_then(points_of).filter(|_| adds_up).ok_or_else(|| {
                let why = "`static_validation_score` is a number of points where `score_aggregation` is `sum` or `min`, and \
                           pass-fail elsewhere";
                fault(why.to_owned())
            })?),
        };
        let name = format!("{folder}/{STATIC}").trim_start_matches('/').to_owned();
        self.data.cases.push(WholeCase { name: name.clone(), ..WholeCase::default() });
        self.data.arguments.insert(name.clone(), arguments.unwrap_or_default());
        self.data.said.insert(name, WrittenCase { is_static: true, points, ..WrittenCase::default() });
        Ok(())
    }

    /// Reads a file of settings of a folder or case; gives what counts there.
    fn said(
        &mut self,
        path: &Path,
        name: &str,
        above: Above,
        has_cases: bool,
    ) -> Result<Above, PackageError> {
        let fault = |why: String| PackageError::new(path, why);
        let mut yaml = read_yaml(self.root, path)?;
        if self.problem.version == Version::Of2025 {
            yaml = yaml.with_constants(&self.problem.constants);
        }
        let is_strict = self.problem.version == Version::Of2025;
        check_keys(path, &yaml, keys::SETTINGS, is_strict, self.notes)?;
        self.sources(path, &yaml, name)?;
        let own = match yaml.words("output_validator_args").map_err(fault)? {
            None => yaml.words("output_validator_flags").map_err(fault)?,
            own => own,
        };
        let args = yaml.words("args").map_err(fault)?;
        if let Some(own) = own.as_ref().filter(|own| **own != above.arguments) {
            if !self.problem.has_validator {
                Freedoms::of_tokens().and_arguments(own).map_err(fault)?;
            }
            self.data.arguments.insert(name.to_owned(), self.with_all(own));
        }
        let said = self.data.said.entry(name.to_owned()).or_default();
        said.args = args.clone().filter(|args| *args != above.args);
        said.hint = yaml.get("hint").text().map(str::to_owned).or(said.hint.take());
        said.title =
            yaml.get("description").text().map(str::to_owned).and_then(first_line).or(said.title.take());
        said.show = match yaml.get("full_feedback").text() {
            Some("true" | "yes" | "True") => Some("all"),
            Some(_) => Some("verdict"),
            None => None,
        };
        if self.problem.is_scoring {
            match self.problem.version {
                Version::Of2025 => self.score(path, &yaml, name)?,
                _ => self.old_score(&yaml, name, has_cases).map_err(fault)?,
            }
        }
        Ok(Above { arguments: own.unwrap_or(above.arguments), args: args.unwrap_or(above.args) })
    }

    /// The points of a folder, by format 2025-09.
    fn score(&mut self, path: &Path, yaml: &Yaml, name: &str) -> Result<(), PackageError> {
        let fault = |why: String| PackageError::new(path, why);
        let said = self.data.said.entry(name.to_owned()).or_default();
        said.score = match yaml.get("score_aggregation").text() {
            None => None,
            Some("pass-fail") => Some("all"),
            Some("sum") => Some("sum"),
            Some("min") => Some("least"),
            Some(other) => return Err(fault(format!("`score_aggregation: {other}` is not known"))),
        };
        if yaml.get("max_score").text() == Some("unbounded") {
            if said.score == Some("all") || said.score.is_none() && name != KINDS[1] {
                let why = "`max_score: unbounded` needs `score_aggregation: sum` or `min`";
                return Err(fault(why.to_owned()));
            }
            said.points = Some(f64::INFINITY);
        } else if !yaml.get("max_score").is_null() {
            let points = yaml.get("max_score").text().and_then(points_of);
            said.points = Some(points.ok_or_else(|| fault("`max_score` is a number of points".to_owned()))?);
        }
        said.requires = yaml.words("require_pass").map_err(fault)?.unwrap_or_default();
        Ok(())
    }

    /// The points of a folder, by the older formats: a score for each case, and flags for the grader.
    fn old_score(&mut self, yaml: &Yaml, name: &str, has_cases: bool) -> Result<(), String> {
        if yaml.get("grading").text().is_some_and(|grading| grading != "default") {
            self.notes.add("points of graders of its own do not count");
        }
        let flags = yaml.words("grader_flags")?.unwrap_or_default();
        let has = |flag: &str| flags.iter().any(|one| one == flag);
        let points = yaml.number("accept_score", MOST_POINTS).unwrap_or_default();
        self.data.ignores_samples |= has("ignore_sample");
        let is_lenient = ["accept_if_any_accepted", "always_accept", "ignore_sample"].into_iter().any(has);
        let said = self.data.said.entry(name.to_owned()).or_default();
        if self.of_domjudge {
            // The points are those of all cases of a group that has no groups, and other groups add them up.
            (said.points, said.score) = match points {
                _ if !has_cases => (None, Some(if has("min") { "least" } else { "sum" })),
                None if self.problem.has_validator => (Some(f64::INFINITY), Some("sum")),
                None => (None, None),
                points => (points, Some("all")),
            };
            let shared = [("min", CombinedPoints::Least), ("avg", CombinedPoints::Mean)];
            let shared = shared.iter().filter(|(flag, _)| !has_cases && has(flag));
            self.data.shared.extend(shared.map(|(_, shared)| (name.to_owned(), *shared)));
            return Ok(());
        }
        said.score = Some(match (has("min"), is_lenient) {
            // A case that is not right has the least points.
            (true, _) => "least",
            (false, true) => "sum",
            (false, false) => "all",
        });
        // How many cases there are is known when they are read.
        said.points = if has_cases { points } else { None };
        if !(has("min") || has("max") || has("avg")) {
            self.data.sums.push(name.to_owned());
        }
        Ok(())
    }

    /// What follows for a folder's points once its cases are read.
    fn points(&mut self, folder: &Path) -> Result<(), PackageError> {
        let name = name_of(folder)?;
        let count =
            self.data.cases.iter().filter(|case| case.name != name && belongs(&case.name, &name)).count();
        let said = self.data.said.entry(name.clone()).or_default();
        if self.data.ignores_samples && name == KINDS[0] {
            said.points = None;
        }
        if self.data.sums.contains(&name) {
            said.points = said.points.map(|points| points * count as f64);
        }
        if let Some((_, shared)) = self.data.shared.iter().find(|(group, _)| *group == name) {
            let groups = self.groups(&name).map(|group| self.total(group)).collect::<Vec<_>>();
            let points = match shared {
                CombinedPoints::Least => groups.iter().copied().reduce(f64::min),
                CombinedPoints::Mean => Some(groups.iter().sum::<f64>() / groups.len() as f64),
            };
            self.data.said.entry(name.clone()).or_default().points =
                points.filter(|points| points.is_finite());
        }
        let is_secret = name == KINDS[1];
        let is_unbounded = |said: &WrittenCase| said.points == Some(f64::INFINITY);
        // Where there is no highest number around it, a group has none either, unless it says so.
        if !is_secret && self.data.said.get(KINDS[1]).is_some_and(is_unbounded) && belongs(&name, KINDS[1]) {
            let said = self.data.said.entry(name.clone()).or_default();
            let is_open = said.points.is_none() && matches!(said.score, Some("sum" | "least"));
            said.points = said.points.or(is_open.then_some(f64::INFINITY));
        }
        if self.problem.is_scoring && self.problem.version == Version::Of2025 && is_secret {
            let has_groups = self
                .data
                .said
                .iter()
                .any(|(place, said)| said.points.is_some() && place.strip_prefix("secret/").is_some());
            let said = self.data.said.entry(name).or_default();
            said.points = said.points.or((!has_groups).then_some(100.0));
            // Without points of its own that is what it means anyway.
            said.score = said.score.or(said.points.map(|_| "sum"));
        }
        Ok(())
    }

    /// The groups in a group about which something is said.
    fn groups<'b>(&'b self, name: &'b str) -> impl Iterator<Item = &'b String> {
        let is_in = move |place: &&String| place.rsplit_once('/').is_some_and(|(around, _)| around == name);
        self.data
            .said
            .keys()
            .filter(is_in)
            .filter(|place| self.data.cases.iter().all(|case| case.name != **place))
    }

    /// The points of a group, its own or those of its groups.
    fn total(&self, name: &str) -> f64 {
        let own = self.data.said.get(name).and_then(|said| said.points);
        own.unwrap_or_else(|| self.groups(name).map(|group| self.total(group)).sum())
    }

    /// The arguments of the problem, and then these.
    fn with_all(&self, own: &[String]) -> Vec<String> {
        [&self.problem.arguments, own].concat()
    }
}

fn points_of(text: &str) -> Option<f64> {
    text.parse().ok().filter(|points| (0.0..=MOST_POINTS).contains(points))
}

fn first_line(text: String) -> Option<String> {
    text.lines().next().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned)
}

/// Why a file that belongs to another one is none of a case.
fn lonely(path: &Path, what: &str, missing: &Path) -> PackageError {
    let name = shown(Path::new(missing.file_name().unwrap_or_default()));
    PackageError::new(path, format!("there is no {what} to it, {name}"))
}

/// The name of a case or a folder of cases.
fn name_of(path: &Path) -> Result<String, PackageError> {
    let below = path.strip_prefix(DATA).unwrap_or(path);
    let name = below.to_str().filter(|name| name.chars().all(crate::transcript::is_visible));
    name.map(str::to_owned).ok_or_else(|| PackageError::new(path, "the name is no visible text"))
}
