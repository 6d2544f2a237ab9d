//! Challenges over HTTP: the page sends the whole run, and what it may send has limits.

use serde_json::{Value, json};

use crate::server::Server;

#[test]
fn a_run_is_answered_as_in_the_terminal() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::with_challenge(data.path(), "tests/challenges/tictactoe");
    let (_, list) = server.get("/api/challenges", "");
    let names: Vec<_> =
        list.as_array().unwrap().iter().map(|known| known["name"].as_str().unwrap()).collect();
    assert!(names[0] == "tictactoe" && ["guess", "vending"].iter().all(|name| names.contains(name)));
    assert!(
        !names.contains(&"othello") && !names[1..].contains(&"tictactoe"),
        "games are no challenges here"
    );
    let lines = ["6", "4", "x", "0", "3", "1", "5", "2", "7", "8"];
    let (status, played) =
        server.post("/api/challenges/tictactoe", "", &json!({ "inputs": lines, "seed": 0 }));
    let said: String = played["outputs"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut terminal = assert_cmd::Command::cargo_bin("referee").unwrap();
    let args = ["--challenge", "tests/challenges/tictactoe"];
    let expected = terminal.args(args).write_stdin(lines.join("\n")).output().unwrap().stdout;
    assert_eq!((status, said.as_bytes()), (200, &expected[..]));
    assert_eq!((&played["over"], &played["offers"]), (&json!(true), &json!([])));
    assert_eq!(played["outputs"].as_array().unwrap().len(), 8, "O won at the seventh line");
}

#[test]
fn what_no_run_can_be_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let play = |name: &str, body: Value| server.post(&format!("/api/challenges/{name}"), "", &body);
    assert_eq!(play("vending", json!({ "inputs": vec![""; 1_000], "seed": u64::MAX })).0, 200);
    assert_eq!(play("nothing", json!({ "inputs": [], "seed": 0 })).0, 404);
    assert_eq!(play("..%2fvending", json!({ "inputs": [], "seed": 0 })).0, 404);
    for body in [
        json!({ "inputs": vec![""; 1_001], "seed": 0 }),
        json!({ "inputs": ["a".repeat(201)], "seed": 0 }),
        json!({ "inputs": ["cola\nwater"], "seed": 0 }),
        json!({ "inputs": [], "seed": -1 }),
        json!({ "inputs": [] }),
        json!({ "inputs": [], "seed": 0, "folder": "/etc" }),
    ] {
        let (status, why) = play("vending", body.clone());
        assert!((400..500).contains(&status) && why["error"].is_string(), "{body}: {status} {why}");
    }
}
