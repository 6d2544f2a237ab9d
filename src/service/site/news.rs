//! News of submissions, for clients that wait for them.

use std::sync::Arc;

use tokio::sync::broadcast::{self, Receiver, Sender};

/// How much news is kept for slow clients.
const KEPT: usize = 1_024;

/// The news.
#[derive(Debug)]
pub(super) struct News(Sender<Arc<str>>);

impl News {
    pub(super) fn new() -> News {
        News(broadcast::channel(KEPT).0)
    }

    /// The news from now on.
    pub(super) fn listen(&self) -> Receiver<Arc<str>> {
        self.0.subscribe()
    }

    /// Whether anybody listens.
    pub(super) fn is_wanted(&self) -> bool {
        self.0.receiver_count() > 0
    }

    /// Sends the news that the state of a submission may have changed.
    pub(super) fn tell(&self, id: &str) {
        let _ = self.0.send(id.into());
    }
}
