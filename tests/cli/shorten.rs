//! `judge shorten` finds the bytes that a program can do without, and leaves the program alone.

use std::collections::BTreeMap;
use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde::Deserialize;

use crate::needs;
use crate::program::{Program, folder, home, judge, write_file};

/// A challenge with few states: it counts to three.
const COUNTER: &str = r#"title = "Counter"
open = ["count"]
[state]
n = { init = 0, range = [0, 3] }
[input]
up = 'up'
[[rule]]
name = "up"
on = "up"
when = "n < 3"
set.n = "n + 1"
say = ["count"]
[[rule]]
name = "no"
on = "*"
say = ["no", "count"]
[words]
count = "{n}> "
no = "no\n"
"#;

/// A right program, with much that it does not need.
const PERL: &str = "# It counts.\nmy $count = 0;\nmy $unused = 'unused';\n\
                    while (print(\"$count> \"), defined(my $line = <STDIN>)) {\n    \
                    if ($line eq \"up\\n\" && $count < 3) { $count++; }\n    \
                    else { print(\"no\\n\"); }\n}\n";

/// A folder with the challenge and a program, and the command that makes it shorter.
fn counter(name: &str, source: &[u8]) -> (tempfile::TempDir, Program) {
    let (kept, path) = folder(&[("challenge.toml", COUNTER)]);
    write_file(path.join(name), source);
    let mut command = judge();
    command.arg("shorten").arg(path.join(name)).arg("--challenge").arg(&path);
    (kept, command)
}

#[test]
fn superfluous_parts_are_found_and_the_file_is_unchanged() {
    needs::patience();
    let (kept, mut command) = counter("count.pl", PERL.as_bytes());
    let (program, out) = (kept.path().join("count.pl"), kept.path().join("short.pl"));
    let told = command.arg("--out").arg(&out).assert().code(0).stderr("");
    let short = std::fs::read(&out).unwrap();
    assert!(short.len() <= 70, "{}", String::from_utf8_lossy(&short));
    assert_eq!(std::fs::read(&program).unwrap(), PERL.as_bytes());
    let saved = format!("{} bytes became {} (-{}); ", PERL.len(), short.len(), PERL.len() - short.len());
    told.stdout(contains(saved).and(contains("\n-my $unused = 'unused';\n")));
    let check = |path: &Path| judge().arg("check").arg(path).arg("--challenge").arg(kept.path()).assert();
    check(&out).code(0);
    // What is short already stays so.
    let again = judge().arg("shorten").arg(&out).arg("--challenge").arg(kept.path()).assert();
    again.code(0).stdout(contains(format!("{} bytes, nothing could be saved; ", short.len())));
}

#[test]
fn comments_may_hold_any_bytes() {
    needs::patience();
    let source = [b"# caf\xe9 \xff\n", PERL.as_bytes()].concat();
    let (kept, mut command) = counter("count.pl", &source);
    let told = command.args(["--out"]).arg(kept.path().join("short.pl")).assert().code(0);
    told.stdout(contains("-# caf\\xe9 \\xff\n"));
    assert!(std::fs::read(kept.path().join("short.pl")).unwrap().len() <= 70);
}

#[test]
fn a_refused_program_is_not_shortened() {
    let wrong = PERL.replace("< 3", "< 4");
    let (kept, mut command) = counter("count.pl", wrong.as_bytes());
    let out = kept.path().join("short.pl");
    let told = command.arg("--out").arg(&out).assert().code(1);
    told.stdout(contains("wrong: ").and(contains("0 of 1 passed"))).stderr(contains("mend it first"));
    assert!(!out.exists());
}

