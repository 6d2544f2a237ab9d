//! Games over HTTP: who may move, what is refused, and that a restart changes nothing.

use std::collections::BTreeSet;

use regex::Regex;
use serde_json::json;

use crate::server::Server;

#[test]
fn the_addresses_are_those_of_the_table_of_the_router() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/play/src/web/router.rs");
    let source = std::fs::read_to_string(source).unwrap();
    let found = |pattern: &str, text: &str| -> BTreeSet<String> {
        Regex::new(pattern).unwrap().captures_iter(text).map(|found| found[1].to_owned()).collect()
    };
    let rows: String = source.lines().filter(|line| line.starts_with("//! |")).collect();
    let routes = source.replace("{name}", "NAME").replace("{file}", "FILE");
    assert_eq!(found(r"`(?:[A-Z]+ )?(/[\w/]*)`", &rows), found(r#"\.route\(\s*"([^"]+)""#, &routes));
}

#[test]
fn only_holders_of_keys_play_a_friends_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "friend"]);
    let invitation = &game.friends[0];
    let say = |key: &str, version, line| server.say(&game.name, key, version, line);
    assert_eq!(say(invitation, 0, "4").0, 403, "an invitation moves nothing");
    let friend = &server.claim(&game.name, invitation);
    let seat = format!("/api/games/{}/seat", game.name);
    let taken = (200, json!({ "key": null }));
    assert_eq!(server.post(&seat, invitation, &json!({})), taken, "the first who comes has the seat");
    assert_eq!(server.post(&seat, "forged", &json!({})), taken);
    assert_eq!(say(friend, 0, "4").0, 403, "it is not the friend's turn");
    assert_eq!(say("", 0, "4").0, 403);
    assert_eq!(say("forged", 0, "4").0, 403);
    let other = server.open(&json!({ "game": "tictactoe" }), &["you", "friend"]);
    assert_eq!(say(&other.key, 0, "4").0, 403, "the key of another game");
    assert_eq!(say(&game.key, 0, "4"), (200, json!({ "version": 1 })));
    assert_eq!(say(&game.key, 1, "0").0, 403, "it is the friend's turn");
    assert_eq!(say(friend, 1, "4"), (422, json!({ "error": "invalid." })));
    assert_eq!(say(friend, 1, "0").0, 200);
    let ask =
        |what: &str, key: &str, body| server.post(&format!("/api/games/{}/{what}", game.name), key, &body);
    assert_eq!(ask("undo", &game.key, json!({ "version": 2 })).0, 200);
    assert_eq!(server.steps(&game.name).len(), 3, "it is asked for");
    assert_eq!(ask("reply", &game.key, json!({ "accept": true })).0, 403, "but not by oneself");
    assert_eq!(ask("reply", friend, json!({ "accept": false })).0, 200);
    assert_eq!(ask("reply", friend, json!({ "accept": true })).0, 409, "it has been answered");
    for (key, line) in [(&game.key, "3"), (friend, "1"), (&game.key, "5")] {
        let version = server.steps(&game.name).len() as u64 - 1;
        assert_eq!(say(key, version, line).0, 200, "{line}");
    }
    assert_eq!(server.steps(&game.name).last().unwrap()["result"], "X won.");
    assert_eq!(say(friend, 5, "8"), (422, json!({ "error": "The game is over." })));
    let (_, mine) = server.get(&format!("/api/games/{}", game.name), &game.key);
    assert_eq!(mine["yours"], json!([0]));
    let (_, watcher) = server.get(&format!("/api/games/{}", game.name), "");
    assert_eq!(watcher["yours"], json!([]));
    assert!(!watcher.to_string().contains(&game.key) && !watcher.to_string().contains(friend));
}

