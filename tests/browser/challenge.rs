//! A challenge in the browser: a console with an input line.

use serde_json::json;

use crate::browser::{Browser, DESK, ENTER, Look, PHONE};
use crate::server::Server;

const IS_SHOWN: &str = "document.querySelector('#title').textContent";

fn visit(look: Look) -> Option<(tempfile::TempDir, Server, Browser)> {
    let browser = Browser::start(look)?;
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    browser.open(&server.url);
    Some((data, server, browser))
}

impl Browser {
    /// Does something, and waits until the terminal's command has changed with it.
    fn and_wait(&self, what: impl FnOnce()) {
        let before = json!(self.text("#command"));
        what();
        self.wait(&format!("document.querySelector('#command').textContent != {before}"));
    }
}

#[test]
fn a_vending_machine_answers_as_in_the_terminal() {
    let Some((_data, _server, browser)) = visit(PHONE) else { return };
    browser.wait("document.querySelector('.shelf a')");
    browser.run("document.querySelector('.shelf a[href$=vending]').click()");
    browser.wait(IS_SHOWN);
    assert_eq!(browser.text("#title"), "Vending machine");
    browser.and_wait(|| browser.fill("#line", &format!("insert 100{ENTER}")));
    browser.and_wait(|| browser.fill("#line", &format!("it's <b>{ENTER}")));
    browser.and_wait(|| drop(browser.run("[...document.querySelectorAll('#offers button')].find(button => button.textContent == 'insert 20').click()")));
    browser.assert_well();
    browser.shoot("challenge-phone");
    browser.and_wait(|| browser.click("#undo"));
    browser.run("history.back()");
    browser.wait("document.querySelector('#command').textContent.includes('insert 20')");
    let address = browser.run("return location.href");
    browser.open("about:blank");
    browser.open(address.as_str().unwrap());
    browser.wait("document.querySelector('#command').textContent.includes('insert 20')");
    let script =
        browser.text("#command").replacen("| referee", &format!("| {}", env!("CARGO_BIN_EXE_referee")), 1);
    let said = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    let shown = browser.run("return [...document.querySelector('#screen').childNodes].filter(node => node.nodeType === 3).map(node => node.data).join('')");
    assert_eq!(shown, json!(String::from_utf8(said.stdout).unwrap()));
    browser.and_wait(|| browser.fill("#line", &format!("quit{ENTER}")));
    browser
        .wait("document.querySelector('#line').disabled && document.querySelector('#message').textContent");
    browser.and_wait(|| browser.click("#again"));
    browser.wait("!document.querySelector('#line').disabled");
    browser.assert_well();
}

#[test]
fn a_reopened_run_keeps_its_hidden_choice() {
    let Some((_data, server, browser)) = visit(Look { is_dark: true, ..DESK }) else { return };
    let play = |seed: u16, line: &str| {
        browser.open("about:blank");
        browser.open(&format!("{}/challenge/guess#seed={seed}&input={line}", server.url));
        browser.wait(IS_SHOWN);
        browser.text("#screen")
    };
    let answers: Vec<_> = (0..100).step_by(33).map(|seed| play(seed, "50")).collect();
    assert!(answers.iter().any(|answer| *answer != answers[0]), "{answers:?}");
    assert_eq!(play(0, "50"), answers[0]);
    assert_eq!(browser.run("return document.querySelectorAll('#offers button').length"), 0, "no hint");
    browser.assert_well();
    browser.shoot("challenge-dark");
}

#[test]
fn every_page_reads_as_its_snapshot() {
    let Some((_data, server, browser)) = visit(DESK) else { return };
    let game = server.open(&json!({ "game": "tictactoe" }), &["you", "friend"]).name;
    let pages = [
        ("lobby", "/".to_owned(), "document.querySelector('.shelf a')"),
        ("challenge", "/challenge/vending".to_owned(), IS_SHOWN),
        ("game", format!("/game/{game}"), "document.querySelector('.cell')"),
        ("lost", "/nowhere".to_owned(), "document.querySelector('h1')"),
    ];
    for (name, path, is_there) in pages {
        browser.open(&format!("{}{path}", server.url));
        browser.wait(is_there);
        let text = browser.run("return document.body.innerText");
        let text = text.as_str().unwrap().replace(&server.url, "(address)").replace(&game, "(game)");
        insta::assert_snapshot!(format!("page-{name}"), text);
    }
}
