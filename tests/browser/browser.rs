//! A browser as a test wants it: open, click, type, look; and never wait for a time, only for something.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::wire::Wire;

/// A Chromium without a window and with a fresh profile.
pub(crate) struct Browser {
    wire: Wire,
    _profile: TempDir,
}

/// How a page is looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The width of the window, in CSS pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Whether the person likes it dark.
    pub is_dark: bool,
    /// Whether the person wants nothing to move.
    pub is_still: bool,
}

/// A window on a desk.
pub(crate) const DESK: Look = Look { width: 1280, height: 900, is_dark: false, is_still: true };
/// A phone.
pub(crate) const PHONE: Look = Look { width: 390, height: 844, ..DESK };

const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// How long one look at a page may take, on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long something may take until it is seen on a page: a judging service beside others tries all its languages first.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// The names of keys, as `WebDriver` has them.
pub(crate) const ENTER: char = '\u{e007}';
pub(crate) const LEFT: char = '\u{e012}';
pub(crate) const UP: char = '\u{e013}';
pub(crate) const RIGHT: char = '\u{e014}';
pub(crate) const DOWN: char = '\u{e015}';
pub(crate) const TAB: char = '\u{e004}';

impl Browser {
    /// A browser, or none where there is none, after saying so.
    ///
    /// # Panics
    /// If there is none in CI, or it does not start.
    pub(crate) fn start(look: Look) -> Option<Browser> {
        let Ok(binary) = which::which("chromium").or_else(|_| which::which("google-chrome")) else {
            return skip("chromium");
        };
        if which::which("chromedriver").is_err() {
            return skip("chromedriver");
        }
        let profile = tempfile::tempdir().unwrap();
        let own = [
            format!("--user-data-dir={}", profile.path().display()),
            format!("--window-size={},{}", look.width, look.height),
        ];
        let args: Vec<_> = FLAGS.into_iter().map(str::to_owned).chain(own).collect();
        let wire = Wire::start(&json!({
            "goog:chromeOptions": { "binary": binary, "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
            "timeouts": { "script": PATIENCE.as_millis() as u64 },
        }));
        let browser = Browser { wire: wire.unwrap_or_else(|why| panic!("{why}")), _profile: profile };
        browser.look(look);
        Some(browser)
    }

    /// Looks at the page otherwise.
    pub(crate) fn look(&self, look: Look) {
        let Look { width, height, is_dark, is_still } = look;
        let mobile = width < 600;
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile }),
        );
        let features = json!([
            { "name": "prefers-color-scheme", "value": if is_dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if is_still { "reduce" } else { "no-preference" } },
        ]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Gives the browser a command of Chromium's own protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Opens a page and waits until it is loaded.
    pub(crate) fn open(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// What a piece of script says: the body of a function.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until an expression is true.
    ///
    /// # Panics
    /// If it never becomes so.
    pub(crate) fn wait(&self, expression: &str) {
        let script = format!(
            "const done = arguments[0];
             const look = () => {{
               let is = false;
               try {{ is = Boolean({expression}); }} catch {{}}
               if (is) done(true); else setTimeout(look, 15);
             }};
             look();"
        );
        let body = json!({ "script": script, "args": [] });
        let begin = Instant::now();
        while let Err(why) = self.wire.post("/execute/async", &body) {
            // A page that is left takes its scripts with it, and chromedriver has several words for that.
            let is_left = ["javascript error", "script timeout", "unknown error"]
                .iter()
                .any(|word| why.starts_with(word));
            if !is_left || begin.elapsed() > LONGEST_WAIT {
                let seen = self.run("return document.body.innerText");
                panic!("never so: {expression}\n{why}\n{}", seen.as_str().unwrap_or_default());
            }
        }
    }

    /// Clicks the first element that a selector finds, as soon as it is there.
    pub(crate) fn click(&self, selector: &str) {
        let found = self.element(selector);
        self.post(&format!("/element/{found}/click"), &json!({}));
    }

    /// Types into the first element that a selector finds.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        let found = self.element(selector);
        self.post(&format!("/element/{found}/value"), &json!({ "text": text }));
    }

    /// Presses keys, one after the other, wherever the focus is.
    pub(crate) fn press(&self, keys: &[char]) {
        let presses = keys.iter().flat_map(|key| {
            [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]
        });
        let actions = json!([{ "type": "key", "id": "keys", "actions": presses.collect::<Vec<_>>() }]);
        self.post("/actions", &json!({ "actions": actions }));
    }

    /// The text of the first element that a selector finds.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.run(&format!("return document.querySelector({}).textContent", json!(selector)));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Saves what is seen as a PNG in the folder that `BROWSER_SHOTS` names, if it is set.
    pub(crate) fn shoot(&self, name: &str) {
        let Some(folder) = std::env::var_os("BROWSER_SHOTS") else { return };
        let shot = self.wire.get("/screenshot").unwrap();
        let bytes = decode(shot.as_str().unwrap());
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), bytes).unwrap();
    }

    /// What the browser complained of in its console since it was last asked.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().into_iter().flatten();
        let bad = entries.filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        bad.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    fn element(&self, selector: &str) -> String {
        self.wait(&format!("document.querySelector({})", json!(selector)));
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        let name = found.as_object().and_then(|found| found.values().next()).and_then(Value::as_str);
        name.unwrap_or_else(|| panic!("{selector} has no name")).to_owned()
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        self.wire.post(command, body).unwrap_or_else(|why| panic!("{command}: {why}"))
    }
}

fn skip(what: &str) -> Option<Browser> {
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "no {what}, and CI skips nothing");
    crate::needs::leaves_out("Chromium", "apt-get install chromium chromium-driver");
    None
}

/// The bytes of a text in base 64.
fn decode(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<_> = text.bytes().filter(|&byte| byte != b'=').map(digit).collect();
    let of = |group: &[u8]| {
        let bits =
            group.iter().enumerate().fold(0_u32, |bits, (at, &six)| bits | u32::from(six) << (26 - 6 * at));
        bits.to_be_bytes()[..group.len() * 6 / 8].to_vec()
    };
    digits.chunks(4).flat_map(of).collect()
}

#[test]
fn the_driver_clicks_types_and_reports_errors() {
    let Some(browser) = Browser::start(PHONE) else { return };
    let page = tempfile::tempdir().unwrap();
    let file = page.path().join("page.html");
    std::fs::write(
        &file,
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>t</title>
         <button>0</button><input>
         <script>const button = document.querySelector('button');
         button.onclick = () => { button.textContent = 'clicked'; console.error('ouch'); }</script>",
    )
    .unwrap();
    browser.open(&format!("file://{}", file.display()));
    browser.press(&[TAB, ENTER]);
    browser.wait("document.querySelector('button').textContent == 'clicked'");
    assert_eq!(browser.text("button"), "clicked");
    browser.fill("input", "ab");
    browser.press(&[LEFT, 'c', UP, 'd', RIGHT, 'e', DOWN, 'f']);
    assert_eq!(browser.run("return document.querySelector('input').value"), "daecbf");
    browser.shoot("harness");
    browser.click("button");
    assert_eq!(browser.run("return innerWidth"), 390);
    assert_eq!(browser.run("return matchMedia('(prefers-color-scheme: dark)').matches"), false);
    browser.look(Look { is_dark: true, ..DESK });
    assert_eq!(browser.run("return matchMedia('(prefers-color-scheme: dark)').matches"), true);
    let complaints = browser.complaints();
    assert!(complaints.len() == 2 && complaints[0].contains("ouch"), "{complaints:?}");
    assert_eq!(decode("aGVsbG8="), b"hello");
}
