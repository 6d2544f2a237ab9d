//! Every page of the service, as snapshots.

use std::time::Duration;

use regex::Regex;

use crate::site::Site;

/// A right program, and one that says only the first words.
const PROGRAMS: [(&str, &str); 2] = [
    ("ttt.pl", include_str!("../../golf/tictactoe/ttt.pl")),
    ("short.pl", "print \"...\\n...\\n...\\nX> \"\n"),
];

#[test]
fn every_page_is_as_its_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--workers", "1", "--isolation", "rlimits"];
    let site = Site::start(folder.path(), &options);
    let ids = PROGRAMS
        .map(|(name, source)| site.judge(&site.admin, name, source)["id"].as_str().unwrap().to_owned());
    let submissions = ids.clone().map(|id| format!("/submissions/{id}"));
    let pages = [
        ("home", "/"),
        ("challenge", "/challenges/tictactoe"),
        ("accepted", &submissions[0]),
        ("wrong", &submissions[1]),
        ("mine", "/mine"),
        ("sign-in", "/sign-in"),
        ("admin", "/admin"),
        ("no-challenge", "/challenges/none"),
        ("nowhere", "/nowhere"),
    ];
    for (name, path) in pages {
        insta::assert_snapshot!(format!("page-{name}"), steady(&page(&site, path), &ids));
    }
}

/// The page that its admin sees.
fn page(site: &Site, path: &str) -> String {
    let config = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(60)));
    let agent = config.build().new_agent();
    let cookie = format!("judge-token={}", site.admin);
    let answer = agent.get(format!("{}{path}", site.url)).header("cookie", cookie).call();
    answer.unwrap().body_mut().read_to_string().unwrap()
}

/// A page without what differs from run to run; each tag is on a line of its own.
fn steady(page: &str, ids: &[String]) -> String {
    let changes = [
        (r"><", ">\n<"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?", "(time)"),
        (r"by worker \w+", "by worker (name)"),
        (r"runs: [^<\n]*", "runs: (how they were made)"),
        (r"(?s)<td>[^<]*</td>\n<td class=.wide.>rlimits.*?</tr>", "<td>(worker)</td>\n</tr>"),
    ];
    let named = ids.iter().zip(["(first)", "(second)"]);
    let page = named.fold(page.to_owned(), |text, (id, name)| text.replace(id.as_str(), name));
    changes
        .iter()
        .fold(page, |text, (found, shown)| Regex::new(found).unwrap().replace_all(&text, *shown).into_owned())
}
