//! The marks of a class: a row for each student, columns for each exercise.

use std::fmt::Write;
use std::sync::LazyLock;
use std::time::SystemTime;

use anstyle::{AnsiColor, Style};
use regex::Regex;
use unicode_width::UnicodeWidthStr;

use super::Record;
use super::table::cut;
use crate::challenge::{of_points, rounded};
use crate::golf::HandedIn;
use crate::runner::{CandidateReport, Status};
use crate::suite::counted;
use crate::transcript::visible_line;

/// The marks of a class: its exercises, and what became of the programs that its students handed in.
#[derive(Debug)]
#[non_exhaustive]
pub struct MarkSheet {
    /// The names of the students.
    pub students: Vec<String>,
    /// The exercises, in their order.
    pub exercises: Vec<MarkedExercise>,
    /// The word for a row, such as "student".
    row: &'static str,
    /// When programs had to be handed in, if there is such a time.
    pub due: Option<SystemTime>,
}

/// An exercise, with the run in which the programs for it were judged.
#[derive(Debug)]
#[non_exhaustive]
pub struct MarkedExercise {
    /// Its name.
    pub name: String,
    /// The run, in which the candidates are in the order of what was handed in.
    pub record: Record,
    handed_in: Vec<HandedIn>,
    /// The points of a program that is right.
    pub(super) of: f64,
}

/// The result of a student's program.
pub(super) struct Cell<'a> {
    /// None if the run was interrupted before.
    pub(super) report: Option<&'a CandidateReport>,
    pub(super) points: f64,
    /// By how much it is late, if it is.
    pub(super) late: Option<String>,
}

impl MarkedExercise {
    /// An exercise of this name, with the run that judged `handed_in`, in the same order. It is worth `points` if its challenge
    /// does not say how many.
    pub fn new(name: &str, record: Record, handed_in: Vec<HandedIn>, points: u32) -> MarkedExercise {
        let whole = record.heading.dialect.whole();
        let marks = whole.and_then(|whole| {
            let cases: Vec<_> = whole.list().iter().map(|case| (case.name.as_str(), None)).collect();
            whole.cases().marks(&cases)
        });
        let of = marks.map_or_else(|| f64::from(points), |marks| marks.of);
        MarkedExercise { name: name.to_owned(), record, handed_in, of }
    }

    /// Who handed in the program of the candidate at a place.
    pub(super) fn student(&self, place: usize) -> &str {
        &self.handed_in[place].student
    }
}

/// The points of a program, of at most `of`: those of its cases, or else all or nothing.
pub(super) fn points(report: &CandidateReport, of: f64) -> f64 {
    let right = report.verdicts.iter().filter(|one| one.is_right()).count();
    match (&report.marks, report.verdicts.len()) {
        (Some(marks), _) => marks.points,
        (None, 0) if report.is_as_expected() == Some(true) => of,
        (None, 0) => 0.0,
        (None, all) => rounded(of * right as f64 / all as f64),
    }
}

impl MarkSheet {
    /// The class with these exercises, and with students who have handed in nothing.
    pub fn new(exercises: Vec<MarkedExercise>, without: Vec<String>, due: Option<SystemTime>) -> MarkSheet {
        let all = exercises.iter().flat_map(|one| &one.handed_in);
        let mut students: Vec<_> = all.map(|one| one.student.clone()).chain(without).collect();
        students.sort();
        students.dedup();
        MarkSheet { students, exercises, row: "student", due }
    }

    /// The programs of a run, each as a student.
    pub(super) fn of(record: &Record, points: u32) -> MarkSheet {
        let one = |name: &String| HandedIn {
            student: visible_line(name.as_bytes()),
            exercise: 0,
            path: name.into(),
            changed: None,
        };
        let handed_in = record.candidates.iter().map(|candidate| one(&candidate.name)).collect();
        let name = visible_line(record.heading.dialect.name().as_bytes());
        let exercise = MarkedExercise::new(&name, record.clone(), handed_in, points);
        MarkSheet { row: "program", ..MarkSheet::new(vec![exercise], Vec::new(), None) }
    }

