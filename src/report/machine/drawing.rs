//! The drawing of a machine, as SVG. A box is a state, with the lines that do not leave it or that end the
//! program; an arrow has its lines. Texts that do not fit are in a title, which a browser shows at the
//! pointer.

use maud::html as markup;

use super::arrow::{Arrow, is_inside, leaving, told};
use super::label::{Label, labels};
use super::layout::places;
use super::legend::{Legend, State};
use super::node::Node;
use super::style::{MARGIN, MOST, Style, whole};
use crate::challenge::Learned;

/// The machine as a drawing; none if it has too many states to be readable. With many states only the boxes
/// and arrows are shown.
pub fn drawing(title: &str, learned: &Learned) -> Option<String> {
    let legend = Legend::of(learned);
    if legend.states.len() > MOST {
        return None;
    }
    let style = Style::of(legend.states.len());
    let arrows: Vec<Arrow> = legend.states.iter().flat_map(leaving).collect();
    let nodes = nodes(&legend, &arrows, style);
    let labels = labels(&arrows, &nodes, style);
    let width = nodes.iter().map(|node| node.x + style.width).fold(0.0, f64::max) + style.between;
    let boxes = nodes.iter().map(|node| node.y + node.height);
    let height = boxes.chain(labels.iter().map(Label::bottom)).fold(0.0, f64::max) + MARGIN;
    let title = crate::transcript::visible_line(title.as_bytes());
    let drawn = markup! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (whole(width)) " " (whole(height)) }
            width=(whole(width)) height=(whole(height)) role="img" font-family="monospace" font-size="11" {
            title { (title) }
            defs {
                marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto" {
                    path d="M0 0 8 4 0 8z" fill="#567" {}
                }
            }
            rect width="100%" height="100%" fill="#fff" {}
            text x=(whole(MARGIN)) y=(whole(MARGIN)) font-size="15" font-weight="bold" {
                (title) @if !style.has_texts() { " (" (legend.states.len()) " states; point at a box or an arrow)" }
            }
            @for arrow in &arrows { (arrow.drawn(&nodes, style)) }
            @for node in &nodes { (node.drawn(style)) }
            @for label in &labels { (label.drawn()) }
        }
    };
    Some(format!("{}\n", drawn.into_string()))
}

fn nodes(legend: &Legend, arrows: &[Arrow], style: Style) -> Vec<Node> {
    let pairs: Vec<_> = arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
    let node = |(state, (column, row)): (&State, (usize, usize))| {
        let texts: Vec<_> = state.rows.iter().filter(|row| is_inside(row, state)).map(told).collect();
        Node {
            head: style.head(state),
            title: format!("state {} {}", state.number, state.way),
            x: MARGIN + column as f64 * (style.width + style.between),
            // Every other column is lower, so that arrows to columns beyond the next are visible.
            y: MARGIN * 1.5
                + style.above * (1 + row) as f64
                + row as f64 * style.height(style.lines)
                + (column % 2) as f64 * style.above / 2.0,
            height: style.height(texts.len()),
            texts,
        }
    };
    legend.states.iter().zip(places(legend.states.len(), &pairs)).map(node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::{Source, Tested};
    use crate::machine::{Mealy, Step};

    /// Counts up to this many states with `a`, and starts again with `b`.
    fn counter(states: usize) -> Learned {
        let step = |output, to| Step { output, to };
        let row = |state: usize| [step(1, (state + 1) % states), step(2, 0), step(3, states)];
        let end = [step(0, states); 3];
        let steps = (0..states).flat_map(row).chain(end).collect();
        Learned {
            source: Source::default(),
            lines: ["a", "b"].map(str::to_owned).to_vec(),
            opening: String::new(),
            texts: ["one", "anew", "bye"].map(|text| Some(text.to_owned())).to_vec(),
            machine: Mealy::new(3, steps).expect("it is whole"),
            tested: Tested::default(),
        }
    }

    #[test]
    fn many_states_are_drawn_without_texts_and_very_many_not_at_all() {
        let drawn = |states| drawing("Counter", &counter(states));
        let texts = |states: usize| drawn(states).expect("it is drawn").matches(">`a` / one</text>").count();
        assert_eq!((texts(30), texts(31), texts(200)), (30, 0, 0));
        assert_eq!(drawn(200).expect("it is drawn").matches("<path d=\"M").count(), 1 + 200 + 198);
        assert_eq!(drawn(201), None);
        let table = |longest| super::super::table(&counter(40), longest);
        assert!(table(160).starts_with("state 1 at") && !table(160).contains('…'), "{}", table(160));
        assert!(
            table(159).ends_with("\n… 1 more state\n") && !table(159).contains("state 40 "),
            "{}",
            table(159)
        );
        assert!(table(160).contains("state 40 after `a` 39 times\n"), "{}", table(160));
    }

    #[test]
    fn what_a_program_says_cannot_leave_its_place() {
        let evil = "</text><script>alert(1)</script>\u{1b}\u{0}\"'&\n";
        let step = |output, to| Step { output, to };
        let steps = vec![step(1, 1), step(1, 2), step(1, 0), step(1, 2), step(0, 2), step(0, 2)];
        let learned = Learned {
            source: Source::default(),
            lines: vec![evil.trim_end().to_owned()],
            opening: evil.to_owned(),
            texts: vec![Some(evil.to_owned())],
            machine: Mealy::new(2, steps).expect("it is whole"),
            tested: Tested::default(),
        };
        let drawn = drawing(evil, &learned).expect("it is small");
        assert!(drawn.contains("&lt;script&gt;") && !drawn.contains("<script"), "{drawn}");
        assert!(!drawn.contains(['\u{1b}', '\u{0}']), "{drawn}");
        assert_eq!(drawn.matches("<svg").count(), drawn.matches("</svg>").count());
        assert_eq!(Some(&drawn), drawing(evil, &learned).as_ref());
        let table = super::super::table(&learned, 100);
        assert!(table.contains("state 2 after") && !table.contains(['\u{1b}', '\u{0}']), "{table}");
    }
}
