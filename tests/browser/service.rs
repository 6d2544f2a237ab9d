//! The pages of the judging service: somebody hands a program in, watches it, and sees the leaderboard change.

use crate::browser::{Browser, DESK, Look, PHONE};
use crate::site::Site;

const VERDICT: &str = "document.querySelector('.verdict')?.textContent";

fn golfed() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/golf/tictactoe/ttt.pl")).unwrap()
}

impl Browser {
    /// Pastes a program into the form of a challenge, and sends it.
    fn hand_in(&self, source: &str, language: &str) {
        self.fill("#source", source);
        self.run(&format!("document.querySelector('.submit select').value = '{language}'"));
        self.click(".submit .go");
    }
}

#[test]
fn a_program_is_pasted_watched_and_ranked() {
    let Some(browser) = Browser::start(DESK) else { return };
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    browser.open(&site.url);
    browser.assert_well();
    browser.click("a[href='/challenges/tictactoe']");
    browser.wait("document.querySelector('#source')");
    assert!(browser.text("main").contains("Nobody has been accepted yet."));
    browser.assert_well();
    browser.hand_in("exit 0", "sh");
    browser.wait(&format!("{VERDICT} == 'early'"));
    assert!(browser.text(".sentence").contains("ended before the game did"));
    browser.assert_well();
    browser.shoot("service-submission");
    browser.click("main p:last-child a");
    browser.wait("document.querySelector('#source')");
    browser.hand_in(&golfed(), "Perl");
    browser.wait(&format!("{VERDICT} == 'accepted'"));
    browser.open(&format!("{}/challenges/tictactoe", site.url));
    browser.wait("document.querySelector('tbody tr')");
    assert!(browser.text("tbody").contains("local") && browser.text("tbody").contains("Perl"));
    browser.assert_well();
    browser.shoot("service-leaderboard");
    browser.open(&format!("{}/mine", site.url));
    browser.wait("document.querySelectorAll('tbody tr').length == 2");
    browser.assert_well();
}

#[test]
fn an_admin_signs_in_by_a_link_rejudges_and_applies_it() {
    let Some(browser) = Browser::start(Look { is_dark: true, ..PHONE }) else { return };
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    site.judge("", "ttt.pl", &golfed());
    browser.open(&format!("{}/sign-in", site.url));
    browser.fill("#token", &site.admin);
    browser.click(".submit .go");
    browser.wait("location.pathname == '/mine'");
    browser.click("a[href='/admin']");
    browser.wait("document.querySelector('input[name=why]')");
    browser.assert_well();
    browser.shoot("service-admin");
    browser.fill("input[name=why]", "to be sure");
    browser.run("document.querySelector('select[name=challenge]').value = 'tictactoe'");
    browser.click("form[action='/admin/rejudge'] button");
    browser.wait("document.querySelector('form[action$=apply] button:enabled')");
    browser.assert_well();
    browser.click("form[action$=apply] button");
    browser.wait("document.querySelector('main strong')?.textContent == 'applied'");
    browser.open(&format!("{}/mine", site.url));
    browser.click("form[action='/sign-out'] button");
    browser.wait("location.pathname == '/'");
}

/// No page is wider than a small phone.
#[test]
fn no_page_of_the_service_scrolls_sideways() {
    let Some(browser) = Browser::start(Look { width: 360, ..PHONE }) else { return };
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &[]);
    let id =
        site.judge(&site.admin, "a-rather-long-name-of-a-program-for-a-phone.sh", "exit 0\n")["id"].clone();
    browser.open(&format!("{}/sign-in", site.url));
    browser.fill("#token", &site.admin);
    browser.click(".submit .go");
    browser.wait("location.pathname == '/mine'");
    for page in [
        "/",
        "/challenges/tictactoe",
        "/mine",
        "/admin",
        "/sign-in",
        &format!("/submissions/{}", id.as_str().unwrap()),
    ] {
        browser.open(&format!("{}{page}", site.url));
        browser.wait("document.querySelector('main.service')");
        browser.wait("document.documentElement.scrollWidth <= window.innerWidth");
        browser.assert_well();
    }
}