    /// A student's submission for an exercise. `None` if there is none.
    pub(super) fn cell<'a>(&self, student: &str, exercise: &'a MarkedExercise) -> Option<Cell<'a>> {
        let place = exercise.handed_in.iter().position(|one| one.student == student)?;
        let report = exercise.record.reports[place].as_ref();
        let late = exercise.handed_in[place].changed.zip(self.due);
        let late = late.and_then(|(changed, due)| changed.duration_since(due).ok());
        let minutes = late.map(|late| late.as_secs().div_ceil(60)).filter(|minutes| *minutes > 0);
        Some(Cell {
            report,
            points: report.map_or(0.0, |report| points(report, exercise.of)),
            late: minutes.map(|minutes| {
                humantime::format_duration(std::time::Duration::from_secs(60 * minutes)).to_string()
            }),
        })
    }

    /// The points of a student, and how many there are.
    pub(super) fn total(&self, student: &str) -> (f64, f64) {
        let points = |one| self.cell(student, one).map_or(0.0, |cell| cell.points);
        let (got, of) = (self.exercises.iter().map(points), self.exercises.iter().map(|one| one.of));
        (rounded(got.sum()), rounded(of.sum()))
    }

    /// The marks as comma-separated values (RFC 4180): the points and the verdict of each program, and the sum. A mark at the
    /// beginning says that they are UTF-8; spreadsheets take them for Latin-1 without it.
    pub fn csv(&self) -> String {
        let mut head = vec![self.row.to_owned()];
        for exercise in &self.exercises {
            let columns = ["", " verdict", " late"];
            let wanted = if self.due.is_some() { 3 } else { 2 };
            head.extend(columns[..wanted].iter().map(|what| format!("{}{what}", exercise.name)));
        }
        head.extend(["points", "of"].map(str::to_owned));
        let mut text = format!("\u{feff}{}", row(&head));
        for student in &self.students {
            let mut cells = vec![student.clone()];
            for exercise in &self.exercises {
                let cell = self.cell(student, exercise);
                cells.push(cell.as_ref().map_or(0.0, |cell| cell.points).to_string());
                cells.push(cell.as_ref().map_or("missing", Cell::word).to_owned());
                cells.extend(self.due.map(|_| cell.and_then(|cell| cell.late).unwrap_or_default()));
            }
            let (points, of) = self.total(student);
            cells.push(points.to_string());
            cells.push(if of.is_finite() { of.to_string() } else { String::new() });
            text += &row(&cells);
        }
        text
    }

    /// The marks as a table for a terminal of this many columns.
    pub fn table(&self, columns: Option<usize>) -> String {
        let head = [self.row.to_owned()].into_iter();
        let names = self.exercises.iter().map(|one| one.name.clone());
        let mut rows = vec![head.chain(names).chain(["points".to_owned()]).collect::<Vec<_>>()];
        for student in &self.students {
            let cells = self.exercises.iter().map(|one| {
                self.cell(student, one).map_or("–".to_owned(), |cell| {
                    let late = if cell.late.is_some() { ", late" } else { "" };
                    match cell.points {
                        points if cell.is_right() && one.of.is_finite() => format!("{points}{late}"),
                        points => format!("{points} {}{late}", cell.word()),
                    }
                })
            });
            let (points, of) = self.total(student);
            rows.push([student.clone()].into_iter().chain(cells).chain([of_points(points, of)]).collect());
        }
        let width = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
        let widths: Vec<_> = (0..rows[0].len()).map(width).collect();
        let mut text = String::new();
        for (number, row) in rows.iter().enumerate() {
            let pad =
                |(cell, width): (&String, &usize)| format!("{cell}{}", " ".repeat(width - cell.width()));
            let line = row.iter().zip(&widths).map(pad).collect::<Vec<_>>().join("  ");
            let line = columns.map_or_else(|| line.clone(), |columns| cut(&line, columns));
            let style = if number == 0 { Style::new().bold() } else { Style::new() };
            let _ = writeln!(text, "{style}{}{style:#}", line.trim_end());
        }
        text + "\n" + &self.sum()
    }

    /// How many programs are right, in a line.
    pub fn sum(&self) -> String {
        let (right, judged) = self
            .exercises
            .iter()
            .map(|one| one.record.tally())
            .fold((0, 0), |one, other| (one.0 + other.0, one.1 + other.1));
        let handed_in = self.exercises.iter().map(|one| one.record.judged().count()).sum::<usize>();
        let style = Style::new().fg_color(Some(
            if judged > 0 && right == judged { AnsiColor::Green } else { AnsiColor::Red }.into(),
        ));
        let names = self.exercises.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
        let missing = self.students.len() * self.exercises.len()
            - self.exercises.iter().map(|one| one.handed_in.len()).sum::<usize>();
        let told = |count, what| if count > 0 { format!(", {count} {what}") } else { String::new() };
        format!(
            "{style}{right} of {judged} passed{style:#}{}{} ({}; {names})\n",
            told(handed_in - judged, "skipped"),
            told(missing, "missing"),
            counted(self.students.len(), self.row)
        )
    }
}

impl Cell<'_> {
    fn is_right(&self) -> bool {
        self.report.is_some_and(|report| report.is_as_expected() == Some(true))
    }

    /// Its verdict in a word.
    pub(super) fn word(&self) -> &'static str {
        match self.report.map(|report| &report.status) {
            Some(Status::Judged(_) | Status::Skipped(_)) => self.report.map_or("", CandidateReport::verdict),
            None => "interrupted",
        }
    }
}

/// What a spreadsheet does not leave as it is: a formula, and a name that looks like a date, or like a number that is written in
/// another way.
static CHANGED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[=+\-@\t\r]|(?:0\d+|\d{16,}|\d+[eE]\d+|\d+[-/]\d+(?:[-/]\d+)?)$)").expect("it is valid")
});

/// A line of comma-separated values. A quote stands before what a spreadsheet would change.
fn row(cells: &[String]) -> String {
    let cell = |cell: &String| {
        let cell = if CHANGED.is_match(cell) { format!("'{cell}") } else { cell.clone() };
        match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell,
        }
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_formula_date_or_number_and_may_have_commas() {
        let cells = ["=1+2", "L, Ada \"A\"", "-", "a"].map(str::to_owned);
        assert_eq!(row(&cells), "'=1+2,\"L, Ada \"\"A\"\"\",'-,a\r\n");
        let cells =
            ["007", "1E5", "2024-03-01", "3/4", "0", "0.5", "1234567", "7-up", "2h"].map(str::to_owned);
        assert_eq!(row(&cells), "'007,'1E5,'2024-03-01,'3/4,0,0.5,1234567,7-up,2h\r\n");
    }
}
