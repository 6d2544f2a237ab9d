//! The suite `explored`: sessions that a search finds by the answers of the reference.

use predicates::prelude::*;
use serde_json::Value;

use crate::needs;
use crate::program::{judge, with_change, write};

/// A store of numbered boxes. It crashes on `open 13`, which no program needs to do.
const REFERENCE: &str = r#"$| = 1;
my (%boxes, $moves);
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^open (\d{1,4})$/) {
        die "unlucky" if $1 == 13;
        if ($1 > 999) { print "too large\n"; }
        elsif (exists $boxes{$1}) { print "open already\n"; }
        elsif (keys %boxes == 5) { print "no room\n"; }
        else { $boxes{$1} = 0; print "opened $1\n"; }
    }
    elsif ($line =~ /^put (\d+) (\d{1,4})$/) {
        if (!exists $boxes{$1}) { print "no box $1\n"; }
        else { $boxes{$1} += $2; print "box $1 has $boxes{$1}\n"; }
    }
    elsif ($line =~ /^close (\d+)$/) {
        if (!exists $boxes{$1}) { print "no box $1\n"; }
        elsif ($boxes{$1} > 5000) { print "too heavy\n"; }
        else { delete $boxes{$1}; print "closed\n"; }
    }
    elsif ($line eq "end") { print "bye\n"; exit; }
    else { print "what?\n"; }
}
"#;

const CHALLENGE: &str = r#"title = "Boxes"
reference = ["perl", "reference.pl"]
sessions = ["sessions.txt"]
never = ['.*  .*', '\s.*|.*\s']
"#;

const SESSIONS: &str = "open 1\nput 1 5\nclose 1\nopen 1\nend\n---\nopen 2\nopen 2\nput 3 1\nhm\n";

/// Programs with one fault each: a text of the reference, and what stands in its place.
const WRONG: [(&str, &str); 6] = [
    // No session of the folder opens more than one box.
    ("keys %boxes == 5", "keys %boxes == 6"),
    // Nor does one reach these limits.
    ("$1 > 999", "$1 > 1000"),
    ("$boxes{$1} > 5000", "$boxes{$1} > 9999"),
    // A message of a rare branch.
    ("too heavy", "to heavy"),
    // What was put into a box is there again when it is opened anew.
    ("$boxes{$1} = 0; print", "$boxes{$1} = $kept{$1} // 0; print"),
    ("unlucky", "crash"),
];

fn folder() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    write(place.path(), "challenge.toml", CHALLENGE);
    write(place.path(), "sessions.txt", SESSIONS);
    write(place.path(), "reference.pl", REFERENCE);
    place
}

#[test]
fn faults_that_no_session_of_the_folder_shows_are_found() {
    needs::patience();
    let texts = WRONG.map(|(old, new)| {
        REFERENCE.replace(old, new).replace("delete $boxes{$1};", "$kept{$1} = delete $boxes{$1};")
    });
    // The last of these is right: where the reference crashes, nothing is asked of others.
    let last = texts.len() - 1;
    assert_eq!(accepted(&folder(), &[], &texts), [format!("program{last}.pl")]);
}

/// The programs of these texts that are accepted, by name.
fn accepted(place: &tempfile::TempDir, options: &[&str], texts: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        names.push(format!("program{number}.pl"));
        write(place.path(), &names[number], text);
    }
    let check = ["check", "--format", "json", "--challenge", "."];
    let output = judge().current_dir(place.path()).args(check).args(options).args(&names).output().unwrap();
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let candidates = run["candidates"].as_array().unwrap();
    assert_eq!(candidates.len(), names.len());
    let accepted = candidates.iter().filter(|candidate| candidate["verdict"] == "accepted");
    accepted.map(|candidate| candidate["name"].as_str().unwrap().to_owned()).collect()
}

/// Limits that stand in no session, and nothing else; and an end.
const KEEPER: &str = r#"$| = 1;
my $kept = 0;
while (my $line = <STDIN>) {
    chomp $line;
    if ($line =~ /^keep (\d{1,6})$/) {
        if ($1 > 137 + $kept) { print "too much\n"; }
        else { $kept += $1; print "keeps $kept\n"; }
    }
    elsif ($line eq "end") { print "bye\n"; exit; }
    else { print "what?\n"; }
}
"#;

