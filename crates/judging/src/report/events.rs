//! The events of a run, a line of JSON each, for programs that follow a run while it lasts. The form is described by a
//! JSON Schema, [`events_schema`]; a change that affects readers increases the number in the first line.

use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use super::heading::Subject;
use super::heading::SubmissionSummary;
use super::json::pretty_line;
use super::json_schema;
use super::record::Record;
use super::{Heading, Report};
use crate::runner::{Candidate, CandidateReport, Event, VerdictWord};

/// The number of the form.
const NUMBER: u32 = 1;

/// An event of a run.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A line of judge check --format events", rename = "Event")]
#[serde(tag = "event", rename_all = "kebab-case")]
enum EventLine<'a> {
    /// The run began; the first line.
    RunStarted {
        /// The version of this form.
        #[schemars(extend("const" = NUMBER))]
        schema: u32,
        #[serde(flatten)]
        subject: Subject,
        /// All candidates; the other lines name them by their place here, from 0.
        candidates: Vec<SubmissionSummary>,
    },
    /// A candidate is being judged.
    CandidateStarted {
        /// Which candidate.
        candidate: usize,
    },
    /// It is known how many cases a candidate plays, if it fails none; sent again when more are added.
    CasesPlanned {
        /// Which candidate.
        candidate: usize,
        /// How many.
        cases: usize,
    },
    /// A case was tried. There may be more of these than planned cases, since some are repeated.
    CaseFinished {
        /// Which candidate.
        candidate: usize,
    },
    /// A candidate has a verdict; sent in no particular order.
    CandidateFinished {
        /// Which candidate.
        candidate: usize,
        /// The verdict.
        verdict: VerdictWord,
        /// Whether it passed, or got a verdict that the challenge expects; null if it was skipped.
        passed: Option<bool>,
        /// Why it did not pass.
        reason: Option<&'a str>,
        /// How many cases it was tried on, up to and including the first failed one.
        cases: usize,
        /// The total time of its runs.
        #[schemars(range(min = 0))]
        seconds: f64,
    },
    /// The run is over; the last line.
    RunFinished {
        /// Whether it was interrupted; candidates not judged by then have no verdict.
        interrupted: bool,
    },
}

/// The JSON Schema of each line that `Events` writes.
pub fn events_schema() -> String {
    json_schema::of_file::<EventLine<'_>>()
}

/// Writes what happens, a line each, as it happens.
#[derive(Debug)]
pub struct Events<W> {
    heading: Heading,
    out: W,
    failure: Option<io::Error>,
}

impl<W: Write> Events<W> {
    /// Nothing has happened yet in a run about this.
    pub fn new(heading: Heading, out: W) -> Events<W> {
        Events { heading, out, failure: None }
    }

    /// Whether all could be written, and where to.
    /// The error is the first that a write had; nothing was written after it.
    pub fn finish(mut self) -> io::Result<W> {
        self.failure.take().map_or_else(|| self.out.flush(), Err)?;
        Ok(self.out)
    }

    fn write(&mut self, event: &EventLine<'_>) {
        if self.failure.is_none() {
            // Written as one piece, since others may read while it is written.
            let outcome = self.out.write_all(pretty_line(event).as_bytes()).and_then(|()| self.out.flush());
            self.failure = outcome.err();
        }
    }

    fn started(&mut self, candidates: &[Candidate]) {
        self.write(&EventLine::RunStarted {
            schema: NUMBER,
            subject: Subject::from(&self.heading),
            candidates: candidates.iter().map(SubmissionSummary::of).collect(),
        });
    }
}

impl<W: Write> Report for Events<W> {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => self.started(candidates),
            &Event::CandidateStarted { candidate } => self.write(&EventLine::CandidateStarted { candidate }),
            &Event::CasesPlanned { candidate, cases } => {
                self.write(&EventLine::CasesPlanned { candidate, cases });
            }
            &Event::CaseFinished { candidate, .. } => self.write(&EventLine::CaseFinished { candidate }),
            Event::CandidateFinished { candidate, report } => {
                let reason = report.reason();
                self.write(&finished(*candidate, report, reason.as_deref()));
            }
            // The first repeats the verdicts in the order of the candidates. The second is written with the verdict.
            Event::CandidateJudged { .. } | Event::CandidatePrepared { .. } => {}
            &Event::RunFinished { interrupted } => self.write(&EventLine::RunFinished { interrupted }),
        }
    }
}

/// The events of a run that is over, in the order of the candidates, without single cases.
pub(crate) fn events(record: &Record) -> String {
    let mut events = Events::new(record.heading.clone(), Vec::new());
    events.on_event(&Event::RunStarted { candidates: &record.candidates });
    for (candidate, report) in record.reports.iter().enumerate() {
        if let Some(report) = report {
            events.on_event(&Event::CandidateFinished { candidate, report });
        }
    }
    events.on_event(&Event::RunFinished { interrupted: record.interrupted });
    String::from_utf8(events.out).expect("JSON is text")
}

fn finished<'a>(candidate: usize, report: &CandidateReport, reason: Option<&'a str>) -> EventLine<'a> {
    EventLine::CandidateFinished {
        candidate,
        verdict: VerdictWord::from(&report.status),
        passed: report.is_as_expected(),
        reason,
        cases: report.cases,
        seconds: report.time.as_secs_f64(),
    }
}
