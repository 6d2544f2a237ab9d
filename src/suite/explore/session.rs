//! What a program is given in one run.

/// The lines that a program is given, none of which has a line feed.
pub(crate) type Session = Vec<Vec<u8>>;
