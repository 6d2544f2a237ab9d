//! The annotations of a run: what failed as errors, notes on what passed as warnings, what was skipped as notices.

use std::path::{Component, Path, PathBuf};

use strum::VariantArray;

use super::annotation::{Annotation, Kind};
use super::line::failing_line;
use crate::report::evidence;
use crate::report::record::Record;
use crate::runner::{Candidate, CandidateReport, Status};
use crate::transcript::visible_line;

/// How many annotations of a kind GitHub shows of a step.
const MOST: usize = 10;

/// The workflow commands that annotate the submissions of a run. Those below the root of the repository, if it is known, are
/// named from there.
pub(crate) fn annotations(record: &Record, root: Option<&Path>) -> String {
    let rows = record.leaderboard().rows;
    let all: Vec<_> = rows.iter().flat_map(|row| of(row.candidate, row.report, root)).collect();
    let all: Vec<_> = all.into_iter().chain(interruption(record)).collect();
    let of_kind = |kind: &Kind| {
        let annotations: Vec<_> = all.iter().filter(|annotation| annotation.kind == *kind).collect();
        let shown = if annotations.len() > MOST { MOST - 1 } else { annotations.len() };
        let rest = (annotations.len() > shown).then(|| rest(*kind, annotations.len() - shown).command());
        annotations.iter().take(shown).map(|annotation| annotation.command()).chain(rest).collect::<String>()
    };
    Kind::VARIANTS.iter().map(of_kind).collect()
}

/// How many more there are.
fn rest(kind: Kind, more: usize) -> Annotation {
    let what = match kind {
        Kind::Error => "more programs failed",
        Kind::Warning => "more notes",
        Kind::Notice => "more programs were skipped",
    };
    let message = format!("{more} {what}; the summary of the job and the log list them.");
    Annotation { kind, file: None, line: None, title: "judge".to_owned(), message }
}

fn interruption(record: &Record) -> Option<Annotation> {
    let missing = record.candidates.len() - record.judged().count();
    let message = format!("The run was interrupted: {missing} not judged.");
    let title = "judge".to_owned();
    record.interrupted.then_some(Annotation { kind: Kind::Warning, file: None, line: None, title, message })
}

/// The annotations of a candidate.
fn of(candidate: &Candidate, report: &CandidateReport, root: Option<&Path>) -> Vec<Annotation> {
    let name = visible_line(candidate.name.as_bytes());
    let file = candidate.path.as_ref().map(|path| {
        let absolute = std::path::absolute(path).unwrap_or_default();
        let below = root.and_then(|root| absolute.strip_prefix(root).ok()).unwrap_or(path);
        let path: PathBuf = below.components().filter(|part| *part != Component::CurDir).collect();
        visible_line(path.as_os_str().as_encoded_bytes())
    });
    let annotation = |kind, line, title: &str, words: &str| {
        let message = if file.is_some() { words.to_owned() } else { format!("{name}: {words}") };
        Annotation { kind, file: file.clone(), line, title: format!("judge: {title}"), message }
    };
    if let Status::Skipped(why) = &report.status {
        return vec![annotation(Kind::Notice, None, "skipped", &visible_line(why.as_bytes()))];
    }
    if report.is_as_expected() == Some(false) {
        let line = report.failure.as_ref().and_then(|failure| failing_line(candidate, failure));
        return vec![annotation(Kind::Error, line, report.verdict(), &words(report))];
    }
    let notes = report.advice.iter().cloned().chain(report.fell_back());
    notes.map(|note| annotation(Kind::Warning, None, "note", &note)).collect()
}

/// The reason, and how to see it again.
fn words(report: &CandidateReport) -> String {
    let Some(failure) = &report.failure else { return evidence::unmet(report).trim().to_owned() };
    let compare = failure.replay.as_ref().map(|command| format!("\n{command}")).unwrap_or_default();
    format!("{}{}{compare}", failure.reason(), evidence::unmet(report))
}
