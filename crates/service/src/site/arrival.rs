//! Bodies of requests: how much of them may be in memory, and how long they may take to come.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use tokio::time::{Instant, timeout_at};

use super::bounds::{LONGEST, LONGEST_SOURCE};
use super::error::Refusal;
use super::state::Shared;
use http::{Client, Share};

/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// How much of a body that nobody reads is taken and discarded, so that its client can receive the answer.
const DISCARDED: usize = 64 << 20;

struct Coming {
    stream: BodyDataStream,
    until: Instant,
    /// The memory that it takes.
    share: Share,
    /// Why the rest of it is not taken.
    why: Option<Refusal>,
}

type SharedBody = Arc<tokio::sync::Mutex<Coming>>;

impl Coming {
    /// The next part of the body; an error if there is no room for it, or it takes too long.
    async fn next(&mut self) -> Option<io::Result<Bytes>> {
        let why = match timeout_at(self.until, self.stream.next()).await {
            Err(_) => Refusal::Slow,
            Ok(Some(Ok(part))) if !self.share.grow(part.len()) => Refusal::Full,
            Ok(other) => return other.map(|part| part.map_err(io::Error::other)),
        };
        self.why = Some(why);
        Some(Err(io::Error::other("refused")))
    }

    async fn discard(&mut self) {
        let mut read = 0;
        while let Ok(Some(Ok(part))) = timeout_at(self.until, self.stream.next()).await {
            read += part.len();
            if read > DISCARDED {
                break;
            }
        }
    }
}

/// Counts the body of a request, and discards what its handler did not read.
pub(super) async fn arrive(
    State(state): State<Shared>,
    Extension(client): Extension<Client>,
    request: Request,
    next: Next,
) -> Response {
    // No name here has a NUL, and PostgreSQL takes none.
    if request.uri().path().contains("%00") {
        return Refusal::Lost.into_response();
    }
    if axum::body::HttpBody::is_end_stream(request.body()) {
        return next.run(request).await;
    }
    let length = length(request.headers());
    let share = state.bodies.of(client);
    let (head, body) = request.into_parts();
    let coming =
        Coming { stream: body.into_data_stream(), until: Instant::now() + PATIENCE, share, why: None };
    let kept: SharedBody = Arc::new(tokio::sync::Mutex::new(coming));
    let response = match length > LONGEST {
        true => Refusal::TooLong(length, LONGEST_SOURCE).into_response(),
        false => {
            let parts = stream::unfold(Arc::clone(&kept), |kept| async move {
                let part = kept.lock().await.next().await?;
                Some((part, kept))
            });
            next.run(Request::from_parts(head, Body::from_stream(parts))).await
        }
    };
    let mut coming = kept.lock().await;
    if response.status().is_client_error() {
        coming.discard().await;
    }
    coming.why.take().map_or(response, IntoResponse::into_response)
}

fn length(headers: &HeaderMap) -> usize {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    length.unwrap_or(0)
}
