//! A package, read: the text of its challenge, its cases and its programs.

use std::path::{Path, PathBuf};

use super::data::Data;
use super::error::PackageError;
use super::keys::{self, Notes};
use super::manifest::{WrittenCases, WrittenChallenge};
use super::problem::{FILE, Problem};
use super::statement::statement;
use super::submissions::submissions;
use super::validator::{STATIC_VALIDATOR, VALIDATORS, entries, is_hidden, validator};
use crate::challenge::Challenge;
use crate::dialect::{Package, WholeCase};
use crate::files::Root;
use crate::transcript::visible_line;

/// Files by which packages of other kinds are known.
const OTHERS: [(&str, &str); 1] =
    [("challenge.toml", "it is a challenge already: `judge check --challenge` takes it")];

/// The file by which a package of DOMjudge is known.
const INI: &str = "domjudge-problem.ini";

/// A package that was read.
#[derive(Debug)]
pub struct ReadPackage {
    challenge: WrittenChallenge,
    /// The cases, with the paths of their files below the package.
    pub cases: Vec<WholeCase>,
    /// Conversations without a case that they are of.
    pub interactions: Vec<PathBuf>,
    /// Its programs, and what is left out.
    pub package: Package,
}

/// Whether a folder is a package.
pub fn is_package(root: &Root) -> bool {
    [FILE, INI].iter().any(|name| root.file(Path::new(name)).is_ok())
}

/// Reads the package in a folder.
pub fn read(root: &Root) -> Result<ReadPackage, PackageError> {
    let mut notes = Notes::default();
    let problem = Problem::read(root, &mut notes)?;
    // A file or a link of others beside them does no harm.
    let names = root.names(Path::new("")).map_err(|why| PackageError::new(Path::new(""), why))?;
    let has_files = |folder: &&str| {
        let is_folder = !is_hidden(folder.as_bytes()) && root.is_folder(Path::new(folder)).unwrap_or(false);
        is_folder
            && entries(root, Path::new(folder))
                .is_ok_and(|(inner, files)| !(inner.is_empty() && files.is_empty()))
    };
    let names = names.iter().filter_map(|name| name.to_str()).filter(has_files);
    // The formats do not forbid other folders.
    keys::check(Path::new(""), names, keys::FOLDERS, false, &mut notes)?;
    let statement = statement(root, &problem, &mut notes);
    let programs = submissions(root, &problem, &mut notes)?;
    let has_points = programs.iter().flat_map(|program| &program.rules).any(|rule| rule.points.is_some());
    let of_domjudge = has_points || root.file(Path::new(INI)).is_ok();
    let data = Data::read(root, &problem, of_domjudge, &mut notes)?;
    let has_points = data.said.values().any(|said| said.points.is_some());
    if problem.is_scoring && problem.has_validator && !has_points {
        notes.add("the score of its validator does not count: no group has a highest number of points");
    }
    let source = |is_needed, folders: &[&str]| match is_needed {
        true => validator(root, folders).map(Some),
        false => Ok(None),
    };
    let has_static = data.said.values().any(|said| said.is_static);
    if !has_static && root.is_folder(Path::new(STATIC_VALIDATOR[0])).unwrap_or(false) {
        notes.add("the static validator judges nothing: no folder of cases has a `static_validation_score`");
    }
    let text = |path: &PathBuf| {
        path.to_str().map(str::to_owned).ok_or_else(|| PackageError::new(path, "the name is no text"))
    };
    let challenge = WrittenChallenge {
        title: problem.title,
        cases: WrittenCases {
            compare: None,
            validator: source(problem.has_validator, &VALIDATORS)?.as_ref().map(text).transpose()?,
            static_validator: source(has_static, &STATIC_VALIDATOR)?.as_ref().map(text).transpose()?,
            interactive: problem.is_interactive,
            answers: problem.takes_answers,
            passes: problem.passes,
            writes: problem.writes,
            time: problem.time,
            memory: problem.memory,
            output: problem.output,
            validator_time: problem.validator_time,
            validator_memory: problem.validator_memory,
            languages: problem.languages,
            code: problem.code,
            arguments: data.arguments,
        },
        case: data.said,
    };
    let package = Package {
        programs,
        statement,
        constants: problem.constants,
        timing: problem.timing.filter(|_| problem.time.is_none() && !problem.takes_answers),
        notes: notes.all(),
    };
    let read = ReadPackage { challenge, cases: data.cases, interactions: data.interactions, package };
    // What the package says may be what no challenge can say, such as unknown arguments of the comparison.
    let checked = Challenge::read(&read.text()).map(drop);
    checked.map_err(|why| PackageError::new(Path::new(FILE), visible_line(why.what.as_bytes())))?;
    Ok(read)
}

