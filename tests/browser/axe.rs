//! The rules of accessibility as axe-core knows them. It is not part of this repository: `.ci/run`
//! installs it beside what is built, and where it is missing the rules are not looked at.

use std::path::Path;

use crate::browser::Browser;

/// What axe-core finds wrong with the page that is open; none, after saying so, where it is missing.
///
/// # Panics
/// If it is missing in CI.
pub(crate) fn violations(browser: &Browser) -> Option<Vec<String>> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let file = target.join("axe/node_modules/axe-core/axe.min.js");
    let Ok(axe) = std::fs::read_to_string(&file) else {
        let is_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
        assert!(!is_ci, "{} is missing, and CI skips nothing", file.display());
        eprintln!("skipped: the rules of accessibility, since {} is missing", file.display());
        return None;
    };
    browser.run(&axe);
    browser.run("window.found = null; axe.run().then(found => { window.found = found });");
    browser.wait("window.found");
    let found = browser.run(
        "return found.violations.map(rule => rule.id + ': ' + rule.help + ' at ' + \
         rule.nodes.map(node => node.target.join(' ')).join(', '))",
    );
    let texts = found.as_array().into_iter().flatten();
    Some(texts.map(|text| text.as_str().unwrap_or_default().to_owned()).collect())
}

#[test]
fn a_page_without_a_title_is_told_so() {
    let Some(browser) = Browser::start(crate::browser::DESK) else { return };
    let page = tempfile::tempdir().unwrap();
    let file = page.path().join("page.html");
    std::fs::write(&file, "<!doctype html><p>words").unwrap();
    browser.open(&format!("file://{}", file.display()));
    let Some(found) = violations(&browser) else { return };
    assert!(found.iter().any(|rule| rule.starts_with("document-title")), "{found:?}");
}
