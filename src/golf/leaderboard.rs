//! The order of candidates: those that conform by their size or by their points, then those that do not, then those that
//! could not be judged.

use std::cmp::Reverse;

use super::measure::Measure;
use super::points::{Points, points};
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
    /// Its points, if points are counted, it conforms, and its language and size are known.
    pub points: Option<Points>,
    /// The candidate.
    pub candidate: &'a Candidate,
    /// Its report.
    pub report: &'a CandidateReport,
}

impl<'a> Leaderboard<'a> {
    /// Sorts judged candidates by their bytes; equal ones keep their order.
    pub fn new(judged: impl Iterator<Item = (&'a Candidate, &'a CandidateReport)>) -> Leaderboard<'a> {
        let rows = judged.map(|(candidate, report)| Row { rank: None, points: None, candidate, report });
        Leaderboard::sorted(rows.collect(), Measure::Bytes)
    }

    /// Sorts judged candidates by their points for bytes or characters; equal ones keep their order.
    pub fn scored(
        judged: impl Iterator<Item = (&'a Candidate, &'a CandidateReport)>,
        measure: Measure,
    ) -> Leaderboard<'a> {
        let judged: Vec<_> = judged.collect();
        let points = points_of(&judged, measure);
        let row = |((candidate, report), points): (_, Option<Points>)| Row {
            rank: None,
            points,
            candidate,
            report,
        };
        Leaderboard::sorted(judged.into_iter().zip(points).map(row).collect(), measure)
    }

    fn sorted(mut rows: Vec<Row<'a>>, measure: Measure) -> Leaderboard<'a> {
        rows.sort_by_key(|row| (class(row.report), row.merit(measure)));
        let conforming = rows.iter().take_while(|row| class(row.report) == 0);
        let merits: Vec<_> = conforming.map(|row| row.merit(measure)).collect();
        for (row, merit) in rows.iter_mut().zip(&merits) {
            row.rank = Some(1 + merits.partition_point(|other| other < merit));
        }
        Leaderboard { rows }
    }
}

/// The points of judged candidates. Those that do not conform, and those of no known language or size, have none, and do
/// not count for the others either.
pub(crate) fn points_of(judged: &[(&Candidate, &CandidateReport)], measure: Measure) -> Vec<Option<Points>> {
    let solutions: Vec<_> =
        judged.iter().map(|(candidate, report)| solution(candidate, report, measure)).collect();
    let known: Vec<_> = solutions.iter().flatten().copied().collect();
    let mut points = points(&known).into_iter();
    solutions.iter().map(|solution| solution.and_then(|_| points.next())).collect()
}

/// The language and the size of a candidate that conforms, if they are known.
fn solution<'a>(
    candidate: &'a Candidate,
    report: &CandidateReport,
    measure: Measure,
) -> Option<(&'a str, u64)> {
    let is_accepted = report.conforms() == Some(true);
    is_accepted.then_some((candidate.language.as_deref()?, measure.size(candidate)?))
}

impl Row<'_> {
    /// By what it is sorted, less is better: its points, or else after all that have any, and its size.
    fn merit(&self, measure: Measure) -> (bool, Reverse<u32>, u64) {
        let overall = self.points.map_or(0, |points| points.overall);
        (self.points.is_none(), Reverse(overall), measure.size(self.candidate).unwrap_or(u64::MAX))
    }
}

fn class(report: &CandidateReport) -> u8 {
    match report.conforms() {
        Some(true) => 0,
        Some(false) => 1,
        None => 2,
    }
}
