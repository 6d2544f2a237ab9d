//! Which connections are accepted, and which are closed when there are too many.
//!
//! An idle connection costs the server a descriptor, and its client nothing. So each has a few seconds for a
//! request. When a client, or all clients together, have as many as allowed, the one that has been idle for
//! longest is closed for the next. A request whose body is still coming counts as idle. Connections on which a
//! request is being answered, such as those of watchers, stay; a client may only have a limited number of them, and only so
//! many bytes of answers that it does not read.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
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

/// How much of an answer the system may hold for a client that does not read it, in bytes. It takes twice as much for its own
/// purposes, and without a limit up to megabytes.
const SENT: usize = 128 << 10;

/// Descriptors that are reserved for other purposes.
const RESERVE: usize = 64;

/// The most connections, however many descriptors there are.
const MOST: usize = 8_192;

/// How many bytes of answers may wait in memory for clients to read them, of all clients and of one. Answers that fit into
/// [`BUFFER`] are not counted, and whoever has nothing to read yet may get one of any size.
const UNREAD: usize = 256 << 20;

/// See [`UNREAD`].
const UNREAD_OF_ONE: usize = UNREAD / 4;

/// The origin of a connection. A client with one IPv6 network has 2^64 addresses, so it counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(u64);

/// All connections of a server, and their limits.
#[derive(Debug)]
pub(crate) struct Connections {
    limits: Limits,
    is_proxied: bool,
    numbers: AtomicU64,
    open: Mutex<Open>,
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
struct Open {
    connections: HashMap<u64, Arc<Connection>>,
    of: HashMap<Client, Count>,
    watchers: usize,
    unread: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    connections: usize,
    watchers: usize,
    unread: usize,
}

/// One connection.
#[derive(Debug)]
struct Connection {
    client: Client,
    /// Since when it has been idle; none while a request is being answered.
    waiting: Mutex<Option<Instant>>,
    closing: Notify,
}

/// A request is in progress as long as this exists.
#[derive(Debug)]
struct InProgress(Arc<Connection>);

/// The body of a request. Once it is there, or nobody reads it any more, the request is being answered.
struct RequestBody {
    body: hyper::body::Incoming,
    connection: Arc<Connection>,
}

/// A connection that was accepted; it is forgotten when this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    connections: Arc<Connections>,
    number: u64,
    connection: Arc<Connection>,
}

/// A permission to watch, which ends when this is dropped.
#[derive(Debug)]
pub(crate) struct WatchPermit {
    connections: Arc<Connections>,
    client: Client,
}

/// An answer that a client has not read to its end.
#[derive(Debug)]
struct Unread {
    connections: Arc<Connections>,
    client: Client,
    bytes: usize,
}

impl Connections {
    /// Limits for this many descriptors, and no connections yet. With a proxy on this machine, its connections are not
    /// counted as one client.
    pub(crate) fn new(descriptors: usize, is_proxied: bool) -> Connections {
        let connections = descriptors.saturating_sub(RESERVE).clamp(16, MOST);
        let limits = Limits {
            connections,
            of_one: connections / 4,
            watchers: connections / 4 * 3,
            watchers_of_one: connections / 16 * 3,
        };
        Connections { limits, is_proxied, numbers: AtomicU64::new(0), open: Mutex::default() }
    }

