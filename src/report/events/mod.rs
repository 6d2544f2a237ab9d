//! What happens in a run, as a line of JSON each, for programs that follow a run while it lasts. The form is described by a
//! JSON Schema, [`events_schema`]; a change that affects readers increases the number in the first line.

mod form;

use std::io::{self, Write};

use super::heading::board_name;
use super::json::pretty_line;
use super::json_schema;
use super::record::Record;
use super::verdict_word::VerdictWord;
use super::{Heading, Report};
use crate::runner::{Candidate, CandidateReport, Event};
use form::{CandidateDto, EventDto, NUMBER};

/// The JSON Schema of each line that `Events` writes.
pub fn events_schema() -> String {
    json_schema::of_file::<EventDto<'_>>()
}

/// Writes what happens, a line each, as it happens.
#[derive(Debug)]
pub(crate) struct Events<W> {
    heading: Heading,
    out: W,
    failure: Option<io::Error>,
}

impl<W: Write> Events<W> {
    /// Nothing has happened yet in a run about this.
    pub(crate) fn new(heading: Heading, out: W) -> Events<W> {
        Events { heading, out, failure: None }
    }

    /// Whether all could be written, and where to.
    ///
    /// # Errors
    /// The first that a write had; nothing was written after it.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.failure.take().map_or_else(|| self.out.flush(), Err)?;
        Ok(self.out)
    }

    fn write(&mut self, event: &EventDto<'_>) {
        if self.failure.is_none() {
            // Written as one piece, since others may read while it is written.
            let outcome = self.out.write_all(pretty_line(event).as_bytes()).and_then(|()| self.out.flush());
            self.failure = outcome.err();
        }
    }

    fn started(&mut self, candidates: &[Candidate]) {
        let heading = self.heading.clone();
        self.write(&EventDto::RunStarted {
            schema: NUMBER,
            dialect: heading.dialect.name(),
            board: heading.dialect.board().map(board_name),
            profile: heading.profile,
            suite: &heading.suite,
            candidates: candidates.iter().map(of_candidate).collect(),
        });
    }
}

impl<W: Write> Report for Events<W> {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => self.started(candidates),
            &Event::CandidateStarted { candidate } => self.write(&EventDto::CandidateStarted { candidate }),
            &Event::CasesPlanned { candidate, cases } => {
                self.write(&EventDto::CasesPlanned { candidate, cases });
            }
            &Event::CaseFinished { candidate, .. } => self.write(&EventDto::CaseFinished { candidate }),
            Event::CandidateFinished { candidate, report } => {
                let reason = report.reason();
                self.write(&finished(*candidate, report, reason.as_deref()));
            }
            // The same again, in the order of the candidates.
            Event::CandidateJudged { .. } => {}
            // It is told with the verdict.
            Event::CandidatePrepared { .. } => {}
            &Event::RunFinished { interrupted } => self.write(&EventDto::RunFinished { interrupted }),
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

fn of_candidate(candidate: &Candidate) -> CandidateDto<'_> {
    CandidateDto {
        name: &candidate.name,
        path: candidate.path.as_ref().map(|path| path.display().to_string()),
        language: candidate.language.as_deref(),
        bytes: candidate.bytes,
        chars: candidate.chars,
    }
}

fn finished<'a>(candidate: usize, report: &CandidateReport, reason: Option<&'a str>) -> EventDto<'a> {
    EventDto::CandidateFinished {
        candidate,
        verdict: VerdictWord::from(&report.status),
        passed: report.is_as_expected(),
        reason,
        cases: report.cases,
        seconds: report.time.as_secs_f64(),
    }
}
