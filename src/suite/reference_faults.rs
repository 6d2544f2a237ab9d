//! Which suite of a challenge with a reference finds which change of the reference.

use std::fmt;

use super::columns::Columns;
use super::count::{counted, grouped};
use super::explore::Session;
use crate::transcript::{is_visible, visible_line};

/// Which suite finds which of the references with one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReferenceMatrix {
    /// The names of the suites.
    pub suites: Vec<String>,
    /// The changes, in their order.
    pub rows: Vec<ReferenceRow>,
    /// How many further sessions those were given that no suite finds.
    pub further: usize,
    /// Why there were none, if they could not be made.
    pub trouble: Option<String>,
}

/// A change of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReferenceRow {
    /// The file and the line.
    pub place: String,
    /// What is changed.
    pub change: String,
    /// What came of it.
    pub fate: Fate,
}

/// What came of a reference with a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It was not tried to the end: the time was over, or somebody interrupted.
    Untried,
    /// It is no program that starts.
    NotStarted,
    /// Whether each suite finds it; at least one does.
    Found(Vec<bool>),
    /// No suite finds it, and in this session it is not right.
    Missed(Session),
    /// It was right in all suites and in all further sessions.
    Alike,
}

impl Fate {
    /// Whether it ran, and what it does is known.
    fn counts(&self) -> bool {
        match self {
            Fate::Untried | Fate::NotStarted => false,
            Fate::Found(_) | Fate::Missed(_) | Fate::Alike => true,
        }
    }

    /// What a column shows.
    fn mark(&self, suite: usize) -> &'static str {
        match self {
            Fate::Found(found) if found[suite] => "x",
            Fate::Untried | Fate::NotStarted | Fate::Found(_) | Fate::Missed(_) => ".",
            Fate::Alike => "=",
        }
    }
}

impl ReferenceMatrix {
    fn count(&self, is_meant: impl Fn(&Fate) -> bool) -> usize {
        self.rows.iter().filter(|row| is_meant(&row.fate)).count()
    }

    /// How many changes a suite finds.
    pub(crate) fn found(&self, suite: usize) -> usize {
        self.count(|fate| matches!(fate, Fate::Found(found) if found[suite]))
    }

    /// How many changes some suite finds.
    pub(crate) fn found_by_any(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Found(_)))
    }

    /// The changes that no suite finds, although a session shows them.
    pub(crate) fn missed(&self) -> impl Iterator<Item = (&ReferenceRow, &Session)> {
        self.rows.iter().filter_map(|row| match &row.fate {
            Fate::Missed(session) => Some((row, session)),
            Fate::Untried | Fate::NotStarted | Fate::Found(_) | Fate::Alike => None,
        })
    }

    /// How many changes make no program that starts.
    pub(crate) fn not_started(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::NotStarted))
    }

    /// How many changes were not tried.
    pub(crate) fn untried(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Untried))
    }

    /// How many changes nobody has seen a difference of.
    pub(crate) fn alike(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Alike))
    }

    /// The result in sentences.
    fn summary(&self) -> String {
        let all = self.count(Fate::counts);
        let changes = counted(all, "change");
        let mut told =
            format!("\nThe suites find {} of {changes} of the reference.", grouped(self.found_by_any()));
        let sessions = counted(self.further, "further session");
        if self.alike() > 0 {
            let what = if self.alike() == 1 { "1 shows" } else { &format!("{} show", self.alike()) };
            told += &format!(" {what} no difference in {sessions} either, and may be none (=).");
        }
        if self.not_started() > 0 {
            told += &format!(" {} did not start.", grouped(self.not_started()));
        }
        if self.untried() > 0 {
            told += &format!(" {} of {} were not tried.", grouped(self.untried()), grouped(self.rows.len()));
        }
        told.push('\n');
        let missed: Vec<_> = self.missed().collect();
        if !missed.is_empty() {
            told += "\nNot found, with the shortest session that shows it:\n";
        }
        for (row, session) in missed {
            told += &format!("  {row}\n");
            told.extend(session.iter().map(|line| format!("    {}\n", visible_line(line))));
        }
        told
    }
}

/// A text of a source, whose backslashes are its own.
fn shown(text: &str) -> String {
    let character =
        |one: char| if is_visible(one) { one.to_string() } else { one.escape_default().to_string() };
    text.chars().map(character).collect()
}

impl fmt::Display for ReferenceRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReferenceRow { place, change, fate: _ } = self;
        write!(f, "{}: {}", shown(place), shown(change))
    }
}

/// One line for each change, one column for each suite: `x` for found, `.` for missed, `=` if no difference was seen; totals;
/// and the changes that were missed, each with a session.
impl fmt::Display for ReferenceMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = Columns::new(&self.suites);
        columns.head(f, "a reference in which")?;
        for row in self.rows.iter().filter(|row| row.fate.counts()) {
            columns.line(f, |suite| row.fate.mark(suite), row)?;
        }
        let all = grouped(self.count(Fate::counts));
        columns.line(f, |suite| self.found(suite), format_args!("of {all} found"))?;
        f.write_str(&self.summary())
    }
}