    /// Accepts connections, without end.
    pub(crate) async fn accept(self: Arc<Connections>, listener: TcpListener, router: Router) -> Infallible {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let is_proxy = self.is_proxied && peer.ip().is_loopback();
                    let slot = self.admit(Client::of(peer.ip()), is_proxy);
                    if let Some(slot) = slot {
                        tokio::spawn(serve(stream, router.clone(), slot));
                    }
                }
                // The connection was closed already, or there are no descriptors at the moment.
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }

    /// Accepts a connection; none if there are too many with a request in progress.
    fn admit(self: &Arc<Connections>, client: Client, is_proxy: bool) -> Option<Slot> {
        let mut open = self.open();
        let own = open.of.get(&client).map_or(0, |count| count.connections);
        if own >= self.limits.of_one && !is_proxy {
            open.close_idle(|connection| connection.client == client)?;
        } else if open.connections.len() >= self.limits.connections {
            open.close_idle(|_| true)?;
        }
        let connection = Arc::new(Connection {
            client,
            waiting: Mutex::new(Some(Instant::now())),
            closing: Notify::new(),
        });
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        open.connections.insert(number, Arc::clone(&connection));
        open.of.entry(client).or_default().connections += 1;
        Some(Slot { connections: Arc::clone(self), number, connection })
    }

    /// The client of a request: that of the connection, or the last one that a proxy on this machine names.
    pub(crate) fn client(&self, slot: &Slot, headers: &HeaderMap) -> Client {
        let named = headers.get_all("x-forwarded-for").iter().next_back();
        let named = named.and_then(|named| named.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        match named.filter(|_| self.is_proxy(slot.connection.client)) {
            Some(address) => Client::of(address),
            None => slot.connection.client,
        }
    }

    /// Whether a connection comes from a browser on this machine, and not through a proxy.
    pub(crate) fn is_local(&self, slot: &Slot) -> bool {
        !self.is_proxied && slot.connection.client.is_this_machine()
    }

    /// Whether the connections of a client are those of a proxy on this machine.
    fn is_proxy(&self, client: Client) -> bool {
        self.is_proxied && client.is_this_machine()
    }

    /// Permission for one more watcher of a client, unless it has too many, or there are too many in all.
    pub(crate) fn watch(self: &Arc<Connections>, client: Client) -> Option<WatchPermit> {
        let mut open = self.open();
        let count = open.of.entry(client).or_default();
        let is_full = count.watchers >= self.limits.watchers_of_one;
        if !is_full {
            count.watchers += 1;
        }
        if is_full || open.watchers >= self.limits.watchers {
            open.settle(client, |count| count.watchers -= usize::from(!is_full));
            return None;
        }
        open.watchers += 1;
        Some(WatchPermit { connections: Arc::clone(self), client })
    }

    /// Permission to send an answer of this size, unless the client leaves too much unread, or all clients together do.
    fn send(self: &Arc<Connections>, client: Client, bytes: usize) -> Option<Unread> {
        let mut open = self.open();
        let bytes = if bytes <= BUFFER { 0 } else { bytes };
        let fits = |unread: usize, most: usize| unread == 0 || unread + bytes <= most;
        let all = open.unread;
        let count = open.of.entry(client).or_default();
        let is_allowed =
            bytes == 0 || (fits(all, UNREAD) && (self.is_proxy(client) || fits(count.unread, UNREAD_OF_ONE)));
        if !is_allowed {
            open.settle(client, |_| {});
            return None;
        }
        count.unread += bytes;
        open.unread += bytes;
        Some(Unread { connections: Arc::clone(self), client, bytes })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Closes the one among these that has been idle for longest; none if all are busy.
    fn close_idle(&mut self, is_among: impl Fn(&Connection) -> bool) -> Option<()> {
        let among = self.connections.iter().filter(|(_, connection)| is_among(connection));
        let (_, number) =
            among.filter_map(|(number, connection)| Some((connection.since()?, *number))).min()?;
        if let Some(connection) = self.remove(number) {
            connection.closing.notify_one();
        }
        Some(())
    }

    fn remove(&mut self, number: u64) -> Option<Arc<Connection>> {
        let connection = self.connections.remove(&number)?;
        self.settle(connection.client, |count| count.connections -= 1);
        Some(connection)
    }

    /// Changes a client's counts, and drops a client without any.
    fn settle(&mut self, client: Client, change: impl FnOnce(&mut Count)) {
        if let Some(count) = self.of.get_mut(&client) {
            change(count);
            if [count.connections, count.watchers, count.unread] == [0; 3] {
                self.of.remove(&client);
            }
        }
    }
}

impl Connection {
    fn since(&self) -> Option<Instant> {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, since: Option<Instant>) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// A request: the connection is busy until this is dropped, unless its body is still to come.
    fn begin(self: &Arc<Connection>, is_complete: bool) -> InProgress {
        self.set((!is_complete).then(Instant::now));
        InProgress(Arc::clone(self))
    }
}

impl Drop for InProgress {
    fn drop(&mut self) {
        self.0.set(Some(Instant::now()));
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.connections.open().remove(self.number);
    }
}

impl Drop for WatchPermit {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.watchers -= 1;
        open.settle(self.client, |count| count.watchers -= 1);
    }
}

