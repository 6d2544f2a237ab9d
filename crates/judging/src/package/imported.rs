//! The challenge that a package was carried over to.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs};

use serde::Serialize;

use super::problem::{PackageError, Problem};
use crate::catalogue::FILE;
use crate::dialect::{CASES, INTERACTION};
use crate::suite::counted;

/// Conversations without a case, which are only there to be read.
pub(super) const INTERACTIONS: &str = "interactions";

/// The limit of time, in seconds, if neither the package nor a program determines it.
const TIME: f64 = 10.0;

#[derive(Debug)]
pub struct Imported {
    pub(super) problem: Problem,
    pub(super) arguments: BTreeMap<String, Vec<String>>,
    pub(super) validator: Option<String>,
    /// The limit of time that follows from its programs, in seconds.
    pub(super) measured: Option<f64>,
    pub(super) cases: usize,
    /// How many programs in `right` and `wrong`.
    pub(super) programs: [usize; 2],
    /// How many conversations stand beside their cases.
    pub(super) conversations: usize,
    /// How many others are there to be read.
    pub(super) interactions: usize,
    /// What was left out.
    pub(super) notes: Vec<String>,
}

/// `challenge.toml`.
#[derive(Serialize)]
struct WrittenChallenge<'a> {
    title: &'a str,
    cases: WrittenCases<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct WrittenCases<'a> {
    validator: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interactive: bool,
    time: Option<f64>,
    memory: Option<u64>,
    output: Option<u64>,
    validator_time: Option<f64>,
    validator_memory: Option<u64>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    arguments: &'a BTreeMap<String, Vec<String>>,
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

    /// The limit of time, in seconds: that of the package, or the measured one.
    pub(super) fn time(&self) -> Option<f64> {
        self.problem.time.or(self.measured)
    }

    /// Whether the package has programs.
    pub fn has_programs(&self) -> bool {
        self.programs != [0, 0]
    }

    /// Sets the limit of time that follows from the slowest of its programs that are right.
    pub(super) fn limit_by(&mut self, slowest: Option<Duration>) {
        if slowest.is_none() {
            let note = format!("no accepted program can be run here, so the time limit is {TIME} s");
            self.notes.push(note);
        }
        self.measured = Some(slowest.map_or(TIME, |slowest| self.problem.time_for(slowest.as_secs_f64())));
    }

    pub(super) fn write_manifest(&self, folder: &Path) -> Result<(), PackageError> {
        let path = folder.join(FILE);
        fs::write(&path, self.manifest()).map_err(|why| PackageError::new(&path, why))
    }

    fn manifest(&self) -> String {
        let Problem { title, is_interactive, memory, output, validator_time, validator_memory, .. } =
            &self.problem;
        let cases = WrittenCases {
            validator: self.validator.as_deref(),
            interactive: *is_interactive,
            time: self.time(),
            memory: *memory,
            output: *output,
            validator_time: *validator_time,
            validator_memory: *validator_memory,
            arguments: &self.arguments,
        };
        toml::to_string(&WrittenChallenge { title, cases }).expect("texts, numbers and tables can be written")
    }
}

/// Its numbers, its limit of time and what was left out, in lines.
impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Imported { cases, programs: [right, wrong], conversations, interactions, .. } = self;
        writeln!(f, "{}, {right} right and {wrong} wrong programs", counted(*cases, "case"))?;
        if *conversations > 0 {
            let conversations = counted(*conversations, "conversation");
            writeln!(f, "  {conversations} beside the cases: the validator agrees")?;
        }
        if *interactions > 0 {
            let interactions = counted(*interactions, "conversation");
            writeln!(f, "  {interactions} in interactions/, only to be read")?;
        }
        if let Some(time) = self.time() {
            let is_named = self.problem.time.is_some();
            let from = match (is_named, right) {
                (true, _) => "named by the package",
                (false, 0) => "the usual one",
                (false, _) => "by its accepted programs",
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
