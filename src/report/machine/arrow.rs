//! The arrows of a drawing: one for all lines between the same two states.

use maud::{Markup, html as markup};

use super::legend::{Place, Row, State};
use super::node::Node;
use super::style::{Style, whole};

/// An arrow between two boxes, by their places.
pub(super) struct Arrow {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Its lines, with their answers.
    pub(super) texts: Vec<String>,
}

/// The arrows that leave a state.
pub(super) fn leaving(state: &State) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    let from = state.number - 1;
    for row in state.rows.iter().filter(|row| !is_inside(row, state)) {
        let Place::State(number) = row.to else { continue };
        let to = number - 1;
        match arrows.iter_mut().find(|arrow| arrow.to == to) {
            Some(arrow) => arrow.texts.push(told(row)),
            None => arrows.push(Arrow { from, to, texts: vec![told(row)] }),
        }
    }
    arrows
}

/// Whether a row is written in the box of its state, since it leads nowhere else.
pub(super) fn is_inside(row: &Row, state: &State) -> bool {
    row.to == Place::State(state.number) || row.to == Place::End
}

/// A row as text for a drawing.
pub(super) fn told(row: &Row) -> String {
    let ends = if row.to == Place::End { "ends: " } else { "" };
    format!("{ends}{} / {}", row.inputs, row.answer)
}

impl Arrow {
    /// Its start, its end and its two control points: from the right side to the next left side; backwards on
    /// a lower course; within a column around the right sides.
    pub(super) fn course(&self, nodes: &[Node], style: Style) -> [(f64, f64); 4] {
        let (from, to) = (&nodes[self.from], &nodes[self.to]);
        let high = |node: &Node, part: f64| node.y + node.height * part;
        if to.x > from.x {
            let (start, end) = ((from.x + style.width, high(from, 0.35)), (to.x, high(to, 0.35)));
            let bend = (end.0 - start.0) / 2.0;
            return [start, (start.0 + bend, start.1), (end.0 - bend, end.1), end];
        }
        let (is_back, right) = (to.x < from.x, from.x + style.width);
        let start = (if is_back { from.x } else { right }, high(from, 0.7));
        let end = (to.x + style.width, high(to, 0.7));
        let bends = if is_back { [(start.0 + end.0) / 2.0; 2] } else { [right + style.between * 0.6; 2] };
        [start, (bends[0], start.1), (bends[1], end.1), end]
    }

    pub(super) fn drawn(&self, nodes: &[Node], style: Style) -> Markup {
        let [(x, y), (a, b), (c, d), (u, v)] = self.course(nodes, style).map(|(x, y)| (whole(x), whole(y)));
        markup! {
            path d={ "M" (x) " " (y) "C" (a) " " (b) " " (c) " " (d) " " (u) " " (v) } fill="none" stroke="#567"
                marker-end="url(#tip)" { title { @for text in &self.texts { (text) "\n" } } }
        }
    }
}
