//! How a report is shown.

use std::path::Path;

use crate::golf::Measure;

/// How a run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View<'a> {
    /// How many columns a line of the leaderboard may have on a terminal. `None` if it may be of any length.
    pub columns: Option<usize>,
    /// Whether to say what was proved, how quickly programs answered, and how they were run.
    pub is_verbose: bool,
    /// How many points a program gets that passes, where points are given.
    pub points: u32,
    /// The measure for the points of code.golf, in the formats for people. `None` if programs are sorted by size alone.
    pub scoring: Option<Measure>,
    /// The root of the repository, from which annotations name files below it. `None` if they name them as they were given.
    pub root: Option<&'a Path>,
}

impl Default for View<'_> {
    fn default() -> Self {
        View { columns: None, is_verbose: false, points: 1, scoring: None, root: None }
    }
}
