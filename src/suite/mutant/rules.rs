//! The rules of a faulty referee: which sets of squares win and for whom, when a game is tied, which squares
//! may be marked, and whose turn comes next. [`RULES`] are the right ones; every fault of the rules is a copy
//! with one field changed.

use crate::game::Side;
use crate::game::tictactoe::LINES;

/// The content of the nine squares.
pub(super) type Squares = [Option<Side>; 9];

/// What is legal, what wins, what comes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The winning lines that are not seen, by side: bit n is line n of [`LINES`].
    pub missed: [u8; 2],
    /// Sets of squares that win though they are not lines, each as nine bits.
    pub added: &'static [u16],
    /// Which wins are noticed.
    pub look: Look,
    /// Which side is reported as the winner.
    pub credit: Credit,
    /// When a game is tied.
    pub tie: Tie,
    /// Which occupied squares may be marked.
    pub overwrites: Overwrites,
    /// Which legal moves are refused.
    pub refuses: Option<Condition>,
    /// Whose turn comes after a mark.
    pub turns: Turns,
    /// How many of the marks made stay on the board.
    pub memory: usize,
}

/// The rules of tic-tac-toe.
pub(super) const RULES: Rules = Rules {
    missed: [0, 0],
    added: &[],
    look: Look::Mover,
    credit: Credit::Winner,
    tie: Tie::At(9),
    overwrites: Overwrites { own: 0, other: 0, is_counted: false },
    refuses: None,
    turns: Turns::Alternate,
    memory: usize::MAX,
};

/// Which wins are noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Those of the side that has just marked.
    Mover,
    /// Those of either side.
    Either,
    /// Those of the side that did not mark.
    Opponent,
    /// Three blank squares in line count as well.
    MoverAndBlanks,
    /// Of the mover, from the mark of this number on.
    FromMark(usize),
    /// Of the mover, only lines that hold the last mark.
    ThroughLast,
    /// Of the mover, only lines in which the last mark has one of these three places (as bits).
    LastInPlace(u8),
    /// Of the mover, diagonals only if the last mark is the centre.
    DiagonalsFromCentre,
    /// Of the mover, diagonals only if the last mark is a corner.
    DiagonalsFromCorners,
}

/// Which side is reported as the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Credit {
    /// The side that has won.
    Winner,
    /// The other one.
    Loser,
    /// Always this side.
    Always(Side),
}

/// When a game is tied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// With this many marks on the board and no winner.
    At(usize),
    /// With nine marks, winner or not.
    BeforeWin,
    /// As soon as each line holds marks of both sides.
    Blocked,
    /// With this many marks; but nothing is printed.
    Silent(usize),
    /// Never.
    Never,
}

/// Occupied squares that may be marked, each set as nine bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overwrites {
    /// Squares that may be marked again by the side that holds them.
    pub own: u16,
    /// Squares that may be taken from the other side.
    pub other: u16,
    /// Whether a tie is found by counting the marks made, not those on the board.
    pub is_counted: bool,
}

/// A property of a move; a field without a value allows any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Condition {
    /// The square.
    pub square: Option<u8>,
    /// Who makes it.
    pub side: Option<Side>,
    /// The number of the mark in the game, from 1.
    pub mark: Option<usize>,
    /// The square of the first mark of the game.
    pub opening: Option<u8>,
    /// How much higher its square's number is than that of the last mark.
    pub beyond_last: Option<i16>,
}

/// Whose turn comes after a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turns {
    /// The other side's.
    Alternate,
    /// The same side's again after such a move.
    AgainAfter(Condition),
    /// In this order.
    Order([Side; 9]),
}

/// The state of a game, as far as it decides whether the game is over.
pub(super) struct Standing<'a> {
    /// The content of the squares.
    pub squares: &'a Squares,
    /// The marks made so far, as squares, in order.
    pub history: &'a [u8],
    /// The side that has just marked.
    pub mover: Side,
}

impl Rules {
    /// The side that begins.
    pub(super) fn beginner(&self) -> Side {
        match self.turns {
            Turns::Order(order) => order[0],
            Turns::Alternate | Turns::AgainAfter(_) => Side::FIRST,
        }
    }

