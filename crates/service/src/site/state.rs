//! The settings of the service, and what every request needs.

use std::net::SocketAddr;
use std::sync::Arc;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tokio::sync::broadcast::{self, Receiver, Sender};
use ureq::http::Uri;
use ureq::http::uri::Authority;

use super::error::Refusal;
use super::kept::Reports;
use crate::age::Age;
use crate::catalogue::{Catalogue, Entry};
use crate::host::{Holder, Scope};
use crate::store::Store;
use crate::wakeup::Wakeup;
use http::{Connections, Shares};
use judging::challenge::Show;
use judging::golf::Languages;

/// How much news is kept for slow clients.
const NEWS: usize = 1_024;

#[derive(Debug)]
pub struct SiteSettings {
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
    /// Whether leaderboards are shown only to those who have signed in.
    pub is_private: bool,
    /// How many submissions of one owner may wait.
    pub pending: usize,
    pub webhooks: Webhooks,
    /// Where figures for Prometheus are shown to everybody; otherwise only admins see them.
    pub metrics: Option<SocketAddr>,
    /// How long submissions are kept; for ever if there is no such time.
    pub keep: Option<Age>,
}

impl SiteSettings {
    /// Whether clients on this machine may submit without a token: only if no other client can be mistaken for one.
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

impl State {
    /// The challenge of this name.
    pub(super) fn challenge(&self, name: &str) -> Result<&Entry, Refusal> {
        let names = || self.catalogue.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>().join(", ");
        self.catalogue.named(name).ok_or_else(|| Refusal::NoChallenge(names()))
    }

    /// How much of a failure at a challenge somebody is shown: an admin all, others what it says. What is not offered any more
    /// says nothing: then only the verdict.
    pub(super) fn shown(&self, challenge: &str, viewer: Option<&Holder>) -> Option<Show> {
        let is_admin = viewer.is_some_and(|viewer| viewer.may(Scope::Admin));
        let show = || self.catalogue.named(challenge).map_or(Some(Show::Verdict), |entry| entry.show);
        if is_admin { Some(Show::All) } else { show() }
    }
}

/// News of submissions, for clients that wait for them.
#[derive(Debug)]
pub(super) struct News(Sender<Arc<str>>);

impl News {
    pub(super) fn new() -> News {
        News(broadcast::channel(NEWS).0)
    }

    pub(super) fn listen(&self) -> Receiver<Arc<str>> {
        self.0.subscribe()
    }

    /// Whether there are listeners.
    pub(super) fn is_wanted(&self) -> bool {
        self.0.receiver_count() > 0
    }

    /// Sends the news that the state of a submission may have changed.
    pub(super) fn announce(&self, id: &str) {
        let _ = self.0.send(id.into());
    }
}

/// Which addresses may receive rulings, and the key for signatures.
#[derive(Debug, Default)]
pub struct Webhooks {
    /// Names of hosts, with their port unless it is the usual one.
    pub hosts: Vec<String>,
    /// The key of the signature.
    pub secret: String,
}

impl Webhooks {
    /// Whether there is a key, unless there are no hosts.
    pub(super) fn are_signed(&self) -> bool {
        self.hosts.is_empty() || !self.secret.is_empty()
    }

    /// Whether an address may receive rulings: a URL of HTTP on an allowed host.
    pub(super) fn allows(&self, address: &str) -> bool {
        let Ok(uri) = address.parse::<Uri>() else { return false };
        let host = uri.authority().map(Authority::as_str);
        matches!(uri.scheme_str(), Some("http" | "https"))
            && host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host)))
    }

    /// The signature of a text: `sha256=` and the HMAC in hexadecimal digits.
    pub(super) fn signature(&self, text: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).expect("a key of any length");
        mac.update(text.as_bytes());
        format!("sha256={}", judging::execution::hex(&mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_allowed_hosts_are_told_and_what_they_hear_is_signed() {
        let hosts = ["hooks.example", "hooks.example:8443"].map(str::to_owned).to_vec();
        let webhooks = Webhooks { hosts, secret: "key".to_owned() };
        for (address, is_allowed) in [
            ("https://hooks.example/judge?x=1", true),
            ("http://HOOKS.example/", true),
            ("https://hooks.example:8443/", true),
            ("https://hooks.example:22/", false),
            ("https://hooks.example.evil/", false),
            ("https://hooks.example@evil.example/", false),
            ("https://evil@hooks.example/", false),
            ("file:///etc/passwd", false),
            ("hooks.example", false),
            ("", false),
        ] {
            assert_eq!(webhooks.allows(address), is_allowed, "{address}");
        }
        // A well-known test value.
        let signature = webhooks.signature("The quick brown fox jumps over the lazy dog");
        assert_eq!(signature, "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
    }
}
