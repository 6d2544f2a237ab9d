//! Reversi: whoever closes a straight run of others' discs between two of its own takes it over.
//!
//! A [`Game`] is a board and its rules, read from a text ([`Game::parse`]; `fixtures/boards/` holds
//! those that are built in, and its README the format). Nothing needs to be square, eight wide, or
//! for two. The usual rules stand in `legal` and `position`; what only some boards have, such as
//! wildcards, bombs and guests, is a `variant`, one file each, of which the usual rules know nothing
//! but the moments at which a variant may speak. Boards for two that fit into eight by eight and have
//! no variant can also be played in two machine words ([`bitboard`]), for counting and for searching.

pub mod bitboard;
mod boards;
mod capture;
mod colours;
mod game;
mod layout;
mod legal;
mod position;
mod shape;
mod variant;

pub use boards::{NoBoard, find, names, text};
pub use game::Game;
pub use layout::Malformed;
pub use position::Position;
pub use shape::Square;
