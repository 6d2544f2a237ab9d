//! Games with clocks: a player whose time runs out has lost, whatever a page claims, and a restart costs no
//! time.

use serde_json::{Value, json};

use crate::server::{Opened, Server};

fn open(server: &Server, clock: &str, seats: &[&str]) -> Opened {
    server.open(&json!({ "game": "tictactoe", "clock": clock }), seats)
}

fn beside(server: &Server, name: &str) -> Value {
    server.news(name).next().unwrap()["beside"].clone()
}

#[test]
fn who_runs_out_of_time_has_lost_though_nobody_says_anything() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = open(&server, "1s", &["you", "friend"]);
    assert_eq!(server.say(&game.name, &game.key, 0, "4").0, 200);
    let clocks = &beside(&server, &game.name)["clocks"];
    assert_eq!(clocks, &json!({ "left": [1_000, 1_000], "running": null }), "the friend has not come");
    let friend = server.claim(&game.name, &game.friends[0]);
    let over = server.news(&game.name).find(|news| !news["beside"]["late"].is_null()).unwrap();
    let late = json!({ "side": 1, "text": "O forfeits: out of time\n" });
    assert_eq!(over["beside"]["late"], late);
    assert_eq!(over["beside"]["clocks"], json!({ "left": [1_000, 0], "running": null }));
    let refused = (422, json!({ "error": "The game is over." }));
    assert_eq!(server.say(&game.name, &friend, 1, "0"), refused);
    for what in ["undo", "resign"] {
        let path = format!("/api/games/{}/{what}", game.name);
        assert_eq!(server.post(&path, &game.key, &json!({ "version": 1 })).0, 422, "{what}");
    }
    server.kill();
    let server = Server::start(data.path());
    assert_eq!(beside(&server, &game.name)["late"], late);
    assert_eq!(server.say(&game.name, &friend, 1, "0"), refused);
    let rematch = format!("/api/games/{}/rematch", game.name);
    server.post(&rematch, &game.key, &json!({}));
    server.post(&rematch, &friend, &json!({}));
    let next = beside(&server, &game.name)["next"].as_str().unwrap().to_owned();
    let fresh = json!({ "left": [1_000, 1_000], "running": null });
    assert_eq!(beside(&server, &next)["clocks"], fresh, "the next game has clocks of its own");
}

#[test]
fn clocks_go_on_where_they_were_when_the_server_comes_back() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = open(&server, "10m+1m", &["you", "you"]);
    for (version, line) in ["4", "0", "8"].into_iter().enumerate() {
        assert_eq!(server.say(&game.name, &game.key, version as u64, line).0, 200);
    }
    let before = beside(&server, &game.name)["clocks"].clone();
    assert_eq!(before["running"], 1);
    let left = |clocks: &Value, side: usize| clocks["left"][side].as_u64().unwrap();
    assert!((700_000..=720_000).contains(&left(&before, 0)) && left(&before, 1) < 660_000, "{before}");
    server.kill();
    let server = Server::start(data.path());
    let after = beside(&server, &game.name)["clocks"].clone();
    assert_eq!((left(&after, 0), &after["running"]), (left(&before, 0), &json!(1)));
    assert!(left(&after, 1) > 600_000, "{after}");
    let (_, described) = server.get(&format!("/api/games/{}", game.name), "");
    assert_eq!(described["clock"], "10m+1m");
}

#[test]
fn the_computer_has_a_clock_too_and_keeps_to_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let board = json!({ "game": "reversi", "board": "square-4", "clock": "2s" });
    let game = server.open(&board, &["you", "search:time=2s"]);
    let line = server.steps(&game.name)[0]["legal"][0][1].as_str().unwrap().to_owned();
    assert_eq!(server.say(&game.name, &game.key, 0, &line).0, 200);
    let news = server.wait_for(&game.name, 3);
    assert_eq!((&news["beside"]["late"], &news["beside"]["clocks"]["running"]), (&json!(null), &json!(0)));
}

#[test]
fn clocks_that_cannot_be_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for (clock, seats, why) in [
        ("soon", ["you", "you"], "`soon`"),
        ("0s", ["you", "you"], "between a second and a day"),
        ("1m", ["random", "random"], "needs a person"),
    ] {
        let wanted = json!({ "game": "tictactoe", "clock": clock, "seats": seats });
        let (status, said) = server.post("/api/games", "", &wanted);
        assert!(status == 400 && said["error"].as_str().unwrap().contains(why), "{status} {said}");
    }
}