impl ReadPackage {
    /// The text of its `challenge.toml`.
    pub fn text(&self) -> String {
        self.challenge.text()
    }

    /// The limit of processor time, in seconds, if it is known.
    pub fn time(&self) -> Option<f64> {
        self.challenge.cases.time
    }

    /// The same with this limit of processor time.
    #[must_use]
    pub fn within(mut self, time: f64) -> ReadPackage {
        self.challenge.cases.time = Some(time);
        self
    }

    /// The same with one more sentence about it.
    #[must_use]
    pub fn noting(mut self, note: &str) -> ReadPackage {
        self.package.notes.push(note.to_owned());
        self
    }

    /// The sources of the validators of outputs and of sources, below the package, as far as it has some.
    pub fn validators(&self) -> [Option<&Path>; 2] {
        let cases = &self.challenge.cases;
        [&cases.validator, &cases.static_validator].map(|source| source.as_deref().map(Path::new))
    }

    /// The same with the validators at other places.
    #[must_use]
    pub fn with_validators(mut self, [output, sources]: [Option<String>; 2]) -> ReadPackage {
        (self.challenge.cases.validator, self.challenge.cases.static_validator) = (output, sources);
        self
    }
}

/// The folder of a package. The error says of anything else what to do with it.
pub fn opened(package: &Path) -> Result<Root, PackageError> {
    let root = Root::named(package).map_err(|why| match package.is_file() {
        true => PackageError::new(package, format!("it is a file; name the folder with {FILE}")),
        false => PackageError::new(package, why),
    })?;
    no_package(&root).map_or(Ok(root), |why| Err(PackageError::new(package, why)))
}

/// Why a folder is no package, if it is none.
fn no_package(root: &Root) -> Option<String> {
    let is_there =
        |folder: &Path, name: &str| root.names(folder).is_ok_and(|names| names.iter().any(|one| one == name));
    let names = root.names(Path::new(".")).ok()?;
    if is_package(root) {
        return None;
    }
    let mut inner: Vec<_> = names
        .iter()
        .filter(|name| root.is_folder(Path::new(name)).unwrap_or(false) && is_there(Path::new(name), FILE))
        .map(|name| visible_line(name.as_encoded_bytes()))
        .collect();
    inner.sort();
    let archive = names.iter().find(|name| Path::new(name).extension().is_some_and(|ending| ending == "zip"));
    let other = OTHERS.iter().find(|(name, _)| names.iter().any(|one| one == name));
    let hint = match (&inner[..], other, archive) {
        ([], Some((_, hint)), _) => (*hint).to_owned(),
        ([], None, Some(archive)) => format!("unpack {} first", visible_line(archive.as_encoded_bytes())),
        ([], None, None) => {
            "it has nothing else that is known, either (`judge import --help`); cases of another form become a challenge as \
             cases/NAME.in and cases/NAME.ans"
                .to_owned()
        }
        (packages, ..) => format!("it has packages in it, name one: {}", packages.join(", ")),
    };
    Some(format!("not a Kattis package (no {FILE} in it); {hint}"))
}
