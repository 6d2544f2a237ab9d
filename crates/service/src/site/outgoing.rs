//! Tags and compression of answers: a client that has an answer gets no second copy.
//!
//! Both need the whole body, so streams and long bodies have neither. The tag is that of the content, whether compressed or not, so
//! it is a weak one. Pages of people have none: a browser would keep them for whoever uses it next. What is not compressed is said
//! in `docs/security.md`.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::error::blocking;
use crate::digest::digest;

/// The lengths of bodies that are compressed, in bytes: below, it is not worth it; above, it takes too long.
const SHORTEST: usize = 1 << 10;
const LONGEST: usize = 4 << 20;

/// Pages that show private things beside words of the address (BREACH).
const UNCOMPRESSED: [&str; 2] = ["/admin", "/sign-in"];

const TEXTS: [&str; 4] = ["text/", "application/json", "application/xml", "image/svg+xml"];

/// Answers a request to read something: in short if the client has the answer, or compressed if it takes that.
pub(super) async fn send(request: Request, next: Next) -> Response {
    let is_read = request.method() == Method::GET;
    let (path, asked) = (request.uri().path().to_owned(), request.headers().clone());
    let response = next.run(request).await;
    let is_short = response.body().size_hint().exact().is_some_and(|bytes| bytes <= LONGEST as u64);
    if !is_read || response.status() != StatusCode::OK || !is_short {
        return response;
    }
    let (mut head, body) = response.into_parts();
    // It is in memory.
    let body = to_bytes(body, LONGEST).await.unwrap_or_default();
    let heads = &mut head.headers;
    if path.starts_with("/v1/") {
        let tag = format!("W/\"{}\"", &digest(&[&body])[..32]);
        heads.extend(HeaderValue::from_str(&tag).map(|tag| (header::ETAG, tag)));
        if !heads.contains_key(header::CACHE_CONTROL) {
            heads.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
            heads.append(header::VARY, HeaderValue::from_static("Authorization, Cookie"));
        }
    }
    let kind = heads.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let is_text = TEXTS.iter().any(|text| kind.starts_with(text.as_bytes()));
    let is_secret = UNCOMPRESSED.iter().any(|page| path.starts_with(page));
    let is_compressible = is_text && !is_secret && body.len() >= SHORTEST;
    if is_compressible {
        heads.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if heads.get(header::ETAG).is_some_and(|tag| is_known(&asked, tag)) {
        heads.remove(header::CONTENT_TYPE);
        heads.remove(header::CONTENT_LENGTH);
        return (StatusCode::NOT_MODIFIED, head.headers).into_response();
    }
    let text = body.clone();
    let packed = match is_compressible && takes_gzip(&asked) {
        true => blocking(move || Ok(gzip(&text))).await.ok().flatten(),
        false => None,
    };
    let Some(packed) = packed else { return Response::from_parts(head, Body::from(body)) };
    heads.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    heads.remove(header::CONTENT_LENGTH);
    if let Some(tag) = heads.get_mut(header::ETAG).filter(|tag| !tag.as_bytes().starts_with(b"W/")) {
        *tag = HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat()).unwrap_or(tag.clone());
    }
    Response::from_parts(head, Body::from(packed))
}

/// The elements of a header that is a list.
fn list(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// Whether the client has what has this tag.
fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.to_str().unwrap_or_default().trim_start_matches("W/");
    list(asked, header::IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    list(asked, header::ACCEPT_ENCODING).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

fn gzip(text: &[u8]) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).ok()?;
    packed.finish().ok()
}
