//! Too many clients at once, or with too many games, keep no other client out.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;

use crate::server::Server;

fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.url.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// A stream of a game's news for somebody at this address, with this key; none if it is refused.
fn watch(server: &Server, game: &str, client: &str, key: &str) -> Option<TcpStream> {
    let mut stream = connect(server);
    let head = format!("host: localhost\r\nx-forwarded-for: {client}\r\nauthorization: Bearer {key}");
    write!(stream, "GET /api/games/{game}/news HTTP/1.1\r\n{head}\r\n\r\n").unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    (answer == *b"HTTP/1.1 200").then_some(stream)
}

/// Lets this process hold so many connections; whether it may.
fn raise_descriptors(wanted: u64) -> bool {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: Some(wanted), ..limit };
    limit.current.is_none_or(|current| current >= wanted) || setrlimit(Resource::Nofile, raised).is_ok()
}

#[test]
fn connections_that_ask_for_nothing_keep_nobody_out() {
    if !raise_descriptors(4_096) {
        return eprintln!("skipped: this process may not hold 1,010 connections");
    }
    // Each has a server of its own, so that they wait at the same time.
    std::thread::scope(|scope| {
        for head in ["", "GET / HTTP/1.1\r\nhost: local"] {
            scope.spawn(move || connections_keep_nobody_out(head));
        }
    });
}

/// Connections that send this and no more.
fn connections_keep_nobody_out(head: &str) {
    let data = tempfile::tempdir().unwrap();
    let server = Server::with_descriptors(data.path(), 1_024);
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "you"]);
    let mut news = server.news(&game.name);
    assert!(news.next().is_some());
    let held: Vec<_> = (0..1_010)
        .map(|_| {
            let mut stream = connect(&server);
            let _ = stream.write_all(head.as_bytes());
            stream
        })
        .collect();
    assert_eq!(server.get("/", "").0, 200, "{head:?}");
    drop(held);
    assert_eq!(server.say(&game.name, &game.key, 0, "4").0, 200);
    assert!(news.next().is_some(), "who watches stays");
}

#[test]
fn who_watches_too_much_is_refused_and_others_may_still_watch() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::with_descriptors(data.path(), 128);
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "you"]);
    let watch = |client: &str| watch(&server, &game.name, client, "");
    let streams: Vec<_> = std::iter::from_fn(|| watch("192.0.2.1")).take(100).collect();
    assert!((10..40).contains(&streams.len()), "{}", streams.len());
    assert!(watch("192.0.2.2").is_some());
    drop(streams);
}

#[test]
fn strangers_who_watch_a_game_take_no_place_from_its_players() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "friend"]);
    let friend = server.claim(&game.name, &game.friends[0]);
    let watch = |client: &str, key: &str| watch(&server, &game.name, client, key);
    let crowd = |client: &str| std::iter::from_fn(|| watch(client, "")).take(300).collect::<Vec<_>>();
    let first = crowd("192.0.2.1");
    assert!((30..100).contains(&first.len()), "one client has taken {} places", first.len());
    let others: Vec<_> = (2..12).map(|client| crowd(&format!("192.0.2.{client}"))).collect();
    assert!(others.last().unwrap().is_empty(), "there are no more than that");
    for key in [&game.key, &friend] {
        assert!(watch("192.0.2.1", key).is_some(), "players have places of their own");
    }
    drop(first);
    // The server learns of each closed connection in its own time.
    let freed = (0..10_000).any(|_| watch("192.0.2.99", "").is_some());
    assert!(freed, "a place is free again when its connection has closed");
}

/// The computer has seconds for each of its moves in the first games, and chooses at once in the last.
#[test]
fn one_clients_computers_do_not_delay_others() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let open = |client: &str, computer: &str| {
        server.open_from(client, &json!({ "game": "reversi", "board": "standard" }), &[computer, "you"]).name
    };
    let thoughtful: Vec<_> = (0..100).map(|_| open("192.0.2.1", "search:time=2s")).collect();
    server.wait_for(&open("192.0.2.2", "random"), 2);
    let answered = thoughtful.iter().filter(|game| server.steps(game).len() > 1).count();
    assert!(answered < 50, "only after {answered} of them");
}

#[test]
fn half_a_request_is_not_waited_for_for_ever() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let mut streams = ["", "GET / HT", "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"].map(|head| {
        let mut stream = connect(&server);
        stream.write_all(head.as_bytes()).unwrap();
        stream
    });
    // All three end: the last has been answered, and then waits for a request that does not come.
    for stream in &mut streams {
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
}

#[test]
fn one_client_opens_so_many_games_and_no_more() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = json!({ "game": "tictactoe", "seats": ["you", "friend"] });
    let opened = (0..300).filter(|_| server.open_for("192.0.2.1", &game) == 201).count();
    assert!((120..200).contains(&opened), "{opened}");
    assert_eq!(server.open_for("192.0.2.1", &game), 429);
    // A client's own claim before the address that the proxy adds does not count.
    assert_eq!(server.open_for("192.0.2.3, 192.0.2.1", &game), 429);
    assert_eq!(server.open_for("192.0.2.2", &game), 201);
    assert_eq!(server.open_for("2001:db8::1", &game), 201);
}