impl Drop for Unread {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.unread -= self.bytes;
        open.settle(self.client, |count| count.unread -= self.bytes);
    }
}

impl Client {
    fn is_this_machine(self) -> bool {
        self == Client::of(Ipv4Addr::LOCALHOST.into())
    }

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

impl Slot {
    /// See [`Connections::send`]. What is made as it is sent is not in memory.
    fn send(&self, body: &axum::body::Body) -> Option<Unread> {
        let bytes = hyper::body::Body::size_hint(body).exact().unwrap_or(0);
        let client = self.connection.client;
        self.connections.send(client, usize::try_from(bytes).unwrap_or(usize::MAX))
    }
}

/// The answer to a client that does not read its answers.
fn refusal() -> Response {
    let wait = [(header::RETRY_AFTER, "5")];
    (StatusCode::SERVICE_UNAVAILABLE, wait, "read the answers that are on their way first\n").into_response()
}

/// Serves one connection, until it ends or must be closed.
async fn serve(stream: TcpStream, router: Router, slot: Slot) {
    let _ = stream.set_nodelay(true);
    let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, SENT);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, SILENCE.as_millis() as u32);
    let connection = Arc::clone(&slot.connection);
    let slot = Arc::new(slot);
    let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let in_progress = slot.connection.begin(hyper::body::Body::is_end_stream(request.body()));
        let mut request = request.map(|body| RequestBody { body, connection: Arc::clone(&slot.connection) });
        request.extensions_mut().insert(Arc::clone(&slot));
        let answer = hyper::service::Service::call(&TowerToHyperService::new(router.clone()), request);
        let slot = Arc::clone(&slot);
        async move {
            let answer = answer.await?;
            let unread = slot.send(answer.body());
            let (head, body) = if unread.is_some() { answer } else { refusal() }.into_parts();
            let body = AnswerBody { body, _unread: unread, _in_progress: in_progress };
            Ok::<_, Infallible>(hyper::Response::from_parts(head, body))
        }
    });
    let mut protocol = hyper::server::conn::http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(BUFFER);
    let serving = std::pin::pin!(protocol.serve_connection(TokioIo::new(stream), service));
    let _ = futures_util::future::select(serving, std::pin::pin!(connection.closing.notified())).await;
}

