//! A series from its first game to its results, continued where its folder ends.

use std::collections::HashSet;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use super::journal::JournalError;
use super::{Journal, Record, Results, Series};
use crate::player::table::Played;

/// Why a series cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum SeriesError {
    /// A game could not be played.
    #[error("a game could not be played: {0}")]
    Game(#[from] io::Error),
    /// Its folder cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl Series {
    /// Plays the games, this many at once, until the games are aborted. In a
    /// folder each is recorded, and those that are there already are not played again.
    ///
    /// # Errors
    /// [`SeriesError`]; faults of players are in the results.
    pub(crate) fn results(
        &self,
        folder: Option<&Path>,
        jobs: NonZeroUsize,
    ) -> Result<Results<'_>, SeriesError> {
        let mut journal = folder.map(|folder| Journal::open(folder, self)).transpose()?;
        let mut results = Results::of(self);
        let earlier = journal.as_ref().map_or(&[][..], |journal| &journal.records[..]);
        earlier.iter().filter(|record| record.game < self.games).for_each(|record| results.add(record));
        let played: HashSet<_> = earlier.iter().map(|record| record.game).collect();
        let take = |record: Record, game: &Played| {
            if let Some(journal) = &mut journal {
                journal.add(self, &record, game)?;
            }
            results.add(&record);
            Ok::<_, SeriesError>(())
        };
        self.play(|game| played.contains(&game), jobs, take)?;
        Ok(results)
    }
}
