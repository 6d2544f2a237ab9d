//! The format of a report, and where it goes.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{Failure, print, save, try_out};
use super::names::name;
use crate::report::{self, Format, Record, Width};

/// `--format` and `--out`.
#[derive(Debug, Args)]
pub(super) struct Form {
    /// The format of the report
    #[arg(long, value_name = "FORM", value_parser = name::<Format>(), default_value = "terminal")]
    format: Format,

    /// Write the report to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Form {
    /// Checks early whether the report can be written.
    pub(super) fn try_out(&self) -> Result<(), Failure> {
        self.out.as_deref().map_or(Ok(()), try_out)
    }

    /// Writes the report of a run.
    pub(super) fn write_report(&self, record: &Record) -> Result<(), Failure> {
        match &self.out {
            Some(file) => {
                self.write(record, file)?;
                // At a terminal a summary is printed as well; a pipe gets nothing besides the report.
                if std::io::stdout().is_terminal() { print(&report::sum(record)) } else { Ok(()) }
            }
            None => print(&self.format.render(record, width())),
        }
    }

    fn write(&self, record: &Record, file: &Path) -> Result<(), Failure> {
        save(file, self.format.plain(record).as_bytes())
    }
}

/// The width of the terminal that the report goes to; a pipe has none.
fn width() -> Width {
    let stdout = std::io::stdout();
    let size = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
    size.map_or(Width::Unlimited, |(width, _)| Width::Columns(width.0.into()))
}
