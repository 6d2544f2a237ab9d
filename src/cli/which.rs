//! The options that name a challenge: `--dialect`, `--challenge` and `--board`.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::suggested::{suggested, text};
use judging::catalogue;
use judging::dialect::Dialect;
use judging::game::reversi;

/// `--dialect`, `--challenge` and `--board`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Challenge")]
pub(super) struct Which {
    #[arg(long, value_name = "NAME", value_parser = suggested(dialect, catalogue::names), hide_possible_values = true,
          help = format!("The challenge, by its name: {}, or one in fixtures/ [default: {}]",
                         catalogue::game_names(), Dialect::default().name()))]
    dialect: Option<Dialect>,

    /// The folder of a challenge of your own, with its `challenge.toml`
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["dialect", "board"])]
    challenge: Vec<PathBuf>,

    /// For reversi: a built-in board, by its name or the beginning of it, or a file
    #[arg(long, value_name = "NAME|FILE", value_parser = text(reversi::names), hide_possible_values = true)]
    board: Option<String>,
}

impl Which {
    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.challenge.first().cloned()
    }

    /// The folders of challenges that are named.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.challenge
    }

    pub(super) fn is_given(&self) -> bool {
        self.dialect.is_some() || !self.challenge.is_empty() || self.board.is_some()
    }

    pub(super) fn challenge(&self) -> Result<Dialect, Failure> {
        match (&*self.challenge, &self.board) {
            ([folder], _) => super::challenge::open(folder),
            ([_, ..], _) => {
                Err(super::failure("name one challenge; only `judge check FOLDER` takes several"))
            }
            ([], Some(board)) => Ok(catalogue::on_board(self.dialect.as_ref(), board)?),
            ([], None) => Ok(self.dialect.clone().unwrap_or_default()),
        }
    }

    /// The challenge that is named, if it is played line by line.
    pub(super) fn dialect(&self) -> Result<Dialect, Failure> {
        self.challenge().and_then(super::challenge::played)
    }
}

/// The challenges in these folders, each with its folder.
#[cfg(any(feature = "browser", feature = "service"))]
pub(super) fn opened(folders: &[PathBuf]) -> Result<Vec<(PathBuf, Dialect)>, Failure> {
    folders.iter().map(|folder| Ok((folder.clone(), super::challenge::open(folder)?))).collect()
}

fn dialect(name: &str) -> Result<Dialect, String> {
    if let Ok(dialect) = name.parse() {
        return Ok(dialect);
    }
    let declared = super::challenge::named(name).map_err(|why| why.what)?;
    declared.ok_or_else(|| format!("there are: {}", catalogue::names().join(", ")))
}