#[test]
fn both_sides_of_a_limit_are_tried_and_lines_after_the_end() {
    needs::patience();
    let place = folder();
    write(place.path(), "sessions.txt", "keep 5\nkeep 7000\nend\n");
    write(place.path(), "reference.pl", KEEPER);
    let limits = ["> 138 + $kept", "> 136 + $kept", ">= 137 + $kept", "> 137"];
    let limits = limits.map(|limit| KEEPER.replace("> 137 + $kept", limit));
    let texts: Vec<_> = limits.into_iter().chain([KEEPER.replace("exit;", ""), KEEPER.to_owned()]).collect();
    assert_eq!(accepted(&place, &["--suite", "explored"], &texts), ["program5.pl"]);
}

#[test]
fn long_lines_of_the_author_are_asked() {
    let place = folder();
    let line = format!("keep {}", "a long text ".repeat(5).trim());
    write(place.path(), "sessions.txt", &format!("{line}\nend\n"));
    let reference =
        KEEPER.replace("^keep (\\d{1,6})$/) {", "^keep (.*)$/) { print length $1, \"\\n\"; next;");
    write(place.path(), "reference.pl", &reference);
    let cut = reference.replace("(.*)", "(.{1,50})");
    assert_eq!(accepted(&place, &["--suite", "explored"], &[cut, reference]), ["program1.pl"]);
}

#[test]
fn kept_sessions_stand_beside_those_of_the_author() {
    let place = folder();
    write(place.path(), "explored.sessions", "open 1\nend\n");
    let shut = "print $boxes{$1} == 5 ? \"shut\\n\" : \"closed\\n\"; delete $boxes{$1};";
    let wrong = REFERENCE.replace("delete $boxes{$1}; print \"closed\\n\";", shut);
    assert_eq!(accepted(&place, &[], &[wrong, REFERENCE.to_owned()]), ["program1.pl"]);
}

/// A store of words that asks on for ever at the end of its input; `STAYS` may end it.
const STORE: &str = r#"BUFFER
my %store;
while (1) {
    print "n? ";
    my $line = <STDIN>;
    chomp $line;
    my ($what, $name, $value) = split / /, $line;
    if ($what eq "set") { $store{$name} = $value; print "ok\n"; }
    elsif ($what eq "get") { print exists $store{$name} ? "$store{$name}\n" : "none\n"; }
    elsif ($what eq "count") { print scalar(keys %store), "\n"; }
    STAYS
    else { print "what?\n"; }
}
"#;

/// How a program takes its input and ends, each a text of the store and what stands in its place.
const WAYS: [&[(&str, &str)]; 4] = [
    &[],
    // It shows nothing before its output is full, or it ends.
    &[("$| = 1;", "")],
    // It fails at the end of its input.
    &[("my $line = <STDIN>;", "my $line = <STDIN> // die;")],
    // It reads all lines first.
    &[
        ("my $line = <STDIN>;", "my $line = shift @all // exit;"),
        ("my %store;", "my %store; my @all = <STDIN>;"),
    ],
];

/// A count that is wrong from the fourth name on, which no session of the folder reaches.
const MISCOUNTS: (&str, &str) = ("scalar(keys %store)", "scalar(keys %store) - (keys(%store) > 3)");

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn endless_references_are_searched() {
    let quits = "elsif ($what eq 'q') { exit; }";
    for (buffer, quits, last, ways) in [("$| = 1;", "", "", &WAYS[..]), ("", quits, "q\n", &WAYS[2..])] {
        let store = STORE.replace("STAYS", quits).replace("BUFFER", "$| = 1;");
        let place = folder();
        write(place.path(), "reference.pl", &store.replace("$| = 1;", buffer));
        let sessions = format!("set a 1\nget a\ncount\nget b\n{last}---\nset b 2\ncount\n{last}");
        write(place.path(), "sessions.txt", &sessions);
        let mut programs = vec!["wrong.pl".to_owned()];
        write(place.path(), "wrong.pl", &with_change(&store, MISCOUNTS.0, MISCOUNTS.1));
        for (number, way) in ways.iter().enumerate() {
            let right = way.iter().fold(store.clone(), |text, (old, new)| with_change(&text, old, new));
            programs.push(format!("right{number}.pl"));
            write(place.path(), &programs[number + 1], &right);
        }
        let check = ["check", "--budget", "5m", "--challenge", "."];
        let output = judge().current_dir(place.path()).args(check).args(programs).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(told.matches("accepted (searched runs)").count(), ways.len(), "{told}");
        assert!(told.contains("\n✗ wrong.pl: wrong in the run explored-"), "{told}");
    }
}

