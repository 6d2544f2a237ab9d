//! The marks of a class as a page, and a page for each student.

use std::collections::HashSet;

use maud::{Markup, html as markup};

use super::{candidate, page, slug, text};
use crate::challenge::of_points;
use crate::report::class::{Cell, MarkSheet, MarkedExercise};
use crate::report::{facts, game};
use crate::runner::{CandidateReport, Failure, Status};

impl MarkSheet {
    /// The marks as a page: each leads to the report on the program.
    pub fn html(&self) -> String {
        let names: Vec<_> = self.exercises.iter().map(|one| one.name.as_str()).collect();
        let title = names.join(", ");
        page::page(&format!("Marks: {title}"), &self.body(&title))
    }

    fn body(&self, title: &str) -> Markup {
        markup! {
            header { p.game-name { "Marks" } h1 { (title) } p.terms { (anstream::adapter::strip_str(&self.sum())) } }
            main {
                div {
                    table.leaderboard {
                        thead { tr {
                            th scope="col" { "student" }
                            @for one in &self.exercises { th scope="col" { (one.name) @if one.of.is_finite() { " (" (one.of) ")" } } }
                            th scope="col" { "points" }
                        } }
                        tbody { @for (number, student) in self.students.iter().enumerate() { tr {
                            th scope="row" { (student) }
                            @for (place, one) in self.exercises.iter().enumerate() { td { (self.mark(student, one, &anchor(number, place))) } }
                            td { (self.total(student).0) }
                        } } }
                    }
                }
                @for (place, one) in self.exercises.iter().enumerate() { (self.sections(one, place)) }
            }
        }
    }

    fn mark(&self, student: &str, exercise: &MarkedExercise, anchor: &str) -> Markup {
        let Some(cell) = self.cell(student, exercise) else { return markup! { "–" } };
        markup! {
            a href={ "#" (anchor) } { (cell.points) " " (cell.word()) }
            @if let Some(late) = cell.late { br; span.why { "late: " (late) } }
        }
    }

    fn sections(&self, exercise: &MarkedExercise, number: usize) -> Markup {
        let board = exercise.record.leaderboard();
        let candidates = &exercise.record.candidates;
        let sections = board.rows.iter().filter_map(|row| {
            let place = candidates.iter().position(|one| std::ptr::eq(one, row.candidate))?;
            let student = exercise.student(place);
            let id = anchor(self.students.iter().position(|one| one == student)?, number);
            Some((
                student,
                candidate::section(&exercise.record, &id, row, true),
                cases(exercise, row.report, true),
            ))
        });
        markup! {
            h2 { (exercise.name) }
            @for (student, section, cases) in sections { p.game-name { (student) } (section) (cases) }
        }
    }

    /// A page for each student, with the name of its file: what became of the programs, as far as the challenges show it.
    pub fn feedback(&self) -> Vec<(String, String)> {
        let mut taken = HashSet::new();
        let page = |student: &String| {
            let plain = slug(student);
            let name = plain.strip_prefix("p-").filter(|name| !name.is_empty()).unwrap_or("student");
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let mut all = [name.to_owned()].into_iter().chain(numbered);
            let name = all.find(|name| taken.insert(name.to_lowercase()))?;
            Some((format!("{name}.html"), page::page(student, &self.of_student(student))))
        };
        self.students.iter().filter_map(page).collect()
    }

    fn of_student(&self, student: &str) -> Markup {
        let (points, of) = self.total(student);
        markup! {
            header { p.game-name { "Marks" } h1 { (student) } p.terms { (points) " of " (of) " points" } }
            main { @for exercise in &self.exercises {
                section aria-label=(exercise.name) {
                    h2 { (exercise.name) }
                    @match self.cell(student, exercise) {
                        None => { p { "Nothing was handed in." } }
                        Some(cell) => { (report_on(exercise, &cell)) }
                    }
                }
            } }
        }
    }
}

fn anchor(student: usize, exercise: usize) -> String {
    format!("s{student}-{exercise}")
}

/// The report on a program for its student.
fn report_on(exercise: &MarkedExercise, cell: &Cell<'_>) -> Markup {
    let Some(report) = cell.report else { return markup! { p { "It was not judged." } } };
    let (failed, dialect) = (report.failure.as_ref(), &exercise.record.heading.dialect);
    let case = failed.and_then(|failure| failure.scene.as_ref()).map_or("", |scene| &scene.case);
    markup! {
        p { span.word { (cell.word()) } ", " (of_points(cell.points, exercise.of)) " points" }
        @if let Some(late) = &cell.late { p { "Late: " (late) "." } }
        @if let Status::Skipped(why) = &report.status { p.why { (why) } }
        @if let Some(failure) = failed.filter(|_| !dialect.hides(case, dialect.show())) { (wrong(failure)) }
        (cases(exercise, report, false))
    }
}

/// The failure, without commands for the teacher's machine.
fn wrong(failure: &Failure) -> Markup {
    let facts =
        facts(failure).into_iter().filter(|(label, _)| !["run it", "compare", "cases"].contains(label));
    let lines = facts.map(|(label, text)| format!("{label:<9} {text}")).collect::<Vec<_>>().join("\n");
    let game = game(failure);
    markup! { pre.complaint tabindex="0" role="group" aria-label="what went wrong" { (game) @if !game.is_empty() { "\n\n" } (lines) } }
}

/// The verdict on each whole case. Details that students may not see are there only `for_teachers`.
fn cases(exercise: &MarkedExercise, report: &CandidateReport, for_teachers: bool) -> Markup {
    let dialect = &exercise.record.heading.dialect;
    let Some(whole) = dialect.whole().filter(|_| !report.verdicts.is_empty()) else { return markup! {} };
    let (groups, show) = (report.marks.iter().flat_map(|marks| &marks.groups), dialect.show());
    markup! {
        table.leaderboard {
            thead { tr { @for head in ["case", "verdict", "points", "why"] { th scope="col" { (head) } } } }
            tbody { @for one in &report.verdicts {
                @let cases = whole.cases();
                @let is_shown = for_teachers || !dialect.hides(&one.case, show);
                tr {
                    th scope="row" { (one.case) @if let Some(title) = cases.title(&one.case) { " (" (title) ")" } }
                    td { (one.verdict.name()) }
                    td { @if let (Some(points), Some(of)) = (one.points, one.most()) { (of_points(points, of)) } }
                    td {
                        @if is_shown { (text::prose(&one.why)) }
                        @if let Some(hint) = cases.hint(&one.case).filter(|_| !one.is_right()) { br; (hint) }
                    }
                }
            } }
        }
        @for one in groups { p { (one.group) ": " (of_points(one.points, one.of)) " points" } }
    }
}
