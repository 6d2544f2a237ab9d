//! Size against time. The scale of times is logarithmic, because languages differ by orders of magnitude.

use maud::{Markup, html as markup};

use super::leaderboard::time_per_game;
use crate::golf::Row;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 340.0;
/// The margins for axes: left and below.
const LEFT: f64 = 46.0;
const BELOW: f64 = 40.0;
/// The margins beyond the outermost points.
const RIGHT: f64 = 70.0;
const ABOVE: f64 = 14.0;

/// The plot is useful from this many points on.
const FEWEST: usize = 4;

struct Point {
    label: String,
    bytes: f64,
    milliseconds: f64,
}

/// Renders the plot, if there are enough points.
pub(super) fn size_and_time(rows: &[Row<'_>]) -> Markup {
    let points: Vec<_> = rows.iter().filter_map(point).collect();
    if points.len() < FEWEST {
        return markup! {};
    }
    let across = Scale::linear(points.iter().map(|point| point.bytes), LEFT, WIDTH - RIGHT);
    let upward = Scale::logarithmic(points.iter().map(|point| point.milliseconds), HEIGHT - BELOW, ABOVE);
    let at: Vec<_> =
        points.iter().map(|point| (across.at(point.bytes), upward.at(point.milliseconds))).collect();
    markup! {
        figure.plot {
            figcaption { "Size and time of programs that passed" }
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label="Time a run against size; the table has the numbers" {
                (axes(&across, &upward))
                @for (&(x, y), point) in at.iter().zip(&points) {
                    circle cx=(tenth(x)) cy=(tenth(y)) r="4.5" {
                        title { (point.label) ": " (point.bytes) " bytes, " (format!("{:.1}", point.milliseconds)) " ms a run" }
                    }
                }
                @for (place, label) in labels(&at, &points) { (label_at(place, label)) }
            }
        }
    }
}

fn point(row: &Row<'_>) -> Option<Point> {
    let (bytes, milliseconds) = (row.candidate.bytes? as f64, time_per_game(row.report)?);
    let label = row.candidate.language.clone()?;
    (bytes > 0.0 && milliseconds > 0.0).then_some(Point { label, bytes, milliseconds })
}

struct Scale {
    is_logarithmic: bool,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn linear(numbers: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let (low, high) = ends(numbers);
        let room = (high - low).max(1.0) / 12.0;
        Scale { is_logarithmic: false, low: low - room, high: high + room, from, to }
    }

    fn logarithmic(numbers: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let (low, high) = ends(numbers);
        Scale { is_logarithmic: true, low: low / 1.2, high: high * 1.2, from, to }
    }

    fn at(&self, number: f64) -> f64 {
        let share = match self.is_logarithmic {
            true => (number / self.low).ln() / (self.high / self.low).ln(),
            false => (number - self.low) / (self.high - self.low),
        };
        self.from + share * (self.to - self.from)
    }

    /// Round numbers within the scale.
    fn ticks(&self) -> Vec<f64> {
        let all: Vec<f64> = if self.is_logarithmic {
            let decades = (self.low.log10().floor() as i32)..=(self.high.log10().ceil() as i32);
            decades.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power))).collect()
        } else {
            let gap = 10f64.powf((self.high - self.low).log10().floor());
            let gap = if (self.high - self.low) / gap < 4.0 { gap / 2.0 } else { gap };
            let first = (self.low / gap).ceil();
            (0..20).map(|step| (first + f64::from(step)) * gap).collect()
        };
        all.into_iter().filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }
}

/// The smallest and the largest of some numbers.
fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::MAX, f64::MIN), |(low, high), number| (low.min(number), high.max(number)))
}

fn axes(across: &Scale, upward: &Scale) -> Markup {
    markup! {
        @for tick in across.ticks() {
            line x1=(tenth(across.at(tick))) x2=(tenth(across.at(tick))) y1=(ABOVE) y2=(HEIGHT - BELOW) {}
            text.across x=(tenth(across.at(tick))) y=(HEIGHT - BELOW + 16.0) { (tick) }
        }
        @for tick in upward.ticks() {
            line x1=(LEFT) x2=(WIDTH - RIGHT) y1=(tenth(upward.at(tick))) y2=(tenth(upward.at(tick))) {}
            text.upward x=(LEFT - 6.0) y=(tenth(upward.at(tick) + 4.0)) { (tick) }
        }
        text.across x=(f64::midpoint(LEFT, WIDTH - RIGHT)) y=(HEIGHT - 6.0) { "bytes" }
        text.axis x=(LEFT + 6.0) y=(ABOVE + 10.0) { "ms a run" }
    }
}

/// Labels beside their points, to the right or to the left, above or below, so that none covers another; a
/// label without room is left out.
fn labels<'a>(at: &[(f64, f64)], points: &'a [Point]) -> Vec<((f64, f64), &'a str)> {
    let mut taken: Vec<[f64; 4]> = at.iter().map(|(x, y)| [x - 5.0, y - 5.0, x + 5.0, y + 5.0]).collect();
    let mut labels = Vec::new();
    for (&(x, y), point) in at.iter().zip(points) {
        let width = 6.6 * point.label.chars().count() as f64;
        let corners = [
            (x + 8.0, y + 4.0),
            (x - 8.0 - width, y + 4.0),
            (x - width / 2.0, y - 8.0),
            (x - width / 2.0, y + 16.0),
        ];
        let room = |&(left, base): &(f64, f64)| {
            let text = [left, base - 10.0, left + width, base + 3.0];
            let is_inside = left > LEFT && left + width < WIDTH && base < HEIGHT - BELOW;
            (is_inside && taken.iter().all(|other| !overlap(&text, other))).then_some(text)
        };
        if let Some((corner, text)) = corners.iter().find_map(|corner| Some((*corner, room(corner)?))) {
            taken.push(text);
            labels.push((corner, point.label.as_str()));
        }
    }
    labels
}

fn overlap(one: &[f64; 4], other: &[f64; 4]) -> bool {
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
}

fn label_at((x, y): (f64, f64), label: &str) -> Markup {
    markup! { text.point x=(tenth(x)) y=(tenth(y)) { (label) } }
}

/// A coordinate, rounded to a tenth of a unit.
fn tenth(place: f64) -> f64 {
    (place * 10.0).round() / 10.0
}
