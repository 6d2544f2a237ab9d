//! The format of a report, and where it goes.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{Failure, at, create, failure, print, save, tell, try_out_beside, unless_closed};
use super::names::name;
use judging::golf::Measure;
use judging::report::{self, Events, Format, Heading, Record, View, append_summary};

pub(super) type Live = Events<Box<dyn Write>>;

/// `--format`, `--points`, `--scoring` and `--out`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(super) struct Form {
    /// The format of the report [default: by the ending of --out (csv, html, json, jsonl, md, xml), else terminal]
    #[arg(long, value_name = "FORMAT", value_parser = name::<Format>())]
    format: Option<Format>,

    /// Also show what was proved, how quickly programs answered, and how they were run
    #[arg(long)]
    verbose: bool,

    /// The points of a program that passes, with `--format csv`, `gradescope` or `classroom`, if the challenge has none
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) points: u32,

    /// Rank programs by points as code.golf counts them, for their bytes or characters, with `--format terminal`,
    /// `markdown` or `html`; `json` has both
    #[arg(long, value_name = "WHAT", value_parser = name::<Measure>())]
    scoring: Option<Measure>,

    /// Write the report to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Form {
    fn format(&self) -> Format {
        let by_ending = || self.out.as_deref().and_then(Format::of_ending);
        self.format.or_else(by_ending).unwrap_or_default()
    }

    /// The format of the marks of a class.
    pub(super) fn class_format(&self) -> Result<Format, Failure> {
        match self.format() {
            format @ (Format::Terminal | Format::Csv | Format::Html) => Ok(format),
            format => Err(failure(format!(
                "`{format}` is a report on one exercise; a class has terminal, csv and html"
            ))),
        }
    }

    /// Whether the report gives marks, which need the verdict on each case.
    pub(super) fn gives_marks(&self) -> bool {
        matches!(self.format(), Format::Csv | Format::Gradescope | Format::Exercism | Format::Classroom)
    }

    pub(super) fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Checks early whether the report can be written, and that none of the files that are read is overwritten.
    pub(super) fn try_out<'a>(&self, read: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
        Ok(try_out_beside(read, self.out.as_deref())?)
    }

    /// Where events are written as they happen, if that is the format.
    pub(super) fn events(&self, heading: &Heading) -> Result<Option<Live>, Failure> {
        if self.format() != Format::Events {
            return Ok(None);
        }
        let out: Box<dyn Write> = match &self.out {
            Some(file) => Box::new(create(file)?),
            None => Box::new(std::io::stdout()),
        };
        Ok(Some(Events::new(heading.clone(), out)))
    }

    /// Writes the report of a run, unless its events were written as they happened.
    pub(super) fn write(&self, record: &Record, events: Option<Live>) -> Result<(), Failure> {
        match events {
            Some(events) => unless_closed("events", events.finish())?,
            None => give(self.out.as_deref(), |view| self.text(self.format(), record, view.columns))?,
        }
        // At a terminal a summary is printed as well; a pipe gets nothing besides the report.
        if self.out.is_some() && std::io::stdout().is_terminal() {
            print(&report::sum(record))?;
        }
        if self.format() == Format::Github {
            return summarise(record);
        }
        let is_at_github = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        if is_at_github && (self.format() == Format::Terminal || self.out.is_some()) {
            anstream::eprint!("{}", self.text(Format::Github, record, None));
            // It was not asked for, so without it the run is no failure.
            let outcome = summarise(record);
            outcome.unwrap_or_else(|why| tell("judge", &format!("no summary: {}", why.what)));
        }
        Ok(())
    }

    fn text(&self, format: Format, record: &Record, columns: Option<usize>) -> String {
        let Form { verbose: is_verbose, points, scoring, .. } = *self;
        let root =
            std::env::var_os("GITHUB_WORKSPACE").and_then(|root| PathBuf::from(root).canonicalize().ok());
        format.render(record, View { columns, is_verbose, points, scoring, root: root.as_deref() })
    }
}

/// Appends the summary of a run to that of the job of GitHub Actions, if there is one.
fn summarise(record: &Record) -> Result<(), Failure> {
    let file = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()).map(PathBuf::from);
    file.map_or(Ok(()), |file| append_summary(record, &file).map_err(at(&file)))
}

/// Prints a text as it is seen on the terminal, or saves it in a file, without colours.
pub(super) fn give(out: Option<&Path>, text: impl Fn(View<'_>) -> String) -> Result<(), Failure> {
    match out {
        Some(file) => Ok(save(file, anstream::adapter::strip_str(&text(View::default())).to_string())?),
        None => print(&text(View { columns: columns(), ..View::default() })),
    }
}

/// The columns of the terminal that the report goes to; a pipe has none.
pub(super) fn columns() -> Option<usize> {
    let stdout = std::io::stdout();
    let size = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
    size.map(|(width, _)| width.0.into())
}
