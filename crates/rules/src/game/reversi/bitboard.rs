//! Reversi for two in machine words: one bit per square, eight by eight at most.
//!
//! A smaller board is in the top left corner. A cell outside of it is never empty nor taken, so that runs
//! stop there as they do at the edge. Runs in all directions are followed for all squares at once, by
//! shifting whole words, which makes counting and searching fast. It contains only the discs of the side to
//! move and of the other; passing is up to the caller.

use super::{Game, Position, Square};
use crate::game::{Cell, Position as _, Side};

/// Two sets of discs on one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitboard {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The squares there are.
    shape: u64,
}

/// Columns 2 to 7: a run that goes on sideways passes only through these.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// How far a step in each direction moves a bit, and which squares it may pass through.
const STEPS: [(u32, u64); 4] = [(1, INNER), (8, u64::MAX), (7, INNER), (9, INNER)];

impl Bitboard {
    /// The board of a position, if its game is for two with the standard rules, and not too large.
    pub fn of(position: &Position) -> Option<Bitboard> {
        let game = position.game();
        if !game.is_usual() || game.width() > 8 || game.height() > 8 {
            return None;
        }
        let set = |wanted: fn(Cell, Side) -> bool| {
            let cells = game.shape.squares().filter(|square| {
                wanted(position.cells()[square.index()], position.turn()) //
            });
            cells.fold(0, |set, square| set | bit(game, square))
        };
        let own = set(|cell, turn| cell == Cell::Marked(turn));
        let other = set(|cell, turn| matches!(cell, Cell::Marked(side) if side != turn));
        Some(Bitboard { own, other, shape: set(|_, _| true) })
    }

    /// The empty squares.
    pub fn empty(self) -> u64 {
        self.shape & !(self.own | self.other)
    }

    /// The squares to which the side to move may move.
    pub fn moves(self) -> u64 {
        let ends = STEPS.iter().fold(0, |ends, &(step, through)| {
            let other = self.other & through;
            let (up, down) = (runs_up(self.own, other, step), runs_down(self.own, other, step));
            ends | up << step | down >> step
        });
        ends & self.empty()
    }

    /// The discs that a move to the square of this one bit takes.
    pub fn taken(self, square: u64) -> u64 {
        STEPS.iter().fold(0, |taken, &(step, through)| {
            let other = self.other & through;
            let (up, down) = (runs_up(square, other, step), runs_down(square, other, step));
            let up = if up << step & self.own == 0 { 0 } else { up };
            let down = if down >> step & self.own == 0 { 0 } else { down };
            taken | up | down
        })
    }

    /// The board after a legal move, as the other side sees it.
    #[must_use]
    pub fn after(self, square: u64) -> Bitboard {
        let taken = self.taken(square);
        Bitboard { own: self.other & !taken, other: self.own | taken | square, shape: self.shape }
    }

    /// The board as the other side sees it.
    #[must_use]
    pub fn passed(self) -> Bitboard {
        Bitboard { own: self.other, other: self.own, shape: self.shape }
    }
}

/// The bit of a square.
pub fn bit(game: &Game, square: Square) -> u64 {
    let (column, row) = game.place(square);
    1 << (8 * row + column)
}

/// The square of a bit.
///
/// # Panics
/// If the board has no such square.
pub fn square(game: &Game, bit: u64) -> Square {
    let place = bit.trailing_zeros() as usize;
    game.square(place % 8, place / 8).expect("a bit stands for a square")
}

/// Each bit of a set by itself, the lowest first.
pub fn bits(set: u64) -> impl Iterator<Item = u64> {
    let next = |&rest: &u64| (rest != 0).then_some(rest & rest.wrapping_sub(1));
    std::iter::successors(Some(set), next)
        .take_while(|&rest| rest != 0)
        .map(|rest| rest & rest.wrapping_neg())
}

/// The discs of `other` that follow those of `from` without a gap, upwards; at most six do.
fn runs_up(from: u64, other: u64, step: u32) -> u64 {
    let mut run = other & from << step;
    run |= other & run << step;
    let pairs = other & other << step;
    run |= pairs & run << (2 * step);
    run | pairs & run << (2 * step)
}

/// The discs of `other` that follow those of `from` without a gap, downwards; at most six do.
fn runs_down(from: u64, other: u64, step: u32) -> u64 {
    let mut run = other & from >> step;
    run |= other & run >> step;
    let pairs = other & other >> step;
    run |= pairs & run >> (2 * step);
    run | pairs & run >> (2 * step)
}
