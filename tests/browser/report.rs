//! The page that `judge check --format html` makes, as a reader uses it.

use std::sync::LazyLock;

use assert_cmd::Command;
use serde_json::json;
use tempfile::TempDir;

use crate::axe::violations;
use crate::browser::{Browser, DESK, ENTER, LEFT, Look, PHONE, RIGHT};

/// Programs of which some conform, and one whose output tries everything on a page.
const PROGRAMS: [&str; 7] = [
    "golf/tictactoe/ttt.py",
    "golf/tictactoe/ttt-args.py",
    "golf/tictactoe/ttt.pl",
    "golf/tictactoe/ttt.awk",
    "fixtures/tictactoe/wrong/draw-for-tie.sh",
    "fixtures/tictactoe/wrong/crashes-on-a-word.py",
    "fixtures/tictactoe/wrong/board-twice.py",
];
const HOSTILE: &str = r#"print('''</pre></script><script>window.hacked=1</script><img src=x onerror="window.hacked=2">
<svg onload=window.hacked=3>" onmouseover="window.hacked=4" <a href="javascript:window.hacked=5">x</a>''')"#;

/// A page of some rulings, made once.
static PAGE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let hostile = folder.path().join("hostile.py");
    std::fs::write(&hostile, HOSTILE).unwrap();
    let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
    judge.current_dir(env!("CARGO_MANIFEST_DIR")).args(["check", "--suite", "fixtures", "--format", "html"]);
    judge.arg("--out").arg(folder.path().join("report.html")).args(PROGRAMS).arg(hostile).assert().code(1);
    folder
});

/// The page, opened; none where there is no browser.
fn page() -> Option<Browser> {
    let browser = Browser::start(DESK)?;
    browser.open(&format!("file://{}", PAGE.path().join("report.html").display()));
    Some(browser)
}

/// The number that the first candidate of this name has on the page.
fn section(browser: &Browser, name: &str) -> String {
    let script = format!(
        "return [...document.querySelectorAll('section')].find(s => s.querySelector('h2').textContent.includes({})).id",
        json!(name)
    );
    browser.run(&script).as_str().unwrap().to_owned()
}

