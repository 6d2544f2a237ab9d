//! The rules of a faulty referee: which sets of cells win and for whom, when a game is tied, which cells
//! may be marked, and whose turn comes next. By default they are the right ones.

use serde::Deserialize;

use crate::game::Side;
use crate::game::tictactoe::LINES;

pub(super) type Squares = [Option<Side>; 9];

/// A set of cells, as nine bits; written as their digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub(super) struct Cells(u16);

#[derive(Clone, Debug, Deserialize)]
#[serde(from = "String")]
pub(super) struct Sides(Vec<Side>);

/// The rules of a mutant: legal moves, winning lines, order of moves.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Rules {
    /// The winning lines that are not seen, by side.
    pub missed: [Vec<Cells>; 2],
    /// Sets of cells that win though they are not lines.
    pub added: Vec<Cells>,
    /// Whose wins are noticed.
    pub look: Look,
    /// For each of the [`LINES`], the cells that show a win when they are marked last, if not all of them do.
    pub seen_from: Option<[Cells; 8]>,
    /// The number of the first mark with which a line wins.
    pub first_win: usize,
    /// Whether three blank cells in line win.
    pub blanks_win: bool,
    /// Who is reported as the winner if X has won, and if O has; if not who has won.
    pub credit: Option<Sides>,
    /// When a game is tied.
    pub tie: Tie,
    /// Whether a tie is found by counting the marks made, not those on the board.
    pub counts_marks: bool,
    /// Cells that may be marked again by the side that holds them.
    pub overwrites_own: Cells,
    /// Cells that may be taken from the other side.
    pub overwrites_other: Cells,
    /// Which legal moves are refused.
    pub refuses: Option<Condition>,
    /// After which moves it is the same side's turn again.
    pub again_after: Option<Condition>,
    /// Who makes each of the nine marks, if the sides do not take turns.
    pub order: Option<Sides>,
    /// How many of the marks made stay on the board, if not all.
    pub memory: Option<usize>,
}

/// Whose wins are noticed.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Look {
    /// Those of the side that has just marked.
    #[default]
    Mover,
    Either,
    Opponent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tie {
    /// With nine marks on the board and no winner.
    #[default]
    Full,
    /// With this many.
    At(usize),
    /// With nine marks, winner or not.
    BeforeWin,
    /// As soon as each line holds marks of both sides.
    Blocked,
    /// With this many marks; but nothing is printed.
    Silent(usize),
    Never,
}

/// A property of a move; a key without a value allows any.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Condition {
    pub cells: Option<Cells>,
    /// Who makes it.
    pub sides: Option<Sides>,
    /// The number of the mark in the game, from 1.
    pub mark: Option<usize>,
    /// The cell of the first mark of the game.
    pub opening: Option<u8>,
    /// How much higher its cell's number is than that of the last mark.
    pub beyond_last: Option<i16>,
}

/// The state of a game, as far as it decides whether the game is over.
pub(super) struct GameState<'a> {
    pub squares: &'a Squares,
    /// The marks made so far, as cells, in order.
    pub history: &'a [u8],
    pub mover: Side,
}

impl Cells {
    fn of(cells: impl IntoIterator<Item = u8>) -> Cells {
        Cells(cells.into_iter().fold(0, |set, cell| set | 1 << cell))
    }

    fn has(self, cell: u8) -> bool {
        self.0 >> cell & 1 == 1
    }

    fn is_within(self, other: Cells) -> bool {
        self.0 & other.0 == self.0
    }
}

impl From<String> for Cells {
    fn from(digits: String) -> Cells {
        Cells::of(digits.bytes().map(|digit| digit - b'0'))
    }
}

impl From<String> for Sides {
    fn from(letters: String) -> Sides {
        Sides(letters.chars().map(|letter| if letter == 'X' { Side::FIRST } else { Side::SECOND }).collect())
    }
}

impl Condition {
    pub(super) fn is_met(&self, square: u8, mover: Side, history: &[u8]) -> bool {
        let beyond = |last: &u8| i16::from(square) - i16::from(*last);
        self.cells.is_none_or(|cells| cells.has(square))
            && self.sides.as_ref().is_none_or(|Sides(sides)| sides.contains(&mover))
            && self.mark.is_none_or(|mark| mark == history.len() + 1)
            && self.opening.is_none_or(|opening| history.first() == Some(&opening))
            && self.beyond_last.is_none_or(|steps| history.last().map(beyond) == Some(steps))
    }
}

impl Rules {
    /// The side that makes the mark of this number, counted from 0, after one of `mover`.
    pub(super) fn turn(&self, mark: usize, mover: Side, is_again: bool) -> Side {
        match &self.order {
            Some(Sides(order)) => order[mark % 9],
            None if is_again => mover,
            None => mover.other(),
        }
    }

    pub(super) fn may_overwrite(&self, square: u8, holder: Side, mover: Side) -> bool {
        if holder == mover { self.overwrites_own.has(square) } else { self.overwrites_other.has(square) }
    }

    /// The side that is reported as the winner, if any.
    pub(super) fn winner(&self, state: &GameState) -> Option<Side> {
        let has_line = |side: &Side| self.lines_held(*side, state) > 0;
        let winner = match self.look {
            Look::Mover => Some(state.mover).filter(has_line),
            Look::Opponent => Some(state.mover.other()).filter(has_line),
            Look::Either => Side::BOTH.into_iter().find(has_line),
        }?;
        Some(self.credit.as_ref().map_or(winner, |Sides(credit)| credit[winner.index()]))
    }

    /// How many winning lines a side is seen to hold.
    pub(super) fn lines_held(&self, side: Side, state: &GameState) -> usize {
        let cells = |who| Cells::of((0..9).filter(|square| state.squares[usize::from(*square)] == who));
        let taken = cells(Some(side));
        let blank = if self.blanks_win { cells(None) } else { Cells::default() };
        let last = *state.history.last().expect("a win is looked for after a mark");
        let is_seen = |(index, line): &(usize, Cells)| {
            (line.is_within(taken) || line.is_within(blank))
                && self.seen_from.is_none_or(|cells| cells[*index].has(last))
                && !self.missed[side.index()].contains(line)
        };
        let lines = LINES.into_iter().map(Cells::of).enumerate().filter(is_seen).count();
        let lines = if state.history.len() < self.first_win { 0 } else { lines };
        lines + self.added.iter().filter(|added| added.is_within(taken)).count()
    }

    /// Whether the game is tied, if nobody has won.
    pub(super) fn is_tied(&self, state: &GameState) -> bool {
        let marks = match self.counts_marks {
            true => state.history.len(),
            false => state.squares.iter().flatten().count(),
        };
        match self.tie {
            Tie::Full | Tie::BeforeWin => marks >= 9,
            Tie::At(full) | Tie::Silent(full) => marks >= full,
            Tie::Blocked => marks == 9 || is_blocked(state.squares),
            Tie::Never => false,
        }
    }
}

fn is_blocked(squares: &Squares) -> bool {
    let holds = |line: &[u8; 3], side| line.iter().any(|&square| squares[square as usize] == Some(side));
    LINES.iter().all(|line| Side::BOTH.into_iter().all(|side| holds(line, side)))
}
