//! Checks of every request.
//!
//! A page of another site may send requests here from a player's browser, and a host name of another site may
//! resolve to this machine. So a request must use an address, `localhost` or a configured name as its host;
//! one that changes something must come from our own page; and our pages run only our own scripts.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// How long a request may take to arrive and be answered, in addition to a wait that it asks for; streams are
/// answered immediately.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a request may ask to wait for.
pub const LONGEST_WAIT: Duration = Duration::from_secs(30);

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

/// Further names of the server, in addition to `localhost` and addresses.
pub type Names = Arc<Vec<String>>;

/// A request from another site's page, or with a foreign host name.
#[derive(Debug)]
struct Foreign(&'static str);

impl IntoResponse for Foreign {
    fn into_response(self) -> Response {
        (StatusCode::FORBIDDEN, Json(json!({ "error": self.0 }))).into_response()
    }
}

pub async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let is_safe = request.method().is_safe();
    let mut response = match check(request.headers(), is_safe, &names) {
        Err(why) => why.into_response(),
        Ok(()) => match tokio::time::timeout(PATIENCE + LONGEST_WAIT, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(headers: &HeaderMap, is_safe: bool, names: &[String]) -> Result<(), Foreign> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !is_ours(host, names) || hosts.next().is_some() {
        return Err(Foreign("Unknown host name; start the server with --name NAME to allow it."));
    }
    let is_foreign = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) != Some(host)
    };
    let site = headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    if !is_safe && (site || headers.get(header::ORIGIN).is_some_and(is_foreign)) {
        return Err(Foreign("Only pages of this server may send this request."));
    }
    Ok(())
}

/// Whether a `Host` names this server. An attacker's name that resolves to this machine is still a name, not
/// an address.
fn is_ours(host: &str, names: &[String]) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, rest)) => (address, rest.strip_prefix(':').unwrap_or(rest)),
        None => host.rsplit_once(':').unwrap_or((host, "")),
    };
    let is_name = name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| name.eq_ignore_ascii_case(own));
    is_name && port.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_localhost_and_names_that_were_told_are_ours() {
        let names = ["games.example".to_owned()];
        for host in
            ["127.0.0.1:8080", "127.0.0.1", "localhost:1", "LOCALHOST", "[::1]:80", "games.example:80"]
        {
            assert!(is_ours(host, &names), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8080",
            "localhost.evil.example",
            "127.0.0.1.evil",
            ":80",
            "127.0.0.1:80@evil.example",
            "[::1].evil",
        ] {
            assert!(!is_ours(host, &names), "{host}");
        }
    }

    #[test]
    fn what_changes_something_comes_from_our_own_page() {
        let sent = |pairs: &[(&'static str, &str)]| {
            let pairs = pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            pairs.collect::<HeaderMap>()
        };
        let host = ("host", "127.0.0.1:8080");
        for (origin, is_let_in) in [
            ("http://127.0.0.1:8080", true),
            ("https://127.0.0.1:8080", true),
            ("http://127.0.0.1:8081", false),
            ("http://localhost:8080", false),
            ("http://evil.example", false),
            ("null", false),
        ] {
            let headers = sent(&[host, ("origin", origin)]);
            assert_eq!(check(&headers, false, &[]).is_ok(), is_let_in, "{origin}");
            assert!(check(&headers, true, &[]).is_ok(), "to look is free");
        }
        assert!(check(&sent(&[host]), false, &[]).is_ok(), "no browser");
        assert!(check(&sent(&[host, ("sec-fetch-site", "cross-site")]), false, &[]).is_err());
    }
}
