//! Challenges and packages that would take all memory or time, or overflow the stack: each is refused with the
//! line, and whatever the judge is computing, a signal ends it.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::process::ExitStatusExt;

/// A challenge with a number `n` from 0 to 3, in which these stand in fixed lines: the guard in line 8, the new value in
/// line 9, the text in line 15.
fn challenge(when: &str, set: &str, word: &str) -> String {
    let say = "say = [\"c\"]";
    format!(
        "title = 't'\nopen = []\n[state]\nn = {{ init = 0, range = [0, 3] }}\n[input]\nadd = 'add (?<by>[0-9])'\n\
         [[rule]]\non = 'add'\nwhen = \"\"\"{when}\"\"\"\nset.n = \"\"\"{set}\"\"\"\n{say}\n[[rule]]\non = '*'\n\
         say = ['no']\n[words]\nc = \"\"\"{word}\"\"\"\nno = \"no\\n\"\n"
    )
}

/// `count` switches, each with an input that changes it.
fn switches(count: usize) -> String {
    let mut text = "title = 't'\n[state]\n".to_owned();
    (0..count).for_each(|n| writeln!(text, "b{n} = {{ init = 0, range = [0, 1] }}").unwrap());
    text += "[input]\n";
    (0..count).for_each(|n| writeln!(text, "i{n} = 'f{n}'").unwrap());
    for n in 0..count {
        writeln!(text, "[[rule]]\non = 'i{n}'\nset.b{n} = '1 - b{n}'\nsay = ['a']").unwrap();
    }
    text + "[[rule]]\non = '*'\nsay = ['a']\n[words]\na = \"a\\n\"\n"
}

/// A challenge that remembers a value of no bounded size.
fn growing(init: &str, set: &str) -> String {
    format!(
        "title = 't'\n[state]\ns = {{ init = {init} }}\n[input]\na = 'a'\n[[rule]]\non = 'a'\nset.s = '{set}'\n\
         say = ['a']\n[[rule]]\non = '*'\nsay = ['a']\n[words]\na = \"a\\n\"\n"
    )
}

/// The judge, with little memory and processor time.
fn limited(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("bash");
    command.args(["-c", "ulimit -v 3000000 -t 300; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_judge")]);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

fn assert_refused(name: &str, text: &str, expected: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("challenge.toml"), text).unwrap();
    let output = limited(folder.path(), &["challenge", "."]);
    let told =
        String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{name}: {told}");
    for part in expected {
        assert!(told.contains(part), "{name}: {told}");
    }
}

#[test]
fn states_inputs_and_rules_are_a_thousand_at_most() {
    let many = |part: &str, one: &dyn Fn(usize) -> String| {
        let all: String = (0..1_001).map(one).collect();
        challenge("true", "0", "c\\n").replacen(part, &format!("{all}{part}"), 1)
    };
    let state = |n| format!("v{n} = {{ init = 0, range = [0, 1] }}\n");
    let input = |n| format!("i{n} = 'x{{0,200}}y{n}(?<b{n}>[0-9]{{1,9}})'\n");
    let rule = |n| format!("[[rule]]\non = 'add'\nwhen = 'n == {n} && by == 9'\nset.n = '0'\nsay = ['c']\n");
    assert_refused("states", &many("n = {", &state), &["toml:1004:", "more than 1000 states"]);
    assert_refused("inputs", &many("add = '", &input), &["toml:1006:", "more than 1000 inputs"]);
    assert_refused("rules", &many("[[rule]]\non = '*'", &rule), &["more than 1000 rules"]);
}

#[test]
fn expressions_are_short_and_flat() {
    let long = |count: usize, term: &str, between: &str| vec![term; count].join(between);
    for (name, when, set) in [
        ("sum", "true".to_owned(), long(4000, "n", " + ")),
        ("or", long(10_000, "n == 1", " || "), "0".to_owned()),
        ("minus", "true".to_owned(), "-".repeat(20_000) + "0"),
        ("index", "[1]".to_owned() + &"[0]".repeat(2000) + " == 1", "0".to_owned()),
    ] {
        assert_refused(name, &challenge(&when, &set, "c\\n"), &["is longer than 2048 bytes"]);
    }
    assert_refused(
        "sum",
        &challenge("true", &long(600, "n", "+"), "c\\n"),
        &["challenge.toml:10:", "deeper than 200"],
    );
    assert_refused(
        "or",
        &challenge("true", "0", &format!("{{{}}}", long(500, "n", "*"))),
        &["16:", "deeper"],
    );
}

