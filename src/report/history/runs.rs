//! Saved runs in the order of their dates, and the history of their programs.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::SystemTime;

use super::program::{Entry, Program};
use crate::files::FileError;
use crate::golf::Measure;
use crate::report::comparable::{NotComparable, comparable};
use crate::report::heading::Heading;
use crate::report::log::Log;
use crate::transcript::visible_line;

/// The runs that a history is made of. Of each only what became of its programs is kept, so there may be many.
#[derive(Clone, Debug)]
pub(crate) struct SavedRuns {
    /// What the first of them is about.
    heading: Heading,
    suites: BTreeSet<String>,
    /// Whether the challenge is not the same in all.
    has_changed: bool,
    runs: Vec<Run>,
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    when: SystemTime,
    /// Its programs, in their order.
    entries: Vec<(Key, Entry)>,
}

/// A program: its name, and how many of this name a run has before it.
type Key = (String, usize);

/// The history of programs.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// What the runs are about.
    pub(super) heading: Heading,
    /// By what a best is counted.
    pub(super) scoring: Measure,
    /// When the runs began, the oldest first.
    pub(super) dates: Vec<SystemTime>,
    /// What makes the history weaker, in sentences.
    pub(super) notes: Vec<String>,
    /// The programs, those of the latest run first.
    pub(super) programs: Vec<Program>,
}

/// Why a run has no place in a history.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum NoHistory {
    /// It is about something else than the first.
    #[error(transparent)]
    Other(#[from] NotComparable),
    /// There is none.
    #[error("no run is given")]
    Nothing,
    /// It is in this file.
    #[error(transparent)]
    File(#[from] FileError),
    /// It has no date.
    #[error("it does not say when it was made, so it has no place in a history")]
    Undated,
    /// Its date cannot be read.
    #[error("its date is {0:?}, not one such as 2026-11-22T20:58:00Z")]
    Date(String),
}

impl SavedRuns {
    /// The runs that were saved in these files.
    ///
    /// # Errors
    /// [`NoHistory`] if there is none, or one cannot be read or has no place beside the first.
    pub(crate) fn open(files: &[PathBuf]) -> Result<SavedRuns, NoHistory> {
        let (first, others) = files.split_first().ok_or(NoHistory::Nothing)?;
        let mut runs = SavedRuns::of(&Log::open(first)?).map_err(FileError::at(first))?;
        for file in others {
            runs.add(&Log::open(file)?).map_err(FileError::at(file))?;
        }
        Ok(runs)
    }

    /// A first run.
    ///
    /// # Errors
    /// [`NoHistory`] if it has no date.
    pub(crate) fn of(log: &Log) -> Result<SavedRuns, NoHistory> {
        let heading = log.heading.clone();
        let mut runs = SavedRuns { heading, suites: BTreeSet::new(), has_changed: false, runs: Vec::new() };
        runs.add(log)?;
        Ok(runs)
    }

    /// Adds a run; one that was added before is left out.
    ///
    /// # Errors
    /// [`NoHistory`] if it has no date, or is about another challenge or other rules than the first.
    pub(crate) fn add(&mut self, log: &Log) -> Result<(), NoHistory> {
        comparable(&self.heading, &log.heading)?;
        let run = Run { when: date(log)?, entries: entries(log) };
        self.has_changed |= self.heading.dialect != log.heading.dialect;
        self.suites.insert(log.heading.suite.clone());
        if !self.runs.contains(&run) {
            self.runs.push(run);
        }
        Ok(())
    }

    /// The history of all programs.
    pub(crate) fn history(mut self, scoring: Measure) -> History {
        self.runs.sort_by_key(|run| run.when);
        let notes = self.notes();
        let dates = self.runs.iter().map(|run| run.when).collect();
        let programs = programs(self.runs, scoring);
        History { heading: self.heading, scoring, dates, notes, programs }
    }

    fn notes(&self) -> Vec<String> {
        let suites: Vec<_> = self.suites.iter().map(|suite| visible_line(suite.as_bytes())).collect();
        let of_suites = format!("the runs played different suites: {}", suites.join(" and "));
        let of_challenge = "the challenge has changed between the runs".to_owned();
        [(suites.len() > 1, of_suites), (self.has_changed, of_challenge)]
            .into_iter()
            .filter_map(|(is_so, note)| is_so.then_some(note))
            .collect()
    }
}

fn date(log: &Log) -> Result<SystemTime, NoHistory> {
    let origin = log.conditions.origin.as_ref().ok_or(NoHistory::Undated)?;
    humantime::parse_rfc3339(&origin.date).map_err(|_| NoHistory::Date(origin.date.clone()))
}

/// What a run says of its programs. Those that it did not come to are left out.
fn entries(log: &Log) -> Vec<(Key, Entry)> {
    let mut met: HashMap<String, usize> = HashMap::new();
    let record = log.record();
    let judged = record.candidates.iter().zip(&record.reports).filter_map(|(candidate, report)| {
        let count = met.entry(candidate.name.clone()).or_default();
        let key = (candidate.name.clone(), *count);
        *count += 1;
        Some((key, Entry::of(candidate, report.as_ref()?)))
    });
    judged.collect()
}

/// All programs of runs, the oldest of which is the first.
fn programs(runs: Vec<Run>, scoring: Measure) -> Vec<Program> {
    let latest_first = runs.iter().rev().flat_map(|run| run.entries.iter().map(|(key, _)| key.clone()));
    let mut met = BTreeSet::new();
    let keys: Vec<Key> = latest_first.filter(|key| met.insert(key.clone())).collect();
    let mut all: HashMap<Key, Vec<(SystemTime, Entry)>> = HashMap::new();
    for run in runs {
        for (key, entry) in run.entries {
            all.entry(key).or_default().push((run.when, entry));
        }
    }
    let program = |key: Key| {
        let entries = all.remove(&key).unwrap_or_default();
        Program::new(key.0, entries.into_iter(), scoring)
    };
    keys.into_iter().map(program).collect()
}

impl History {
    /// Of how many programs a size was accepted, in how many runs, as one line.
    pub(super) fn sum(&self) -> String {
        let accepted = self.programs.iter().filter(|program| program.best().is_some()).count();
        let all = self.programs.len();
        let programs = if all == 1 { "program" } else { "programs" };
        format!("{accepted} of {all} {programs} with an accepted size, in {}", self.span())
    }

    /// How many runs there are, and of which days.
    fn span(&self) -> String {
        let day = |when: &SystemTime| humantime::format_rfc3339_seconds(*when).to_string()[..10].to_owned();
        let days = self.dates.first().map(day).zip(self.dates.last().map(day));
        let runs =
            if self.dates.len() == 1 { "1 run".to_owned() } else { format!("{} runs", self.dates.len()) };
        match days {
            None => runs,
            Some((first, last)) if first == last => format!("{runs} of {first}"),
            Some((first, last)) => format!("{runs} from {first} to {last}"),
        }
    }

    /// What the runs are about, in words.
    pub(super) fn about(&self) -> String {
        format!("{}, {} rules", self.heading.game(), self.heading.profile.name())
    }
}
