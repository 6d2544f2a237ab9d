//! A whole search.

use super::findings::Findings;
use super::inputs::Inputs;
use super::search::Search;
use super::sessions::{Session, Sessions};
use crate::challenge::Recording;

/// All that a search has played and found.
#[derive(Debug)]
#[non_exhaustive]
pub struct Explored<E> {
    /// The sessions, in the order in which they were played, each once.
    pub sessions: Sessions,
    /// What was found.
    pub findings: Findings,
    /// Why it ended early, if it did.
    pub stopped: Option<E>,
}

/// Searches with an oracle that answers batches of sessions.
pub fn explore<E>(
    inputs: Inputs<'_>,
    mut oracle: impl FnMut(&[Session]) -> Result<Vec<Recording>, E>,
) -> Explored<E> {
    let (mut search, mut sessions) = (Search::new(inputs), Sessions::default());
    let mut stopped = None;
    while let Some(batch) = search.batch() {
        match oracle(&batch) {
            Ok(runs) => search.learn(&runs).iter().for_each(|(_, session)| sessions.push(session)),
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
    }
    Explored { sessions, findings: search.findings(), stopped }
}
