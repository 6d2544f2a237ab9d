//! The order of candidates: those that conform by their bytes, then those that do not, then those that could
//! not be judged.

use crate::runner::{Candidate, CandidateReport};

/// Candidates with their reports, in order.
#[derive(Clone, Debug)]
pub struct Leaderboard<'a> {
    /// The rows, best first.
    pub rows: Vec<Row<'a>>,
}

/// One line of a leaderboard.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row<'a> {
    /// Its place among those that conform, counted from 1; equal ones share it. None if it does not conform.
    pub rank: Option<usize>,
    /// The candidate.
    pub candidate: &'a Candidate,
    /// Its report.
    pub report: &'a CandidateReport,
}

impl<'a> Leaderboard<'a> {
    /// Sorts judged candidates; equal ones keep their order.
    pub fn new(judged: impl Iterator<Item = (&'a Candidate, &'a CandidateReport)>) -> Leaderboard<'a> {
        let mut rows: Vec<_> =
            judged.map(|(candidate, report)| Row { rank: None, candidate, report }).collect();
        rows.sort_by_key(|row| (class(row.report), row.candidate.bytes.unwrap_or(u64::MAX)));
        let conforming: Vec<_> = rows.iter().take_while(|row| class(row.report) == 0).collect();
        let ranks: Vec<_> =
            conforming.iter().map(|row| 1 + shorter(&conforming, row.candidate.bytes)).collect();
        rows.iter_mut().zip(ranks).for_each(|(row, rank)| row.rank = Some(rank));
        Leaderboard { rows }
    }
}

fn class(report: &CandidateReport) -> u8 {
    match report.conforms() {
        Some(true) => 0,
        Some(false) => 1,
        None => 2,
    }
}

fn shorter(rows: &[&Row<'_>], bytes: Option<u64>) -> usize {
    let size = |bytes: Option<u64>| bytes.unwrap_or(u64::MAX);
    rows.iter().filter(|row| size(row.candidate.bytes) < size(bytes)).count()
}
