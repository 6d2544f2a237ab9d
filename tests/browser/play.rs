//! Games in the browser, from the first click to the end.

use serde_json::{Value, json};

use crate::axe::violations;
use crate::browser::{Browser, DESK, DOWN, ENTER, LEFT, Look, PHONE, RIGHT, TAB, UP};
use crate::server::Server;

const IS_OVER: &str = "document.body.classList.contains('is-over')";
const HAS_MOVE: &str = "document.querySelector('.is-legal')";

/// A server, and a browser that looks at its first page; nothing where there is no browser.
fn visit(look: Look) -> Option<(tempfile::TempDir, Server, Browser)> {
    let browser = Browser::start(look)?;
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    browser.open(&server.url);
    browser.wait("document.querySelector('#seats select')");
    Some((data, server, browser))
}

impl Browser {
    /// Chooses a game and who plays, and begins.
    fn choose(&self, game: &str, chairs: &[&str]) {
        self.run(&format!("document.querySelector('#game-{game}').click()"));
        for (side, chair) in chairs.iter().enumerate() {
            self.run(&format!("document.querySelector('#seat-{side}').value = '{chair}'"));
        }
        self.click("#setup button[type=submit]");
        self.wait("location.pathname.startsWith('/game/') && document.querySelector('.cell')");
    }

    /// Clicks legal squares, whenever there are any, until the game is over.
    fn play_to_the_end(&self) {
        loop {
            self.wait(&format!("{IS_OVER} || {HAS_MOVE}"));
            if self.run(&format!("return {IS_OVER}")) == true {
                return;
            }
            self.click_and_wait(".is-legal");
        }
    }

    /// Clicks a square, and waits until the move stands in the record.
    fn click_and_wait(&self, square: &str) {
        let before = json!(self.text("#command"));
        self.click(square);
        self.wait(&format!("document.querySelector('#command').textContent != {before}"));
    }

    /// Nothing was complained of, and no rule of accessibility is broken.
    fn assert_well(&self) {
        assert_eq!(self.complaints(), Vec::<String>::new());
        assert_eq!(violations(self).unwrap_or_default(), Vec::<String>::new());
    }
}

fn square(cell: usize) -> String {
    format!("[data-cell='{cell}']")
}

#[test]
fn a_whole_game_against_chance_on_a_phone_and_the_record_plays_it_again_at_a_terminal() {
    let Some((_data, _server, browser)) = visit(PHONE) else { return };
    browser.assert_well();
    browser.shoot("lobby-phone");
    browser.choose("standard", &["you", "random"]);
    browser.assert_well();
    let wide = browser.run("return document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, true, "nothing is wider than a phone");
    browser.play_to_the_end();
    let result = browser.text("#status");
    assert!(["Black Win!", "White Win!", "Draw"].iter().any(|end| result.ends_with(end)), "{result}");
    browser.click("summary");
    browser.assert_well();
    browser.shoot("end-phone");
    let command = shlex::split(&browser.text("#command")).unwrap();
    let mut terminal = assert_cmd::Command::cargo_bin("referee").unwrap();
    let said = terminal.args(&command[1..]).output().unwrap();
    let shown = browser.text("#transcript");
    let echoed = command[1..].iter().filter(|word| !word.starts_with("--") && *word != "reversi");
    let without = echoed.fold(shown, |text, line| text.replacen(&format!("> {line}\n"), "> ", 1));
    assert_eq!(without, String::from_utf8(said.stdout).unwrap());
}

#[test]
fn the_perfect_player_is_never_beaten_and_a_new_game_begins() {
    let Some((_data, _server, browser)) = visit(Look { is_dark: true, ..DESK }) else { return };
    browser.choose("tictactoe", &["you", "perfect"]);
    for _ in 0..2 {
        browser.play_to_the_end();
        let result = browser.text("#status");
        assert!(["O won.", "tie."].contains(&result.as_str()), "{result}");
        browser.assert_well();
        let here = browser.run("return location.pathname");
        browser.click("#again");
        browser.wait(&format!("location.pathname != {here} && document.querySelector('.cell')"));
    }
}

#[test]
fn two_browsers_play_each_other_and_a_third_may_watch() {
    let Some((_data, server, host)) = visit(Look { is_still: false, ..DESK }) else { return };
    let friend = Browser::start(PHONE).expect("there was one before");
    host.choose("marubatsu", &["you", "friend"]);
    assert_eq!(host.run("return document.querySelector('#undo').hidden"), true);
    let link = |number: usize| {
        let field = format!("return document.querySelectorAll('#links input')[{number}].value");
        host.run(&field).as_str().unwrap().to_owned()
    };
    let (seat, watch) = (link(0), link(1));
    assert!(seat.starts_with(&server.url) && seat.contains("#key=") && !watch.contains("key"));
    friend.open(&seat);
    friend.wait("document.querySelector('#status').textContent == 'o to move'");
    assert_eq!(friend.run("return location.hash"), "", "the key does not stay in the address");
    friend.click(&square(0));
    friend.wait("document.querySelector('#status').textContent == 'It is not your turn.'");
    host.click_and_wait(&square(4));
    friend.wait(HAS_MOVE);
    friend.run("location.reload()");
    friend.wait(HAS_MOVE);
    friend.click_and_wait(&square(0));
    host.wait(HAS_MOVE);
    host.click(&square(4));
    host.wait("document.querySelector('#status').textContent.includes('already filled')");
    host.click("#resign");
    friend.wait("document.querySelector('#status').textContent == '\"x\" win ! \"o\" resigned.'");
    host.wait(IS_OVER);
    host.open(&watch.replace("127.0.0.1", "localhost"));
    host.wait(IS_OVER);
    assert_eq!(host.run("return document.querySelectorAll('.is-legal').length"), 0);
    assert!(host.text("#players").contains("Host") && host.text("#players").contains("Friend"));
    friend.assert_well();
}

#[test]
fn a_pass_is_announced_on_a_board_of_one_s_own() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.run("document.querySelector('#game-own').click()");
    let picture = |text: &str| {
        let set = "const field = document.querySelector('#picture'); field.value = ";
        browser.run(&format!("{set}{}; field.dispatchEvent(new Event('input'))", json!(text)));
    };
    picture("BW?");
    browser.wait("document.querySelector('#verdict').textContent.includes('no colour begins with `?`')");
    browser.assert_well();
    picture("title: <img src=x>\n\nBWW..\nBW.W.");
    browser.wait("document.querySelector('#verdict').textContent == '2 play.'");
    browser.choose("own", &["you", "you"]);
    assert_eq!(browser.text("#title"), "Reversi: <img src=x>");
    browser.click_and_wait(&square(3));
    browser.wait("document.querySelector('#notice').textContent == 'White Pass'");
    assert!(browser.text("#status").starts_with("White Pass. Black to move"));
    browser.click("#undo");
    browser.wait("document.querySelector('#command').textContent == 'referee --board my.board'");
    browser.assert_well();
}