#[test]
fn rematches_outlive_the_server() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "friend"]);
    let friend = server.claim(&game.name, &game.friends[0]);
    let ask = |server: &Server, name: &str, what: &str, key: &str, body| {
        server.post(&format!("/api/games/{name}/{what}"), key, &body)
    };
    let beside = |server: &Server| server.news(&game.name).next().unwrap()["beside"].clone();
    assert_eq!(ask(&server, &game.name, "resign", &friend, json!({ "version": 0 })).0, 200);
    assert_eq!(ask(&server, &game.name, "rematch", &friend, json!({})).0, 200);
    assert_eq!(beside(&server)["offer"], json!({ "what": "rematch", "by": [1] }));
    assert_eq!(ask(&server, &game.name, "reply", &game.key, json!({ "accept": true })).0, 200);
    let before = beside(&server);
    assert_eq!((&before["resigned"], &before["offer"]), (&json!(1), &json!(null)));
    server.kill();
    let server = Server::start(data.path());
    assert_eq!(beside(&server), before);
    let next = before["next"].as_str().unwrap();
    let yours = |key: &str| server.get(&format!("/api/games/{next}"), key).1["yours"].clone();
    assert_eq!((yours(&friend), yours(&game.key)), (json!([0]), json!([1])));
    assert_eq!(server.say(next, &game.key, 0, "4").0, 403);
    assert_eq!(server.say(next, &friend, 0, "4").0, 200);
}

#[test]
fn who_is_there_is_told_while_their_page_is_open() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "friend"]);
    let mut news = server.news_for(&game.name, &game.key).map(|news| news["beside"].clone());
    let mut until = |taken: bool, present: bool| {
        news.find(|beside| beside["taken"][1] == taken && beside["present"] == json!([true, present]))
            .unwrap()
    };
    until(false, false);
    let friend = server.claim(&game.name, &game.friends[0]);
    until(true, false);
    let mut theirs = server.news_for(&game.name, &friend);
    assert!(theirs.next().is_some());
    until(true, true);
}

#[test]
fn only_this_machine_s_own_browser_lets_the_network_in() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    assert_eq!(server.get("/api/reach", "").1, json!({ "address": null, "may": false }), "behind a proxy");
    assert_eq!(server.post("/api/reach", "", &json!({})).0, 409);
    let other = tempfile::tempdir().unwrap();
    let own = Server::without_proxy(other.path());
    assert_eq!(own.get("/api/reach", "").1, json!({ "address": null, "may": true }));
    let (status, code) = server.post("/api/code", "", &json!({ "text": "http://192.0.2.1:8080/" }));
    let width = code["width"].as_u64().unwrap() as usize;
    assert_eq!((status, code["dots"].as_str().unwrap().len()), (200, width * width));
    assert!(code["dots"].as_str().unwrap().starts_with("1111111"), "the corner that is looked for");
    assert_eq!(server.post("/api/code", "", &json!({ "text": "x".repeat(5_000) })).0, 400);
}

#[test]
fn a_stale_page_moves_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = server.open(&json!({ "game": "reversi", "board": "standard" }), &["you", "you"]);
    assert_eq!(server.say(&game.name, &game.key, 0, "d3").0, 200);
    let (status, said) = server.say(&game.name, &game.key, 0, "c3");
    assert_eq!((status, said["error"].as_str().unwrap().contains("moved on")), (409, true));
    assert_eq!(server.steps(&game.name).len(), 2);
    // If two tabs send a move at once, only one is accepted.
    let at_once = |line| server.say(&game.name, &game.key, 1, line).0;
    let mut statuses = std::thread::scope(|scope| {
        let [one, two] = ["c3", "e3"].map(|line| scope.spawn(move || at_once(line)));
        [one.join().unwrap(), two.join().unwrap()]
    });
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[test]
fn the_computer_answers_and_moves_are_taken_back() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let game = server.open(&json!({ "game": "reversi", "board": "octagon-52" }), &["you", "greedy"]);
    let undo = |version| {
        server.post(&format!("/api/games/{}/undo", game.name), &game.key, &json!({ "version": version }))
    };
    assert_eq!(undo(0), (422, json!({ "error": "There is no move to take back." })));
    let line = server.steps(&game.name)[0]["legal"][0][1].as_str().unwrap().to_owned();
    assert_eq!(server.say(&game.name, &game.key, 0, &line).0, 200);
    let news = server.wait_for(&game.name, 3);
    assert!(news["version"].as_u64() >= Some(2));
    assert_eq!(undo(news["version"].as_u64().unwrap()).0, 200);
    assert_eq!(server.steps(&game.name).len(), 1, "both moves are gone");
}

