//! Which suite of a challenge finds which fault.

use std::collections::HashSet;
use std::fmt;

use crate::challenge::is_allowed;
use crate::dialect::{Declared, Dialect, Faulty};
use crate::suite::{Guide, Suite, Tactic};
use crate::transcript::{ExpectedTranscript, Profile, compare};

/// Which suite finds which of the tables with one fault.
#[derive(Debug)]
pub struct FaultMatrix<'a> {
    suites: Vec<String>,
    rows: Vec<FaultRow<'a>>,
}

#[derive(Debug)]
struct FaultRow<'a> {
    faulty: &'a Faulty,
    /// Whether each suite finds it.
    found: Vec<bool>,
    /// Whether no run can show it, so that it is not a fault.
    is_equivalent: bool,
}

/// Plays every table with one fault through the suites, as a program that prints its answers.
pub fn fault_matrix<'a>(declared: &'a Declared, suites: &[Suite]) -> FaultMatrix<'a> {
    let row = |faulty: &'a Faulty| {
        let found: Vec<_> = suites.iter().map(|suite| finds(declared, suite, &faulty.declared)).collect();
        faulty.declared.forget();
        // Where there is no end of states, nothing can be proved.
        let may_be_proved = !found.contains(&true) && declared.space().unexplored().is_none();
        let is_equivalent = may_be_proved && is_allowed(declared.table(), faulty.declared.table());
        FaultRow { faulty, found, is_equivalent }
    };
    FaultMatrix {
        suites: suites.iter().map(|suite| suite.name().to_owned()).collect(),
        rows: declared.mutants().iter().map(row).collect(),
    }
}

fn finds(right: &Declared, suite: &Suite, faulty: &Declared) -> bool {
    // Its choice is the same in each run, so each tactic is tried once.
    let mut tried = HashSet::new();
    let mut inputs = |place: usize| match suite.tactic(place) {
        Some(tactic) => tried.insert(tactic).then(|| conversation(right, tactic, faulty)),
        None => Some(suite.case(place).inputs),
    };
    (0..suite.len()).filter_map(&mut inputs).any(|inputs| {
        let expected = ExpectedTranscript::scored(&Dialect::Declared(right.clone()), &inputs);
        compare(&expected, &output_of(faulty, &inputs), Profile::Golf).is_some()
    })
}

/// The output of a table with a fault.
fn output_of(faulty: &Declared, inputs: &[Vec<u8>]) -> Vec<u8> {
    ExpectedTranscript::strict(&Dialect::Declared(faulty.clone()), inputs).text()
}

/// The lines that follow from its answers.
fn conversation(right: &Declared, tactic: Tactic, faulty: &Declared) -> Vec<Vec<u8>> {
    let (guide, mut inputs) = (Guide::new(right, tactic), Vec::new());
    while let Some(line) = guide.ask(&inputs, &output_of(faulty, &inputs)).line {
        inputs.push(line);
    }
    inputs
}

impl<'a> FaultMatrix<'a> {
    /// How many faults there are.
    pub fn faults(&self) -> usize {
        self.rows.len()
    }

    /// How many of them a suite finds.
    pub fn found(&self, suite: usize) -> usize {
        self.rows.iter().filter(|row| row.found[suite]).count()
    }

    /// Those that no suite finds, although some run may show them.
    pub fn missed(&self) -> impl Iterator<Item = &'a Faulty> {
        let is_missed = |row: &&FaultRow| !row.is_equivalent && !row.found.contains(&true);
        self.rows.iter().filter(is_missed).map(|row| row.faulty)
    }

    /// How many no run can show: the right table allows every output of a program with such a fault.
    pub fn equivalent(&self) -> usize {
        self.rows.iter().filter(|row| row.is_equivalent).count()
    }
}

/// One line for each fault, one column for each suite: `x` for found, `.` for missed, `=` if no run can show
/// it; and totals.
impl fmt::Display for FaultMatrix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = Columns::new(&self.suites);
        columns.head(f, "a program that")?;
        for FaultRow { faulty, found, is_equivalent } in &self.rows {
            let missed = if *is_equivalent { "=" } else { "." };
            columns.line(f, |suite| if found[suite] { "x" } else { missed }, &faulty.fault)?;
        }
        let equivalent = match self.equivalent() {
            0 => String::new(),
            count => format!(
                "; {count} are equivalent (=): proved, for the lines that are fed, that no run shows them"
            ),
        };
        let text = format_args!("of {} found{equivalent}", self.faults());
        columns.line(f, |suite| self.found(suite), text)
    }
}

/// Lines of a kill matrix: a column of equal width for each of these heads, and a text behind them.
struct Columns<'a> {
    heads: &'a [String],
    width: usize,
}

impl<'a> Columns<'a> {
    fn new(heads: &'a [String]) -> Columns<'a> {
        Columns { heads, width: heads.iter().map(String::len).max().unwrap_or(0) }
    }

    fn head(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        self.line(f, |column| &self.heads[column], text)
    }

    fn line<T: fmt::Display>(
        &self,
        f: &mut fmt::Formatter<'_>,
        cell: impl Fn(usize) -> T,
        text: impl fmt::Display,
    ) -> fmt::Result {
        let width = self.width;
        (0..self.heads.len()).try_for_each(|column| write!(f, "{:<width$}  ", cell(column)))?;
        writeln!(f, "{text}")
    }
}