    /// The side whose turn follows a move of `mover` that met `is_met` conditions.
    pub(super) fn next(&self, mover: Side, moves: usize, meets: impl Fn(&Condition) -> bool) -> Side {
        match &self.turns {
            Turns::AgainAfter(condition) if meets(condition) => mover,
            Turns::Order(order) => order[moves % 9],
            Turns::Alternate | Turns::AgainAfter(_) => mover.other(),
        }
    }

    /// Whether a side may mark an occupied square.
    pub(super) fn may_overwrite(&self, square: u8, holder: Side, mover: Side) -> bool {
        let set = if holder == mover { self.overwrites.own } else { self.overwrites.other };
        set >> square & 1 == 1
    }

    /// The side that is reported as the winner, if any.
    pub(super) fn winner(&self, standing: &Standing) -> Option<Side> {
        let winner = match self.look {
            Look::Opponent => Some(standing.mover.other()).filter(|&side| self.has_line(side, standing)),
            Look::Either => Side::BOTH.into_iter().find(|&side| self.has_line(side, standing)),
            _ => Some(standing.mover).filter(|&side| self.has_line(side, standing)),
        }?;
        Some(match self.credit {
            Credit::Winner => winner,
            Credit::Loser => winner.other(),
            Credit::Always(side) => side,
        })
    }

    fn has_line(&self, side: Side, standing: &Standing) -> bool {
        self.lines_held(side, standing) > 0
    }

    /// How many winning lines a side is seen to hold.
    pub(super) fn lines_held(&self, side: Side, standing: &Standing) -> usize {
        let set =
            |who| (0..9).filter(|&square| standing.squares[square] == who).fold(0, |set, n| set | 1 << n);
        let taken: u16 = set(Some(side));
        let blank = if self.look == Look::MoverAndBlanks { set(None) } else { 0 };
        let is_line = |(index, line): (usize, &[u8; 3])| {
            let mask = line.iter().fold(0, |mask, square| mask | 1 << square);
            let is_held = taken & mask == mask || blank & mask == mask;
            is_held && self.missed[side.index()] >> index & 1 == 0 && self.is_looked_at(index, line, standing)
        };
        let lines = LINES.iter().enumerate().filter(|&line| is_line(line)).count();
        lines + self.added.iter().filter(|&&mask| taken & mask == mask).count()
    }

    fn is_looked_at(&self, index: usize, line: &[u8; 3], standing: &Standing) -> bool {
        let last = *standing.history.last().expect("a win is looked for after a mark");
        let place = line.iter().position(|&square| square == last);
        let is_diagonal = index >= 6;
        match self.look {
            Look::FromMark(mark) => standing.history.len() >= mark,
            Look::ThroughLast => place.is_some(),
            Look::LastInPlace(places) => place.is_some_and(|place| places >> place & 1 == 1),
            Look::DiagonalsFromCentre => place.is_some() && (!is_diagonal || last == 4),
            Look::DiagonalsFromCorners => place.is_some() && (!is_diagonal || last != 4),
            Look::Mover | Look::Either | Look::Opponent | Look::MoverAndBlanks => true,
        }
    }

    /// Whether the game is tied, if nobody has won.
    pub(super) fn is_tied(&self, standing: &Standing) -> bool {
        let marks = standing.squares.iter().flatten().count();
        match self.tie {
            Tie::At(_) | Tie::Silent(_) | Tie::BeforeWin if self.overwrites.is_counted => {
                standing.history.len() >= 9
            }
            Tie::At(full) | Tie::Silent(full) => marks >= full,
            Tie::BeforeWin => marks == 9,
            Tie::Blocked => marks == 9 || is_blocked(standing.squares),
            Tie::Never => false,
        }
    }
}

fn is_blocked(squares: &Squares) -> bool {
    let holds = |line: &[u8; 3], side| line.iter().any(|&square| squares[square as usize] == Some(side));
    LINES.iter().all(|line| Side::BOTH.into_iter().all(|side| holds(line, side)))
}
