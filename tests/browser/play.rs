//! Games in the browser, from the first click to the end.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::axe::violations;
use crate::browser::{Browser, DESK, DOWN, ENTER, LEFT, Look, PHONE, RIGHT, TAB, UP};
use crate::server::Server;

const IS_OVER: &str = "document.body.classList.contains('is-over')";
const IS_READY: &str = "document.querySelector('#play:not([disabled])')";
const HAS_MOVE: &str = "document.querySelector('.is-legal')";

/// A server, and a browser that looks at its first page; nothing where there is no browser.
fn visit(look: Look) -> Option<(tempfile::TempDir, Server, Browser)> {
    let browser = Browser::start(look)?;
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    browser.open(&server.url);
    browser.wait(IS_READY);
    Some((data, server, browser))
}

impl Browser {
    /// Chooses a game, or a board of reversi, and who plays, and begins.
    fn choose(&self, game: &str, seats: &[&str]) {
        match game {
            "tictactoe" | "marubatsu" => {
                self.run(&format!("document.querySelector('#game-{game}').click()"));
            }
            board => {
                self.run("document.querySelector('#game-reversi').click()");
                self.run(&format!("document.querySelector('#board-{board}').click()"));
            }
        }
        for (side, seat) in seats.iter().enumerate() {
            self.run(&format!("document.querySelector('#seat-{side}').value = '{seat}'"));
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
    pub(crate) fn assert_well(&self) {
        assert_eq!(self.complaints(), Vec::<String>::new());
        assert_eq!(violations(self).unwrap_or_default(), Vec::<String>::new());
    }
}

fn square(cell: usize) -> String {
    format!("[data-cell='{cell}']")
}

#[test]
fn a_game_on_a_phone_is_replayed_at_a_terminal() {
    let Some((_data, _server, browser)) = visit(PHONE) else { return };
    browser.assert_well();
    browser.shoot("lobby-phone");
    browser.choose("standard", &["you", "easy"]);
    browser.assert_well();
    let wide = browser.run("return document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, true, "nothing is wider than a phone");
    browser.play_to_the_end();
    let result = browser.text("#status");
    assert!(["You won ", "You lost ", "A draw, "].iter().any(|end| result.starts_with(end)), "{result}");
    browser.click(".record summary");
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
    browser.choose("tictactoe", &["you", "hard"]);
    for side in ["X", "O"] {
        let yours = browser.run(
            "return [...document.querySelectorAll('#players li')]
             .find(item => item.textContent.includes('You')).querySelector('.name').textContent",
        );
        assert_eq!(yours, side, "sides are swapped from game to game");
        browser.play_to_the_end();
        let result = browser.text("#status");
        assert!(["You lost", "A draw"].contains(&result.as_str()), "{result}");
        browser.assert_well();
        let here = browser.run("return location.pathname");
        browser.click("#rematch");
        browser.wait(&format!("location.pathname != {here} && document.querySelector('.cell')"));
    }
    browser.click(".mark");
    browser.wait("location.pathname == '/' && document.querySelectorAll('#recent li').length == 3");
    let states = "return [...document.querySelectorAll('#recent .hint')].map(state => state.textContent)";
    let states = browser.run(states);
    assert_eq!(states.as_array().unwrap().iter().filter(|state| *state == "playing").count(), 1, "{states}");
}

/// The link to a friend's seat.
fn invitation(host: &Browser) -> String {
    host.wait("document.querySelector('#invite input')");
    host.run("return document.querySelector('#invite input').value").as_str().unwrap().to_owned()
}

const SAYS: &str = "document.querySelector('#message').textContent";

#[test]
fn two_play_twice_while_a_third_watches() {
    let Some((_data, server, host)) = visit(Look { is_still: false, ..DESK }) else { return };
    let friend = Browser::start(PHONE).expect("there was one before");
    let third = Browser::start(Look { is_dark: true, ..PHONE }).expect("there was one before");
    host.choose("marubatsu", &["you", "friend"]);
    let link = invitation(&host);
    assert!(link.starts_with(&server.url) && link.contains("#key="));
    host.shoot("invite-desk");
    friend.open(&link);
    friend.wait("document.querySelector('#status').textContent == 'o to move'");
    assert_eq!(friend.run("return location.hash"), "", "the invitation does not stay in the address");
    host.wait(&format!("{SAYS} == 'Your friend has joined.' && document.querySelector('#invite').hidden"));
    third.open(&link);
    third.wait(&format!("{SAYS}.startsWith('Somebody else has taken this seat')"));
    friend.click(&square(0));
    friend.wait(&format!("{SAYS} == 'It is not your turn.'"));
    assert_eq!(friend.text("#status"), "o to move", "how the game stands is still told");
    host.click_and_wait(&square(4));
    friend.wait(HAS_MOVE);
    assert_eq!(friend.run("return document.title"), "(●) Your turn – Referee");
    friend.run("location.reload()");
    friend.wait(HAS_MOVE);
    friend.click_and_wait(&square(0));
    host.wait(HAS_MOVE);
    host.click(&square(4));
    host.wait(&format!("{SAYS} == 'That square is taken.'"));
    host.click("#undo");
    friend.click("#offer button:nth-of-type(2)");
    host.wait(&format!("{SAYS} == 'Your friend declined.'"));
    host.click("#undo");
    friend.click("#offer .go");
    for browser in [&host, &friend, &third] {
        browser.wait("document.querySelectorAll('#moves li').length == 1");
        browser.assert_well();
    }
    host.click("#resign");
    host.click("#question .go");
    friend.wait("document.querySelector('#status').textContent == 'Your opponent resigned: you won'");
    let here = host.run("return location.pathname");
    friend.click("#rematch");
    host.click("#offer .go");
    for browser in [&host, &friend, &third] {
        browser.wait(&format!("location.pathname != {here} && document.querySelector('.cell')"));
    }
    friend.wait(HAS_MOVE);
    friend.click_and_wait(&square(8));
    host.wait(HAS_MOVE);
    for browser in [&host, &friend, &third] {
        browser.assert_well();
        browser.shoot("rematch");
    }
    assert_eq!(third.run("return document.querySelectorAll('.is-legal').length"), 0);
    assert_eq!(third.run("return document.querySelector('#resign').hidden"), true);
    host.click("#new");
    host.wait("document.querySelector('#question').open");
    host.click("#question button[value=no]");
    friend.run("document.querySelector('#new').click(); document.querySelector('#question .go').click()");
    host.wait("document.querySelector('#players').textContent.includes('away')");
}

#[test]
fn board_and_start_fit_on_every_screen() {
    let Some((_data, server, browser)) = visit(DESK) else { return };
    let is_inside = |selector: &str| {
        let place = format!("const box = document.querySelector('{selector}').getBoundingClientRect();");
        let inside =
            "return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth";
        browser.run(&format!("{place} {inside}"))
    };
    let screens =
        [(390, 844), (561, 800), (768, 1024), (900, 700), (1280, 900), (844, 390), (640, 450), (360, 640)];
    let looks = screens.map(|(width, height)| Look { width, height, ..DESK });
    for look in looks {
        browser.look(look);
        browser.open(&server.url);
        browser.wait(IS_READY);
        assert_eq!(is_inside("#play"), true, "{look:?}");
        browser.shoot(&format!("lobby-{}x{}", look.width, look.height));
    }
    browser.choose("standard", &["you", "easy"]);
    for look in looks {
        for is_dark in [false, true] {
            browser.look(Look { is_dark, ..look });
            browser.wait(&format!("innerWidth == {}", look.width));
            assert_eq!(is_inside("#board svg"), true, "{look:?}");
            let wide = browser.run("return document.documentElement.scrollWidth <= innerWidth");
            assert_eq!(wide, true, "{look:?}");
            browser.assert_well();
            browser.shoot(&format!("game-{}x{}-{is_dark}", look.width, look.height));
        }
    }
}

#[test]
fn illegal_clicks_send_nothing() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.run(
        "document.querySelector('#seat-0').value = 'you'; document.querySelector('#seat-1').value = 'you'",
    );
    browser.run(
        "window.sent = 0; const real = fetch;
         window.fetch = (...all) => { sent += 1; return real(...all); };
         const button = document.querySelector('#play'); button.click(); button.click();
         sessionStorage.setItem('sent', sent)",
    );
    browser.wait(HAS_MOVE);
    assert_eq!(browser.run("return sessionStorage.getItem('sent')"), "1");
    browser.run(
        "window.sent = 0; const real = fetch; window.fetch = (...all) => { sent += 1; return real(...all); }",
    );
    browser.click(&square(0));
    browser.wait(&format!("{SAYS} == 'That move flips no disc.'"));
    browser.click(&square(27));
    browser.wait(&format!("{SAYS} == 'That square is taken.'"));
    assert_eq!(browser.run("return sent"), 0);
    assert_eq!(browser.text("#status"), "Black to move");
    browser.click_and_wait(&square(19));
    assert_eq!(browser.run("return sent"), 1);
    browser.wait(&format!("{SAYS} == ''"));
    browser.click("[data-go=first]");
    browser.wait("document.querySelector('#status').textContent == 'Move 0 of 1'");
    assert_eq!(browser.run("return document.querySelectorAll('.is-legal').length"), 0);
    browser.click("[data-go=last]");
    browser.wait(HAS_MOVE);
    browser.assert_well();
}

#[test]
fn a_lost_server_is_shown_until_it_is_back() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.choose("standard", &["you", "you"]);
    browser.wait(HAS_MOVE);
    let network = |is_away: bool, latency: u32| {
        let conditions = json!({ "offline": is_away, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1 });
        browser.devtools("Network.enable", json!({}));
        browser.devtools("Network.emulateNetworkConditions", conditions);
    };
    network(false, 1_000);
    let pending = browser.run(
        "document.querySelector(\"[data-cell='19']\").dispatchEvent(new MouseEvent('click'));
         return document.querySelectorAll('.is-pending').length",
    );
    assert_eq!(pending, 1, "it is shown before the server has answered");
    browser.wait(&format!("{SAYS} == 'Sending your move…'"));
    browser.wait("document.querySelectorAll('#moves li').length == 2");
    browser.wait(&format!("{SAYS} == ''"));
    network(true, 0);
    browser.click(".is-legal");
    browser.wait(&format!("{SAYS} == 'The server cannot be reached. Trying again…'"));
    assert_eq!(browser.run("return document.querySelectorAll('.is-pending').length"), 0, "it was not made");
    network(false, 0);
    browser.click_and_wait(".is-legal");
    assert!(!browser.text("#message").contains("cannot be reached"));
    assert!(browser.text("#status").contains("to move"));
}

#[test]
fn the_pages_exist_in_japanese_and_are_small() {
    let Some((_data, server, browser)) = visit(DESK) else { return };
    let sizes =
        "return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
                 .reduce((sum, entry) => sum + entry.transferSize, 0)";
    let size = browser.run(sizes).as_f64().unwrap();
    assert!((10_000.0..60_000.0).contains(&size), "{size} bytes");
    browser.click(".language");
    browser.wait("document.documentElement.lang == 'ja' && document.querySelector('#play:not([disabled])')");
    assert_eq!(browser.text("h1"), "何で遊びますか");
    browser.assert_well();
    browser.choose("standard", &["you", "easy"]);
    browser.wait("document.querySelector('#status').textContent == 'あなたの番です'");
    browser.assert_well();
    browser.open(&format!("{}/nothing", server.url));
    browser.click("a.go");
    browser.wait(IS_READY);
    let keys = "return Promise.all(['en', 'ja'].map(async name => (await import(`/page/${name}.js`)).default))
                .then(all => all.map(words => Object.keys(words).filter(key => key !== 'names' && key !== 'refusals').join()))";
    let keys = browser.run(keys);
    assert_eq!(keys[0], keys[1], "both languages have words for the same");
}

/// What the QR code on the page says, by a decoder that knows nothing of how it was drawn.
fn read_code(browser: &Browser) -> String {
    const DOT: usize = 4;
    browser.wait("document.querySelector('.code path')");
    let path = browser.run("return document.querySelector('.code path').getAttribute('d')");
    let side = browser.run("return document.querySelector('.code').viewBox.baseVal.width");
    let mut dark = HashSet::new();
    for dot in path.as_str().unwrap().split('M').skip(1) {
        let (x, y) = dot.split_once('h').unwrap().0.split_once(' ').unwrap();
        dark.insert((x.parse::<usize>().unwrap() + 4, y.parse::<usize>().unwrap() + 4));
    }
    let side = side.as_f64().unwrap() as usize * DOT;
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side, side, |x, y| {
        if dark.contains(&(x / DOT, y / DOT)) { 0 } else { 255 }
    });
    let found = image.detect_grids();
    assert_eq!(found.len(), 1, "one code is on the page");
    found[0].decode().unwrap().1
}

