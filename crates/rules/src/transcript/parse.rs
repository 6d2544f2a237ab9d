//! Cutting an output into items. Words of the dialect are taken wherever they occur, even in the
//! middle of a line, since a prompt is followed by the next board without a line feed; what fits no
//! word runs on until a line feed or until something is understood again.

use std::ops::Range;

use crate::dialect::Dialect;
use crate::session::Event;

/// A program's output, cut into items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    items: Vec<Item>,
}

/// A piece of output and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Where it stands in the output, in bytes.
    pub at: Range<usize>,
    /// Its kind.
    pub kind: Kind,
}

/// The output up to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Where it stands in the output, in bytes.
    pub at: Range<usize>,
    /// Whether it ends with a prompt.
    pub asks: bool,
}

/// The kind of a piece of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The words of an event, without the line feed that ends them.
    Event(Event),
    /// A line feed, or a carriage return and a line feed.
    Newline,
    /// Anything else.
    Unknown,
}

impl Transcript {
    /// Understands an output as far as it can be understood.
    pub fn parse(dialect: &Dialect, output: &[u8]) -> Transcript {
        let mut items: Vec<Item> = Vec::new();
        let mut at = 0;
        while at < output.len() {
            let (kind, length) = next(dialect, &output[at..]);
            let end = at + length;
            match items.last_mut() {
                Some(last) if last.kind == Kind::Unknown && kind == Kind::Unknown => last.at.end = end,
                _ => items.push(Item { at: at..end, kind }),
            }
            at = end;
        }
        Transcript { items }
    }

    /// The output as it looks on a terminal, where each input follows the prompt that asked for
    /// it.
    pub fn echoed(&self, output: &[u8], inputs: &[Vec<u8>]) -> Vec<u8> {
        let mut text = Vec::new();
        let mut inputs = inputs.iter();
        for turn in self.turns() {
            text.extend_from_slice(&output[turn.at]);
            if let Some(input) = inputs.next().filter(|_| turn.asks) {
                text.extend_from_slice(input);
                text.push(b'\n');
            }
        }
        text
    }

    /// The output by turns: each ends with a prompt, but for the last, if anything follows that.
    pub fn turns(&self) -> Vec<Turn> {
        let is_prompt = |item: &Item| matches!(&item.kind, Kind::Event(event) if event.asks());
        let turns = self.items.split_inclusive(is_prompt);
        let turn = |items: &[Item]| {
            let (first, last) = (items.first()?, items.last()?);
            Some(Turn { at: first.at.start..last.at.end, asks: is_prompt(last) })
        };
        turns.filter_map(turn).collect()
    }

    /// The items, in the order of the output; together they cover it without gaps.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The events among them.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.items.iter().filter_map(|item| match &item.kind {
            Kind::Event(event) => Some(event),
            Kind::Newline | Kind::Unknown => None,
        })
    }
}

fn next(dialect: &Dialect, rest: &[u8]) -> (Kind, usize) {
    if rest.starts_with(b"\n") {
        return (Kind::Newline, 1);
    }
    if rest.starts_with(b"\r\n") {
        return (Kind::Newline, 2);
    }
    match dialect.scan(rest) {
        Some((event, length)) => (Kind::Event(event), length),
        None => (Kind::Unknown, 1),
    }
}
