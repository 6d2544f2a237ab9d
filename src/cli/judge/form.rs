//! The format of a report, and where it goes.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{Failure, print, save, try_out};
use super::names::name;
use crate::report::{self, Format, Record, View};

/// `--format` and `--out`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Report")]
pub(super) struct Form {
    /// The format of the report
    #[arg(long, value_name = "FORMAT", value_parser = name::<Format>(), default_value = "terminal")]
    format: Format,

    /// Also say what was proved, how quickly programs answered, and how they were run
    #[arg(long)]
    verbose: bool,

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
            None => print(&self.format.render(record, View { columns: columns(), is_verbose: self.verbose })),
        }
    }

    fn write(&self, record: &Record, file: &Path) -> Result<(), Failure> {
        save(file, self.format.plain(record, self.verbose).as_bytes())
    }
}

/// The columns of the terminal that the report goes to; a pipe has none.
pub(super) fn columns() -> Option<usize> {
    let stdout = std::io::stdout();
    let size = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
    size.map(|(width, _)| width.0.into())
}
