//! The files of a package, carried over into a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::data::Data;
use super::imported::{INTERACTIONS, Imported, with_ending};
use super::problem::{FILE, PackageError, Problem};
use super::program::{LARGEST as LARGEST_SOURCE, Sample, submissions, validator};
use crate::dialect::CASES;
use crate::files::Root;
use crate::golf::{EXPECTED, RIGHT, WRONG};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// The largest input or answer, and all that is carried over, in bytes.
const LARGEST: u64 = 256 << 20;
const MOST_BYTES: u64 = 2 << 30;

/// Folders in a package without which verdicts would be wrong.
const NEEDED: [(&str, &str); 2] = [
    ("include", "programs are compiled together with its files, which cannot be imported"),
    ("static_validator", "sources are judged, too, which cannot be imported"),
];

/// Files by which packages of other kinds are known.
const OTHERS: [(&str, &str); 2] = [
    ("domjudge-problem.ini", "DOMjudge took such without problem.yaml; add one with a line `name: TITLE`"),
    ("challenge.toml", "it is a challenge already: `judge check --challenge` takes it"),
];

/// Why a folder is no package, if it is none.
fn no_package(root: &Root) -> Option<String> {
    let is_there =
        |folder: &Path, name: &str| root.names(folder).is_ok_and(|names| names.iter().any(|one| one == name));
    let names = root.names(Path::new(".")).ok()?;
    if names.iter().any(|name| name == FILE) {
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

#[derive(Serialize)]
struct WrittenEntry {
    verdict: Vec<Verdict>,
}

/// The folder of a package. The error says of anything else what to do with it.
pub(super) fn opened(package: &Path) -> Result<Root, PackageError> {
    let root = Root::named(package).map_err(|why| match package.is_file() {
        true => PackageError::new(
            package,
            format!("it is a file; unpack it first, and name the folder with {FILE}"),
        ),
        false => PackageError::new(package, why),
    })?;
    no_package(&root).map_or(Ok(root), |why| Err(PackageError::new(package, why)))
}

/// Carries a package over into a folder that is empty, all but `challenge.toml`.
pub(super) fn carried_over(root: &Root, into: &Path) -> Result<Imported, PackageError> {
    let problem = Problem::read(root)?;
    for (name, why) in NEEDED {
        if root.is_folder(Path::new(name)).unwrap_or(false) {
            return Err(PackageError::new(Path::new(name), why));
        }
    }
    let data = Data::read(root, &problem)?;
    let mut copy = Copy::new(root, into);
    for (name, input, answer) in &data.cases {
        let place = Path::new(CASES).join(name);
        copy.file(input, &with_ending(&place, "in"), LARGEST)?;
        match answer {
            Some(answer) => copy.file(answer, &with_ending(&place, "ans"), LARGEST)?,
            None => copy.write(&with_ending(&place, "ans"), b"")?,
        }
    }
    let mut notes = [&problem.notes[..], &data.notes].concat();
    let mut conversations = 0;
    for file in &data.interactions {
        let name = file.strip_prefix("data").unwrap_or(file);
        let is_of_case = data.is_of_case(file, &problem);
        let folder = if is_of_case { CASES } else { INTERACTIONS };
        copy.file(file, &Path::new(folder).join(name), LARGEST_SOURCE)?;
        if is_of_case {
            conversations += 1;
        } else {
            let name = visible_line(name.as_os_str().as_encoded_bytes());
            notes.push(format!("{name} is only kept to be read: there is no input of this name to talk by"));
        }
    }
    let validator = if problem.has_validator { Some(copy.validator()?) } else { None };
    let samples = submissions(root, &mut notes)?;
    copy.samples(&samples)?;
    let right = samples.iter().filter(|sample| sample.is_right).count();
    Ok(Imported {
        validator,
        arguments: data.arguments,
        cases: data.cases.len(),
        programs: [right, samples.len() - right],
        conversations,
        interactions: data.interactions.len() - conversations,
        notes,
        problem,
        measured: None,
    })
}

/// Files of a folder that are carried over into another one.
pub(crate) struct Copy<'a> {
    root: &'a Root,
    into: &'a Path,
    /// How many bytes there may still be.
    left: u64,
}

impl<'a> Copy<'a> {
    pub(crate) fn new(root: &'a Root, into: &'a Path) -> Copy<'a> {
        Copy { root, into, left: MOST_BYTES }
    }

    pub(crate) fn file(&mut self, from: &Path, place: &Path, most: u64) -> Result<(), PackageError> {
        let content = self.root.file(from).and_then(|file| file.read(most.min(self.left)));
        let content = content.map_err(|why| PackageError::new(from, why))?;
        self.left -= content.len() as u64;
        self.write(place, &content)
    }

    pub(crate) fn write(&self, place: &Path, content: &[u8]) -> Result<(), PackageError> {
        let path = self.into.join(place);
        let write = || -> io::Result<()> {
            fs::create_dir_all(path.parent().unwrap_or(self.into))?;
            fs::File::create_new(&path)?.write_all(content)
        };
        write().map_err(|why| PackageError::new(&path, why))
    }

    /// The validator's files; gives the place of its source.
    fn validator(&mut self) -> Result<String, PackageError> {
        let files = validator(self.root)?;
        let place = |path: &Path| Path::new("validator").join(path.file_name().unwrap_or_default());
        for file in [&files.source].into_iter().chain(&files.beside) {
            self.file(file, &place(file), LARGEST_SOURCE)?;
        }
        let source = place(&files.source);
        let name = source.to_str().map(str::to_owned);
        name.ok_or_else(|| PackageError::new(&files.source, "the name is no text"))
    }

    fn samples(&mut self, samples: &[Sample]) -> Result<(), PackageError> {
        let mut expected = BTreeMap::new();
        for sample in samples {
            let folder = if sample.is_right { RIGHT } else { WRONG };
            self.file(&sample.file, &Path::new(folder).join(&sample.place), LARGEST_SOURCE)?;
            if !sample.is_right && !sample.verdicts.is_empty() {
                let name = sample.place.to_string_lossy().into_owned();
                expected.insert(name, WrittenEntry { verdict: sample.verdicts.clone() });
            }
        }
        if expected.is_empty() {
            return Ok(());
        }
        let text = toml::to_string(&expected).expect("names of verdicts can be written");
        self.write(&Path::new(WRONG).join(EXPECTED), text.as_bytes())
    }
}
