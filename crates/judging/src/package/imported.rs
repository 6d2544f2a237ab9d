//! The challenge that a package was carried over to.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs};

use crate::catalogue::FILE;
use crate::dialect::{CASES, INTERACTION};
use crate::kattis::{PackageError, ReadPackage};
use crate::suite::counted;

/// Conversations without a case, which are only there to be read.
pub(super) const INTERACTIONS: &str = "interactions";

/// The limit of time, in seconds, if neither the package nor a program determines it.
const TIME: f64 = 10.0;

#[derive(Debug)]
pub struct Imported {
    pub(super) read: ReadPackage,
    /// How many programs in `right` and `wrong`.
    pub(super) programs: [usize; 2],
    /// How many conversations were put beside their cases.
    pub(super) conversations: usize,
    /// How many others are there to be read.
    pub(super) interactions: usize,
    /// Whether the limit of time follows from its programs.
    pub(super) is_measured: bool,
    /// The parts that were left out.
    pub(super) notes: Vec<String>,
}

impl Imported {
    /// Keeps the conversation beside a case of the challenge in this folder only to be read, for this reason.
    pub(super) fn set_aside(&mut self, folder: &Path, case: &str, why: &str) -> Result<(), PackageError> {
        let place = |part: &str| with_ending(&folder.join(part).join(case), INTERACTION);
        let to = place(INTERACTIONS);
        let made = fs::create_dir_all(to.parent().unwrap_or(folder));
        made.and_then(|()| fs::rename(place(CASES), &to)).map_err(|why| PackageError::new(&to, why))?;
        self.conversations -= 1;
        self.interactions += 1;
        self.notes.push(format!("the conversation of {case} is only kept to be read: {why}"));
        Ok(())
    }

    /// Whether the package has programs.
    pub fn has_programs(&self) -> bool {
        self.programs != [0, 0]
    }

    /// Sets the limit of time that follows from the slowest of its programs that are right.
    pub(super) fn limit_by(mut self, slowest: Option<Duration>) -> Imported {
        if slowest.is_none() {
            let note = format!("no accepted program can be run here, so the time limit is {TIME} s");
            self.notes.push(note);
        }
        let by = |slowest: Duration| self.read.package.timing.map(|timing| timing.limit(slowest));
        let time = slowest.and_then(by).unwrap_or(TIME);
        Imported { read: self.read.within(time), is_measured: true, ..self }
    }

    pub(super) fn write_manifest(&self, folder: &Path) -> Result<(), PackageError> {
        let path = folder.join(FILE);
        fs::write(&path, self.read.text()).map_err(|why| PackageError::new(&path, why))
    }
}

/// Its numbers, its limit of time and what was left out, in lines.
impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Imported { programs: [right, wrong], conversations, interactions, .. } = self;
        writeln!(f, "{}, {right} right and {wrong} wrong programs", counted(self.read.cases.len(), "case"))?;
        if *conversations > 0 {
            let conversations = counted(*conversations, "conversation");
            writeln!(f, "  {conversations} beside the cases: the validator agrees")?;
        }
        if *interactions > 0 {
            let interactions = counted(*interactions, "conversation");
            writeln!(f, "  {interactions} in interactions/, only to be read")?;
        }
        if let Some(time) = self.read.time() {
            let from = match (self.is_measured, right) {
                (false, _) => "named by the package",
                (true, 0) => "the usual one",
                (true, _) => "by its accepted programs",
            };
            writeln!(f, "  time limit {time} s, {from}")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "  note: {note}"))
    }
}

/// A name with an ending added, whatever points it has.
pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
