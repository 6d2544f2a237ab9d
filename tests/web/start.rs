//! Starting and stopping: one command, plain words when it does not work, a clean end.

use assert_cmd::Command;
use predicates::prelude::*;

use crate::server::Server;

fn serve(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("referee").unwrap().arg("serve").args(arguments).assert()
}

#[test]
fn an_address_or_a_folder_in_use_is_told() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let address = server.url.strip_prefix("http://").unwrap();
    let in_use = serve(&["--listen", address, "--data", other.path().to_str().unwrap()]).code(2);
    in_use.stderr(predicate::str::starts_with(format!("referee: {address} is in use;")));
    let taken = serve(&["--listen", "127.0.0.1:0", "--data", data.path().to_str().unwrap()]).code(2);
    taken.stderr(predicate::str::contains("another server uses the games in"));
    serve(&["--listen", "nowhere"]).code(2).stderr(predicate::str::contains("such as 127.0.0.1:8080"));
    let file = tempfile::NamedTempFile::new().unwrap();
    let no_folder = serve(&["--listen", "127.0.0.1:0", "--data", file.path().to_str().unwrap()]).code(2);
    no_folder.stderr(predicate::str::starts_with("referee: "));
}

#[test]
fn ctrl_c_ends_it_cleanly_even_while_somebody_watches() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let game = server.open(&serde_json::json!({ "game": "tictactoe" }), &["you", "random"]);
    let mut news = server.news(&game.name);
    assert!(news.next().is_some());
    let pid = rustix::process::Pid::from_child(server.process());
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(server.process().wait().unwrap().code(), Some(0));
    assert!(news.next().is_none(), "the stream has ended");
}

#[test]
fn a_challenge_that_cannot_be_played_in_the_browser_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (data, path) = (folder.path().join("data"), folder.path().to_str().unwrap());
    let offered = |paths: &[&str]| {
        let options = paths.iter().flat_map(|path| ["--challenge", path]);
        let fixed = ["--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()];
        serve(&fixed.into_iter().chain(options).collect::<Vec<_>>()).code(2)
    };
    offered(&[path])
        .stderr(predicate::str::contains("not a challenge: no challenge.toml and no problem.yaml here"));
    std::fs::write(folder.path().join("challenge.toml"), "title = \"Recorded\"\n").unwrap();
    offered(&[path])
        .stderr(predicate::str::contains("it has no rules; others cannot be played in the browser"));
    let vending = "fixtures/vending";
    offered(&[vending, vending]).stderr(predicate::str::contains("another challenge is called vending"));
}
