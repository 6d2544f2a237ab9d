//! Boards of reversi: built in, and in files.

use std::path::Path;

use super::error::{CatalogueError, at};
use crate::dialect::reversi::Table;
use crate::files;
use crate::game::reversi::{self, Game};

/// The board in a file, or the built-in one with this name or beginning of a name.
///
/// # Errors
/// [`CatalogueError`] if there is none, or more than one.
pub(crate) fn board(named: &str) -> Result<Table, CatalogueError> {
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