#[test]
fn our_players_play_whole_games_of_every_kind() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for (game, seats) in [
        (json!({ "game": "tictactoe" }), &["perfect", "perfect"][..]),
        (json!({ "game": "marubatsu" }), &["random", "perfect"]),
        (json!({ "game": "reversi", "board": "bomb" }), &["random", "greedy", "random"]),
        (json!({ "game": "picture", "picture": "....\n.WB.\n.BW.\n...." }), &["perfect", "search:time=1ms"]),
    ] {
        let opened = server.open(&game, seats);
        let end = server.news(&opened.name).find(|news| {
            news["steps"].as_array().unwrap().last().is_some_and(|step| !step["result"].is_null())
        });
        assert!(end.is_some(), "{game}");
    }
}

#[test]
fn games_outlive_the_server_even_if_it_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let picture = json!({ "game": "picture", "picture": "title: Mine\n\n......\n..WB..\n..BW..\n......" });
    let game = server.open(&picture, &["you", "random"]);
    let line = server.steps(&game.name)[0]["legal"][0][1].as_str().unwrap().to_owned();
    assert_eq!(server.say(&game.name, &game.key, 0, &line).0, 200);
    server.wait_for(&game.name, 3);
    let before = server.steps(&game.name);
    server.kill();
    let server = Server::start(data.path());
    assert_eq!(server.steps(&game.name), before);
    let (_, game_again) = server.get(&format!("/api/games/{}", game.name), &game.key);
    assert_eq!((&game_again["title"], &game_again["yours"]), (&json!("Mine"), &json!([0])));
    let last = before.last().unwrap();
    let line = last["legal"][0][1].as_str().unwrap();
    assert_eq!(server.say(&game.name, &game.key, before.len() as u64 - 1, line).0, 200);
}

#[test]
fn what_is_not_there_or_not_to_be_read_is_answered_plainly() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    for path in ["/api/games/aaaaaaaaaaaaaaaa", "/api/games/x", "/api/games/%2e%2e%2fpasswd"] {
        assert_eq!(server.get(path, "").0, 404, "{path}");
        assert_eq!(server.get(&format!("{path}/news"), "").0, 404, "{path}");
        assert_eq!(server.post(&format!("{path}/moves"), "k", &json!({ "version": 0, "line": "1" })).0, 404);
    }
    for path in ["/nothing", "/page/nothing.js", "/page/..%2f..%2fmod.rs", "/game/aaaaaaaaaaaaaaaa"] {
        assert_eq!(server.get(path, "").0, 404, "{path}");
    }
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "random"]);
    let moves = format!("/api/games/{}/moves", game.name);
    for body in
        [json!({}), json!({ "version": -1, "line": "4" }), json!({ "version": 0, "line": 4 }), json!([])]
    {
        assert_eq!(server.post(&moves, &game.key, &body).0, 422, "{body}");
    }
    assert_eq!(server.say(&game.name, &game.key, 0, &"4".repeat(65)).0, 400);
    let long = json!({ "game": "picture", "picture": ".".repeat(20_000), "seats": ["you", "you"] });
    assert_eq!(server.post("/api/games", "", &long).0, 413);
    assert_eq!(server.post("/api/games", "", &json!({ "game": "chess", "seats": [] })).0, 422);
    assert_eq!(server.send("/api/games", &[("content-type", "application/json")], b"{").0, 400);
    assert_eq!(server.send("/api/games", &[("content-type", "text/plain")], b"{}").0, 415);
    let (status, said) = server.post("/api/boards", "", &json!({ "picture": "BW?" }));
    assert_eq!((status, said), (200, json!({ "trouble": "line 1: no colour begins with `?`" })));
}
