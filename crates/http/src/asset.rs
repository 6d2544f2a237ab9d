//! The files of the page, which are inside the program.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page"]
struct Files;

const TYPES: [(&str, &str); 4] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
];

/// A file, or the answer that the client's copy is still valid.
pub fn asset(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = Files::get(name) else {
        return (StatusCode::NOT_FOUND, "There is no such file.\n").into_response();
    };
    let kind = TYPES.iter().find(|(ending, _)| name.ends_with(ending)).map_or("text/plain", |found| found.1);
    let tag = format!("\"{}\"", console::execution::hex(&file.metadata.sha256_hash()[..8]));
    let fixed = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, tag.clone())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(header::CONTENT_TYPE, kind)], file.data).into_response()
}
