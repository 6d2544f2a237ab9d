//! Which suite of a challenge finds which fault.

use std::fmt;

use crate::dialect::{Declared, Dialect, Faulty};
use crate::suite::Suite;
use crate::transcript::{ExpectedTranscript, Profile, compare};

/// Which suite finds which of the tables with one fault.
#[derive(Debug)]
pub struct FaultMatrix {
    suites: Vec<String>,
    /// For each fault whether each suite finds it.
    rows: Vec<(&'static Faulty, Vec<bool>)>,
}

/// Plays every table with one fault through the suites, as a program that says what it says.
pub fn fault_matrix(declared: Declared, suites: &[Suite]) -> FaultMatrix {
    let dialect = Dialect::Declared(declared);
    let row = |faulty: &'static Faulty| {
        let found = suites.iter().map(|suite| finds(dialect, suite, faulty.declared)).collect();
        faulty.declared.forget();
        (faulty, found)
    };
    FaultMatrix {
        suites: suites.iter().map(|suite| suite.name().to_owned()).collect(),
        rows: declared.mutants().iter().map(row).collect(),
    }
}

fn finds(right: Dialect, suite: &Suite, faulty: Declared) -> bool {
    suite.cases().any(|case| {
        let output = ExpectedTranscript::strict(Dialect::Declared(faulty), &case.inputs).text();
        let expected = ExpectedTranscript::scored(right, &case.inputs);
        compare(&expected, &output, Profile::Golf).is_some()
    })
}

impl FaultMatrix {
    /// How many faults there are.
    pub fn faults(&self) -> usize {
        self.rows.len()
    }

    /// How many of them a suite finds.
    pub fn found(&self, suite: usize) -> usize {
        self.rows.iter().filter(|(_, found)| found[suite]).count()
    }

    /// Those that no suite finds.
    pub fn missed(&self) -> impl Iterator<Item = &'static Faulty> {
        self.rows.iter().filter(|(_, found)| !found.contains(&true)).map(|(faulty, _)| *faulty)
    }
}

/// A fault a line, a suite a column: `x` for found, `.` for missed; and totals.
impl fmt::Display for FaultMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.suites.iter().map(String::len).max().unwrap_or(0);
        let line = |f: &mut fmt::Formatter<'_>, cells: Vec<String>, what: &str| {
            let cells: String = cells.iter().map(|cell| format!("{cell:<width$}  ")).collect();
            writeln!(f, "{cells}{what}")
        };
        line(f, self.suites.clone(), "a program that")?;
        for (faulty, found) in &self.rows {
            let mark = |found: &bool| if *found { "x" } else { "." }.to_owned();
            line(f, found.iter().map(mark).collect(), &faulty.fault)?;
        }
        let totals = (0..self.suites.len()).map(|suite| self.found(suite).to_string()).collect();
        line(f, totals, &format!("of {} found", self.faults()))
    }
}