#[test]
fn a_failure_is_stepped_through_by_click_and_by_key() {
    let Some(browser) = page() else { return };
    let game = format!("#{} .game", section(&browser, "draw-for-tie"));
    let step = || browser.text(&format!("{game} .frame.now .label"));
    assert_eq!(step(), "Step 9, after the input 0", "at first the step that failed is shown");
    assert_eq!(browser.text(&format!("{game} .frame.now .came mark")), "draw.");
    browser.click(&format!("{game} [data-go=back]"));
    assert_eq!(step(), "Step 8, after the input 1");
    browser.click(&format!("{game} [data-go=first]"));
    assert_eq!(step(), "Before any input");
    browser.click(&format!("{game} [data-go=back]"));
    assert_eq!(step(), "Before any input", "there is nothing before the first");
    browser.press(&[RIGHT, RIGHT]);
    assert_eq!(step(), "Step 2, after the input 3");
    browser.press(&[LEFT]);
    assert_eq!(step(), "Step 1, after the input 2");
    browser.click(&format!("{game} [data-step='9']"));
    assert_eq!(
        browser.run(&format!("return document.querySelectorAll({}).length", json!(format!("{game} .now")))),
        1
    );
    let label = format!(
        "return document.querySelector({}).getAttribute('aria-label')",
        json!(format!("{game} .now svg"))
    );
    assert_eq!(browser.run(&label), "expected: X on 0 2 4 5 7; O on 1 3 6 8");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_leaderboard_is_sorted_by_click_and_by_key() {
    let Some(browser) = page() else { return };
    let column = |class: &str| {
        let script =
            format!("return [...document.querySelectorAll('tbody .{class}')].map(cell => cell.textContent)");
        let texts = browser.run(&script);
        texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let bytes = || column("bytes").iter().map(|bytes| bytes.parse().unwrap()).collect::<Vec<u64>>();
    browser.click("th.bytes button");
    assert!(bytes().is_sorted() && bytes().len() == PROGRAMS.len() + 1);
    browser.press(&[ENTER]);
    assert!(bytes().is_sorted_by(|one, other| one >= other));
    assert_eq!(
        browser.run("return document.querySelector('th.bytes').getAttribute('aria-sort')"),
        "descending"
    );
    browser.click("th.language button");
    assert!(column("language").is_sorted_by_key(|language| language.to_lowercase()));
    assert_eq!(browser.run("return document.querySelectorAll('[aria-sort]').length"), 1);
}

#[test]
fn candidates_are_found_by_fault_and_failures_walked_through() {
    let Some(browser) = page() else { return };
    let shown = || {
        let script =
            "return [...document.querySelectorAll('main > section')].filter(s => !s.hidden).map(s => s.id)";
        browser.run(script).as_array().unwrap().len()
    };
    assert_eq!(shown(), PROGRAMS.len() + 1);
    let origin = browser.text(".origin");
    for word in [
        "Date20",
        " UTC",
        "Versionjudge 0.",
        "Commandjudge check --suite fixtures --format html",
        "MachineLinux ",
    ] {
        assert!(origin.contains(word), "{word}: {origin}");
    }
    assert_eq!(
        browser.run("return document.querySelector('main > section').classList.contains('bad')"),
        true
    );
    let choose = |name: &str, value: &str| {
        let set =
            format!("const field = document.querySelector('.filter [name={name}]'); field.value = '{value}'");
        browser.run(&format!("{set}; field.dispatchEvent(new Event('input', {{ bubbles: true }}))"));
    };
    choose("text", "draw-for");
    assert_eq!(shown(), 1);
    assert_eq!(
        browser.run("return document.querySelectorAll('.leaderboard tbody tr:not([hidden])').length"),
        1
    );
    choose("text", "");
    choose("word", "wrong");
    let failing = shown();
    assert!((1..PROGRAMS.len()).contains(&failing));
    choose("word", "");
    browser.click("[data-failure=next]");
    let first = browser.run("return location.hash");
    browser.click("[data-failure=next]");
    assert_ne!(browser.run("return location.hash"), first);
    browser.click("[data-failure=previous]");
    assert_eq!(browser.run("return location.hash"), first);
    let link = format!("#{}", section(&browser, "draw-for-tie"));
    assert_eq!(link, "#p-draw-for-tie-sh", "the link stays the same");
    let faults = format!("return Boolean(document.querySelector('.faults a[href=\"{link}\"]'))");
    assert_eq!(browser.run(&faults), true);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn the_command_is_copied() {
    let Some(browser) = page() else { return };
    let all = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    browser.devtools("Browser.grantPermissions", all);
    let commands = format!("#{} .commands", section(&browser, "draw-for-tie"));
    browser.click(&format!("{commands} .copy"));
    browser.wait("document.querySelector('#said').textContent");
    assert_eq!(browser.text("#said"), "Copied.");
    browser.run("navigator.clipboard.readText().then(text => { window.pasted = text })");
    browser.wait("window.pasted");
    let pasted = browser.run("return window.pasted");
    assert_eq!(pasted.as_str().unwrap(), browser.text(&format!("{commands} code")));
    assert!(pasted.as_str().unwrap().starts_with("printf '%s\\n' 2 3 5 6 7 8 4 1 0 | "), "{pasted}");
}

#[test]
fn the_report_page_is_accessible_and_inert() {
    let Some(browser) = page() else { return };
    for (look, name) in [(DESK, "desk"), (PHONE, "phone")] {
        for is_dark in [false, true] {
            browser.look(Look { is_dark, ..look });
            browser.shoot(&format!("report-{name}-{}", if is_dark { "dark" } else { "light" }));
            if let Some(found) = violations(&browser) {
                assert_eq!(found, [""; 0], "{name}, dark: {is_dark}");
            }
            let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
            assert!(overflow.as_f64().unwrap() <= 0.0, "{name}: the page is too wide by {overflow}");
        }
    }
    browser.run("for (const folded of document.querySelectorAll('details')) folded.open = true");
    if let Some(found) = violations(&browser) {
        assert_eq!(found, [""; 0], "all unfolded");
    }
    assert!(browser.run("return window.hacked").is_null());
    assert_eq!(browser.complaints(), [""; 0]);
}
