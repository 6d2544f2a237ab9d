//! A message and its words: one row of a dialect's table, used to write and to read.

use std::borrow::Cow;

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

/// Appends the phrase for an event; nothing if the table has none.
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
