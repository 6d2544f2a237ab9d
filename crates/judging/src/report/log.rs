//! A saved run: all results, so that any report can be made from it later, and the facts of the cases that
//! decided, so that each verdict can be checked again. The format is described by a JSON Schema,
//! [`log_schema`].
//!
//! The file is bounded: for each candidate it contains the facts of its first cases and its first failures
//! ([`FACTS`] of each), and no more than [`BUDGET`] bytes of output in all. What is left out is counted.

mod form;
mod merge;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Report;
use super::heading::{Heading, HeadingDto};
use super::json_schema;
use super::record::{Conditions, Record};
use crate::files::{self, FileError};
use crate::runner::{Event, FACTS, Facts};
use crate::verdict::Verdict;

pub use form::Part;
pub use merge::merge_files;

use form::{CandidateDto, FactsDto, LogDto, NUMBER, VerdictDto};

/// The JSON Schema of what [`Log::json`] renders.
pub fn log_schema() -> String {
    json_schema::of_file::<LogDto<'_>>()
}

/// How many bytes of output are stored, unless a smaller limit is set.
pub(crate) const BUDGET: usize = 16 << 20;

/// A saved run, or one that is being saved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Log {
    /// The subject of the run.
    pub heading: Heading,
    /// How it was judged.
    pub conditions: Conditions,
    /// Which part of a run it is. `None` if it is whole.
    pub(crate) part: Option<Part>,
    candidates: Vec<CandidateDto>,
    interrupted: bool,
    /// For how many cases the facts were left out because of the size.
    pub left_out: usize,
    /// The facts of cases so far, by candidate and place.
    facts: BTreeMap<(usize, usize), FactsDto>,
    /// How many more bytes of output may be stored.
    bytes_left: usize,
}

/// Why a file is not a saved run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// It has another format.
    #[error("not a run saved by `judge check --save`: {0}")]
    Form(#[from] serde_json::Error),
    /// Its subject cannot be read.
    #[error("not a run saved by `judge check --save`: {0}")]
    Heading(String),
    /// It is a report.
    #[error(
        "it is a report of `--format json`; a run that can be read again is saved by `judge check --save`"
    )]
    Report,
    /// It was written by another version of the judge.
    #[error("the saved run has format {0}; this judge reads format {NUMBER}")]
    Schema(u32),
    /// The facts of this case are not enough for a verdict.
    #[error("the runs that were saved of {0} do not decide its verdict")]
    Incomplete(String),
}

/// The field that every version of the format has, and those that tell a report: it does not say how the run was judged.
#[derive(Deserialize)]
struct Stamp {
    schema: u32,
    candidates: Option<IgnoredAny>,
    conditions: Option<IgnoredAny>,
}

impl Log {
    /// An empty run.
    pub fn new(heading: Heading, conditions: Conditions) -> Log {
        let (facts, candidates) = (BTreeMap::new(), Vec::new());
        let interrupted = false;
        Log {
            heading,
            conditions,
            part: None,
            candidates,
            interrupted,
            left_out: 0,
            facts,
            bytes_left: BUDGET,
        }
    }

    /// Makes it a part of a run.
    pub fn part_of(self, part: Option<Part>) -> Log {
        Log { part, ..self }
    }

    /// Limits it to this many bytes of output.
    pub fn within(self, budget: usize) -> Log {
        Log { bytes_left: budget, ..self }
    }

    /// The run in the form of a file.
    pub fn json(&self) -> String {
        super::json::pretty(&LogDto {
            schema: NUMBER,
            heading: HeadingDto::from(self.heading.clone()),
            conditions: Cow::Borrowed(&self.conditions),
            part: self.part.as_ref().map(Cow::Borrowed),
            interrupted: self.interrupted,
            candidates: Cow::Borrowed(&self.candidates),
            left_out: self.left_out,
        })
    }

    /// Reads a run that was saved.
    /// Fails if the text is not a saved run.
    pub fn read(text: &[u8]) -> Result<Log, LogError> {
        let Stamp { schema, candidates, conditions } = serde_json::from_slice(text)?;
        if candidates.is_some() && conditions.is_none() {
            return Err(LogError::Report);
        }
        if schema != NUMBER {
            return Err(LogError::Schema(schema));
        }
        let log = Log::of(serde_json::from_slice(text)?)?;
        let mut facts = log.candidates.iter().flat_map(|candidate| &candidate.facts);
        let incomplete = facts.find(|facts| log.decide(facts).is_none()).map(|facts| facts.case.clone());
        incomplete.map_or(Ok(log), |case| Err(LogError::Incomplete(case)))
    }

