//! News of submissions that were ruled on, for those who wait.

use std::sync::Arc;

use tokio::sync::broadcast::{self, Receiver, Sender};

/// How much news is kept for those who are slow.
const KEPT: usize = 1_024;

/// The news.
#[derive(Debug)]
pub(super) struct News(Sender<Arc<str>>);

impl News {
    pub(super) fn new() -> News {
        News(broadcast::channel(KEPT).0)
    }

    /// What is told from now on.
    pub(super) fn listen(&self) -> Receiver<Arc<str>> {
        self.0.subscribe()
    }

    /// Whether anybody listens.
    pub(super) fn is_wanted(&self) -> bool {
        self.0.receiver_count() > 0
    }

    /// Tells that a submission was ruled on.
    pub(super) fn tell(&self, id: &str) {
        let _ = self.0.send(id.into());
    }
}
