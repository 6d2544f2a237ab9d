//! A message and its words: one row of a dialect's table, used to write and to read.

use std::borrow::Cow;

use crate::game::{Board, Cell};
use crate::session::Event;

/// A fixed text and the event that it tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    /// The words, by which it is recognised.
    pub words: Cow<'static, str>,
    /// The line feeds that end it.
    pub end: &'static str,
    pub event: Event,
}

pub(super) const fn phrase(words: &'static str, end: &'static str, event: Event) -> Phrase {
    Phrase { words: Cow::Borrowed(words), end, event }
}

impl Phrase {
    /// A row of a table that is made for a game.
    pub(super) fn new(words: impl Into<Cow<'static, str>>, end: &'static str, event: Event) -> Phrase {
        Phrase { words: words.into(), end, event }
    }
}

/// Appends the phrase for an event, if the table has one.
pub(super) fn write(table: &[Phrase], event: &Event, text: &mut Vec<u8>) {
    if let Some(phrase) = table.iter().find(|phrase| phrase.event == *event) {
        text.extend_from_slice(phrase.words.as_bytes());
        text.extend_from_slice(phrase.end.as_bytes());
    }
}

/// The event of the phrase that a text begins with, and the length of its words.
pub(super) fn scan(table: &[Phrase], text: &[u8]) -> Option<(Event, usize)> {
    let phrase = table.iter().find(|phrase| text.starts_with(phrase.words.as_bytes()))?;
    Some((phrase.event.clone(), phrase.words.len()))
}

pub(super) struct Picture {
    /// All of it, with a `*` for each cell, row by row, and a line feed at the end.
    pub(super) drawn: &'static str,
    /// How many cells are in a row.
    pub(super) width: usize,
    pub(super) cells: &'static [(&'static str, Cell)],
}

impl Picture {
    pub(super) fn write(&self, board: &Board, text: &mut Vec<u8>) {
        let mut cells = board.cells().iter();
        let drawn =
            |cell: &Cell| self.cells.iter().find(|(_, known)| known == cell).map_or("?", |(drawn, _)| drawn);
        for &byte in self.drawn.as_bytes() {
            match byte {
                b'*' => text.extend_from_slice(cells.next().map_or("", drawn).as_bytes()),
                _ => text.push(byte),
            }
        }
    }

    /// The board that a text begins with, and its length; the line feed that ends it is left out. A
    /// carriage return may precede any line feed.
    pub(super) fn scan(&self, text: &[u8]) -> Option<(Event, usize)> {
        let mut rest = text;
        let mut cells = Vec::new();
        for &wanted in self.drawn.trim_end().as_bytes() {
            if wanted == b'\n' {
                rest = rest.strip_prefix(b"\r").unwrap_or(rest);
            }
            rest = match wanted {
                b'*' => {
                    let is_next = |(drawn, _): &&(&str, Cell)| rest.starts_with(drawn.as_bytes());
                    let (drawn, cell) = self.cells.iter().find(is_next)?;
                    cells.push(*cell);
                    &rest[drawn.len()..]
                }
                _ => rest.strip_prefix(&[wanted])?,
            };
        }
        Some((Event::BoardShown(Board::new(self.width, cells)), text.len() - rest.len()))
    }
}
