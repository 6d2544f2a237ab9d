//! The boxes of a drawing, each a state with the lines that do not leave it.

use maud::{Markup, html as markup};

use super::style::{LINE, Style, whole};

/// A box.
pub(super) struct Node {
    /// Its heading.
    pub(super) head: String,
    /// The complete heading.
    pub(super) title: String,
    /// The lines that do not leave it, with their answers.
    pub(super) texts: Vec<String>,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) height: f64,
}

impl Node {
    pub(super) fn drawn(&self, style: Style) -> Markup {
        let (x, y) = (self.x, self.y);
        markup! {
            g {
                title { (self.title) @for text in &self.texts { "\n" (text) } }
                rect x=(whole(x)) y=(whole(y)) width=(whole(style.width)) height=(whole(self.height)) rx="6"
                    fill="#f4f7fa" stroke="#567" {}
                text x=(whole(x + 8.0)) y=(whole(y + LINE)) font-weight="bold" { (self.head) }
                @for (place, text) in style.shown(&self.texts).iter().enumerate() {
                    text x=(whole(x + 8.0)) y=(whole(y + LINE * (place + 2) as f64)) fill="#345" { (text) }
                }
            }
        }
    }
}