impl hyper::body::Body for RequestBody {
    type Data = axum::body::Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Self::Data>, Self::Error>>> {
        let polled = std::pin::Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, std::task::Poll::Ready(None)) || self.body.is_end_stream() {
            self.connection.set(None);
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

impl Drop for RequestBody {
    fn drop(&mut self) {
        self.connection.set(None);
    }
}

/// A body; the connection is busy until it has been sent.
struct AnswerBody {
    body: axum::body::Body,
    _unread: Option<Unread>,
    _in_progress: InProgress,
}

impl hyper::body::Body for AnswerBody {
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

    /// Room for this many connections.
    fn connections(connections: usize) -> Arc<Connections> {
        Arc::new(Connections::new(connections + RESERVE, false))
    }

    #[test]
    fn who_waits_longest_makes_room_and_who_is_answered_stays() {
        let connections = connections(16);
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let slots: Vec<_> = (0..4).map(|_| connections.admit(one, false).unwrap()).collect();
        let in_progress: Vec<_> = slots[..2].iter().map(|slot| slot.connection.begin(true)).collect();
        let more = connections.admit(one, false).unwrap();
        let is_open = |slot: &Slot| connections.open().connections.contains_key(&slot.number);
        assert!(is_open(&slots[0]) && is_open(&slots[1]) && !is_open(&slots[2]) && is_open(&slots[3]));
        drop(in_progress);
        // Another client is not affected by that, and makes room when it goes.
        let others: Vec<_> = (0..4).map(|_| connections.admit(other, false).unwrap()).collect();
        assert!(is_open(&more) && others.iter().all(is_open));
        let rest: Vec<_> = [5, 6].map(|number| client(&format!("192.0.2.{number}"))).to_vec();
        let rest: Vec<_> =
            rest.iter().flat_map(|one| (0..4).map(|_| connections.admit(*one, false).unwrap())).collect();
        let all: Vec<_> =
            connections.open().connections.values().map(|connection| connection.begin(true)).collect();
        assert!(
            connections.admit(one, false).is_none()
                && connections.admit(client("192.0.2.3"), false).is_none()
        );
        drop((all, others, rest));
        assert!(connections.admit(client("192.0.2.3"), false).is_some());
        drop((slots, more));
        assert!(connections.open().connections.is_empty() && connections.open().of.is_empty());
    }

    /// Whoever sends a request slowly is no better off than whoever sends none.
    #[test]
    fn a_request_that_does_not_come_makes_room() {
        let connections = connections(16);
        let slots: Vec<_> = (1..=4)
            .flat_map(|number| (0..4).map(move |_| client(&format!("192.0.2.{number}"))))
            .map(|client| connections.admit(client, false).unwrap())
            .collect();
        let in_progress: Vec<_> = slots.iter().map(|slot| slot.connection.begin(false)).collect();
        let next = connections.admit(client("192.0.2.9"), false).unwrap();
        let is_open = |slot: &Slot| connections.open().connections.contains_key(&slot.number);
        assert!(!is_open(&slots[0]) && is_open(&slots[1]) && is_open(&next));
        slots[1].connection.set(None);
        let _other = connections.admit(client("192.0.2.9"), false).unwrap();
        assert!(is_open(&slots[1]) && !is_open(&slots[2]), "it is being answered");
        drop(in_progress);
    }

    #[test]
    fn one_client_cannot_have_all_the_watching() {
        let connections = connections(16);
        let one = client("2001:db8::1");
        let permits: Vec<_> = std::iter::from_fn(|| connections.watch(one)).collect();
        assert_eq!(permits.len(), 3);
        assert!(connections.watch(client("2001:db8::2")).is_none(), "the same network");
        let others: Vec<_> = (1..=3)
            .flat_map(|network| {
                let one = client(&format!("2001:db8:0:{network}::1"));
                std::iter::from_fn(|| connections.watch(one)).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(others.len(), 9);
        assert!(connections.watch(client("192.0.2.1")).is_none(), "all together are too many");
        drop((permits, others));
        assert!(connections.open().of.is_empty() && connections.open().watchers == 0);
    }

    #[test]
    fn who_does_not_read_gets_no_more() {
        let connections = connections(16);
        let answers = |one: Client, bytes: usize| -> Vec<_> {
            std::iter::from_fn(|| connections.send(one, bytes)).take(1_000).collect()
        };
        let one = client("192.0.2.1");
        let unread = answers(one, 1 << 20);
        assert_eq!(unread.len(), UNREAD_OF_ONE >> 20);
        assert_eq!(answers(one, BUFFER).len(), 1_000, "these are not counted");
        let others: Vec<_> =
            (2..=9).flat_map(|number| answers(client(&format!("192.0.2.{number}")), 1 << 20)).collect();
        assert_eq!(unread.len() + others.len(), UNREAD >> 20, "all together");
        drop((unread, others));
        assert_eq!(answers(one, 2 * UNREAD).len(), 1, "one may be of any size");
        assert!(connections.open().of.is_empty() && connections.open().unread == 0);
    }

    #[test]
    fn a_proxy_is_not_one_client() {
        let connections = Arc::new(Connections::new(16 + RESERVE, true));
        let local = client("127.0.0.1");
        let slots: Vec<_> = (0..16).map(|_| connections.admit(local, true).unwrap()).collect();
        assert_eq!(connections.open().connections.len(), slots.len());
    }
}
