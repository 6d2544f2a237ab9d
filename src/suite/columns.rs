//! Lines of a kill matrix: a column of equal width for each suite, and a text behind them.

use std::fmt;

/// Columns with these heads.
pub(super) struct Columns<'a> {
    heads: &'a [String],
    width: usize,
}

impl<'a> Columns<'a> {
    pub(super) fn new(heads: &'a [String]) -> Columns<'a> {
        Columns { heads, width: heads.iter().map(String::len).max().unwrap_or(0) }
    }

    /// Writes the heads.
    pub(super) fn head(&self, f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
        self.line(f, |column| &self.heads[column], text)
    }

    /// Writes a line with the cell of each column.
    pub(super) fn line<T: fmt::Display>(
        &self,
        f: &mut fmt::Formatter<'_>,
        cell: impl Fn(usize) -> T,
        text: impl fmt::Display,
    ) -> fmt::Result {
        let width = self.width;
        (0..self.heads.len()).try_for_each(|column| write!(f, "{:<width$}  ", cell(column)))?;
        writeln!(f, "{text}")
    }
}
