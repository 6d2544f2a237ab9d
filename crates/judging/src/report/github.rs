//! A run for GitHub Actions: annotations on the submissions, and a summary of the job.
//!
//! What is printed obeys GitHub's limits, so that nothing is cut in the middle or left out unsaid: it shows ten annotations of
//! a kind, and takes a summary of 1 MiB, from each step.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

use strum::VariantArray;

use crate::golf::Row;
use crate::report::failure_facts;
use crate::report::markdown::{HEAD, escaped, failure, row};
use crate::report::record::Record;
use crate::runner::{Candidate, CandidateReport, Failure, ShownFailure, Status};
use crate::transcript::visible_line;

/// How many annotations of a level GitHub shows of a step.
const MOST: usize = 10;

/// The workflow commands that annotate the submissions of a run: what failed as errors, notes on what passed as warnings, what was
/// skipped as notices. Those below the root of the repository, if it is known, are
/// named from there.
pub(crate) fn annotations(record: &Record, root: Option<&Path>) -> String {
    let rows = record.leaderboard().rows;
    let all: Vec<_> = rows.iter().flat_map(|row| of(row.candidate, row.report, root)).collect();
    let all: Vec<_> = all.into_iter().chain(interruption(record)).collect();
    let of_level = |level: &AnnotationLevel| {
        let annotations: Vec<_> = all.iter().filter(|annotation| annotation.level == *level).collect();
        let shown = if annotations.len() > MOST { MOST - 1 } else { annotations.len() };
        let rest = (annotations.len() > shown).then(|| rest(*level, annotations.len() - shown).command());
        annotations.iter().take(shown).map(|annotation| annotation.command()).chain(rest).collect::<String>()
    };
    AnnotationLevel::VARIANTS.iter().map(of_level).collect()
}

/// How many more there are.
fn rest(level: AnnotationLevel, more: usize) -> Annotation {
    let what = match level {
        AnnotationLevel::Error => "more programs failed",
        AnnotationLevel::Warning => "more notes",
        AnnotationLevel::Notice => "more programs were skipped",
    };
    let message = format!("{more} {what}; the summary of the job and the log list them.");
    Annotation { level, file: None, line: None, title: "judge".to_owned(), message }
}

fn interruption(record: &Record) -> Option<Annotation> {
    let missing = record.candidates.len() - record.judged().count();
    let message = format!("The run was interrupted: {missing} not judged.");
    let title = "judge".to_owned();
    record.interrupted.then_some(Annotation {
        level: AnnotationLevel::Warning,
        file: None,
        line: None,
        title,
        message,
    })
}

fn of(candidate: &Candidate, report: &CandidateReport, root: Option<&Path>) -> Vec<Annotation> {
    let name = visible_line(candidate.name.as_bytes());
    let file = candidate.path.as_ref().map(|path| {
        let absolute = std::path::absolute(path).unwrap_or_default();
        let below = root.and_then(|root| absolute.strip_prefix(root).ok()).unwrap_or(path);
        let path: PathBuf = below.components().filter(|part| *part != Component::CurDir).collect();
        visible_line(path.as_os_str().as_encoded_bytes())
    });
    let annotation = |level, line, title: &str, words: &str| {
        let message = if file.is_some() { words.to_owned() } else { format!("{name}: {words}") };
        Annotation { level, file: file.clone(), line, title: format!("judge: {title}"), message }
    };
    if let Status::Skipped(why) = &report.status {
        return vec![annotation(AnnotationLevel::Notice, None, "skipped", &visible_line(why.as_bytes()))];
    }
    if report.is_as_expected() == Some(false) {
        let line = report.failure.as_ref().and_then(|failure| failing_line(candidate, failure));
        return vec![annotation(AnnotationLevel::Error, line, report.verdict(), &words(report))];
    }
    report.remarks().map(|note| annotation(AnnotationLevel::Warning, None, "note", &note)).collect()
}

/// The reason, and how to see it again.
fn words(report: &CandidateReport) -> String {
    let Some(failure) = &report.failure else { return failure_facts::unmet(report).trim().to_owned() };
    let compare = failure.replay().map(|command| format!("\n{command}")).unwrap_or_default();
    format!("{}{}{compare}", failure.reason(), failure_facts::unmet(report))
}

/// The levels of annotations, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
enum AnnotationLevel {
    Error,
    Warning,
    Notice,
}

struct Annotation {
    level: AnnotationLevel,
    file: Option<String>,
    line: Option<u32>,
    title: String,
    message: String,
}

impl Annotation {
    /// The workflow command, in one line.
    fn command(&self) -> String {
        let Annotation { level, file, line, title, message } = self;
        let level: &str = level.into();
        let mut text = format!("::{level} ");
        if let Some(file) = file {
            let _ = write!(text, "file={},", property(file));
        }
        if let Some(line) = line.filter(|_| file.is_some()) {
            let _ = write!(text, "line={line},");
        }
        let _ = writeln!(text, "title={}::{}", property(title), data(message));
        text
    }
}