#[test]
fn what_was_too_slow_or_impossible_is_told() {
    needs::patience();
    let place = folder();
    write(place.path(), "slow.pl", &format!("1 for 1 .. 2_000_000;\n{REFERENCE}"));
    let told = |arguments: &[&str], words: &str| {
        let check = ["check", "--challenge", ".", "slow.pl"];
        let told = judge().current_dir(place.path()).args(check).args(arguments).assert().success();
        told.stdout(predicate::str::contains(words));
    };
    told(&["--clean", "--budget", "4s"], "too slow for `explored` within the budget: slow.pl; `--budget ");
    let moody = REFERENCE.replace("too heavy", "too heavy by $$");
    write(place.path(), "reference.pl", &moody.replace("what?", "$$?"));
    write(place.path(), "sessions.txt", "open 1\nput 1 5\nclose 1\nend\n");
    told(&[], "`explored` is not played: the reference says \"");
}

#[test]
fn the_shortest_session_in_which_the_reference_crashes_is_told() {
    let place = folder();
    write(place.path(), "sessions.txt", &format!("{SESSIONS}---\nhm\nopen 12\n"));
    let told = judge().current_dir(place.path()).args(["challenge", "."]).assert().success();
    told.stdout(predicate::str::contains("note: the reference fails when it is given \"open 13\": "))
        .stdout(predicate::str::contains("no program is asked that"));
}

#[test]
fn a_right_program_passes_with_an_estimate() {
    needs::patience();
    let place = folder();
    let program = r#"
import sys
boxes = {}
for line in sys.stdin:
    words = line.rstrip("\n").split(" ")
    number = lambda word, most: word.isascii() and word.isdigit() and len(word) <= most
    match words:
        case ["open", n] if number(n, 4):
            if n == "13": print("lucky")
            elif int(n) > 999: print("too large")
            elif n in boxes: print("open already")
            elif len(boxes) == 5: print("no room")
            else: boxes[n] = 0; print("opened", n)
        case ["put", n, k] if number(n, 300) and number(k, 4):
            if n not in boxes: print("no box", n)
            else: boxes[n] += int(k); print("box", n, "has", boxes[n])
        case ["close", n] if number(n, 300):
            if n not in boxes: print("no box", n)
            elif boxes[n] > 5000: print("too heavy")
            else: del boxes[n]; print("closed")
        case ["end"]: print("bye"); break
        case _: print("what?")
"#;
    write(place.path(), "program.py", program);
    let check = judge()
        .current_dir(place.path())
        .args(["check", "--verbose", "--challenge", ".", "program.py"])
        .assert();
    check.success().stdout(predicate::str::contains("accepted (searched runs)")).stdout(
        predicate::str::is_match(r"kinds of answers, the last new one in session [\d,]+; chance that")
            .unwrap(),
    );
}

#[test]
fn the_search_repeats_and_never_feeds_excluded_lines() {
    needs::patience();
    let place = folder();
    let print = || {
        judge().current_dir(place.path()).args(["suite", "explored", "--challenge", "."]).output().unwrap()
    };
    let (once, again) = (print(), print());
    assert!(once.status.success() && once.stdout == again.stdout);
    let text = String::from_utf8(once.stdout).unwrap();
    let sessions: Vec<Vec<String>> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!((1000..=3000).contains(&sessions.len()), "{}", sessions.len());
    let written = ["open 1", "put 1 5", "close 1", "open 1", "end"];
    assert!(sessions[..4].iter().any(|session| session == &written), "{:?}", &sessions[..4]);
    for line in sessions.iter().flatten() {
        assert!(line.trim() == line && !line.contains("  ") && line.len() <= 254, "{line:?}");
    }
}

