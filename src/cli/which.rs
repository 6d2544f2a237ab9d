//! The options that name a challenge: `--dialect`, `--challenge` and `--board`.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};

use super::Failure;
use super::suggested::{suggested, text};
use judging::catalogue;
use judging::dialect::Dialect;
use judging::game::reversi;
use judging::runner::quoted;

/// `--dialect`, `--challenge` and `--board`.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Challenge")]
pub(super) struct Which {
    #[arg(long, value_name = "NAME", value_parser = suggested(dialect, catalogue::names), hide_possible_values = true,
          help = format!("The challenge, by its name: {}, or one in fixtures/ [default: {}]",
                         catalogue::game_names(), Dialect::default().name()))]
    dialect: Option<Dialect>,

    /// The folder or archive (.zip, .kpp) of a challenge of your own, or of a problem package
    #[arg(long, value_name = "FOLDER", value_parser = unpacked(), conflicts_with_all = ["dialect", "board"])]
    pub(super) challenge: Vec<PathBuf>,

    /// For reversi: a built-in board, by its name or the beginning of it, or a file
    #[arg(long, value_name = "NAME|FILE", value_parser = text(reversi::names), hide_possible_values = true)]
    board: Option<String>,
}

impl Which {
    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.challenge.first().cloned()
    }

    /// The options, each after a blank, as they are typed in a shell.
    pub(super) fn typed(&self) -> String {
        let dialect = self.dialect.iter().map(|dialect| ("dialect", OsStr::new(dialect.name())));
        let challenge = self.challenge.iter().map(|folder| ("challenge", folder.as_os_str()));
        let board = self.board.iter().map(|board| ("board", OsStr::new(board)));
        let all = dialect.chain(challenge).chain(board);
        all.map(|(name, value)| format!(" --{name} {}", quoted(value.as_encoded_bytes()))).collect()
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

/// Takes a path. An archive is unpacked, and the folder taken in its place.
pub(super) fn unpacked() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| catalogue::unpacked(&path))
}

/// The challenges in these folders, each with its folder. Of a folder with challenges in it only those of these names are
/// opened, if some are given, and one that cannot be opened is left out.
#[cfg(any(feature = "browser", feature = "service"))]
pub(super) fn opened(folders: &[PathBuf], only: &[String]) -> Result<Vec<(PathBuf, Dialect)>, Failure> {
    let mut all = Vec::new();
    for folder in folders {
        for one in catalogue::found_in(folder, only)? {
            let is_itself = one.as_ref().is_ok_and(|one| one == folder);
            let opened = one.map_err(Failure::from).and_then(|one| Ok((super::challenge::open(&one)?, one)));
            match opened {
                Ok((dialect, one)) => all.push((one, dialect)),
                Err(why) if !is_itself => anstream::eprintln!("judge: note: left out: {}", why.what),
                Err(why) => return Err(why),
            }
        }
    }
    Ok(all)
}

fn dialect(name: &str) -> Result<Dialect, String> {
    if let Ok(dialect) = name.parse() {
        return Ok(dialect);
    }
    let declared = super::challenge::named(name).map_err(|why| why.what)?;
    declared.ok_or_else(|| format!("there are: {}", catalogue::names().join(", ")))
}
