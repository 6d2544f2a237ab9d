//! The drawing of a machine, as SVG. A box is a state, with the lines that do not leave it or that end the program; an arrow
//! has the lines that it stands for. What does not fit is in a title, which a browser shows at the pointer.

use maud::{Markup, html as markup};

use super::layout::places;
use super::legend::{Legend, Place, Row, State};
use crate::challenge::Learned;

/// Sizes in pixels: of letters, boxes, and the room between them, where the texts of arrows stand.
const LINE: f64 = 15.0;
const LETTER: f64 = 6.7;
const WIDTH: f64 = 220.0;
const BETWEEN: f64 = 230.0;
const ABOVE: f64 = 46.0;
const MARGIN: f64 = 30.0;

/// How many lines of text a box or an arrow has, and how many characters a line.
const LINES: usize = 5;
const CHARACTERS: usize = 30;

/// A box.
struct Node {
    title: String,
    texts: Vec<String>,
    x: f64,
    y: f64,
}

/// An arrow between two boxes, by their places.
struct Arrow {
    from: usize,
    to: usize,
    texts: Vec<String>,
}

/// The texts of an arrow, around this middle and below this top.
struct Label<'a> {
    arrow: &'a Arrow,
    middle: f64,
    top: f64,
}

/// The machine as a drawing.
pub fn drawing(title: &str, learned: &Learned) -> String {
    let legend = Legend::of(learned);
    let arrows: Vec<Arrow> = legend.states.iter().flat_map(leaving).collect();
    let nodes = nodes(&legend, &arrows);
    let labels = labels(&arrows, &nodes);
    let width = nodes.iter().map(|node| node.x + WIDTH).fold(0.0, f64::max) + BETWEEN;
    let boxes = nodes.iter().map(|node| node.y + node.height());
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
            text x=(whole(MARGIN)) y=(whole(MARGIN)) font-size="15" font-weight="bold" { (title) }
            @for arrow in &arrows { (line_of(arrow, &nodes)) }
            @for node in &nodes { (node.drawn()) }
            @for label in &labels { (label.drawn()) }
        }
    };
    format!("{}\n", drawn.into_string())
}

/// The arrows that leave a state; lines that lead to the same state share one.
fn leaving(state: &State) -> Vec<Arrow> {
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

/// Whether a row is told in the box of its state.
fn is_inside(row: &Row, state: &State) -> bool {
    row.to == Place::State(state.number) || row.to == Place::End
}

fn told(row: &Row) -> String {
    let ends = if row.to == Place::End { "ends: " } else { "" };
    format!("{ends}{} / {}", row.inputs, row.answer)
}

fn nodes(legend: &Legend, arrows: &[Arrow]) -> Vec<Node> {
    let pairs: Vec<_> = arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
    let node = |(state, (column, row)): (&State, (usize, usize))| Node {
        title: format!("state {} {}", state.number, state.way),
        texts: state.rows.iter().filter(|row| is_inside(row, state)).map(told).collect(),
        x: MARGIN + column as f64 * (WIDTH + BETWEEN),
        // Every other column stands lower, so that arrows beyond the next column are seen.
        y: MARGIN + ABOVE + row as f64 * (height(LINES) + ABOVE) + (column % 2) as f64 * ABOVE / 2.0,
    };
    legend.states.iter().zip(places(legend.states.len(), &pairs)).map(node).collect()
}

fn height(lines: usize) -> f64 {
    LINE * (2 + lines.min(LINES)) as f64
}

impl Node {
    fn height(&self) -> f64 {
        height(self.texts.len())
    }

    fn drawn(&self) -> Markup {
        let (x, y) = (self.x, self.y);
        markup! {
            g {
                title { (self.title) @for text in &self.texts { "\n" (text) } }
                rect x=(whole(x)) y=(whole(y)) width=(whole(WIDTH)) height=(whole(self.height())) rx="6"
                    fill="#f4f7fa" stroke="#567" {}
                text x=(whole(x + 8.0)) y=(whole(y + LINE)) font-weight="bold" { (cut(&self.title)) }
                @for (place, text) in shown(&self.texts).iter().enumerate() {
                    text x=(whole(x + 8.0)) y=(whole(y + LINE * (place + 2) as f64)) fill="#345" { (text) }
                }
            }
        }
    }
}

/// Where an arrow begins and ends, and the two points that bend it: from the right to the next left side, back the other
/// way and lower, within a column around the right sides.
fn course(arrow: &Arrow, nodes: &[Node]) -> [(f64, f64); 4] {
    let (from, to) = (&nodes[arrow.from], &nodes[arrow.to]);
    let high = |node: &Node, part: f64| node.y + node.height() * part;
    if to.x > from.x {
        let (start, end) = ((from.x + WIDTH, high(from, 0.35)), (to.x, high(to, 0.35)));
        let bend = (end.0 - start.0) / 2.0;
        return [start, (start.0 + bend, start.1), (end.0 - bend, end.1), end];
    }
    let (is_back, right) = (to.x < from.x, from.x + WIDTH);
    let start = (if is_back { from.x } else { right }, high(from, 0.7));
    let end = (to.x + WIDTH, high(to, 0.7));
    let bends = if is_back { [(start.0 + end.0) / 2.0; 2] } else { [right + BETWEEN * 0.6; 2] };
    [start, (bends[0], start.1), (bends[1], end.1), end]
}

fn line_of(arrow: &Arrow, nodes: &[Node]) -> Markup {
    let [(x, y), (a, b), (c, d), (u, v)] = course(arrow, nodes).map(|(x, y)| (whole(x), whole(y)));
    markup! {
        path d={ "M" (x) " " (y) "C" (a) " " (b) " " (c) " " (d) " " (u) " " (v) } fill="none" stroke="#567"
            marker-end="url(#tip)" { title { @for text in &arrow.texts { (text) "\n" } } }
    }
}

/// Where the texts of arrows stand: between two columns, where the arrow passes, and none on another.
fn labels<'a>(arrows: &'a [Arrow], nodes: &[Node]) -> Vec<Label<'a>> {
    let mut labels: Vec<Label<'a>> = Vec::new();
    for arrow in arrows {
        let (from, to) = (nodes[arrow.from].x, nodes[arrow.to].x);
        let middle = if to < from { from - BETWEEN / 2.0 } else { from + WIDTH + BETWEEN / 2.0 };
        let points = (0..=STEPS).map(|step| along(course(arrow, nodes), step as f64 / STEPS as f64));
        let nearest = points.min_by(|one, other| (one.0 - middle).abs().total_cmp(&(other.0 - middle).abs()));
        let mut label = Label { arrow, middle, top: 0.0 };
        label.top = nearest.map_or(0.0, |(_, y)| y) - label.height() / 2.0;
        while let Some(other) = labels.iter().find(|other| label.touches(other)) {
            label.top = other.bottom();
        }
        labels.push(label);
    }
    labels
}