#[test]
fn a_reference_without_any_known_line_is_searched_by_its_words() {
    needs::patience();
    let place = tempfile::tempdir().unwrap();
    let door =
        "my $word = <STDIN> // ''; chomp $word; print $word eq 'sesame' ? \"open\\n\" : \"shut\\n\";\n";
    write(place.path(), "challenge.toml", "title = 'Door'\nreference = 'door.pl'\n");
    write(place.path(), "door.pl", door);
    write(place.path(), "wrong.pl", &door.replace("'sesame'", "'s'"));
    let check =
        |program| judge().current_dir(place.path()).args(["check", "--challenge", ".", program]).assert();
    check("door.pl").success().stdout(predicate::str::contains("accepted (searched runs)"));
    check("wrong.pl").code(1).stdout(predicate::str::contains("'%s\\n' sesame"));
}

/// A run in Python is ended when its cleanup begins. Its exit status is not known then, and is waited for after words on standard error.
#[test]
fn no_program_is_asked_what_a_reference_in_python_fails_at() {
    needs::program("python3");
    let place = tempfile::tempdir().unwrap();
    let fails = "while True:\n    try: line = input('> ')\n    except EOFError: break\n    \
        if line == 'boom': raise ValueError(line)\n    print('ok', line)\n";
    write(place.path(), "reference.py", fails);
    write(place.path(), "sessions.txt", "a\nb\n");
    write(
        place.path(),
        "challenge.toml",
        "title = \"b\"\nreference = \"reference.py\"\nsessions = [\"sessions.txt\"]\n",
    );
    let found = searched(place.path());
    assert!(found.contains("boom") && !found.contains("\"boom\""), "{found}");
}

