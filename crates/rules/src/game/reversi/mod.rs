//! Reversi: a side that closes a straight run of others' discs between two of its own takes it over.
//!
//! A [`Game`] is a board and its rules, read from a text ([`Game::parse`]; `fixtures/boards/` has the
//! built-in ones, and its README the format). A board need not be square, eight cells wide, or for two
//! players. The standard rules are in `game` and `position`. Rules of some boards only, such as wildcards,
//! bombs and guests, are in `variant`; the standard rules only know the points at which a
//! variant may act. Boards for two that fit into eight by eight and have no variant can also be played in two
//! machine words ([`bitboard`]), for counting and for searching.

#[doc(hidden)]
pub mod bitboard;
mod colours;
mod game;
mod layout;
mod position;
mod shape;
mod variant;

pub use game::Game;
pub use layout::{MalformedBoard, NoBoard, find, names, text};
pub use position::Position;
pub use shape::Square;
