//! Which connections are accepted, and what their clients may hold.
//!
//! There are as many connections as there are descriptors; who comes then waits until one ends. Each has a few seconds for a
//! request, and so has one between requests, so connections on which nothing is asked end soon. Those of watchers stay: a client
//! may only have a limited number of them, and only so many bytes of answers that it does not read. Which of many clients gets
//! the next connection is left to a proxy.
//!
//! Closing the connection that had been idle for longest, by client, took 300 lines.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::shares::{Client, Share, Shares};

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

#[derive(Debug)]
pub struct Connections {
    is_proxied: bool,
    places: Arc<Semaphore>,
    watchers: Arc<Shares>,
    unread: Arc<Shares>,
}

impl Connections {
    /// Limits for this many descriptors. With a proxy on this machine, that names the clients.
    pub fn new(descriptors: usize, is_proxied: bool) -> Connections {
        let most = descriptors.saturating_sub(RESERVE).clamp(16, MOST);
        Connections {
            is_proxied,
            places: Arc::new(Semaphore::new(most)),
            // The rest is for requests that are answered at once.
            watchers: Shares::new(most / 4 * 3, most / 16 * 3),
            unread: Shares::new(UNREAD, UNREAD_OF_ONE),
        }
    }

    pub async fn accept(self: Arc<Connections>, listener: TcpListener, router: Router) -> Infallible {
        loop {
            let place = Arc::clone(&self.places).acquire_owned().await.expect("nobody closes it");
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let serving = serve(Arc::clone(&self), stream, Client::of(peer.ip()), router.clone());
                    tokio::spawn(async move {
                        serving.await;
                        drop(place);
                    });
                }
                // The connection was closed already, or there are no descriptors at the moment.
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }

    /// The client of a request: that of the connection, or the last one that a proxy on this machine names.
    fn client(&self, peer: Client, headers: &HeaderMap) -> Client {
        let named = headers.get_all("x-forwarded-for").iter().next_back();
        let named = named.and_then(|named| named.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        let is_proxy = self.is_proxied && peer.is_this_machine();
        named.filter(|_| is_proxy).map_or(peer, Client::of)
    }

    /// Whether a client is a browser on this machine, and does not come through a proxy.
    pub fn is_local(&self, client: Client) -> bool {
        !self.is_proxied && client.is_this_machine()
    }

    /// Permission for one more watcher of a client, unless it has too many, or there are too many in all.
    pub fn watch(&self, client: Client) -> Option<Share> {
        self.watchers.take(client, 1)
    }
}

/// How many descriptors there may be.
pub fn descriptors() -> usize {
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |limit| limit as usize)
}

/// Every watcher needs a descriptor; the usual limit is too low for that.
pub fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.unwrap_or(16_384).min(16_384);
    if limit.current.is_some_and(|current| current < wanted) {
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum });
    }
}

/// Serves one connection, until it ends. Each request has its [`Client`] as an extension.
async fn serve(connections: Arc<Connections>, stream: TcpStream, peer: Client, router: Router) {
    let _ = stream.set_nodelay(true);
    let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, SENT);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, SILENCE.as_millis() as u32);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let client = connections.client(peer, request.headers());
        request.extensions_mut().insert(client);
        let answer = TowerToHyperService::new(router.clone()).call(request);
        let connections = Arc::clone(&connections);
        async move { Ok::<_, Infallible>(counted(&connections.unread, client, answer.await?)) }
    });
    let mut protocol = hyper::server::conn::http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(BUFFER);
    let _ = protocol.serve_connection(TokioIo::new(stream), service).await;
}

/// An answer whose bytes are counted until its client has read them, or a refusal if it leaves too many unread. What is made as
/// it is sent is not in memory.
fn counted(unread: &Arc<Shares>, client: Client, answer: Response) -> hyper::Response<AnswerBody> {
    let bytes = hyper::body::Body::size_hint(answer.body()).exact().unwrap_or(0);
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    let unread = unread.take(client, if bytes > BUFFER { bytes } else { 0 });
    let answer = if unread.is_some() { answer } else { refusal() };
    answer.map(|body| AnswerBody { body, _unread: unread })
}

/// The answer to a client that does not read its answers.
fn refusal() -> Response {
    let why = "read the answers that are on their way first";
    let heads = [(header::RETRY_AFTER, "5"), (header::CONTENT_TYPE, "application/problem+json")];
    let problem = json!({ "type": "about:blank", "title": "Service Unavailable", "status": 503, "detail": why, "code": "unavailable" });
    (StatusCode::SERVICE_UNAVAILABLE, heads, Json(problem)).into_response()
}

/// A body, and the client's share of the memory for it.
struct AnswerBody {
    body: Body,
    _unread: Option<Share>,
}

impl hyper::body::Body for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> Client {
        Client::of(text.parse().unwrap())
    }

    #[test]
    fn who_does_not_read_gets_no_more() {
        let connections = Connections::new(0, false);
        let answers = |one: Client, bytes: usize| -> Vec<_> {
            let answer = || counted(&connections.unread, one, vec![b'x'; bytes].into_response());
            std::iter::from_fn(|| Some(answer()).filter(|answer| answer.status() == 200)).take(100).collect()
        };
        let one = client("192.0.2.1");
        let unread = answers(one, 2 << 20);
        assert_eq!(unread.len(), UNREAD_OF_ONE >> 21);
        assert_eq!(answers(one, BUFFER).len(), 100, "these are not counted");
        assert!(!answers(client("192.0.2.2"), 2 << 20).is_empty());
        drop(unread);
        assert!(!answers(one, 2 << 20).is_empty());
    }

    /// A client names itself as it likes, in front of what a proxy adds.
    #[test]
    fn a_proxy_names_the_client() {
        let named = |is_proxied, peer: &str| {
            let headers = HeaderMap::from_iter([(
                "x-forwarded-for".parse().unwrap(),
                "127.0.0.1, 192.0.2.1".parse().unwrap(),
            )]);
            Connections::new(0, is_proxied).client(client(peer), &headers)
        };
        assert_eq!(named(true, "127.0.0.1"), client("192.0.2.1"));
        assert_eq!(named(true, "::1"), client("192.0.2.1"));
        assert_eq!(named(true, "192.0.2.9"), client("192.0.2.9"), "it is no proxy of ours");
        assert_eq!(named(false, "127.0.0.1"), client("127.0.0.1"));
    }
}
