//! `judge suite --kill-matrix` for challenges with a reference.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;

use crate::needs;
use crate::program::{judge, write_file};

/// A challenge with this reference and these sessions.
fn challenge(command: &str, file: &str, source: &[u8], sessions: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let text = format!("title = 'Test'\nreference = {command}\nsessions = ['sessions.txt']\n");
    let write = |name: &str, content: &[u8]| write_file(place.path().join(name), content);
    write("challenge.toml", text.as_bytes());
    write("sessions.txt", sessions.as_bytes());
    write(file, source);
    place
}

/// What is found in the sessions of the challenge.
fn kills(folder: &Path, more: &[&str]) -> Assert {
    let suite = ["suite", "examples", "--kill-matrix", "--challenge"];
    judge().args(suite).arg(folder).args(more).assert()
}

// Perl starts in a tenth of the time of Python, and here every change is started some times.
const COUNTER: &str = r#"use strict;
STDOUT->autoflush;
my $n = 0;
while (<STDIN>) {
    $n++ if $_ eq "up\n";
    # 2 >= 2
    print $n > 2 ? "top\n" : "$n\n";
}
"#;

#[test]
fn each_change_is_found_or_shown_by_a_session_or_makes_no_difference() {
    let place = challenge("['perl', 'reference.pl']", "reference.pl", COUNTER.as_bytes(), "up\nhm\nup\n");
    let told = kills(place.path(), &[]).success().stderr("");
    let shown = "    up\n".repeat(3);
    told.stdout(contains("examples  a reference in which\n"))
        .stdout(contains("x         reference.pl:7: `>` became `>=`\n"))
        .stdout(contains(".         reference.pl:7: `2` became `3`\n"))
        .stdout(contains("=         reference.pl:2: `STDOUT->autoflush;` was left out\n"))
        .stdout(contains(format!("  reference.pl:7: `2` became `3`\n{shown}")))
        .stdout(contains(" 1 shows no difference in 1,000 further sessions either"))
        // Without its declaration a variable is none.
        .stdout(contains(" 1 did not start.\n"))
        // Nothing is changed in a comment.
        .stdout(contains("reference.pl:6:").not());
}

#[test]
fn sources_with_other_line_ends_and_bytes_that_are_no_text_are_changed_too() {
    let source =
        b"#!/usr/bin/perl\r\n# caf\xe9\r\n$| = 1;\r\nwhile (<STDIN>) {\r\n    print \"got it\\n\";\r\n}\r\n";
    let place = challenge("['perl', 'reference.pl']", "reference.pl", source, "a\nb\n");
    kills(place.path(), &["--budget", "1m"])
        .success()
        .stdout(contains("x         reference.pl:5: `print \"got it\\n\";` was left out\n"))
        .stdout(contains("x         reference.pl:5: `\"got it\\n\"` became `\"hot it\\n\"`\n"));
}

#[test]
fn a_reference_in_lua_is_changed_by_the_rules_of_its_language() {
    needs::program("lua");
    let source =
        b"-- 1 ~= 2\nio.stdout:setvbuf('no')\nfor line in io.lines() do\n  if line ~= 'a' then print('no') \
                  end\n  if line == 'a' then print('yes') end\nend\n";
    let place = challenge("['lua', 'reference.lua']", "reference.lua", source, "a\nb\n");
    kills(place.path(), &["--jobs", "1"])
        .success()
        .stdout(contains("x         reference.lua:4: `~=` became `==`\n"))
        .stdout(contains("x         reference.lua:5: `if line == 'a'` was negated\n"))
        .stdout(contains("reference.lua:1:").not());
}

#[test]
fn changes_that_loop_print_without_end_or_delete_files_are_found_and_do_no_harm() {
    needs::patience();
    let place = challenge("['perl', 'reference.pl']", "reference.pl", b"", "a\n");
    let precious = place.path().join("precious");
    std::fs::create_dir(&precious).unwrap();
    write_file(precious.join("file"), "");
    let source = format!(
        "use File::Path;\nwhile (<STDIN>) {{\n    my $i = 0;\n    while ($i < 3) {{\n        $i++;\n    }}\n    while ($i < 6) \
         {{\n        $i++;\n        print $i;\n    }}\n    rmtree({precious:?}) if $i == 99;\n}}\n"
    );
    write_file(place.path().join("reference.pl"), source);
    kills(place.path(), &[])
        .success()
        .stdout(contains("x         reference.pl:5: `$i++;` was left out\n"))
        .stdout(contains("x         reference.pl:8: `$i++;` was left out\n"))
        .stdout(contains("reference.pl:11: `==` became `!=`\n"));
    assert!(precious.join("file").exists());
}

#[test]
fn what_cannot_be_changed_is_told() {
    let place = challenge("['./prog']", "prog", b"\x7fELF\0\0", "a\n");
    std::fs::set_permissions(place.path().join("prog"), PermissionsExt::from_mode(0o755)).unwrap();
    let no_text = "no reference that could be changed: `./prog` names no text in the folder";
    kills(place.path(), &[]).code(2).stdout("").stderr(contains(no_text));
    let place = challenge("['awk', '-f', 'reference.awk']", "reference.awk", b"{ print }\n", "a\n");
    kills(place.path(), &[]).code(2).stdout("").stderr(contains("no change of reference.awk is known"));
    let place = tempfile::tempdir().unwrap();
    write_file(place.path().join("challenge.toml"), "title = 'Recorded'\n");
    kills(place.path(), &[]).code(2).stdout("").stderr(contains("the challenge has only recordings"));
}

#[test]
fn when_the_time_is_over_the_number_that_was_not_tried_is_told() {
    let place = challenge("['perl', 'reference.pl']", "reference.pl", COUNTER.as_bytes(), "up\n");
    kills(place.path(), &["--budget", "1ms"])
        .success()
        .stdout(contains("The suites find 0 of 0 changes of the reference."))
        .stdout(contains(" were not tried.\n"));
}

/// What is said of the fault of a program that is judged by the counter.
fn judged(program: &str) -> Assert {
    let place =
        challenge("['perl', 'reference.pl']", "reference.pl", COUNTER.as_bytes(), "up\nhm\nup\nup\nup\n");
    let file = place.path().join("mine.pl");
    write_file(&file, program);
    judge().args(["check", "--suite", "examples", "--challenge"]).arg(place.path()).arg(file).assert().code(1)
}

#[test]
fn the_fault_of_a_candidate_is_named_by_a_change_of_the_reference() {
    // Written otherwise, and wrong in one place.
    let one = "$| = 1; my $c = 0; while (my $l = <>) { chomp $l; $c += $l eq 'up';\n\
               if ($c >= 2) { print qq(top\\n) } else { print qq($c\\n) } }\n";
    let named = "it behaves as the reference would if `>` became `>=` in reference.pl:7";
    judged(one).stdout(contains(named));
    // Another fault hides only where the first does not show.
    let two = one.replace("if ($c >= 2)", "if ($l eq 'hm') { print qq(eh\\n) } elsif ($c >= 2)");
    judged(&two).stdout(contains("expected").and(contains("behaves").not()));
}

#[test]
fn a_candidate_whose_fault_is_no_change_of_the_reference_is_described_only() {
    let crashes = "$| = 1; while (<>) { /up/ and die qq(no\\n); print qq(0\\n) }\n";
    judged(crashes).stdout(contains("behaves").not());
}
