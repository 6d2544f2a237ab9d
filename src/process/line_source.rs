//! Lines that are not known before a program runs.

/// Chooses the lines of a program while it runs.
pub trait LineSource {
    /// A run begins, perhaps anew since the one before was lost.
    fn begin(&mut self);

    /// The next line, with its line feed, for a program that has written this on standard output; none if its input
    /// ends here.
    fn next_line(&mut self, output: &[u8]) -> Option<Vec<u8>>;
}