#[test]
fn an_evaluation_makes_no_large_values_and_few_steps() {
    let text = "'".to_owned() + &"a".repeat(40) + "'";
    let replaced = text + &".replace('a', 'aaaaaaaaaaaaaaaaaaaa')".repeat(8) + ".size() > 1";
    let doubled = "['x']".to_owned() + &".map(a, a + a)".repeat(42) + "[0].size() > 1";
    let nested = "lists.range(1000).all(a, lists.range(1000).all(b, lists.range(1000).all(c, true)))";
    let joined = "lists.range(1000).map(a, lists.range(1000).map(b, 'xxxxxxxxxx').join()).join().size() > 1";
    for (name, when, what) in [
        ("replace", replaced.as_str(), "a text or a list of more than 65536 bytes"),
        ("map", &doubled, "a text or a list of more than 65536 bytes"),
        ("loops", nested, "more than 1000000 steps"),
        ("join", joined, "more than 1000000 steps"),
    ] {
        assert_refused(name, &challenge(when, "n", "c\\n"), &["challenge.toml:9:", what]);
    }
    let large = challenge("true", "n", "c\\n") + &format!("[const]\nlarge = '{}'\n", "a".repeat(70_000));
    assert_refused("constant", &large, &["19: `large` has more than 65536 bytes"]);
    let word = "{'".to_owned() + &"y".repeat(1500) + "'}";
    assert_refused("word", &challenge("true", "n", &word.repeat(60)), &["16:", "more than 65536 bytes"]);
}

/// A challenge with more states than are explored.
fn counter(set: &str) -> String {
    growing("0, range = [0, 200000]", set)
}

#[test]
fn the_first_of_many_states_are_enough_without_a_hidden_choice() {
    crate::needs::patience();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("challenge.toml"), counter("s + 1")).unwrap();
    let output = limited(folder.path(), &["challenge", "."]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn states_are_few_small_and_flat() {
    assert_refused(
        "counter",
        &counter("s + h").replace("[input]", "[hidden]\nh = '1..=2'\n[input]"),
        &["challenge.toml:3: there are more than 100000 states", "narrow the ranges"],
    );
    assert_refused(
        "text",
        &growing("'a'", "s + s"),
        &["challenge.toml:8:", "a text of more than 4096 bytes"],
    );
    assert_refused("list", &growing("['a']", "s + s"), &["8:", "a list of more than 2000 values"]);
    assert_refused("nested", &growing("[]", "[s]"), &["8:", "nested deeper than 8"]);
    let wide = growing("['aaaaaaaaaaaaaaaa']", "s.map(x, x + x)");
    assert_refused("wide", &wide, &["8:", "bytes"]);
    let many =
        challenge("true", "n", &"y".repeat(60_000)).replace("[\"c\"]", &format!("{:?}", vec!["c"; 500]));
    assert_refused("says", &many, &["says more than 65536 bytes at once"]);
}

/// Sends a signal to a judge that has been computing for a while; returns how it ended. The tests may have been started
/// where the signal is ignored.
fn interrupted(folder: &Path, arguments: &[&str]) -> ExitStatus {
    let mut command = Command::new("env");
    command
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_judge")])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut judge = command.spawn().unwrap();
    let stat = format!("/proc/{}/stat", judge.id());
    // The processor time of the program, in hundredths of a second, is the 12th number behind its name.
    let busy = || {
        let text = std::fs::read_to_string(&stat).unwrap_or_default();
        text.rsplit(')').next()?.split_whitespace().nth(11)?.parse::<u64>().ok()
    };
    while busy().is_some_and(|time| time < 30) {
        assert!(judge.try_wait().unwrap().is_none(), "{arguments:?}: it ended by itself");
        std::thread::yield_now();
    }
    kill_process(Pid::from_child(&judge), Signal::INT).unwrap();
    judge.wait().unwrap()
}

#[test]
fn a_signal_ends_whatever_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("challenge.toml"), switches(20)).unwrap();
    std::fs::write(folder.path().join("p.py"), "").unwrap();
    for arguments in [
        &["challenge", "."][..],
        &["check", "--challenge", ".", "p.py"],
        &["suite", "--challenge", ".", "complete"],
    ] {
        let status = interrupted(folder.path(), arguments);
        assert!(status.code() == Some(130) || status.signal() == Some(2), "{arguments:?}: {status}");
    }
}

#[test]
fn a_package_with_many_keys_is_read_quickly() {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("package");
    std::fs::create_dir_all(package.join("data/secret")).unwrap();
    for (name, text) in [("1.in", "1\n"), ("1.ans", "1\n")] {
        std::fs::write(package.join("data/secret").join(name), text).unwrap();
    }
    let import = |limits: &str, more: &str, time: u32, to: &str| {
        let yaml = format!("problem_format_version: 2023-07\nname: x\nlimits:\n{limits}\n{more}");
        std::fs::write(package.join("problem.yaml"), yaml).unwrap();
        let mut command = Command::new("bash");
        command.args(["-c", "ulimit -t \"$0\"; exec \"$@\"", &time.to_string(), env!("CARGO_BIN_EXE_judge")]);
        command.args(["import", "package", to]).current_dir(folder.path()).output().unwrap()
    };
    let keys: String = (0..100_000).map(|number| format!("k{number}: 1\n")).collect();
    let output = import("  time_limit: 1", &keys, 30, "many");
    assert!(output.status.success(), "{output:?}");
    for (limits, what) in [
        ("  time_limit: 1e308", "`time_limit` is a number above zero, and at most 3600"),
        ("  time_limit: 1\n  memory: 99999999999999", "`memory` is a number above zero, and at most 1048576"),
        ("  time_limit: 1\n  validation_time: 1e300", "`validation_time`"),
    ] {
        let output = import(limits, "", 30, "large");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(what), "{told}");
        assert!(!folder.path().join("large").exists());
    }
}