#[test]
fn a_friend_on_another_device_joins_by_code() {
    let Some(host) = Browser::start(DESK) else { return };
    let data = tempfile::tempdir().unwrap();
    let server = Server::without_proxy(data.path());
    host.open(&server.url);
    host.wait(IS_READY);
    host.choose("tictactoe", &["friend", "you"]);
    invitation(&host);
    host.click("#let-in");
    host.wait(
        "document.querySelector('#invite').textContent.includes('Open to your local network') \
               || document.querySelector('#invite').textContent.includes('not in a network')",
    );
    if host.text("#invite").contains("not in a network") {
        return eprintln!("skipped: this machine has no address but its own");
    }
    host.click(".code-button");
    let link = read_code(&host);
    assert_eq!(link, invitation(&host));
    assert!(!link.contains("127.0.0.1") && !link.contains("localhost"), "{link}");
    host.shoot("code");
    host.assert_well();
    let friend = Browser::start(PHONE).expect("there was one before");
    friend.open(&link);
    friend.wait(HAS_MOVE);
    friend.click_and_wait(&square(4));
    host.wait("document.querySelector('#status').textContent == 'Your turn'");
    assert_eq!(host.run("return document.querySelectorAll('.is-taken').length"), 1);
    friend.assert_well();
}

#[test]
fn both_clocks_are_shown_and_who_runs_out_of_time_has_lost() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.run("const clock = document.querySelector('#clock'); clock.add(new Option('1 s', '1s'))");
    browser.run("document.querySelector('#clock').value = '1s'");
    browser.choose("tictactoe", &["you", "you"]);
    let clocks = "return [...document.querySelectorAll('.clock')].map(clock => clock.textContent)";
    assert_eq!(browser.run(clocks), json!(["0:01", "0:01"]), "nothing runs before the first move");
    browser.click_and_wait(&square(4));
    browser.wait("document.querySelector('#status').textContent == 'O is out of time'");
    assert_eq!(browser.run(clocks), json!(["0:01", "0:00"]));
    assert!(browser.text("#transcript").ends_with("O forfeits: out of time\n"));
    browser.run("location.reload()");
    browser.wait(IS_OVER);
    assert_eq!(browser.text("#status"), "O is out of time");
    assert_eq!(browser.run("return document.querySelectorAll('.is-legal').length"), 0);
    browser.assert_well();
    browser.click(".mark");
    browser.wait("document.querySelector('#recent .hint')");
    assert_eq!(browser.text("#recent .hint"), "O is out of time");
    assert_eq!(
        browser.run("return document.querySelector('#clock').value"),
        "",
        "a clock that is not offered"
    );
}