/// What `judge suite explored` prints for the challenge in this folder.
fn searched(folder: &std::path::Path) -> String {
    let suite = judge().current_dir(folder).args(["suite", "explored", "--challenge", "."]).assert();
    String::from_utf8(suite.success().get_output().stdout.clone()).unwrap()
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn kept_sessions_replace_the_search() {
    let place = folder();
    let found = searched(place.path());
    let keep = || judge().current_dir(place.path()).args(["challenge", ".", "--keep"]).assert().success();
    let count = found.lines().count();
    let grouped =
        if count < 1000 { count.to_string() } else { format!("{},{:03}", count / 1000, count % 1000) };
    keep()
        .stdout(predicate::str::contains(format!("kept {grouped} runs in ./explored.sessions: `explored`")));
    let text = std::fs::read_to_string(place.path().join("explored.sessions")).unwrap();
    assert_eq!(searched(place.path()), found);

    // Another search would find others; these stay.
    write(place.path(), "sessions.txt", "open 7\nclose 7\n");
    assert_eq!(searched(place.path()), found);
    // A line that may not be fed is left out, and so is a session that is there twice.
    write(place.path(), "explored.sessions", "open 5\n open 6\nend\n---\n---\nhm\n---\nopen 5\nend\n");
    assert_eq!(searched(place.path()), "[\"open 5\",\"end\"]\n[]\n[\"hm\"]\n");
    write(place.path(), "program.pl", REFERENCE);
    let check = ["check", "--verbose", "--suite", "explored", "--challenge", ".", "program.pl"];
    let check = judge().current_dir(place.path()).args(check).assert().success();
    let claim = "3 sessions, 3 kinds of answers, the last new one in session 3; chance that";
    check.stdout(predicate::str::contains(claim));
    write(place.path(), "program.pl", &REFERENCE.replace("what?", "what"));
    let check = ["check", "--suite", "explored", "--challenge", ".", "program.pl"];
    judge().current_dir(place.path()).args(check).assert().code(1);

    write(place.path(), "sessions.txt", SESSIONS);
    keep();
    assert_eq!(std::fs::read_to_string(place.path().join("explored.sessions")).unwrap(), text);
}

#[test]
fn sessions_of_rules_are_kept_and_what_is_not_searched_is_told() {
    let place = tempfile::tempdir().unwrap();
    let rules = include_str!("../../fixtures/vending/challenge.toml");
    let without_reference = rules.lines().filter(|line| !line.starts_with("reference"));
    let rules: String = without_reference.map(|line| format!("{line}\n")).collect();
    write(place.path(), "challenge.toml", &rules);
    let found = searched(place.path());
    let keep = ["challenge", ".", "--keep"];
    judge().current_dir(place.path()).args(keep).assert().success();
    assert_eq!(searched(place.path()), found);
    let text = std::fs::read_to_string(place.path().join("explored.sessions")).unwrap();
    write(place.path(), "explored.sessions", text.split("---").next().unwrap());
    assert_eq!(searched(place.path()).lines().count(), 1);

    for text in ["title = \"A\"\nrules = \"tictactoe\"\n", "title = \"A\"\n"] {
        let place = tempfile::tempdir().unwrap();
        write(place.path(), "challenge.toml", text);
        let refused = judge().current_dir(place.path()).args(keep).assert().code(2);
        refused
            .stderr(predicate::str::contains("nothing is searched here: that needs a reference, or rules"));
        assert!(!place.path().join("explored.sessions").exists(), "{text}");
    }
    let place = folder();
    std::fs::create_dir(place.path().join("explored.sessions")).unwrap();
    let refused = judge().current_dir(place.path()).args(keep).assert().code(2);
    refused.stderr(predicate::str::contains("./explored.sessions: "));
}

#[test]
fn a_reference_that_answers_little_is_told_in_the_ruling() {
    let place = tempfile::tempdir().unwrap();
    // It dies of the second line.
    let reference = "n=0\nwhile read -r line; do n=$((n+1)); [ $n -gt 1 ] && { echo dead >&2; exit 3; }; echo \"<$line>\"; done\n";
    write(place.path(), "reference.sh", reference);
    let text = "title = 'T'\nreference = ['sh', 'reference.sh']\nsamples = ['a', 'b', 'c']\n";
    write(place.path(), "challenge.toml", text);
    write(place.path(), "p.sh", "while read -r line; do echo \"<$line>\"; done\n");
    let check = ["check", "--suite", "explored", "--challenge", ".", "p.sh"];
    let told = judge().current_dir(place.path()).args(check).assert().success();
    let note =
        r"note +`explored` says little: the reference fails when it is asked in [\d,]+ of [\d,]+ sessions";
    told.stdout(predicate::str::is_match(note).unwrap());
}

#[test]
fn sessions_of_a_search_are_cases_for_a_validator() {
    needs::patience();
    let place = tempfile::tempdir().unwrap();
    // One of two names is printed; which one is open.
    let program = |pick: &str| {
        format!(
            "n=0\nwhile read -r l; do case $l in add) n=$((n + 1)) ;; pick) {pick} ;; *) echo what ;; esac; done\n"
        )
    };
    write(place.path(), "reference.sh", &program("[ $n -gt 2 ] && echo none || echo ann"));
    write(
        place.path(),
        "challenge.toml",
        "title = 'Pick'\nreference = ['sh', 'reference.sh']\nsamples = ['add', 'pick']\n",
    );
    let judged = |arguments: &[&str]| judge().current_dir(place.path()).args(arguments).assert();
    judged(&["suite", "explored", "--challenge", ".", "--cases", "cases"])
        .success()
        .stdout(predicates::str::contains("cases/cases: "));
    let count = |ending: &str| {
        let files = std::fs::read_dir(place.path().join("cases/cases")).unwrap();
        files
            .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|known| known == ending))
            .count()
    };
    assert!(count("in") > 100 && count("in") == count("ans"), "{}", count("in"));
    let check = |program: &str| ["check", "--challenge", "cases", program].map(str::to_owned);
    for (name, pick) in [
        ("other.sh", "[ $n -gt 2 ] && echo none || echo bob"),
        ("wrong.sh", "[ $n -gt 3 ] && echo none || echo ann"),
    ] {
        write(place.path(), name, &program(pick));
    }
    let ruled = |name: &str| judged(&check(name).each_ref().map(String::as_str)).get_output().status.code();
    assert_eq!([ruled("reference.sh"), ruled("other.sh"), ruled("wrong.sh")], [Some(0), Some(1), Some(1)]);
    write(place.path(), "cases/challenge.toml", "title = 'Pick'\n[cases]\nvalidator = 'v.sh'\n");
    let validator = "sed 's/bob/ann/' > \"$3/got\"; cmp -s \"$3/got\" \"$2\" && exit 42; exit 43\n";
    write(place.path(), "cases/v.sh", validator);
    assert_eq!([ruled("reference.sh"), ruled("other.sh"), ruled("wrong.sh")], [Some(0), Some(0), Some(1)]);
    write(
        place.path(),
        "challenge.toml",
        "title = 'H'\nopen = ['a']\n[hidden]\nh = '1..=2'\n[[rule]]\non = '*'\nsay = ['a']\n[words]\na = '{h}'\n",
    );
    judged(&["suite", "smoke", "--challenge", ".", "--cases", "no"])
        .code(2)
        .stderr(predicates::str::contains("depends on what the program chooses"));
}

