//! The built-in boards: the files of `fixtures/boards/`.

use rust_embed::RustEmbed;

use super::Game;

#[derive(RustEmbed)]
#[folder = "../../fixtures/boards"]
#[include = "*.board"]
struct Files;

/// There is no built-in board with this name, or several begin like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told())]
pub struct NoBoard(String);

impl NoBoard {
    fn told(&self) -> String {
        let NoBoard(name) = self;
        let names = names();
        let longer: Vec<_> =
            names.iter().map(String::as_str).filter(|known| known.starts_with(name)).collect();
        match longer[..] {
            [_, _, ..] => format!("several boards begin with `{name}`: {}", longer.join(", ")),
            _ => format!("there is no board `{name}`; there are {}", names.join(", ")),
        }
    }
}

/// The names of the built-in boards, in order.
pub fn names() -> Vec<String> {
    let mut names: Vec<_> =
        Files::iter().filter_map(|file| file.strip_suffix(".board").map(str::to_owned)).collect();
    names.sort();
    names
}

/// The built-in board with this name, or with the only name that begins like this.
///
/// # Errors
/// [`NoBoard`] if there is none, or more than one.
pub fn find(name: &str) -> Result<Game, NoBoard> {
    Ok(Game::parse(&text(name)?).expect("a built-in board is well formed"))
}

/// Its text, as in the file.
///
/// # Errors
/// [`NoBoard`] if there is none with this name, or several that begin like this.
pub fn text(name: &str) -> Result<String, NoBoard> {
    let names = names();
    let exact = names.iter().find(|known| *known == name);
    let mut longer = names.iter().filter(|known| known.starts_with(name));
    let found = exact.or_else(|| longer.next().filter(|_| longer.next().is_none()));
    let found = found.ok_or_else(|| NoBoard(name.to_owned()))?;
    let file = Files::get(&format!("{found}.board")).expect("a board that is listed is there");
    Ok(String::from_utf8(file.data.into_owned()).expect("a built-in board is text"))
}
