//! Which format a source has, by what is in it; the exercises that were found in it, and how they are written.

use std::path::{Path, PathBuf};
use std::{fmt, mem};

use regex::Regex;

use super::exercise::ReadExercises;
use super::source::{ImportSource, plain};
use super::{check50, classroom, moodle, olympiad, pairs, polygon, vpl};
use crate::catalogue;
use crate::dialect::WholeCases;
use crate::golf::{RIGHT, WRONG};
use crate::package::{NewFolder, PackageError, usual_folder};
use crate::process::Interrupt;
use crate::suite::counted;
use crate::transcript::visible_line;

type ReadFormat = fn(&ImportSource) -> Result<ReadExercises, PackageError>;

/// A format that stands in one file, which may name others: its name, the endings of such files, what is in their text, and its
/// reader; none if it is not read here.
const FORMATS: [(&str, &[&str], &str, Option<ReadFormat>); 11] = [
    ("Kattis", &["problem.yaml"], "", None),
    ("this judge", &[catalogue::FILE], "", None),
    ("GitHub Classroom", &[".json"], r#"(?s)^\s*(\[|\{.*"tests").*"run""#, Some(classroom::read)),
    ("GitHub Classroom", &[".yml"], "autograding-io-grader", Some(classroom::read)),
    ("CodeRunner", &[".xml"], r#"(?s)<quiz.*"coderunner""#, Some(moodle::read)),
    ("VPL", &[".cases", ".vpl"], r"(?im)^\s*case\s*=", Some(vpl::read)),
    ("tko", &[".toml"], r"(?m)^(\[\[tests\]\]|load = )", Some(pairs::read_tko)),
    ("Polygon", &[".xml"], "(?s)<problem.*<judging", Some(polygon::read)),
    ("DMOJ", &[".yml"], "(?m)^(test_cases|archive|checker|custom_judge)", Some(olympiad::read_dmoj)),
    (
        "CMS",
        &[".yaml"],
        "(?m)^(n_input|public_testcases|score_type|nome_breve|time_limit):",
        Some(olympiad::read_cms),
    ),
    ("check50", &[".py"], r"(?m)^@(check50\.)?check\(", Some(check50::read)),
];

/// Folders in which files that describe exercises may be.
const FOLDERS: [&str; 3] = ["", ".github/classroom", ".github/workflows"];

/// How many files of a folder are looked into for each format.
const MOST_CANDIDATES: usize = 100;

/// Exercises of another system that were read, to be written as challenges.
#[derive(Debug)]
pub struct Exercises {
    named: PathBuf,
    source: ImportSource,
    format: &'static str,
    reading: ReadExercises,
}

/// What can be made of a source. `None` if it is none of the formats here, so that it may be a package of Kattis.
/// Fails if it looks like several formats, cannot be read, or has nothing that can be carried over.
pub fn found(named: &Path) -> Result<Option<Exercises>, PackageError> {
    let fault = |what: &str| Err(PackageError::new(named, what));
    let mut source = ImportSource::open(named)?;
    let mut fitting = fitting(&source);
    let (format, read) = match &mut fitting[..] {
        [(name, file, _), (other, other_file, _), ..] => {
            let [file, other_file] = [file, other_file].map(|file| shown(&file.0));
            return fault(&format!(
                "it looks like {name} ({file}) and {other} ({other_file}); name the file that is meant"
            ));
        }
        [(_, _, None)] => return Ok(None),
        [(name, file, Some(read))] => {
            (source.file, source.text) = mem::take(file);
            (*name, *read)
        }
        [] if named.is_file() => {
            let formats: Vec<_> = FORMATS.iter().skip(3).map(|(name, ..)| *name).collect();
            let formats = formats.join(", ");
            return fault(&format!("it is no file of a format that can be imported ({formats})"));
        }
        [] => ("inputs and answers", pairs::read as ReadFormat),
    };
    let mut reading = read(&source)?;
    let place = if fitting.is_empty() { named } else { &source.file };
    reading.settle().map_err(|why| PackageError::new(place, why))?;
    if reading.exercises.is_empty() {
        let notes: Vec<_> = reading.notes().collect();
        if fitting.is_empty() && notes.is_empty() {
            return Ok(None);
        }
        let what = format!("nothing in it can be carried over ({format}): {}", notes.join("; "));
        return Err(PackageError::new(place, what.trim_end_matches(": ")));
    }
    Ok(Some(Exercises { named: named.to_owned(), source, format, reading }))
}

type Fitting = (&'static str, (PathBuf, String), Option<ReadFormat>);

/// The formats of which a source has files, each with the first of these and its text, and how it is read here.
fn fitting(source: &ImportSource) -> Vec<Fitting> {
    let mut files = vec![source.file.clone()];
    let is_folder = source.file.as_os_str().is_empty();
    for folder in FOLDERS.map(Path::new).iter().filter(|_| is_folder) {
        let names = source.root.names(folder).unwrap_or_default();
        files.extend(names.iter().map(|name| folder.join(name)));
    }
    let mut fitting = Vec::new();
    for (name, endings, pattern, read) in FORMATS {
        let pattern = Regex::new(pattern).expect("tested");
        let is_named =
            |file: &&PathBuf| endings.iter().any(|ending| file.to_string_lossy().ends_with(ending));
        let candidates = files.iter().filter(is_named).take(MOST_CANDIDATES);
        let mut texts = candidates.filter_map(|file| Some((file.clone(), source.read(file).ok()?)));
        fitting.extend(texts.find(|(_, text)| pattern.is_match(text)).map(|file| (name, file, read)));
    }
    fitting
}

/// How many cases and points there are.
fn size(whole: &WholeCases) -> String {
    let all: Vec<_> = whole.list().iter().map(|case| (case.name.as_str(), None)).collect();
    let points = whole.cases().marks(&all).map_or_else(String::new, |marks| {
        format!(", {} point{}", marks.of, if marks.of == 1.0 { "" } else { "s" })
    });
    format!("{}{points}", counted(all.len(), "case"))
}

fn shown(path: &Path) -> String {
    visible_line(path.as_os_str().as_encoded_bytes())
}

impl Exercises {
    /// The folder to make if no other is named: one of the source's name, in the current folder.
    /// Fails if the source has no name.
    pub fn usual_folder(&self) -> Result<PathBuf, PackageError> {
        let name = usual_folder(&self.named)?;
        Ok(if self.named.is_file() { name.with_extension("") } else { name })
    }

    /// Makes the challenge, or a folder with a challenge for each exercise. The folder is there when it is complete, or not
    /// at all. Gives the folder of the first challenge.
    /// Fails if it is there already, a file cannot be carried over, or the challenge could not be read.
    pub fn write(&mut self, folder: &Path, interrupt: &Interrupt) -> Result<PathBuf, PackageError> {
        let new = NewFolder::at(folder)?;
        let mut names: Vec<String> = Vec::new();
        let is_one = self.reading.exercises.len() == 1;
        for exercise in &mut self.reading.exercises {
            exercise.name = plain(&exercise.name);
            while names.contains(&exercise.name) {
                exercise.name += "-2";
            }
            names.push(exercise.name.clone());
            let inner = Path::new(if is_one { "" } else { &exercise.name });
            let title = if is_one { folder.file_name().unwrap_or_default() } else { inner.as_os_str() };
            let place = new.path().join(inner);
            exercise.write(&self.source, &place, &title.to_string_lossy())?;
            // What was written is read as any challenge is. Nobody knows the name of the unfinished folder.
            let dialect = catalogue::open(&place, interrupt).map_err(|why| {
                let why = why.to_string().replace(&*place.to_string_lossy(), "it");
                PackageError::new(folder, format!("what was made of it cannot be used: {why}"))
            })?;
            exercise.size = dialect.whole().map_or_else(String::new, size);
        }
        new.finish()?;
        Ok(if is_one { folder.to_owned() } else { folder.join(&names[0]) })
    }

    /// Whether there are programs with it, of which the verdicts are known.
    pub fn has_programs(&self) -> bool {
        let mut files = self.reading.exercises[0].files.iter();
        files.any(|(place, _)| place.starts_with(RIGHT) || place.starts_with(WRONG))
    }
}

/// Its numbers, and what was left out, in lines.
impl fmt::Display for Exercises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = shown(&self.source.file);
        let file = if file.is_empty() { file } else { format!(" ({file})") };
        let exercises = &self.reading.exercises;
        let size = if let [one] = &exercises[..] { &one.size } else { &counted(exercises.len(), "exercise") };
        writeln!(f, "{size}, from {}{file}", self.format)?;
        for one in exercises.iter().filter(|_| exercises.len() > 1) {
            writeln!(f, "  {}: {}", one.name, one.size)?;
        }
        self.reading.notes().try_for_each(|note| writeln!(f, "  note: {note}"))
    }
}
