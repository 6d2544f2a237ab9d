//! The summary of a job: the programs as a table, the worst first, and the failures with their games, as much as there is room
//! for.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

use crate::golf::Row;
use crate::report::markdown::{HEAD, escaped, failure, row};
use crate::report::record::Record;

/// How many bytes of a summary GitHub takes from a step; it refuses a longer one as a whole.
const SUMMARY: usize = 1 << 20;

/// Room for the note that something was left out.
const NOTE: usize = 256;

/// Appends the summary of a run to the file of the job's, as far as there is room.
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
