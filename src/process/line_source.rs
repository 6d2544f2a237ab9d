//! Lines that are not known before a program runs.

/// Chooses the lines of a program while it runs.
pub(crate) trait LineSource {
    /// A run begins; it may be the same run again after a lost one.
    fn begin(&mut self);

    /// The next line, with its line feed, for a program that has written this on standard output; `None` if
    /// its input ends here.
    fn next_line(&mut self, output: &[u8]) -> Option<Vec<u8>>;
}
