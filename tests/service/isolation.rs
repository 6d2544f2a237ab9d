//! How a service's programs are kept apart: at least at `filters`, unless the operator says less.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::site::{Site, has_isolation};

fn judge(what: &str, folder: &Path, options: &[&str]) -> Command {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
    judge.arg(what).arg("--database").arg(folder.join("judge.sqlite")).args(options);
    judge.stdin(Stdio::null()).env("XDG_DATA_HOME", folder);
    judge
}

#[test]
fn a_service_requires_isolation_by_default() {
    let folder = tempfile::tempdir().unwrap();
    for (what, options) in [("serve", &["--listen", "127.0.0.1:0"][..]), ("worker", &[])] {
        let output = judge(what, folder.path(), options).args(["--isolation", "none"]).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{what}: {told}");
        assert!(told.contains("--require-isolation filters"), "{what}: {told}");
    }
    let mut serve = judge("serve", folder.path(), &["--listen", "127.0.0.1:0", "--isolation", "none"]);
    let mut serve = serve
        .args(["--require-isolation", "none"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(serve.stdout.take().unwrap()).lines().map_while(Result::ok);
    let level = lines.into_iter().find(|line| line.starts_with("Programs run at isolation"));
    let _ = serve.kill();
    let _ = serve.wait();
    assert_eq!(level.unwrap(), "Programs run at isolation none: they can use this service and the network.");
}

#[test]
fn require_isolation_names_a_level() {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_judge"));
    let output = judge.args(["check", "--require-isolation", "auto", "--", "true"]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("invalid value 'auto'"), "{told}");
}

/// `/proc` shows the words of all processes, and those of a command are the program's text.
#[test]
fn commands_are_not_judged_where_others_could_read_their_words() {
    if !has_isolation("filters") {
        return;
    }
    crate::needs::program("perl");
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--isolation", "filters"]);
    let body = json!({ "challenge": "tictactoe", "command": ["perl", "-e", "print 1"] });
    let (status, submission) = site.post("/v1/submissions?wait=30s", "", &body);
    assert_eq!((status, &submission["verdict"]), (200, &json!("cannot-run")), "{submission}");
    let report = site.text(submission["report"].as_str().unwrap(), "").1;
    assert!(report.contains("submit a file"), "{report}");
    assert_eq!(
        site.judge("", "right.pl", &std::fs::read_to_string("golf/tictactoe/ttt.pl").unwrap())["verdict"],
        "accepted"
    );
}

#[test]
fn a_name_has_no_characters_that_cannot_be_seen() {
    let folder = tempfile::tempdir().unwrap();
    let site = Site::start(folder.path(), &["--workers", "0"]);
    for (name, expected) in [("a\u{2028}b.py", 400), ("a\u{202e}yp.py", 400), ("\u{e9}.py", 202)] {
        let body = json!({ "challenge": "tictactoe", "name": name, "source": "print(1)" });
        let (status, answer) = site.post("/v1/submissions", "", &body);
        assert_eq!(status, expected, "{name:?}: {answer}");
    }
}
