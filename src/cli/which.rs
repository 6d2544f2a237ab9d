//! Which game, in which words: the options that every command has.

use std::path::Path;

use clap::Args;

use super::{Failure, failure};
use crate::dialect::Dialect;
use crate::dialect::reversi::Table;
use crate::files;
use crate::game::reversi::{self, Game};

/// `--dialect` and `--board`.
#[derive(Clone, Debug, Args)]
pub(super) struct Which {
    /// Which game, in which words [default: tictactoe]
    #[arg(long, value_name = "NAME", value_parser = super::dialect)]
    dialect: Option<Dialect>,

    /// The board of a game of reversi: one that is built in, by its name or how that begins, or a file
    #[arg(long, value_name = "NAME|FILE")]
    board: Option<String>,
}

impl Which {
    /// The dialect, on its board.
    pub(super) fn dialect(&self) -> Result<Dialect, Failure> {
        let Some(board) = &self.board else { return Ok(self.dialect.unwrap_or_default()) };
        match self.dialect {
            None | Some(Dialect::Reversi(_)) => Ok(Dialect::Reversi(table(board)?)),
            Some(other) => Err(failure(format!("--board is for reversi, and {} has only one", other.name()))),
        }
    }
}

fn table(board: &str) -> Result<Table, Failure> {
    if !Path::new(board).is_file() {
        let game = reversi::find(board)?;
        let is_usual = game.text() == Table::standard().game().text();
        return Ok(if is_usual { Table::standard() } else { Table::called(game, board) });
    }
    let text = files::read(Path::new(board), files::TEXT)
        .and_then(files::text)
        .map_err(|why| failure(format!("{board}: {why}")))?;
    let game = Game::parse(&text).map_err(|why| failure(format!("{board}: {why}")))?;
    Ok(Table::called(game, board))
}