/// A message, escaped as GitHub's toolkit does.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property, likewise.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The line of the submission at which it crashed, or that its compiler complains of.
pub(in crate::report) fn failing_line(candidate: &Candidate, failure: &Failure) -> Option<u32> {
    let file = candidate.path.as_ref()?.file_name()?.to_string_lossy();
    match &failure.shown {
        ShownFailure::Message(why) if failure.scene.is_none() => line_of(why, &file),
        _ => failure.crash().filter(|crash| crash.file.is_none()).and_then(|crash| crash.line),
    }
}

/// The line that the message of a compiler or interpreter names, with the file before it or the word `line`.
fn line_of(message: &str, file: &str) -> Option<u32> {
    let after = |head: &str| {
        let mut rests = message.match_indices(head).map(|(at, _)| &message[at + head.len()..]);
        rests.find_map(number)
    };
    after(&format!("{file}:")).or_else(|| after(&format!("{file}("))).or_else(|| after("line "))
}

/// The number at the head of a text, if it can be that of a line.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok().filter(|number| *number > 0)
}

/// How many bytes of a summary GitHub takes from a step; it refuses a longer one as a whole.
const SUMMARY: usize = 1 << 20;

/// Room for the note that something was left out.
const NOTE: usize = 256;

/// Appends the summary of a run to the file of the job's, as far as there is room: the programs as a table, the worst first, and
/// the failures with their games.
pub fn append_summary(record: &Record, file: &Path) -> io::Result<()> {
    let mut there = OpenOptions::new().append(true).create(true).open(file)?;
    let taken = usize::try_from(there.metadata()?.len()).unwrap_or(usize::MAX);
    there.write_all(summary(record, SUMMARY.saturating_sub(taken)).as_bytes())
}

/// The summary of a run, in no more than this many bytes.
fn summary(record: &Record, room: usize) -> String {
    let mut rows = record.leaderboard().rows;
    rows.sort_by_key(worst_first);
    let heading = format!("### judge: {} ({})\n\n{HEAD}", record.sum(), escaped(&record.heading.to_string()));
    let room = room.saturating_sub(NOTE);
    if heading.len() > room {
        return String::new();
    }
    let mut text = heading;
    // The failures shall have room, too.
    let rows_left_out = push_all(&mut text, room / 2, rows.iter().map(row));
    let failing = rows.iter().filter(|row| row.report.is_as_expected() == Some(false));
    let failures = failing.filter_map(|row| Some(failure(row.candidate, row.report.failure.as_ref()?)));
    let failures_left_out = push_all(&mut text, room, failures);
    if rows_left_out + failures_left_out > 0 {
        let _ = write!(
            text,
            "\nFor lack of room {rows_left_out} programs and {failures_left_out} failures are left out; \
             `judge check --format html` has all.\n"
        );
    }
    text
}

fn worst_first(row: &Row<'_>) -> u8 {
    match row.report.is_as_expected() {
        Some(false) => 0,
        None => 1,
        Some(true) => 2,
    }
}

/// Adds each piece that fits into the room; returns how many did not.
fn push_all(text: &mut String, room: usize, pieces: impl Iterator<Item = String>) -> usize {
    let mut left_out = 0;
    for piece in pieces {
        if text.len() + piece.len() > room {
            left_out += 1;
        } else {
            text.push_str(&piece);
        }
    }
    left_out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_github_is_escaped() {
        let annotation = Annotation {
            level: AnnotationLevel::Error,
            file: Some("a,b:c%.py".to_owned()),
            line: Some(3),
            title: "judge: wrong".to_owned(),
            message: "100%,\r\n::set-output name=x::y".to_owned(),
        };
        let expected =
            "::error file=a%2Cb%3Ac%25.py,line=3,title=judge%3A wrong::100%25,%0D%0A::set-output name=x::y\n";
        assert_eq!(annotation.command(), expected);
        let bare = Annotation { level: AnnotationLevel::Notice, file: None, ..annotation };
        assert!(bare.command().starts_with("::notice title=judge%3A wrong::"), "{}", bare.command());
    }

    #[test]
    fn the_line_is_found_in_usual_messages() {
        assert_eq!(line_of("./a.c:12:5: error: expected ';'", "a.c"), Some(12));
        assert_eq!(line_of("In function main: a.c:7: error", "a.c"), Some(7));
        assert_eq!(line_of("a.pas(9,1) Fatal: Syntax error", "a.pas"), Some(9));
        assert_eq!(line_of("syntax error at a.pl line 3, near \"}\"", "a.pl"), Some(3));
        assert_eq!(line_of("a.c: no such file, on line 0, a.c:x", "a.c"), None);
    }
}
