//! Carries over what a package holds into the folder of a challenge.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::imported::{INTERACTIONS, Imported, with_ending};
use crate::dialect::{CASES, CaseRule, WholeCase};
use crate::files::{Bundle, Root};
use crate::golf::{EXPECTED, RIGHT, WRONG, filled};
use crate::kattis::{self, PackageError, ReadPackage};
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// The largest input or answer, source or conversation, and all that is carried over, in bytes.
const LARGEST: u64 = 256 << 20;
const LARGEST_SOURCE: u64 = 16 << 20;
const MOST_BYTES: u64 = 2 << 30;

/// The folders of the validators of outputs and of sources in a challenge that was made.
const VALIDATORS: [&str; 2] = ["validator", "static-validator"];

#[derive(Serialize)]
struct WrittenEntry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a [String]>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    cases: &'a [CaseRule<String>],
}

/// Carries a package over into a folder that is empty, all but `challenge.toml`.
pub(super) fn carried_over(root: &Root, into: &Path) -> Result<Imported, PackageError> {
    let read = kattis::read(root)?;
    let mut copy = Copy::new(root, into);
    for case in &read.cases {
        copy.case(case)?;
    }
    let mut notes = read.package.notes.clone();
    for file in &read.interactions {
        let name = file.strip_prefix("data").unwrap_or(file);
        copy.file(file, &Path::new(INTERACTIONS).join(name), LARGEST_SOURCE)?;
        let name = visible_line(name.as_os_str().as_encoded_bytes());
        notes.push(format!("{name} is only kept to be read: there is no input of this name to talk by"));
    }
    let constants = &read.package.constants;
    if root.is_folder(Path::new("include")).unwrap_or(false) {
        copy.program(Path::new("include"), Path::new("include"), constants)?;
    }
    let mut validators = [None, None];
    for ((place, source), folder) in validators.iter_mut().zip(read.validators()).zip(VALIDATORS) {
        let Some(source) = source else { continue };
        copy.program(source.parent().unwrap_or(source), Path::new(folder), constants)?;
        let own = Path::new(folder).join(source.file_name().unwrap_or_default());
        *place = Some(own.to_string_lossy().into_owned());
    }
    copy.programs(&read)?;
    let right = read.package.programs.iter().filter(|program| is_right(program.verdicts.as_deref())).count();
    Ok(Imported {
        programs: [right, read.package.programs.len() - right],
        conversations: read.cases.iter().filter(|case| case.conversation.is_some()).count(),
        interactions: read.interactions.len(),
        notes,
        is_measured: false,
        read: read.with_validators(validators),
    })
}

fn is_right(verdicts: Option<&[String]>) -> bool {
    verdicts.is_some_and(|verdicts| verdicts == [Verdict::Accepted.name()])
}

/// Files of a folder that are carried over into another one.
pub(crate) struct Copy<'a> {
    root: &'a Root,
    into: &'a Path,
    /// How many bytes there may still be.
    bytes_left: u64,
}

impl<'a> Copy<'a> {
    pub(crate) fn new(root: &'a Root, into: &'a Path) -> Copy<'a> {
        Copy { root, into, bytes_left: MOST_BYTES }
    }

    pub(crate) fn file(&mut self, from: &Path, place: &Path, most: u64) -> Result<(), PackageError> {
        let content = self.root.file(from).and_then(|file| file.read(most.min(self.bytes_left)));
        let content = content.map_err(|why| PackageError::new(from, why))?;
        self.bytes_left -= content.len() as u64;
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

    fn case(&mut self, case: &WholeCase) -> Result<(), PackageError> {
        // One that is judged by the sources has no files.
        if case.input.is_none() {
            return Ok(());
        }
        let place = Path::new(CASES).join(&case.name);
        let files = [(&case.input, "in"), (&case.answer, "ans"), (&case.conversation, "interaction")];
        for (file, ending) in files {
            match file {
                Some(file) => self.file(file, &with_ending(&place, ending), LARGEST)?,
                None if ending == "ans" => self.write(&with_ending(&place, ending), b"")?,
                None => {}
            }
        }
        match &case.files {
            Some(folder) => self.program(folder, &with_ending(&place, "files"), &BTreeMap::new()),
            None => Ok(()),
        }
    }

    /// A file or a folder with texts in place of the names of constants.
    fn program(
        &mut self,
        from: &Path,
        place: &Path,
        constants: &BTreeMap<String, String>,
    ) -> Result<(), PackageError> {
        let fault = |why: io::Error| PackageError::new(from, why);
        let most = LARGEST_SOURCE.min(self.bytes_left);
        let files = Bundle::of_author(self.root, from, most).map_err(fault)?;
        self.bytes_left -= files.files().map(|(_, content)| content.len() as u64).sum::<u64>();
        let files = filled(files, Some(constants)).renamed(from, place);
        files.write(self.into).map_err(fault)
    }

    fn programs(&mut self, read: &ReadPackage) -> Result<(), PackageError> {
        let mut expected = BTreeMap::new();
        for program in &read.package.programs {
            let verdicts = program.verdicts.as_deref();
            let below: std::path::PathBuf = program.path.iter().skip(1).collect();
            let folder = if is_right(verdicts) { RIGHT } else { WRONG };
            self.program(&program.path, &Path::new(folder).join(&below), &read.package.constants)?;
            if folder == WRONG {
                let name = below.to_string_lossy().into_owned();
                expected.insert(name, WrittenEntry { verdict: verdicts, cases: &program.rules });
            }
        }
        if expected.is_empty() {
            return Ok(());
        }
        let text = toml::to_string(&expected).expect("names of verdicts can be written");
        self.write(&Path::new(WRONG).join(EXPECTED), text.as_bytes())
    }
}
