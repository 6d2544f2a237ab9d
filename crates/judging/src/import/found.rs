//! Which format a source has, by what is in it; the exercises that were found in it, and how they are written.

use std::path::{Path, PathBuf};
use std::{fmt, iter};

use super::exercise::{MOST_CASES, ReadExercises};
use super::source::{ImportSource, plain};
use super::{check50, classroom, moodle, olympiad, pairs, polygon, vpl};
use crate::catalogue;
use crate::dialect::WholeCases;
use crate::package::{NewFolder, PackageError};
use crate::process::Interrupt;
use crate::suite::counted;
use crate::transcript::visible_line;

type ReadFormat = fn(&ImportSource, &Path, &str) -> Result<ReadExercises, PackageError>;

/// A format that stands in one file, which may name others: its name, its files by paths or endings, whether a text is of it,
/// and its reader.
type KnownFormat = (&'static str, &'static [&'static str], fn(&str) -> bool, ReadFormat);

const FORMATS: [KnownFormat; 9] = [
    (
        "GitHub Classroom",
        &["*.json", ".github/classroom/autograding.json"],
        classroom::is_json,
        classroom::read_json,
    ),
    (
        "GitHub Classroom",
        &["*.yml", ".github/workflows/classroom.yml"],
        classroom::is_workflow,
        classroom::read_workflow,
    ),
    ("CodeRunner", &["*.xml"], moodle::is_quiz, moodle::read),
    ("VPL", &["*.cases", "*.vpl"], vpl::is_cases, vpl::read),
    ("tko", &["*.toml"], pairs::is_tko, pairs::read_tko),
    ("Polygon", &["*.xml"], polygon::is_problem, polygon::read),
    ("DMOJ", &["*.yml"], olympiad::is_dmoj, olympiad::read_dmoj),
    ("CMS", &["*.yaml"], olympiad::is_cms, olympiad::read_cms),
    ("check50", &["*.py"], check50::is_checks, check50::read),
];

/// A file that makes a folder a package of Kattis, or a challenge.
const OTHERS: [(&str, &str); 2] = [("problem.yaml", "Kattis"), (catalogue::FILE, "this judge")];

/// How many files of a folder are looked into for each format.
const MOST_CANDIDATES: usize = 100;

/// Exercises of another system that were read, to be written as challenges.
#[derive(Debug)]
pub struct Exercises {
    source: ImportSource,
    format: &'static str,
    file: PathBuf,
    reading: ReadExercises,
}

/// What can be made of a source. `None` if it is none of the formats here, so that it may be a package of Kattis.
/// Fails if it looks like several formats, cannot be read, or has nothing that can be carried over.
pub fn found(named: &Path) -> Result<Option<Exercises>, PackageError> {
    let source = ImportSource::open(named)?;
    if let Some(file) = &source.file {
        let start = source.root.file(file).and_then(|file| file.start(2));
        if start.is_ok_and(|start| start == b"PK") {
            return Err(PackageError::new(named, "it is an archive; unpack it first, and name the folder"));
        }
        source.text(file)?;
    }
    let mut fitting = fitting(&source);
    let (format, file, reading) = match (fitting.pop(), fitting.pop()) {
        (Some((name, file, _)), Some((other, other_file, _))) => {
            let [file, other_file] = [file, other_file].map(|file| shown(&file));
            let what = format!(
                "it looks like {other} ({other_file}) and {name} ({file}); name the file that is meant"
            );
            return Err(PackageError::new(named, what));
        }
        (Some((_, _, None)), None) => return Ok(None),
        (Some((name, file, Some(read))), None) => {
            let reading = read(&source, &file, &source.text(&file)?)?;
            (name, file, reading)
        }
        (None, _) if source.file.is_some() => {
            let formats: Vec<_> = FORMATS.iter().skip(1).map(|(name, ..)| *name).collect();
            let what = format!("it is no file of a format that can be imported ({})", formats.join(", "));
            return Err(PackageError::new(named, what));
        }
        (None, _) => match pairs::read(&source)? {
            Some(reading) => (pairs::NAME, PathBuf::new(), reading),
            None => return Ok(None),
        },
    };
    let ReadExercises { mut exercises, notes } = reading;
    exercises.retain(|exercise| !exercise.tests.is_empty());
    let fault = |what: String| {
        let place = if file.as_os_str().is_empty() { named } else { &file };
        Err(PackageError::new(place, what))
    };
    if exercises.is_empty() {
        let notes = if notes.is_empty() { String::new() } else { format!(": {}", notes.join("; ")) };
        return fault(format!("nothing in it can be carried over ({format}){notes}"));
    }
    if exercises.iter().any(|exercise| exercise.tests.len() > MOST_CASES) {
        return fault(format!("it has more than {MOST_CASES} cases"));
    }
    Ok(Some(Exercises { source, format, file, reading: ReadExercises { exercises, notes } }))
}

/// The formats of which a source has files, each with the first of these, and how it is read here.
fn fitting(source: &ImportSource) -> Vec<(&'static str, PathBuf, Option<ReadFormat>)> {
    let names = match &source.file {
        Some(file) => vec![file.clone()],
        None => source.root.names(Path::new("")).unwrap_or_default().into_iter().map(PathBuf::from).collect(),
    };
    let mut fitting: Vec<(&str, PathBuf, Option<ReadFormat>)> = Vec::new();
    for (file, name) in OTHERS {
        if names.iter().any(|one| one == Path::new(file)) {
            fitting.push((name, PathBuf::from(file), None));
        }
    }
    for (name, files, is, read) in FORMATS {
        let mut candidates: Vec<PathBuf> = Vec::new();
        for pattern in files {
            let ends = |name: &&PathBuf| {
                pattern.strip_prefix('*').is_some_and(|ending| name.to_string_lossy().ends_with(ending))
            };
            candidates.extend(names.iter().filter(ends).take(MOST_CANDIDATES).cloned());
            candidates.extend((source.file.is_none() && !pattern.starts_with('*')).then(|| pattern.into()));
        }
        let fits = |file: &&PathBuf| source.text(file).is_ok_and(|text| is(&text));
        fitting.extend(candidates.iter().find(fits).map(|file| (name, file.clone(), Some(read))));
    }
    fitting
}

/// How many cases and points there are.
fn size(whole: &WholeCases) -> String {
    let all: Vec<_> = whole.list().iter().map(|case| (case.name.as_str(), true)).collect();
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
        let folder = self.source.root.path_of(self.source.file.as_deref().unwrap_or(Path::new("")));
        let name = if self.source.file.is_some() { folder.file_stem() } else { folder.file_name() };
        name.map(PathBuf::from).ok_or_else(|| PackageError::new(&folder, "name the folder to make"))
    }

    /// Makes the challenge, or a folder with a challenge for each exercise. The folder is there when it is complete, or not
    /// at all. Gives the folder of the first challenge.
    /// Fails if it is there already, a file cannot be carried over, or the challenge could not be read.
    pub fn write(&mut self, folder: &Path, interrupt: &Interrupt) -> Result<PathBuf, PackageError> {
        let new = NewFolder::at(folder)?;
        let mut names: Vec<String> = Vec::new();
        let is_one = self.reading.exercises.len() == 1;
        for exercise in &mut self.reading.exercises {
            let plain = plain(&exercise.name);
            let numbered = (2..).map(|number| format!("{plain}-{number}"));
            exercise.name = iter::once(plain.clone())
                .chain(numbered)
                .find(|name| !names.contains(name))
                .unwrap_or_default();
            names.push(exercise.name.clone());
            let (place, title) = match is_one {
                true => (
                    new.path().to_owned(),
                    folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                ),
                false => (new.path().join(&exercise.name), exercise.name.clone()),
            };
            exercise.write(&self.source, &place, &title)?;
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
        let is_program = |(place, _): &(PathBuf, _)| {
            place.starts_with(crate::golf::RIGHT) || place.starts_with(crate::golf::WRONG)
        };
        self.reading.exercises[0].files.iter().any(is_program)
    }
}

/// Its numbers, and what was left out, in lines.
impl fmt::Display for Exercises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exercises = &self.reading.exercises;
        let from = match self.file.as_os_str().is_empty() {
            true => format!("from {}", self.format),
            false => format!("from {} ({})", self.format, shown(&self.file)),
        };
        match &exercises[..] {
            [one] => writeln!(f, "{}, {from}", one.size)?,
            several => {
                writeln!(f, "{}, {from}", counted(several.len(), "exercise"))?;
                several.iter().try_for_each(|one| writeln!(f, "  {}: {}", one.name, one.size))?;
            }
        }
        self.reading.notes.iter().try_for_each(|note| writeln!(f, "  note: {note}"))
    }
}