    /// The run that was saved in a file.
    /// Fails if it cannot be read, or holds something else.
    pub fn open(file: &Path) -> Result<Log, FileError> {
        let text = files::take(file, files::RECORD).map_err(FileError::at(file))?;
        Log::read(&text).map_err(FileError::at(file))
    }

    fn of(dto: LogDto<'_>) -> Result<Log, LogError> {
        let LogDto { schema: _, heading, conditions, part, interrupted, candidates, left_out } = dto;
        let heading = heading.try_into().map_err(LogError::Heading)?;
        let (part, candidates) = (part.map(Cow::into_owned), candidates.into_owned());
        let log = Log::new(heading, conditions.into_owned()).part_of(part);
        Ok(Log { interrupted, candidates, left_out, ..log })
    }

    /// The run in the form for reports.
    pub fn record(&self) -> Record {
        Record {
            candidates: self.candidates.iter().map(CandidateDto::candidate).collect(),
            reports: self.candidates.iter().map(|candidate| candidate.report.as_deref().cloned()).collect(),
            interrupted: self.interrupted,
            ..Record::new(self.heading.clone(), self.conditions.clone())
        }
    }

    /// The facts of the cases of a candidate, in the suite's order, each with the verdict that follows from
    /// them, and whether that is the saved one.
    pub fn facts_of(&self, candidate: usize) -> Vec<(Facts, bool)> {
        let recorded = self.candidates.get(candidate).into_iter().flat_map(|candidate| &candidate.facts);
        let decided = |recorded: &FactsDto| {
            let facts = self.decide(recorded)?;
            let is_same = VerdictDto::of(&facts.settled) == recorded.settled;
            Some((facts, is_same))
        };
        recorded.filter_map(decided).collect()
    }

    fn decide(&self, recorded: &FactsDto) -> Option<Facts> {
        recorded.facts(&self.heading.dialect, self.heading.profile, &self.conditions.limits)
    }

    /// Stores the facts of a case, if there is room. The first failures in the suite's order are kept,
    /// whenever they were found.
    fn keep(&mut self, candidate: usize, facts: &Facts) {
        let whole = FactsDto::of(facts);
        // What is left out must not have decided.
        let kept = whole.cut().filter(|cut| {
            self.decide(cut).is_some_and(|decided| VerdictDto::of(&decided.settled) == cut.settled)
        });
        let kept = kept.unwrap_or(whole);
        let size: usize = kept.runs.iter().map(|run| run.stdout.len() + run.stderr.len()).sum();
        let Some(bytes_left) = self.bytes_left.checked_sub(size) else {
            self.left_out += 1;
            return;
        };
        self.bytes_left = bytes_left;
        self.facts.insert((candidate, facts.place), kept);
        let later: Vec<_> = self.facts.range((candidate, FACTS)..(candidate + 1, 0)).collect();
        if later.len() > FACTS
            && let Some(last) = later.last().map(|(key, _)| **key)
        {
            self.facts.remove(&last);
            self.left_out += 1;
        }
    }

    /// Gives each candidate its facts, except for those of cases after the deciding failure, since which of these were tried is
    /// random.
    fn settle(&mut self) {
        let mut decided = None;
        for ((candidate, _), facts) in std::mem::take(&mut self.facts) {
            let is_late = decided == Some(candidate) && !self.conditions.keep_going;
            if facts.settled.verdict != Verdict::Accepted {
                decided = Some(candidate);
            }
            if !is_late {
                self.candidates[candidate].facts.push(facts);
            }
        }
    }
}

impl Report for Log {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => {
                self.candidates = candidates.iter().map(CandidateDto::of).collect();
            }
            // The reports come again, complete.
            Event::CandidateStarted { .. } | Event::CasesPlanned { .. } | Event::CandidateFinished { .. } => {
            }
            Event::CandidatePrepared { candidate, program } => self.candidates[*candidate].prepare(program),
            Event::CaseFinished { candidate, facts } => {
                facts.iter().for_each(|facts| self.keep(*candidate, facts));
            }
            Event::CandidateJudged { candidate, report } => {
                self.candidates[*candidate].report = Some(Box::new((*report).clone()));
            }
            Event::RunFinished { interrupted } => {
                self.settle();
                self.interrupted = *interrupted;
            }
        }
    }
}