/// At how many points of an arrow it is looked where it passes.
const STEPS: usize = 40;

impl Label<'_> {
    fn height(&self) -> f64 {
        LINE * self.arrow.texts.len().min(LINES) as f64 + 4.0
    }

    fn bottom(&self) -> f64 {
        self.top + self.height()
    }

    fn touches(&self, other: &Label<'_>) -> bool {
        whole(self.middle) == whole(other.middle) && self.top < other.bottom() && other.top < self.bottom()
    }

    fn drawn(&self) -> Markup {
        let texts = shown(&self.arrow.texts);
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

/// As many texts as there is room for; of more, how many they are.
fn shown(texts: &[String]) -> Vec<String> {
    if texts.len() <= LINES {
        return texts.iter().map(|text| cut(text)).collect();
    }
    let some = texts[..LINES - 1].iter().map(|text| cut(text));
    some.chain([format!("… {} more", texts.len() + 1 - LINES)]).collect()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn whole(number: f64) -> i64 {
    number.round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::{Source, Tested};
    use crate::machine::{Mealy, Step};

    #[test]
    fn what_a_program_says_cannot_leave_its_place() {
        let evil = "</text><script>alert(1)</script>\u{1b}\u{0}\"'&\n";
        let step = |output, to| Step { output, to };
        let steps = vec![step(1, 1), step(1, 2), step(1, 0), step(1, 2), step(0, 2), step(0, 2)];
        let learned = Learned {
            source: Source::default(),
            lines: vec![evil.trim_end().to_owned()],
            opening: evil.to_owned(),
            texts: vec![evil.to_owned()],
            machine: Mealy::new(2, steps).expect("it is whole"),
            tested: Tested::default(),
        };
        let drawn = drawing(evil, &learned);
        assert!(drawn.contains("&lt;script&gt;") && !drawn.contains("<script"), "{drawn}");
        assert!(!drawn.contains(['\u{1b}', '\u{0}']), "{drawn}");
        assert_eq!(drawn.matches("<svg").count(), drawn.matches("</svg>").count());
        assert_eq!(drawn, drawing(evil, &learned));
        let table = super::super::table(&learned);
        assert!(table.contains("state 2 after") && !table.contains(['\u{1b}', '\u{0}']), "{table}");
    }
}
