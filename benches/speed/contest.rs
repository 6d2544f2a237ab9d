//! What all ways to play the same games share.

/// How many games each round has.
pub(crate) const GAMES: usize = 200;

/// A way to play all games once, in a thread of its own.
pub(crate) type Contestant<'a> = (&'a str, Box<dyn FnMut() + Send + 'a>);