#[test]
fn what_cannot_be_made_shorter_is_said_plainly() {
    let (kept, _) = counter("count.pl", PERL.as_bytes());
    let path = |name: &str| kept.path().join(name).display().to_string();
    write_file(path("binary"), b"\x7fELF\0\0");
    std::fs::set_permissions(path("binary"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    std::os::unix::fs::symlink("count.pl", path("link.pl")).unwrap();
    let told = |arguments: &[&str]| -> Assert {
        judge().arg("shorten").args(arguments).arg("--challenge").arg(kept.path()).assert().code(2).stdout("")
    };
    let program = path("count.pl");
    told(&[&path("absent.pl")]).stderr(contains("absent.pl: No such file"));
    told(&[&path("")]).stderr(contains("takes one program, not a folder"));
    told(&[&path("binary")]).stderr(contains("binary: it is no text; name its source"));
    told(&[&program, "--out", &program]).stderr(contains("this file is read, and would be lost"));
    told(&[&program, "--out", &path("link.pl")]).stderr(contains("this file is read, and would be lost"));
    told(&[&program, "--out", &path("")]).stderr(contains("--out takes a file, not a folder"));
    told(&[&program, "--out", &path("absent/short.pl")]).stderr(contains("No such file"));
    assert_eq!(std::fs::read(&program).unwrap(), PERL.as_bytes());
}

/// A full disk is a device that takes nothing.
#[test]
fn what_was_saved_is_shown_even_if_it_cannot_be_written() {
    needs::patience();
    let (_kept, mut command) = counter("count.pl", PERL.as_bytes());
    let told = command.args(["--out", "/dev/full"]).assert().code(2);
    told.stdout(contains(" bytes became ")).stderr(contains("/dev/full: No space left"));
}

/// The interrupt comes when the first line of the progress shows that something was saved.
#[test]
fn an_interrupt_keeps_what_was_found() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    needs::program("script");
    let program = home().join("tests/programs/padded/board.lua");
    let kept = tempfile::tempdir().unwrap();
    let out = kept.path().join("short.lua");
    let shorten = format!(
        "exec {} shorten --suite examples {} --out {}",
        env!("CARGO_BIN_EXE_judge"),
        program.display(),
        out.display()
    );
    let mut child = Command::new("script")
        .args(["-qec", &shorten, "/dev/null"])
        .current_dir(home())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
    let mut stdout = child.stdout.take().unwrap();
    while !String::from_utf8_lossy(&shown).contains("trials") {
        let count = stdout.read(&mut buffer).unwrap();
        assert!(count > 0, "{}", String::from_utf8_lossy(&shown));
        shown.extend_from_slice(&buffer[..count]);
    }
    // What Ctrl-C sends at a terminal.
    use std::io::Write;
    child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    stdout.read_to_end(&mut shown).unwrap();
    let shown = String::from_utf8_lossy(&shown);
    assert_eq!(child.wait().unwrap().code(), Some(130), "{shown}");
    assert!(shown.contains("interrupted: ") && shown.contains(" bytes"), "{shown}");
    assert!(out.is_file(), "{shown}");
}

/// A program among `tests/programs/padded`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Padded {
    /// How many bytes must at least be found.
    spare: usize,
}

fn padded() -> BTreeMap<String, Padded> {
    let text = std::fs::read_to_string(home().join("tests/programs/padded/padded.toml")).unwrap();
    toml::from_str(&text).unwrap()
}

/// Makes one of them shorter; none if its language is not installed. Gives how many bytes were saved.
fn saved(name: &str, suite: &[&str]) -> Option<usize> {
    let program = home().join("tests/programs/padded").join(name);
    let kept = tempfile::tempdir().unwrap();
    let out = kept.path().join(name);
    let output = judge().arg("shorten").arg(&program).args(suite).arg("--out").arg(&out).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    if told.contains("is not installed") {
        eprintln!("skipped: {told}");
        return None;
    }
    assert_eq!(output.status.code(), Some(0), "{name}: {told}");
    println!("{name}: {}", told.lines().last().unwrap_or_default());
    Some(std::fs::read(&program).unwrap().len() - std::fs::read(&out).unwrap().len())
}

#[test]
#[ignore = "it takes some minutes; tests/long.sh shorten"]
fn the_spare_bytes_of_padded_programs_are_found() {
    for (name, Padded { spare }) in padded() {
        if let Some(saved) = saved(&name, &[]) {
            assert!(saved >= spare, "{name}: {saved} of {spare}");
        }
    }
}
