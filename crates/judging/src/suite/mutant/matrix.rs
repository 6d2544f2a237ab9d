//! Which suite finds which mutant.
//!
//! Every mutant plays every case of every suite until one distinguishes it from the reference: its output is
//! then rejected by the judge's own comparison, under the profile for golfers. A mutant that nothing can
//! distinguish from the reference is marked so in the family, with the reason; it counts neither as found nor
//! as missed. (If a suite finds it nonetheless, the reason was wrong, and the matrix shows that.)
//!
//! Mutants that have a number, the length of a line, are not in the matrix: as a measure of suites one length is as
//! good as another. The diagnosis has them, and plays games that tell the lengths apart.

use std::fmt;

use super::faulty::Mutant;
use crate::suite::Suite;
use crate::transcript::{Profile, compare};

/// The longest title of a line of totals.
const WIDEST_TITLE: usize = 29;

/// The result of each mutant in each suite.
#[derive(Clone, Debug)]
pub struct KillMatrix {
    suites: Vec<String>,
    rows: Vec<MutantRow>,
}

/// The results of a mutant.
#[derive(Clone, Debug)]
pub struct MutantRow {
    /// The mutant.
    pub mutant: &'static Mutant,
    /// For each suite, the place of the first case that finds it.
    pub killed_by: Vec<Option<usize>>,
}

/// How many of how many mutants a suite finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The mutants that it finds.
    pub killed: usize,
    /// The mutants that differ from the reference in some run, whether the suite has that run or not.
    pub mutants: usize,
}

/// Plays every mutant of the family through the suites.
pub fn kill_matrix(suites: &[Suite]) -> KillMatrix {
    let family = Mutant::family();
    let fates: Vec<_> = suites.iter().map(|suite| kills(family, suite)).collect();
    let row =
        |(index, mutant)| MutantRow { mutant, killed_by: fates.iter().map(|fate| fate[index]).collect() };
    KillMatrix {
        suites: suites.iter().map(|suite| suite.name().to_owned()).collect(),
        rows: family.iter().enumerate().map(row).collect(),
    }
}

/// For each mutant the place of the first case that finds it. Cases are the outer loop, since most
/// mutants are found by the first few.
fn kills(family: &[Mutant], suite: &Suite) -> Vec<Option<usize>> {
    let mut killed_by = vec![None; family.len()];
    let mut alive: Vec<usize> = (0..family.len()).collect();
    for index in 0..suite.len() {
        let case = suite.case(index);
        let expected = case.expected(Profile::Golf);
        let right = expected.text();
        alive.retain(|&place| {
            let output = family[place].play(&case.inputs);
            let survives = output == right || compare(&expected, &output, Profile::Golf).is_none();
            if !survives {
                killed_by[place] = Some(index);
            }
            survives
        });
    }
    killed_by
}

impl KillMatrix {
    /// The mutants, in the order of the family.
    pub fn rows(&self) -> &[MutantRow] {
        &self.rows
    }

    /// How many of the mutants that `counts` a suite finds; the equivalent ones are left out.
    pub fn total(&self, suite: usize, counts: impl Fn(&Mutant) -> bool) -> Total {
        let rows = || self.rows.iter().filter(|row| row.mutant.equivalent.is_none() && counts(row.mutant));
        Total { killed: rows().filter(|row| row.killed_by[suite].is_some()).count(), mutants: rows().count() }
    }

    /// The mutants that a suite should find and does not.
    pub fn survivors(&self, suite: usize) -> impl Iterator<Item = &'static Mutant> {
        let lives = move |row: &&MutantRow| row.killed_by[suite].is_none() && row.mutant.equivalent.is_none();
        self.rows.iter().filter(lives).map(|row| row.mutant)
    }

    /// The mutants that are marked as equivalent though some suite finds them: there should be none.
    pub fn mistaken(&self) -> impl Iterator<Item = &'static Mutant> {
        let is_found = |row: &&MutantRow| row.killed_by.iter().any(Option::is_some);
        self.rows.iter().filter(|row| row.mutant.equivalent.is_some()).filter(is_found).map(|row| row.mutant)
    }
}

/// A table: one line for each mutant, one column for each suite; `x` for found, `.` for missed, `=` for
/// equivalent.
impl fmt::Display for KillMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.mutant.name.len()).max().unwrap_or(0).max(WIDEST_TITLE);
        self.line(f, width, "mutant", |suite| self.suites[suite].clone())?;
        for row in &self.rows {
            self.line(f, width, &row.mutant.name, |suite| row.mark(suite).to_owned())?;
        }
        self.totals(f, width, "all", |_| true)?;
        self.totals(f, width, "memoryless", |mutant| mutant.is_memoryless)?;
        self.totals(f, width, "of these, within the 14 lines", |mutant| {
            mutant.is_memoryless && mutant.is_within_alphabet()
        })?;
        self.totals(f, width, "with memory", |mutant| !mutant.is_memoryless)
    }
}

impl KillMatrix {
    fn totals(
        &self,
        f: &mut fmt::Formatter<'_>,
        width: usize,
        name: &str,
        counts: impl Fn(&Mutant) -> bool,
    ) -> fmt::Result {
        self.line(f, width, name, |suite| {
            let Total { killed, mutants } = self.total(suite, &counts);
            format!("{killed}/{mutants}")
        })
    }

    fn line(
        &self,
        f: &mut fmt::Formatter<'_>,
        width: usize,
        name: &str,
        cell: impl Fn(usize) -> String,
    ) -> fmt::Result {
        let mut line = format!("{name:width$}");
        for (suite, title) in self.suites.iter().enumerate() {
            let column = title.len().max("000/000".len());
            line += &format!("  {:column$}", cell(suite));
        }
        writeln!(f, "{}", line.trim_end())
    }
}

impl MutantRow {
    fn mark(&self, suite: usize) -> &'static str {
        match (self.killed_by[suite], self.mutant.equivalent) {
            (Some(_), None) => "x",
            (None, None) => ".",
            (None, Some(_)) => "=",
            (Some(_), Some(_)) => "x (called equivalent)",
        }
    }
}
