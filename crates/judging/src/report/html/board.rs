//! A board as SVG, ten units per square, with few elements, because a page may contain thousands of boards.

use std::fmt::Write;

use maud::{Markup, html as markup};

use crate::dialect::Dialect;
use crate::game::{Board, Cell, Side};

pub(super) struct Picture<'a> {
    pub(super) dialect: Dialect,
    pub(super) board: &'a Board,
    /// The board that it is compared with; squares that differ are marked.
    pub(super) other: Option<&'a Board>,
    /// The board before; squares that have changed since are marked.
    pub(super) before: Option<&'a Board>,
    /// A description for screen readers.
    pub(super) label: &'a str,
}

impl Picture<'_> {
    pub(super) fn svg(&self) -> Markup {
        let (width, height) = (self.width(), self.board.cells().len() / self.width());
        let margin = if self.has_discs() { 6 } else { 0 };
        let size =
            format!("-{margin}.5 -{margin}.5 {} {}", 10 * width + margin + 1, 10 * height + margin + 1);
        let square = |x: usize, y: usize| format!("M{x} {y}h10v10h-10z");
        let differing = self.path(|place, _| differs(self.other, self.board, place), square);
        let changed = self.path(|place, _| differs(self.before, self.board, place), square);
        markup! {
            svg.board viewBox=(size) role="img" aria-label=(format!("{}: {}", self.label, self.in_words())) {
                path.square d=(self.path(|_, cell| cell != Cell::Hole, |x, y| format!("M{x} {y}h10v10h-10z"))) {}
                @if !changed.is_empty() { path.changed d=(changed) {} }
                @if margin > 0 { (Self::margins(width, height)) } @else { (self.names()) }
                @for cell in self.kinds() { (self.marks(cell)) }
                @if !differing.is_empty() { path.differs d=(differing) {} }
            }
        }
    }

    fn width(&self) -> usize {
        self.board.rows().next().map_or(1, <[Cell]>::len)
    }

    fn has_discs(&self) -> bool {
        self.dialect.vocabulary().is_none()
    }

    /// A path with one piece for each wanted cell.
    fn path(
        &self,
        is_wanted: impl Fn(usize, Cell) -> bool,
        piece: impl Fn(usize, usize) -> String,
    ) -> String {
        let wanted = self.board.cells().iter().enumerate().filter(|(place, cell)| is_wanted(*place, **cell));
        wanted.map(|(place, _)| piece(10 * (place % self.width()), 10 * (place / self.width()))).collect()
    }

    /// The kinds of cells on the board, each once: the sides in order of play, then the rest.
    fn kinds(&self) -> Vec<Cell> {
        let sides = Side::ALL.map(Cell::Marked).into_iter();
        let kinds = sides.chain((0..8).map(Cell::Neutral));
        kinds.filter(|kind| self.board.cells().contains(kind)).collect()
    }

    fn marks(&self, kind: Cell) -> Markup {
        let all = |piece: fn(usize, usize) -> String| self.path(|_, cell| cell == kind, piece);
        let centres = || all(|x, y| format!("M{} {}h0", x + 5, y + 5));
        let name = self.name(kind).to_lowercase();
        if !self.has_discs() {
            return match name.as_str() {
                "x" => markup! {
                    path.cross d=(all(|x, y| format!("M{} {}l5 5m0-5l-5 5", x as f32 + 2.5, y as f32 + 2.5))) {}
                },
                _ => markup! {
                    path.nought d=(all(|x, y| format!("M{} {}a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0", x as f32 + 2.2, y + 5))) {}
                },
            };
        }
        if self.dialect == Dialect::Othello && matches!(kind, Cell::Neutral(_)) {
            return markup! { path.hint d=(centres()) {} };
        }
        markup! {
            path.rim d=(centres()) {}
            path class={ "disc " (name) } d=(centres()) {}
            @if self.dialect.board().is_some() { (self.letters(kind)) }
        }
    }

    /// First letters of names on discs, if there are more than two kinds.
    fn letters(&self, kind: Cell) -> Markup {
        let letter: String = self.name(kind).chars().take(1).collect();
        let places = self.board.cells().iter().enumerate().filter(|(_, cell)| **cell == kind);
        markup! {
            @for (place, _) in places {
                text.letter x=(10 * (place % self.width()) + 5) y=(10 * (place / self.width()) + 5) { (letter) }
            }
        }
    }

    /// The names of empty squares, on these squares.
    fn names(&self) -> Markup {
        let empty = self.board.cells().iter().enumerate().filter(|(_, cell)| **cell == Cell::Empty);
        markup! {
            @for (place, _) in empty {
                text.name x=(10 * (place % self.width()) + 5) y=(10 * (place / self.width()) + 5) {
                    (self.dialect.square_name(place))
                }
            }
        }
    }

    /// Letters above the board, numbers beside it.
    fn margins(width: usize, height: usize) -> Markup {
        markup! {
            @for column in 0..width { text.name x=(10 * column + 5) y="-3" { (letter(column)) } }
            @for row in 0..height { text.name x="-3" y=(10 * row + 5) { (row + 1) } }
        }
    }

    fn name(&self, kind: Cell) -> String {
        match (&self.dialect, kind) {
            (dialect, Cell::Marked(side)) => dialect.side_name(side),
            (Dialect::Reversi(table), kind) => table.game().letter(kind).to_string(),
            _ => "legal moves".to_owned(),
        }
    }

    fn in_words(&self) -> String {
        let mut words = String::new();
        for kind in self.kinds() {
            let cells = self.board.cells().iter().enumerate().filter(|(_, cell)| **cell == kind);
            let squares: Vec<_> = cells.map(|(place, _)| self.dialect.square_name(place)).collect();
            let gap = if words.is_empty() { "" } else { "; " };
            let _ = write!(words, "{gap}{} on {}", self.name(kind), squares.join(" "));
        }
        if words.is_empty() { "empty".to_owned() } else { words }
    }
}

/// Whether a square differs from the board that it is compared with.
fn differs(other: Option<&Board>, board: &Board, place: usize) -> bool {
    other.is_some_and(|other| other.cells().get(place) != board.cells().get(place))
}

fn letter(number: usize) -> char {
    char::from(b'a' + number as u8)
}
