//! The values of squares and discs during a game, on a board of any shape.
//!
//! A disc with no neighbour on one side of an axis can never be trapped along it. A disc that is safe on all
//! four axes is a corner and stays for ever; discs beside an empty corner help the opponent to take it.

use judging::game::reversi::bitboard::{Bitboard, bits};
use judging::game::{Board, Cell};

/// The steps along the four axes.
const AXES: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The value of a square by the number of axes on which it is safe.
const SAFE: [i32; 5] = [0, 0, 2, 6, 60];

/// The cost of a disc beside an empty corner.
const GIVEN_AWAY: i32 = 20;

/// The value of each additional legal move.
const CHOICE: i32 = 6;

/// The values for a shape with two players.
#[derive(Debug)]
pub(super) struct Evaluation {
    /// Squares with their values.
    squares: Vec<(u64, i32)>,
    /// Corners, each with the squares beside it.
    corners: Vec<(u64, u64)>,
}

impl Evaluation {
    pub(super) fn of(board: Bitboard) -> Evaluation {
        let shape = board.own | board.other | board.empty();
        let cells = (0..64).map(|place| if shape >> place & 1 == 1 { Cell::Empty } else { Cell::Hole });
        let safe = safe_axes(&Board::new(8, cells.collect()));
        let with =
            |axes: usize| (0..64).filter(|&p| safe[p] == axes).fold(0, |set, p| set | 1_u64 << p) & shape;
        let squares = (0..5).map(|axes| (with(axes), SAFE[axes])).filter(|&(set, _)| set != 0).collect();
        let corners = bits(with(4)).map(|corner| (corner, beside(corner) & shape & !with(4))).collect();
        Evaluation { squares, corners }
    }

    /// The value of the board for the side to move.
    pub(super) fn of_board(&self, board: Bitboard) -> i32 {
        let more = |set: u64| (board.own & set).count_ones() as i32 - (board.other & set).count_ones() as i32;
        let squares: i32 = self.squares.iter().map(|&(set, evaluation)| evaluation * more(set)).sum();
        let open = self.corners.iter().filter(|&&(corner, _)| board.empty() & corner != 0);
        let given: i32 = open.map(|&(_, beside)| GIVEN_AWAY * more(beside)).sum();
        let choice = board.moves().count_ones() as i32 - board.passed().moves().count_ones() as i32;
        squares - given + CHOICE * choice
    }

    /// A rough value of a move to a square, to try good moves first.
    pub(super) fn of_move(&self, square: u64) -> i32 {
        let own =
            self.squares.iter().find(|&&(set, _)| set & square != 0).map_or(0, |&(_, evaluation)| evaluation);
        let gives = self.corners.iter().any(|&(_, beside)| beside & square != 0);
        if gives { own - GIVEN_AWAY } else { own }
    }
}

fn beside(square: u64) -> u64 {
    let row = square | (square & !0x8080_8080_8080_8080) << 1 | (square & !0x0101_0101_0101_0101) >> 1;
    (row | row << 8 | row >> 8) & !square
}

/// On how many axes each cell has no neighbour on one side or the other.
pub(super) fn safe_axes(board: &Board) -> Vec<usize> {
    let rows: Vec<_> = board.rows().collect();
    let is_square = |column: isize, row: isize| {
        let row = usize::try_from(row).ok().and_then(|row| rows.get(row));
        let cell = usize::try_from(column).ok().and_then(|column| row?.get(column));
        cell.is_some_and(|&cell| cell != Cell::Hole)
    };
    let safe = |place: usize| {
        let (column, row) = ((place % rows[0].len()) as isize, (place / rows[0].len()) as isize);
        let is_safe = |&&(right, down): &&(isize, isize)| {
            !is_square(column + right, row + down) || !is_square(column - right, row - down)
        };
        AXES.iter().filter(is_safe).count()
    };
    (0..board.cells().len()).map(safe).collect()
}

/// The value of each kind of square for its owner, in games of several players.
pub(super) fn of_cells(board: &Board) -> Vec<i32> {
    safe_axes(board).into_iter().map(|axes| 1 + SAFE[axes]).collect()
}
