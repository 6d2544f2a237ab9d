//! The sizes of the parts of a drawing, in pixels, and their texts.

use super::legend::State;

/// The height of a line of text, and the width of a letter.
pub(super) const LINE: f64 = 15.0;
pub(super) const LETTER: f64 = 6.7;

/// The margin.
pub(super) const MARGIN: f64 = 30.0;

/// With more states the texts are left out of the drawing.
const DETAILED: usize = 30;

/// With more states there is no drawing: it would not be readable.
pub(super) const MOST: usize = 200;

/// Sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    /// The width of a box.
    pub(super) width: f64,
    /// The distance between two columns, where the texts of arrows are.
    pub(super) between: f64,
    /// The distance between two boxes.
    pub(super) above: f64,
    /// How many lines of text a box or an arrow has at most, without the heading of a box.
    pub(super) lines: usize,
    /// How many characters a line of text has at most.
    pub(super) characters: usize,
}

const FULL: Style = Style { width: 220.0, between: 230.0, above: 46.0, lines: 5, characters: 30 };
const CONDENSED: Style = Style { width: 40.0, between: 90.0, above: 16.0, lines: 0, characters: 4 };

impl Style {
    /// For this many states.
    pub(super) fn of(states: usize) -> Style {
        if states <= DETAILED { FULL } else { CONDENSED }
    }

    /// Whether the texts of boxes and arrows are shown; if not, a browser shows them at the pointer.
    pub(super) fn has_texts(&self) -> bool {
        self.lines > 0
    }

    /// The heading of the box of a state.
    pub(super) fn head(&self, state: &State) -> String {
        match self.has_texts() {
            true => self.cut(&format!("state {} {}", state.number, state.way)),
            false => state.number.to_string(),
        }
    }

    /// The height of a box with this many lines of text.
    pub(super) fn height(&self, lines: usize) -> f64 {
        let rest = if self.has_texts() { 2 + lines.min(self.lines) } else { 1 };
        LINE * rest as f64 + if self.has_texts() { 0.0 } else { 6.0 }
    }

    /// As many texts as fit; if there are more, also their number.
    pub(super) fn shown(&self, texts: &[String]) -> Vec<String> {
        if texts.len() <= self.lines || !self.has_texts() {
            return texts.iter().take(self.lines).map(|text| self.cut(text)).collect();
        }
        let some = texts[..self.lines - 1].iter().map(|text| self.cut(text));
        some.chain([format!("… {} more", texts.len() + 1 - self.lines)]).collect()
    }

    fn cut(&self, text: &str) -> String {
        match text.char_indices().nth(self.characters) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }
}

/// A position or size as text.
pub(super) fn whole(number: f64) -> i64 {
    number.round() as i64
}
