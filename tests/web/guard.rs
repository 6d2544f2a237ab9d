//! Other sites' pages and foreign host names get nothing.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::json;

use crate::server::Server;

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn only_our_own_page_and_our_own_names_are_served() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let body = json!({ "game": "tictactoe", "seats": ["you", "random"] }).to_string();
    let open = |headers: &[(&str, &str)]| server.send("/api/games", headers, body.as_bytes()).0;
    assert_eq!(open(&[JSON]), 201);
    assert_eq!(open(&[JSON, ("origin", &server.url)]), 201);
    assert_eq!(open(&[JSON, ("origin", "http://evil.example")]), 403);
    assert_eq!(open(&[JSON, ("origin", "null")]), 403);
    assert_eq!(open(&[JSON, ("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(open(&[JSON, ("host", "evil.example")]), 403);
}

#[test]
fn every_answer_forbids_foreign_scripts_and_frames() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for path in ["/", "/game/aaaaaaaaaaaaaaaa", "/page/game.js", "/api/boards", "/nothing"] {
        let head =
            raw(&server, &format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"));
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{head}");
        assert!(
            head.contains("x-content-type-options: nosniff") && head.contains("referrer-policy: same-origin")
        );
        assert!(
            !head.contains("<script>") && !head.contains(" onclick") && !head.contains(" style="),
            "{head}"
        );
    }
    let head = raw(&server, "GET / HTTP/1.1\r\nhost: rebound.example\r\nconnection: close\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
}

/// The answer to a request, as it comes.
fn raw(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.url.strip_prefix("http://").unwrap()).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
