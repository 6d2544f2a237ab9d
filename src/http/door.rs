//! Which connections are accepted, and which are closed when there are too many.
//!
//! An idle connection costs the server a descriptor, and its client nothing. So each has a few seconds for a
//! request. When a client, or all clients together, have as many as allowed, the one that has been idle for
//! longest is closed for the next. A request whose body is still coming counts as idle. Connections on which a
//! request is being answered, such as those of watchers, stay; a client may only have a limited number of them.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::HeaderMap;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// How long a request's head may take to come in, and how long a connection may wait for the next request.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long what was sent may stay unacknowledged before a connection counts as lost.
const SILENCE: Duration = Duration::from_secs(60);

/// How much of a request a connection may hold before somebody reads it, in bytes. hyper's own limit is 400 KiB, which thousands
/// of connections would multiply.
const BUFFER: usize = 64 << 10;

/// Descriptors that are reserved for other purposes.
const RESERVE: usize = 64;

/// The most connections, however many descriptors there are.
const MOST: usize = 8_192;

/// The origin of a connection. A client with one IPv6 network has 2^64 addresses, so it counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(u64);

/// The way in.
#[derive(Debug)]
pub(crate) struct Door {
    limits: Limits,
    is_proxied: bool,
    numbers: AtomicU64,
    inside: Mutex<Inside>,
}

/// The limits.
#[derive(Clone, Copy, Debug)]
struct Limits {
    connections: usize,
    of_one: usize,
    watchers: usize,
    watchers_of_one: usize,
}

#[derive(Debug, Default)]
struct Inside {
    guests: HashMap<u64, Arc<Guest>>,
    of: HashMap<Client, Count>,
    watchers: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    connections: usize,
    watchers: usize,
}

/// One connection.
#[derive(Debug)]
struct Guest {
    client: Client,
    /// Since when it has been idle; none while a request is being answered.
    waiting: Mutex<Option<Instant>>,
    leave: Notify,
}

/// A request is in progress as long as this exists.
#[derive(Debug)]
struct Asking(Arc<Guest>);

/// The body of a request. Once it is there, or nobody reads it any more, the request is being answered.
struct Arriving {
    body: hyper::body::Incoming,
    guest: Arc<Guest>,
}

/// A connection's place, which is freed when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    door: Arc<Door>,
    number: u64,
    guest: Arc<Guest>,
}

/// A permission to watch, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Leave {
    door: Arc<Door>,
    client: Client,
}

impl Door {
    /// A door with limits for this many descriptors. With a proxy on this machine, its connections are not
    /// counted as one client.
    pub(crate) fn new(descriptors: usize, is_proxied: bool) -> Door {
        let connections = descriptors.saturating_sub(RESERVE).clamp(16, MOST);
        let limits = Limits {
            connections,
            of_one: connections / 4,
            watchers: connections / 4 * 3,
            watchers_of_one: connections / 16 * 3,
        };
        Door { limits, is_proxied, numbers: AtomicU64::new(0), inside: Mutex::default() }
    }

