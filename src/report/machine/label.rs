//! The texts of arrows: between two columns, on the course of the arrow, and none on another.

use maud::{Markup, html as markup};

use super::arrow::Arrow;
use super::node::Node;
use super::style::{LETTER, LINE, Style, whole};

/// The texts of an arrow, around this middle and below this top.
pub(super) struct Label<'a> {
    arrow: &'a Arrow,
    style: Style,
    middle: f64,
    top: f64,
}

/// At how many points the course of an arrow is calculated.
const STEPS: usize = 40;

/// The texts of arrows; none if the style shows none.
pub(super) fn labels<'a>(arrows: &'a [Arrow], nodes: &[Node], style: Style) -> Vec<Label<'a>> {
    let mut labels: Vec<Label<'a>> = Vec::new();
    for arrow in arrows.iter().filter(|_| style.has_texts()) {
        let (from, to) = (nodes[arrow.from].x, nodes[arrow.to].x);
        let half = style.between / 2.0;
        let middle = if to < from { from - half } else { from + style.width + half };
        let course = arrow.course(nodes, style);
        let points = (0..=STEPS).map(|step| along(course, step as f64 / STEPS as f64));
        let nearest = points.min_by(|one, other| (one.0 - middle).abs().total_cmp(&(other.0 - middle).abs()));
        let mut label = Label { arrow, style, middle, top: 0.0 };
        label.top = nearest.map_or(0.0, |(_, y)| y) - label.height() / 2.0;
        while let Some(other) = labels.iter().find(|other| label.touches(other)) {
            label.top = other.bottom();
        }
        labels.push(label);
    }
    labels
}

impl Label<'_> {
    fn height(&self) -> f64 {
        LINE * self.arrow.texts.len().min(self.style.lines) as f64 + 4.0
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height()
    }

    fn touches(&self, other: &Label<'_>) -> bool {
        whole(self.middle) == whole(other.middle) && self.top < other.bottom() && other.top < self.bottom()
    }

    pub(super) fn drawn(&self) -> Markup {
        let texts = self.style.shown(&self.arrow.texts);
        let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
        let width = longest as f64 * LETTER + 4.0;
        markup! {
            g {
                title { @for text in &self.arrow.texts { (text) "\n" } }
                rect x=(whole(self.middle - width / 2.0)) y=(whole(self.top + 2.0)) width=(whole(width))
                    height=(whole(self.height() - 4.0)) fill="#fff" fill-opacity=".85" {}
                @for (place, text) in texts.iter().enumerate() {
                    text x=(whole(self.middle)) y=(whole(self.top + LINE * (place as f64 + 0.9))) text-anchor="middle" {
                        (text)
                    }
                }
            }
        }
    }
}

/// A point of a Bézier curve.
fn along([a, b, c, d]: [(f64, f64); 4], part: f64) -> (f64, f64) {
    let rest = 1.0 - part;
    let at = |a: f64, b: f64, c: f64, d: f64| {
        rest.powi(3) * a + 3.0 * rest.powi(2) * part * b + 3.0 * rest * part.powi(2) * c + part.powi(3) * d
    };
    (at(a.0, b.0, c.0, d.0), at(a.1, b.1, c.1, d.1))
}