/// Accounts with a limit a day: an amount up to the limit, the next day, and one more.
const ACCOUNTS: &str = r#"title = "Accounts"
[state]
total = { init = 0 }
used = { init = 0, range = [0, 500] }
[input]
put = 'put (?<n>[1-9][0-9]{0,3})'
take = 'take (?<n>[1-9][0-9]{0,3})'
day = 'day'
close = 'close'
[[rule]]
on = "put"
set.total = "total + n"
say = ["now"]
[[rule]]
on = "take"
when = "used + n > 500 || n > total"
say = ["no"]
[[rule]]
on = "take"
set = { used = "used + n", total = "total - n" }
say = ["now"]
[[rule]]
on = "day"
set.used = "0"
say = ["now"]
[[rule]]
on = "close"
when = "total < 700"
say = ["no"]
[[rule]]
on = "close"
set.total = "0"
say = ["now"]
[[rule]]
on = "*"
say = ["what"]
[words]
now = "{total}\n"
no = "no\n"
what = "?\n"
"#;

#[test]
fn what_a_rule_resets_is_tried_at_the_bound() {
    needs::patience();
    let place = tempfile::tempdir().unwrap();
    write(place.path(), "challenge.toml", ACCOUNTS);
    let program = "t=0 u=0\nok() { case $1 in ''|0*|*[!0-9]*|?????*) return 1 ;; esac; }\nwhile IFS= read -r l; do\n\
                   n=${l#* }\ncase $l in\n'put '*) if ok \"$n\"; then t=$((t + n)); echo $t; else echo '?'; fi ;;\n\
                   'take '*) if ok \"$n\"; then if [ $((u + n)) -gt 500 ] || [ $n -gt $t ]; then echo no; else u=$((u + n)) t=$((t - n)); \
                   echo $t; fi; else echo '?'; fi ;;\nday) u=0; echo $t ;;\n\
                   close) if [ $t -lt 700 ]; then echo no; else t=0; echo 0; fi ;;\n*) echo '?' ;;\nesac\ndone\n";
    for (from, to, code) in [
        ("t=0 u=0", "t=0 u=0", 0),
        ("day) u=0;", "day)", 1),
        ("else t=0; echo 0", "else t=0 u=0; echo 0", 1),
        ("-lt 700", "-le 700", 1),
        ("then t=$((t + n));", "then t=$((t + n)); [ $n -lt 300 ] || u=0;", 1),
    ] {
        write(place.path(), "p.sh", &with_change(program, from, to));
        let check = ["check", "--challenge", ".", "--suite", "explored", "p.sh"];
        let ruled = judge().current_dir(place.path()).args(check).output().unwrap();
        assert_eq!(ruled.status.code(), Some(code), "{to}: {}", String::from_utf8_lossy(&ruled.stdout));
    }
}