    /// Accepts connections, without end.
    pub(crate) async fn keep(self: Arc<Door>, listener: TcpListener, router: Router) -> Infallible {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let is_proxy = self.is_proxied && peer.ip().is_loopback();
                    let place = self.admit(Client::of(peer.ip()), is_proxy);
                    if let Some(place) = place {
                        tokio::spawn(serve(stream, router.clone(), place));
                    }
                }
                // The connection was closed already, or there are no descriptors at the moment.
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }

    /// A place for a connection; none if all are taken by connections with a request in progress.
    fn admit(self: &Arc<Door>, client: Client, is_proxy: bool) -> Option<Place> {
        let mut inside = self.inside();
        let own = inside.of.get(&client).map_or(0, |count| count.connections);
        if own >= self.limits.of_one && !is_proxy {
            inside.send_away(|guest| guest.client == client)?;
        } else if inside.guests.len() >= self.limits.connections {
            inside.send_away(|_| true)?;
        }
        let guest =
            Arc::new(Guest { client, waiting: Mutex::new(Some(Instant::now())), leave: Notify::new() });
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        inside.guests.insert(number, Arc::clone(&guest));
        inside.of.entry(client).or_default().connections += 1;
        Some(Place { door: Arc::clone(self), number, guest })
    }

    /// The client of a request: that of the connection, or the last one that a proxy on this machine names.
    pub(crate) fn client(&self, place: &Place, headers: &HeaderMap) -> Client {
        let named = headers.get_all("x-forwarded-for").iter().next_back();
        let named = named.and_then(|named| named.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        match named
            .filter(|_| self.is_proxied && place.guest.client == Client::of(Ipv4Addr::LOCALHOST.into()))
        {
            Some(address) => Client::of(address),
            None => place.guest.client,
        }
    }

    /// Whether a connection comes from a browser on this machine, and not through a proxy.
    pub(crate) fn is_local(&self, place: &Place) -> bool {
        !self.is_proxied && place.guest.client == Client::of(Ipv4Addr::LOCALHOST.into())
    }

    /// Permission for one more watcher of a client, unless it has too many, or there are too many in all.
    pub(crate) fn watch(self: &Arc<Door>, client: Client) -> Option<Leave> {
        let mut inside = self.inside();
        let count = inside.of.entry(client).or_default();
        let is_full = count.watchers >= self.limits.watchers_of_one;
        if !is_full {
            count.watchers += 1;
        }
        if is_full || inside.watchers >= self.limits.watchers {
            inside.settle(client, |count| count.watchers -= usize::from(!is_full));
            return None;
        }
        inside.watchers += 1;
        Some(Leave { door: Arc::clone(self), client })
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    /// Closes the one among these that has been idle for longest; none if all are busy.
    fn send_away(&mut self, is_among: impl Fn(&Guest) -> bool) -> Option<()> {
        let among = self.guests.iter().filter(|(_, guest)| is_among(guest));
        let (_, number) = among.filter_map(|(number, guest)| Some((guest.since()?, *number))).min()?;
        if let Some(guest) = self.remove(number) {
            guest.leave.notify_one();
        }
        Some(())
    }

    fn remove(&mut self, number: u64) -> Option<Arc<Guest>> {
        let guest = self.guests.remove(&number)?;
        self.settle(guest.client, |count| count.connections -= 1);
        Some(guest)
    }

    /// Changes a client's counts, and drops a client without any.
    fn settle(&mut self, client: Client, change: impl FnOnce(&mut Count)) {
        if let Some(count) = self.of.get_mut(&client) {
            change(count);
            if count.connections == 0 && count.watchers == 0 {
                self.of.remove(&client);
            }
        }
    }
}

impl Guest {
    fn since(&self) -> Option<Instant> {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, since: Option<Instant>) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// A request: the connection is busy until this is dropped, unless its body is still to come.
    fn ask(self: &Arc<Guest>, is_complete: bool) -> Asking {
        self.set((!is_complete).then(Instant::now));
        Asking(Arc::clone(self))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.set(Some(Instant::now()));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.door.inside().remove(self.number);
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        let mut inside = self.door.inside();
        inside.watchers -= 1;
        inside.settle(self.client, |count| count.watchers -= 1);
    }
}

impl Client {
    /// The client of this address.
    pub(crate) fn of(address: IpAddr) -> Client {
        match address.to_canonical() {
            IpAddr::V6(address) if address.is_loopback() => Client::of(Ipv4Addr::LOCALHOST.into()),
            // No IPv6 address in use begins with zeros only.
            IpAddr::V4(address) => Client(u64::from(address.to_bits())),
            IpAddr::V6(address) => Client((address.to_bits() >> 64) as u64),
        }
    }
}

/// How many descriptors there may be.
pub(crate) fn descriptors() -> usize {
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |limit| limit as usize)
}

/// Every watcher needs a descriptor; the usual limit is too low for that.
pub(crate) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.unwrap_or(16_384).min(16_384);
    if limit.current.is_some_and(|current| current < wanted) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum });
    }
}

/// Serves one connection, until it ends or must be closed.
async fn serve(stream: TcpStream, router: Router, place: Place) {
    let _ = stream.set_nodelay(true);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, SILENCE.as_millis() as u32);
    let guest = Arc::clone(&place.guest);
    let place = Arc::new(place);
    let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let asking = place.guest.ask(hyper::body::Body::is_end_stream(request.body()));
        let mut request = request.map(|body| Arriving { body, guest: Arc::clone(&place.guest) });
        request.extensions_mut().insert(Arc::clone(&place));
        let answer = hyper::service::Service::call(&TowerToHyperService::new(router.clone()), request);
        async move {
            let answer = answer.await?;
            let (head, body) = answer.into_parts();
            Ok::<_, Infallible>(hyper::Response::from_parts(head, Held { body, _asking: asking }))
        }
    });
    let mut protocol = hyper::server::conn::http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(BUFFER);
    let connection = std::pin::pin!(protocol.serve_connection(TokioIo::new(stream), service));
    let _ = futures_util::future::select(connection, std::pin::pin!(guest.leave.notified())).await;
}

