//! The formats of reports, by name.

use std::path::Path;

use super::{
    MarkSheet, Record, View, annotations, classroom, events, exercism, gradescope, html, json, junit,
    markdown, terminal,
};

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Format {
    /// For people at a terminal, in colours.
    #[default]
    Terminal,
    /// JSON, by [`schema`](super::schema()).
    Json,
    /// The leaderboard as a table in Markdown.
    Markdown,
    /// Comma-separated values: a row for each program or student, with points and verdicts.
    Csv,
    /// JUnit's XML.
    Junit,
    /// A page.
    Html,
    /// Annotations for GitHub Actions, of paths from the root of the repository.
    Github,
    /// What happened, as a line of JSON each, by [`events_schema`](super::events_schema()); of a run that is over, without single
    /// cases.
    Events,
    /// The results of a Gradescope autograder.
    Gradescope,
    /// The results of an Exercism test runner.
    Exercism,
    /// The result of a grader of GitHub Classroom.
    Classroom,
}

impl Format {
    /// The format that files of this name usually have.
    pub fn of_ending(file: &Path) -> Option<Format> {
        match file.extension()?.to_str()? {
            "csv" => Some(Format::Csv),
            "html" => Some(Format::Html),
            "json" => Some(Format::Json),
            "jsonl" => Some(Format::Events),
            "md" => Some(Format::Markdown),
            "xml" => Some(Format::Junit),
            _ => None,
        }
    }

    /// The report on a run.
    pub fn render(self, record: &Record, view: View<'_>) -> String {
        match self {
            Format::Terminal => terminal(record, view),
            Format::Json => json(record),
            Format::Markdown => markdown(record, view.scoring),
            Format::Csv => MarkSheet::of(record, view.points).csv(),
            Format::Junit => junit(record),
            Format::Html => html(record, view.scoring),
            Format::Github => annotations(record, view.root),
            Format::Events => events(record),
            Format::Gradescope => gradescope(record, view.points),
            Format::Exercism => exercism(record),
            Format::Classroom => classroom(record, view.points),
        }
    }

    /// The report in the form of a file: without colours, with lines of any length.
    pub fn plain(self, record: &Record, is_verbose: bool) -> String {
        let view = View { is_verbose, ..View::default() };
        anstream::adapter::strip_str(&self.render(record, view)).to_string()
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Terminal | Format::Github => "text/plain; charset=utf-8",
            Format::Events => "application/x-ndjson",
            Format::Json | Format::Gradescope | Format::Exercism | Format::Classroom => "application/json",
            Format::Markdown => "text/markdown; charset=utf-8",
            Format::Csv => "text/csv; charset=utf-8",
            Format::Junit => "application/xml",
            Format::Html => "text/html; charset=utf-8",
        }
    }
}