#[test]
fn a_pass_is_announced_on_a_board_of_one_s_own() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser
        .run("document.querySelector('#game-reversi').click(); document.querySelector('#board-own').click()");
    let picture = |text: &str| {
        let set = "const field = document.querySelector('#picture'); field.value = ";
        browser.run(&format!("{set}{}; field.dispatchEvent(new Event('input'))", json!(text)));
    };
    picture("BW?");
    browser.wait("document.querySelector('#verdict').textContent.includes('no colour begins with `?`')");
    browser.assert_well();
    picture("title: <img src=x>\n\nBWW..\nBW.W.");
    browser.wait("document.querySelector('#verdict').textContent == '2 players.'");
    browser.choose("own", &["you", "you"]);
    assert_eq!(browser.text("#title"), "Reversi: <img src=x>");
    browser.click_and_wait(&square(3));
    browser.wait("document.querySelector('#notice').textContent == 'White has no move and passes'");
    browser.wait("document.querySelector('#status').textContent.endsWith('passes. Black to move')");
    browser.click("#undo");
    browser.wait("document.querySelector('#command').textContent == 'referee --board my.board'");
    browser.assert_well();
}

#[test]
fn three_players_with_guests_and_bombs_play_to_the_end() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.choose("bomb", &["you", "medium", "easy"]);
    let who = "return [...document.querySelectorAll('#players .who')].map(who => who.textContent)";
    assert_eq!(browser.run(who), json!(["You", "Computer: medium", "Computer: easy"]));
    browser.assert_well();
    browser.play_to_the_end();
    assert!(browser.text("#transcript").contains("Cyan "), "a guest has moved");
    browser.assert_well();
}

#[test]
fn a_game_survives_a_reload() {
    let Some((_data, _server, browser)) = visit(DESK) else { return };
    browser.choose("standard", &["you", "easy"]);
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
