//! `referee --seat SIDE --table FOLDER`: one of two programs that share a folder.

use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{Failure, GOOD, failure};
use crate::dialect::othello::NAMES;
use crate::dialect::{Dialect, Lines};
use crate::game::Side;
use crate::table::{self, TableOptions};

/// Where the program sits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Othello between two programs that share a folder")]
pub(super) struct Options {
    /// The side to play, against another program
    #[arg(long, value_name = "SIDE", value_parser = side(), requires = "table")]
    seat: Option<Side>,

    /// The folder that the two programs share
    #[arg(long, value_name = "FOLDER", requires = "seat")]
    table: Option<PathBuf>,

    /// Allow moves out of turn, like the programs of the original article
    #[arg(long, requires = "table")]
    free: bool,
}

/// Parses the name of a side of othello.
fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(NAMES).map(|name| Side::BOTH[usize::from(name == NAMES[1])])
}

impl Options {
    /// How to play at a table, if one is asked for.
    pub(super) fn for_table(self, dialect: &Dialect) -> Result<Option<TableOptions>, Failure> {
        let (Some(side), Some(folder)) = (self.seat, self.table) else { return Ok(None) };
        if *dialect != Dialect::Othello {
            return Err(failure(format!("--seat is for othello, not for {}", dialect.name())));
        }
        Ok(Some(TableOptions { folder, side, is_free: self.free }))
    }
}

/// Plays one side with these inputs, or with those of standard input if there are none.
pub(super) fn play(
    options: &TableOptions,
    inputs: Vec<Vec<u8>>,
    writer: impl io::Write,
) -> Result<u8, Failure> {
    let warn = |warning: &str| anstream::eprintln!("referee: {warning}");
    let played = if inputs.is_empty() {
        let stdin = io::stdin().lock();
        if stdin.is_terminal() && io::stdout().is_terminal() {
            eprintln!("Type a square such as d3, nothing to pass or to check for messages, or . to end.\n");
        }
        table::play(options, typed(stdin), writer, warn)
    } else {
        table::play(options, inputs.into_iter().map(Ok), writer, warn)
    };
    match played {
        Err(table::Error::Player(why)) if why.kind() == io::ErrorKind::BrokenPipe => Ok(GOOD),
        other => Ok(other.map(|()| GOOD)?),
    }
}

/// The lines of a reader, each as soon as it is complete.
fn typed(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let mut lines = Some(Dialect::Othello.lines());
    std::iter::from_fn(move || next_line(&mut reader, &mut lines).transpose())
}

fn next_line(reader: &mut impl BufRead, lines: &mut Option<Lines>) -> io::Result<Option<Vec<u8>>> {
    while let Some(machine) = lines {
        let buffer = match reader.fill_buf() {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Ok(lines.take().and_then(Lines::finish));
        }
        let length = buffer.len();
        let line = (1..).zip(buffer).find_map(|(taken, &byte)| Some((taken, machine.push(byte)?)));
        reader.consume(line.as_ref().map_or(length, |(taken, _)| *taken));
        if let Some((_, line)) = line {
            return Ok(Some(line));
        }
    }
    Ok(None)
}