impl hyper::body::Body for Arriving {
    type Data = axum::body::Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Self::Data>, Self::Error>>> {
        let polled = std::pin::Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, std::task::Poll::Ready(None)) || self.body.is_end_stream() {
            self.guest.set(None);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        self.guest.set(None);
    }
}

/// A body; the connection is busy until it has been sent.
struct Held {
    body: axum::body::Body,
    _asking: Asking,
}

impl hyper::body::Body for Held {
    type Data = axum::body::Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Self::Data>, Self::Error>>> {
        std::pin::Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> Client {
        Client::of(text.parse().unwrap())
    }

    /// A door for this many connections.
    fn door(connections: usize) -> Arc<Door> {
        Arc::new(Door::new(connections + RESERVE, false))
    }

    #[test]
    fn who_waits_longest_makes_room_and_who_is_answered_stays() {
        let door = door(16);
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let places: Vec<_> = (0..4).map(|_| door.admit(one, false).unwrap()).collect();
        let asking: Vec<_> = places[..2].iter().map(|place| place.guest.ask(true)).collect();
        let more = door.admit(one, false).unwrap();
        let inside = |place: &Place| door.inside().guests.contains_key(&place.number);
        assert!(inside(&places[0]) && inside(&places[1]) && !inside(&places[2]) && inside(&places[3]));
        drop(asking);
        // Another client is not affected by that, and makes room when it goes.
        let others: Vec<_> = (0..4).map(|_| door.admit(other, false).unwrap()).collect();
        assert!(inside(&more) && others.iter().all(inside));
        let rest: Vec<_> = [5, 6].map(|number| client(&format!("192.0.2.{number}"))).to_vec();
        let rest: Vec<_> =
            rest.iter().flat_map(|one| (0..4).map(|_| door.admit(*one, false).unwrap())).collect();
        let all: Vec<_> = door.inside().guests.values().map(|guest| guest.ask(true)).collect();
        assert!(door.admit(one, false).is_none() && door.admit(client("192.0.2.3"), false).is_none());
        drop((all, others, rest));
        assert!(door.admit(client("192.0.2.3"), false).is_some());
        drop((places, more));
        assert!(door.inside().guests.is_empty() && door.inside().of.is_empty());
    }

    /// Whoever sends a request slowly is no better off than whoever sends none.
    #[test]
    fn a_request_that_does_not_come_makes_room() {
        let door = door(16);
        let places: Vec<_> = (1..=4)
            .flat_map(|number| (0..4).map(move |_| client(&format!("192.0.2.{number}"))))
            .map(|client| door.admit(client, false).unwrap())
            .collect();
        let asking: Vec<_> = places.iter().map(|place| place.guest.ask(false)).collect();
        let next = door.admit(client("192.0.2.9"), false).unwrap();
        let inside = |place: &Place| door.inside().guests.contains_key(&place.number);
        assert!(!inside(&places[0]) && inside(&places[1]) && inside(&next));
        places[1].guest.set(None);
        let _other = door.admit(client("192.0.2.9"), false).unwrap();
        assert!(inside(&places[1]) && !inside(&places[2]), "it is being answered");
        drop(asking);
    }

    #[test]
    fn one_client_cannot_have_all_the_watching() {
        let door = door(16);
        let one = client("2001:db8::1");
        let leaves: Vec<_> = std::iter::from_fn(|| door.watch(one)).collect();
        assert_eq!(leaves.len(), 3);
        assert!(door.watch(client("2001:db8::2")).is_none(), "the same network");
        let others: Vec<_> = (1..=3)
            .flat_map(|network| {
                let one = client(&format!("2001:db8:0:{network}::1"));
                std::iter::from_fn(|| door.watch(one)).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(others.len(), 9);
        assert!(door.watch(client("192.0.2.1")).is_none(), "all together are too many");
        drop((leaves, others));
        assert!(door.inside().of.is_empty() && door.inside().watchers == 0);
    }

    #[test]
    fn a_proxy_is_not_one_client() {
        let door = Arc::new(Door::new(16 + RESERVE, true));
        let local = client("127.0.0.1");
        let places: Vec<_> = (0..16).map(|_| door.admit(local, true).unwrap()).collect();
        assert_eq!(door.inside().guests.len(), places.len());
    }
}
