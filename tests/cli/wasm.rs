//! Modules for WebAssembly: judged without any tool, in every way of feeding, and exactly.

use serde_json::Value;

use crate::program::{check, folder, judge};

/// The submission with these words in the place of others.
fn with(old: &str, new: &str) -> String {
    let source = include_str!("../../golf/tictactoe/ttt.wat");
    assert!(source.contains(old));
    source.replace(old, new)
}

fn ruling(source: &str, args: &[&str]) -> Value {
    let (_kept, folder) = folder(&[("ttt.wat", source)]);
    let path = folder.join("ttt.wat");
    let (mut run, _) = check(&[args, &[path.to_str().unwrap()]].concat());
    run["candidates"][0].take()
}

#[test]
fn a_module_is_right_however_it_is_fed() {
    for feed in ["ahead", "turn", "terminal"] {
        let ruling = ruling(&with("", ""), &["--suite", "examples", "--feed", feed]);
        assert_eq!(ruling["verdict"], "accepted", "{feed}: {ruling:#}");
        assert_eq!(ruling["language"], "WebAssembly");
    }
}

#[test]
fn modules_that_ask_on_are_idle_and_faulty_ones_wrong() {
    let (win, asks) = ("i64.const 0x700000040 call $p return", "i64.const 0x700000040 call $p");
    let read = "i32.const 0 i32.const 0 i32.const 1 i32.const 8 call $r drop return";
    let ruling_of = |source: &str, feed: &str| ruling(source, &["--suite", "smoke", "--feed", feed]);
    assert_eq!(ruling_of(&with(win, &format!("{asks} {read}")), "turn")["verdict"], "idle");
    // No more than three directions are looked at.
    let ruling = ruling_of(&with("i32.const 5 local.set $d", "i32.const 4 local.set $d"), "ahead");
    assert_eq!(ruling["verdict"], "wrong", "{ruling:#}");
    assert!(ruling["failure"]["command"].is_null(), "no shell runs it: {ruling:#}");
}

#[test]
fn two_runs_of_the_judge_measure_the_same() {
    let (_kept, folder) = folder(&[("ttt.wat", &with("", ""))]);
    let runs = [0, 1].map(|number| {
        let saved = folder.join(format!("run-{number}.json"));
        let args = ["check", "--suite", "smoke", "--jobs", "2", "--save"];
        judge().args(args).arg(&saved).arg(folder.join("ttt.wat")).assert().success();
        let run: Value = serde_json::from_slice(&std::fs::read(saved).unwrap()).unwrap();
        let facts = run["candidates"][0]["facts"].as_array().unwrap().iter();
        facts.map(|facts| facts["runs"].clone()).collect::<Vec<_>>()
    });
    assert!(runs[0].len() > 10 && runs[0].iter().all(serde_json::Value::is_array));
    assert_eq!(runs[0], runs[1]);
}
