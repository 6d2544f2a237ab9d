//! A board's text: a head of `key: value` lines, if it needs one, and a picture.
//!
//! ```text
//! title: Wildcards
//! players: Black White Ash
//! wild: Green
//!
//! .GA.
//! AWBG
//! GBWA
//! .AG.
//! ```
//!
//! In the picture `#` is a hole, `.` an empty square, and every other letter the first of a name in the head.
//! Without a head, Black and White play by the standard rules. A mistake is reported with its line.

use super::colours::Colours;
use super::game::Game;
use super::shape::Shape;
use super::variant::{RuleVariant, VARIANTS};
use rust_embed::RustEmbed;

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct MalformedBoard {
    /// The line, counted from 1.
    pub line: usize,
    /// The error.
    pub what: String,
}

/// A line of the head.
struct Entry<'a> {
    line: usize,
    key: &'a str,
    words: Vec<&'a str>,
}

/// A column is a letter, so there are no more.
const WIDEST: usize = 26;
const HIGHEST: usize = 99;

impl Game {
    /// The board that a text describes.
    /// Fails if it is not valid.
    pub fn parse(text: &str) -> Result<Game, MalformedBoard> {
        let lines: Vec<_> = (1..).zip(text.lines().map(str::trim_end)).collect();
        let head = lines.iter().take_while(|(_, line)| line.is_empty() || line.contains(':')).count();
        let entries = lines[..head].iter().filter(|(_, line)| !line.is_empty());
        let entries: Vec<_> = entries.map(|&(line, text)| Entry::new(line, text)).collect();
        let (colours, variants) = read_head(&entries)?;
        let title = entries.iter().find(|entry| entry.key == "title").map(|entry| entry.words.join(" "));
        let game = Game {
            text: text.to_owned(),
            title: title.unwrap_or_default(),
            shape: Shape::new(1, &[]),
            start: Vec::new(),
            colours,
            variants,
        };
        game.with_picture(&lines[head..])
    }

    fn with_picture(mut self, lines: &[(usize, &str)]) -> Result<Game, MalformedBoard> {
        let end = lines.iter().rposition(|(_, row)| !row.is_empty()).map_or(0, |last| last + 1);
        let rows = &lines[..end];
        let &(first, row) = rows.first().ok_or_else(|| malformed(1, "there is no board"))?;
        let width = row.chars().count();
        if width > WIDEST || rows.len() > HIGHEST {
            let most = format!("a board has at most {WIDEST} columns and {HIGHEST} rows");
            return Err(malformed(first, most));
        }
        for &(line, row) in rows {
            self.add_row(width, row).map_err(|what| malformed(line, what))?;
        }
        self.shape = Shape::new(width, &self.start);
        Ok(self)
    }

    fn add_row(&mut self, width: usize, row: &str) -> Result<(), String> {
        let length = row.chars().count();
        if length != width {
            return Err(format!("this row has {length} cells, the first has {width}"));
        }
        for letter in row.chars() {
            let cell = self.cell(letter).ok_or_else(|| format!("no colour begins with `{letter}`"))?;
            self.start.push(cell);
        }
        Ok(())
    }
}

impl<'a> Entry<'a> {
    fn new(line: usize, text: &'a str) -> Entry<'a> {
        let (key, value) = text.split_once(':').expect("a line of the head has a colon");
        Entry { line, key: key.trim(), words: value.split_whitespace().collect() }
    }
}

/// The colours and the rule variants: sides first, since their numbers are in order of play.
fn read_head(entries: &[Entry]) -> Result<(Colours, Vec<Box<dyn RuleVariant>>), MalformedBoard> {
    let is_known =
        |key| matches!(key, "title" | "players") || VARIANTS.iter().any(|variant| variant.0 == key);
    if let Some(unknown) = entries.iter().find(|entry| !is_known(entry.key)) {
        let keys = VARIANTS.map(|variant| variant.0).join(", ");
        let what = format!("`{}` is none of title, players, {keys}", unknown.key);
        return Err(malformed(unknown.line, what));
    }
    let mut colours = Colours::default();
    let mut players = entries.iter().filter(|entry| entry.key == "players");
    match players.next() {
        Some(entry) => colours.add_players(&entry.words).map_err(|what| malformed(entry.line, what))?,
        None => colours.add_players(&["Black", "White"]).expect("two good names"),
    }
    if let Some(again) = players.next() {
        return Err(malformed(again.line, "the players are already given"));
    }
    let mut variants = Vec::new();
    for (key, read) in VARIANTS {
        for entry in entries.iter().filter(|entry| entry.key == key) {
            variants.push(read(&entry.words, &mut colours).map_err(|what| malformed(entry.line, what))?);
        }
    }
    Ok((colours, variants))
}

fn malformed(line: usize, what: impl Into<String>) -> MalformedBoard {
    MalformedBoard { line, what: what.into() }
}

#[derive(RustEmbed)]
#[folder = "../../fixtures/boards"]
#[include = "*.board"]
struct Files;

/// There is no built-in board with this name, or several begin like this.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct NoBoard(String);

impl NoBoard {
    fn message(&self) -> String {
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
/// Fails if there is none, or more than one.
pub fn find(name: &str) -> Result<Game, NoBoard> {
    Ok(Game::parse(&text(name)?).expect("a built-in board is well formed"))
}

/// Its text, as in the file.
/// Fails if there is none with this name, or several that begin like this.
pub fn text(name: &str) -> Result<String, NoBoard> {
    let names = names();
    let exact = names.iter().find(|known| *known == name);
    let mut longer = names.iter().filter(|known| known.starts_with(name));
    let found = exact.or_else(|| longer.next().filter(|_| longer.next().is_none()));
    let found = found.ok_or_else(|| NoBoard(name.to_owned()))?;
    let file = Files::get(&format!("{found}.board")).expect("a board that is listed is there");
    Ok(String::from_utf8(file.data.into_owned()).expect("a built-in board is text"))
}
