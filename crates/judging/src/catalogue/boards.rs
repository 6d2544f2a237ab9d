//! Boards of reversi: built in, and in files.

use std::path::Path;

use super::error::{CatalogueError, at};
use crate::dialect::Dialect;
use crate::dialect::reversi::Table;
use crate::files;
use crate::game::reversi::{self, Game};

/// A dialect on the board of this name; without one it is reversi, the only dialect with boards to choose from.
/// Fails if another dialect is given, or with the error of the board.
pub fn on_board(dialect: Option<&Dialect>, named: &str) -> Result<Dialect, CatalogueError> {
    match dialect {
        None | Some(Dialect::Reversi(_)) => Ok(Dialect::Reversi(board(named)?)),
        Some(other) => {
            let why = format!("--board is for reversi; {} has only one board", other.name());
            Err(CatalogueError(why))
        }
    }
}

/// The board in a file, or the built-in one with this name or beginning of a name.
/// Fails if there is none, or more than one.
fn board(named: &str) -> Result<Table, CatalogueError> {
    let file = Path::new(named);
    if file.is_file() {
        let text = files::read(file, files::TEXT).and_then(files::text).map_err(at(file))?;
        return Ok(Table::called(Game::parse(&text).map_err(at(file))?, named));
    }
    let game = reversi::find(named).map_err(|why| CatalogueError(why.to_string()))?;
    let is_usual = game.text() == Table::standard().game().text();
    Ok(if is_usual { Table::standard() } else { Table::called(game, named) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reversi_has_boards_to_choose_from() {
        let chosen = on_board(None, "octagon-52").unwrap();
        assert_eq!(on_board(Some(&chosen), "octagon-52"), Ok(chosen));
        assert!(on_board(Some(&Dialect::Tictactoe), "octagon-52").is_err());
    }

    #[test]
    fn a_board_is_a_file_or_built_in() {
        assert_eq!(board("standard").unwrap().name(), None);
        let name = "octagon-52";
        assert_eq!(board(name).unwrap().name(), Some(name));
        assert!(board("there is none").is_err() && board("").is_err());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own.board");
        std::fs::write(&file, reversi::text(name).unwrap()).unwrap();
        assert_eq!(board(file.to_str().unwrap()).unwrap().game().text(), board(name).unwrap().game().text());
        std::fs::write(&file, "no board").unwrap();
        let why = board(file.to_str().unwrap()).unwrap_err().to_string();
        assert!(why.starts_with(file.to_str().unwrap()), "{why}");
    }
}
