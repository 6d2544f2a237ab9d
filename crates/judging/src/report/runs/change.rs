//! How programs changed between two runs.

use std::time::Duration;

use strum::VariantArray;

use super::programs::{SavedProgram, Standing};
use super::table::{Column, Highlight, Table, TableRow};

/// The change of a program, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
enum Change {
    /// It passed, and does not any more; or what is counted besides grew.
    Worse,
    Gone,
    /// It passes, and did not before; or what is counted besides shrank.
    Improved,
    New,
    /// It still passes, or still does not.
    Unchanged,
}

/// What counts of programs that pass in both runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Counted {
    /// The size in bytes.
    Size,
    /// The processor time, if the difference is beyond noise.
    Time,
}

/// A program in two runs, at least one of which has it.
#[derive(Clone, Debug)]
pub(super) struct ProgramChange {
    name: String,
    change: Change,
    old: Option<Standing>,
    new: Option<Standing>,
}

const COLUMNS: [Column; 5] = [
    Column { heading: "change", class: "language" },
    Column { heading: "program", class: "program" },
    Column { heading: "verdict", class: "ruling" },
    Column { heading: "bytes", class: "number bytes" },
    Column { heading: "ms a run", class: "number" },
];

/// The programs of two runs, the worst first; of those that pass in both this counts besides.
pub(super) fn changes(programs: &[SavedProgram], counted: &[Counted]) -> Vec<ProgramChange> {
    let mut changes: Vec<_> = programs.iter().map(|program| ProgramChange::of(program, counted)).collect();
    changes.sort_by_key(|program| program.change);
    changes
}

/// The table of these programs, or of those in which the runs differ.
pub(super) fn table(programs: &[ProgramChange], is_whole: bool) -> Table {
    let has_regression = programs.iter().any(ProgramChange::is_regression);
    let shown = programs.iter().enumerate().filter(|(_, program)| is_whole || program.differs());
    Table {
        sum: sum(programs),
        mark: if has_regression { Highlight::Bad } else { Highlight::Good },
        caption: "The worst first. Times are shown if they differ beyond noise.",
        is_of_pairs: true,
        columns: &COLUMNS,
        rows: shown.map(|(place, program)| program.row(place)).collect(),
    }
}

/// How many programs there are of each kind, as one line.
fn sum(programs: &[ProgramChange]) -> String {
    let count = |change: &Change| programs.iter().filter(|program| program.change == *change).count();
    let counts = Change::VARIANTS.iter().map(|change| (count(change), change));
    let words: Vec<_> =
        counts.filter(|(count, _)| *count > 0).map(|(count, change)| format!("{count} {change}")).collect();
    if words.is_empty() { "no programs".to_owned() } else { words.join(", ") }
}

impl ProgramChange {
    fn of(program: &SavedProgram, counted: &[Counted]) -> ProgramChange {
        let [old, new] = [0, 1].map(|run| program.standings.get(run).cloned().flatten());
        let change = match (&old, &new) {
            (_, None) => Change::Gone,
            (None, Some(_)) => Change::New,
            (Some(old), Some(new)) => between(old, new, counted),
        };
        ProgramChange { name: program.name.clone(), change, old, new }
    }

    /// Whether it got worse, or is gone.
    pub(super) fn is_regression(&self) -> bool {
        match self.change {
            Change::Worse | Change::Gone => true,
            Change::Improved | Change::New | Change::Unchanged => false,
        }
    }

    /// Whether the runs differ in what they say of it, counted or not.
    fn differs(&self) -> bool {
        let (Some(old), Some(new)) = (&self.old, &self.new) else { return true };
        (old.verdict, old.bytes) != (new.verdict, new.bytes) || self.differs_in_time()
    }

    /// Whether its processor time differs beyond noise.
    fn differs_in_time(&self) -> bool {
        let paces = |(old, new): (&Standing, &Standing)| Some((old.pace?, new.pace?));
        let paces = self.old.as_ref().zip(self.new.as_ref()).and_then(paces);
        paces.is_some_and(|(old, new)| old.is_longer_than(&new) || new.is_longer_than(&old))
    }

    fn row(&self, place: usize) -> TableRow {
        let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
        let time = |standing: &Standing| standing.pace.map(|pace| milliseconds(pace.median));
        let size = self.new.as_ref().and_then(|new| new.bytes);
        TableRow {
            mark: match self.change {
                Change::Worse | Change::Gone => Highlight::Bad,
                Change::Improved => Highlight::Good,
                Change::New => Highlight::New,
                Change::Unchanged => Highlight::Faint,
            },
            cells: vec![
                (self.change.to_string(), Some(place as u64)),
                (self.name.clone(), None),
                (self.both(|standing| Some(standing.word().to_owned())), None),
                (self.both(|standing| standing.bytes.map(|bytes| bytes.to_string())), size),
                (if self.differs_in_time() { self.both(time) } else { String::new() }, None),
            ],
            why: self.why().map(str::to_owned),
        }
    }

    /// Why it is worse, if it is because it does not pass any more.
    fn why(&self) -> Option<&str> {
        let new = self.new.as_ref().filter(|new| !new.is_good && !new.reason.is_empty())?;
        self.is_regression().then_some(&new.reason)
    }

    /// A text for each run, or one if they are equal.
    fn both(&self, cell: impl Fn(&Standing) -> Option<String>) -> String {
        let [old, new] = [&self.old, &self.new].map(|side| side.as_ref().and_then(&cell));
        match (old, new) {
            (Some(old), Some(new)) if old == new => new,
            (Some(old), Some(new)) => format!("{old} → {new}"),
            (old, new) => old.or(new).unwrap_or_default(),
        }
    }
}

fn between(old: &Standing, new: &Standing, counted: &[Counted]) -> Change {
    match (old.is_good, new.is_good) {
        (true, false) => Change::Worse,
        (false, true) => Change::Improved,
        (true, true) if counted.iter().any(|what| has_grown(*what, old, new)) => Change::Worse,
        (true, true) if counted.iter().any(|what| has_grown(*what, new, old)) => Change::Improved,
        (false, false) | (true, true) => Change::Unchanged,
    }
}

fn has_grown(what: Counted, from: &Standing, to: &Standing) -> bool {
    match what {
        Counted::Size => from.bytes.zip(to.bytes).is_some_and(|(from, to)| to > from),
        Counted::Time => from.pace.zip(to.pace).is_some_and(|(from, to)| to.is_longer_than(&from)),
    }
}