#[test]
fn three_players_with_guests_and_bombs_play_to_the_end() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.choose("bomb", &["you", "greedy", "random"]);
    let who = "return [...document.querySelectorAll('#players .who')].map(who => who.textContent)";
    assert_eq!(browser.run(who), json!(["You", "Computer: greedy", "Computer: random"]));
    browser.assert_well();
    browser.play_to_the_end();
    assert!(browser.text("#transcript").contains("Cyan "), "a guest has moved");
    browser.assert_well();
}

#[test]
fn a_game_is_there_again_after_a_reload_and_a_move_is_taken_back() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.choose("standard", &["you", "random"]);
    browser.click_and_wait(&square(19));
    browser.wait(HAS_MOVE);
    let (board, command) = (labels(&browser), browser.text("#command"));
    browser.run("location.reload()");
    browser.wait(HAS_MOVE);
    assert_eq!((labels(&browser), browser.text("#command")), (board, command));
    browser.click("#undo");
    browser.wait("document.querySelector('#command').textContent == 'referee --dialect reversi'");
    browser.wait(HAS_MOVE);
    assert_eq!(browser.run("return document.querySelectorAll('.is-legal').length"), 4);
    browser.run("location.pathname = '/game/aaaaaaaaaaaaaaaa'");
    browser.wait("document.querySelector('#status').textContent == 'There is no such game here.'");
}

#[test]
fn a_game_is_played_with_the_keys_alone() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    let is_at = |selector: &str| {
        browser.run(&format!("return Boolean(document.activeElement.closest('{selector}'))"))
    };
    let tab_to = |selector: &str| {
        let found = (0..30).any(|_| {
            browser.press(&[TAB]);
            is_at(selector) == true
        });
        assert!(found, "{selector} is not reached");
    };
    tab_to("[name=game]");
    browser.press(&[LEFT, LEFT]);
    browser.wait("document.querySelector('#game-tictactoe').checked");
    tab_to("[type=submit]");
    browser.press(&[ENTER]);
    browser.wait(HAS_MOVE);
    tab_to("[role=gridcell]");
    let focused = || browser.run("return document.activeElement.dataset.cell");
    let walked: Vec<Value> = [RIGHT, DOWN, LEFT, UP, UP, RIGHT, DOWN]
        .into_iter()
        .map(|key| {
            browser.press(&[key]);
            focused()
        })
        .collect();
    assert_eq!(walked, ["1", "4", "3", "0", "0", "1", "4"]);
    browser.press(&[ENTER]);
    browser.wait("document.querySelector('#command').textContent.startsWith('referee 4 ')");
    let label = browser.run("return document.activeElement.getAttribute('aria-label')");
    assert!(label.as_str().unwrap().starts_with("4, X"), "{label}");
    browser.assert_well();
}

/// What every square says to a person who does not see it.
fn labels(browser: &Browser) -> Value {
    browser.run("return [...document.querySelectorAll('.cell')].map(cell => cell.getAttribute('aria-label'))")
}
