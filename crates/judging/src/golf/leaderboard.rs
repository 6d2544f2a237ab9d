//! The order of candidates: those that conform by their size or by their points, then those that do not, then those that
//! could not be judged.

use std::cmp::Reverse;
use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

/// The measure that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[non_exhaustive]
pub enum Measure {
    /// Bytes.
    #[default]
    Bytes,
    /// Characters: Unicode code points. A source that is not UTF-8 has none.
    Chars,
}

impl Measure {
    /// The one of two sizes that counts.
    pub fn of<T>(self, bytes: T, chars: T) -> T {
        match self {
            Measure::Bytes => bytes,
            Measure::Chars => chars,
        }
    }

    pub(crate) fn size(self, candidate: &Candidate) -> Option<u64> {
        self.of(candidate.bytes, candidate.chars)
    }
}

/// The points of a solution as code.golf counts them, so that short programs in any language can be compared.
///
/// It gets 1000 × Sb ÷ Su points: Su is its own size, and Sb lies between the shortest size in its language, S, and the
/// shortest in any, Sa: Sb = ((√n + 2) ÷ (√n + 3)) × S + (1 ÷ (√n + 3)) × Sa, where n is the number of solutions in its
/// language. So it is worth less to be the best of a language in which few have tried. Among those of one language it
/// gets 1000 × S ÷ Su.
///
/// The numbers are those that the site's database computes, also where a result lies halfway between two integers: there it
/// rounds the first to the even one, because that is a floating-point number, and the second up, because that is a decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Points {
    /// Among the solutions in all languages: 0 to 1000.
    #[schemars(range(max = 1000))]
    pub overall: u32,
    /// Among those in its language: 0 to 1000.
    #[schemars(range(max = 1000))]
    pub in_language: u32,
}

/// The solutions in one language.
#[derive(Clone, Copy)]
struct Field {
    shortest: u64,
    count: u32,
}

/// The points of these solutions of one problem, each given by its language and its size, in their order.
pub fn points(solutions: &[(&str, u64)]) -> Vec<Points> {
    let shortest = solutions.iter().map(|(_, size)| *size).min().unwrap_or(0);
    let mut fields: HashMap<&str, Field> = HashMap::new();
    for (language, size) in solutions {
        let field = fields.entry(language).or_insert(Field { shortest: *size, count: 0 });
        *field = Field { shortest: field.shortest.min(*size), count: field.count + 1 };
    }
    solutions.iter().map(|(language, size)| fields[language].points(*size, shortest)).collect()
}

impl Field {
    fn points(self, size: u64, shortest_of_all: u64) -> Points {
        if size == 0 {
            // Nothing is shorter, and the formula does not say what nothing divided by nothing is.
            return Points { overall: 1000, in_language: 1000 };
        }
        let overall = self.standard(shortest_of_all) / size as f64 * 1000.0;
        Points { overall: overall.round_ties_even() as u32, in_language: share(self.shortest, size) }
    }

    /// The size for which a solution gets 1000 points.
    fn standard(self, shortest_of_all: u64) -> f64 {
        let root = f64::from(self.count).sqrt();
        (root + 2.0) / (root + 3.0) * self.shortest as f64 + 1.0 / (root + 3.0) * shortest_of_all as f64
    }
}

/// How many thousandths of a size a part is, rounded half up.
fn share(part: u64, size: u64) -> u32 {
    let (part, size) = (u128::from(part), u128::from(size));
    ((2000 * part + size) / (2 * size)) as u32
}
