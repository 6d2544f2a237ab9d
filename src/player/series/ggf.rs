//! GGF, the notation in which othello servers and engines keep games: `(;GM[Othello]…B[d3]W[c5]…;)`.
//!
//! It supports square boards for two without holes; for others there is only the transcript.

use std::fmt::Write;

use super::{Record, Series};
use crate::game::{AnyPosition, Cell, Position, Side};
use crate::player::table::{End, Played};
use crate::player::{Forfeit, Gtp};

/// A game in GGF, if that supports its board.
pub(super) fn ggf(series: &Series, record: &Record, played: &Played) -> Option<String> {
    let start = series.rules.dialect.start()?;
    if !Gtp::speaks(&start) {
        return None;
    }
    let AnyPosition::Reversi(start) = start else { return None };
    let size = start.game().width();
    let names: Vec<_> = record.seats.iter().map(|&seat| plain(&series.contestants[seat].name)).collect();
    let (first, second) = (&names[0], &names[1]);
    let mut text = format!("(;GM[Othello]PC[referee]PB[{first}]PW[{second}]RE[{}]TY[{size}]", result(played));
    let _ = write!(text, "BO[{size}");
    for row in start.board().rows() {
        let _ = write!(text, " {}", row.iter().map(|&cell| letter(cell)).collect::<String>());
    }
    text.push_str(" *]");
    let mut last = None;
    for &(side, cell) in &played.moves {
        if last == Some(side) {
            let _ = write!(text, "{}[PA]", colour(side.other()));
        }
        let _ = write!(text, "{}[{}]", colour(side), series.rules.dialect.square_name(cell));
        last = Some(side);
    }
    text.push_str(";)\n");
    Some(text)
}

/// The difference in discs for the first side, with the reason if it is not that of the board.
fn result(played: &Played) -> String {
    let score = played.position.score();
    match &played.end {
        End::Over(_) => format!("{:+}.000", i64::from(score[0]) - i64::from(score[1])),
        End::Forfeited(side, why) => {
            let sign = if *side == Side::FIRST { '-' } else { '+' };
            let kind = if *why == Forfeit::Late { 't' } else { 'r' };
            format!("{sign}64.000:{kind}")
        }
    }
}

fn letter(cell: Cell) -> char {
    match cell {
        Cell::Marked(Side::FIRST) => '*',
        Cell::Marked(_) => 'O',
        Cell::Empty | Cell::Hole | Cell::Neutral(_) => '-',
    }
}

fn colour(side: Side) -> char {
    if side == Side::FIRST { 'B' } else { 'W' }
}

/// A name without characters that would end it.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, '[' | ']' | '\\')).collect()
}
