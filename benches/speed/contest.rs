//! What all ways to play the same games share.

/// How many games each round has.
pub const GAMES: usize = 200;

/// A way to play all games once, in a thread of its own.
pub type Contestant<'a> = (&'a str, Box<dyn FnMut() + Send + 'a>);
