//! The settings of the service, and what every request needs.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::broadcast::{self, Receiver, Sender};

use super::kept::Reports;
use super::webhook::Webhooks;
use crate::golf::Languages;
use crate::http::{Connections, Shares};
use crate::service::age::Age;
use crate::service::catalogue::Catalogue;
use crate::service::store::Store;
use crate::service::wakeup::Wakeup;

/// How much news is kept for slow clients.
const NEWS: usize = 1_024;

/// The settings of the service.
#[derive(Debug)]
pub(crate) struct SiteSettings {
    /// Where to listen; port 0 is any that is free.
    pub listen: SocketAddr,
    /// Further names of the server, in addition to `localhost`, its addresses, and those of this machine.
    pub names: Vec<String>,
    /// Whether requests come through a proxy on this machine, which names the client.
    pub is_proxied: bool,
    /// Whether clients on this machine need a token, too.
    pub asks_for_tokens: bool,
    /// Whether everybody may see everybody's source.
    pub shows_sources: bool,
    /// How many submissions of one owner may wait.
    pub pending: usize,
    /// The hosts for webhooks.
    pub webhooks: Webhooks,
    /// Where figures for Prometheus are shown to everybody; otherwise only admins see them.
    pub metrics: Option<SocketAddr>,
    /// How long submissions are kept; for ever if there is no such time.
    pub keep: Option<Age>,
}

impl SiteSettings {
    /// Whether clients on this machine may submit without a token: if nobody else can be taken for one.
    pub(crate) fn is_open(&self) -> bool {
        !self.asks_for_tokens && !self.is_proxied && self.listen.ip().is_loopback()
    }
}

/// One state for all requests.
pub(super) type Shared = Arc<State>;

/// The database, what is offered, and what requests share.
pub(super) struct State {
    pub(super) store: Arc<Store>,
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) languages: Languages,
    pub(super) settings: SiteSettings,
    pub(super) connections: Arc<Connections>,
    pub(super) news: News,
    /// How many bytes of bodies may be in memory.
    pub(super) bodies: Arc<Shares>,
    pub(super) reports: Reports,
    pub(super) wakeup: Wakeup,
}

/// News of submissions, for clients that wait for them.
#[derive(Debug)]
pub(super) struct News(Sender<Arc<str>>);

impl News {
    pub(super) fn new() -> News {
        News(broadcast::channel(NEWS).0)
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
