//! `referee --seat SIDE --table FOLDER`: one of two programs that share a folder.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{Failure, GOOD, failure};
use judging::dialect::Dialect;
use judging::dialect::othello::NAMES;
use judging::game::Side;
use play::table::{self, TableOptions};

/// Where the program sits.
#[derive(Debug, Args)]
#[command(next_help_heading = "Othello between two programs that share a folder")]
pub(super) struct TableArguments {
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

impl TableArguments {
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
pub(super) fn play(options: &TableOptions, inputs: Vec<Vec<u8>>, writer: File) -> Result<u8, Failure> {
    let warn = |warning: &str| anstream::eprintln!("referee: {warning}");
    let lines: Box<dyn Iterator<Item = io::Result<Vec<u8>>>> = if inputs.is_empty() {
        let stdin = io::stdin().lock();
        if stdin.is_terminal() && io::stdout().is_terminal() {
            eprintln!("Type a square such as d3, nothing to pass or to check for messages, or . to end.\n");
        }
        Box::new(table::typed(stdin))
    } else {
        Box::new(inputs.into_iter().map(Ok))
    };
    match table::play(options, lines, writer, warn) {
        Err(table::Error::Player(why)) if why.kind() == io::ErrorKind::BrokenPipe => Ok(GOOD),
        other => Ok(other.map(|()| GOOD)?),
    }
}
