//! `judge diff`: small changes of programs are found, equal programs are not told apart, and what cannot be compared is said.

use std::path::{Path, PathBuf};

use predicates::prelude::*;
use serde::Deserialize;
use serde_json::Value;

use crate::needs;
use crate::program::{folder, home, judge, with_change};

/// A small change of a program in `tests/diff`.
#[derive(Deserialize)]
struct Change {
    program: String,
    what: String,
    from: String,
    to: String,
}

#[derive(Deserialize)]
struct Changes {
    change: Vec<Change>,
}

fn programs() -> PathBuf {
    home().join("tests/diff")
}

fn diff(old: &Path, new: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    judge().arg("diff").args([old, new]).args(arguments).assert()
}

/// The changes of a program that are found, of how many; those that are not are told.
fn found(program: &str, arguments: &[&str]) -> (usize, usize) {
    let changes = std::fs::read_to_string(programs().join("changes.toml")).unwrap();
    let changes: Changes = toml::from_str(&changes).unwrap();
    let changes: Vec<_> = changes.change.into_iter().filter(|change| change.program == program).collect();
    let old = programs().join(program);
    let text = std::fs::read_to_string(&old).unwrap();
    let is_found = |Change { what, from, to, .. }: &&Change| {
        let (_kept, place) = folder(&[(program, &with_change(&text, from, to))]);
        let output = diff(&old, &place.join(program), arguments).get_output().clone();
        let shown =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{program}: {what}: {shown}");
        eprintln!("{program}: {what}: {shown}");
        output.status.code() == Some(1)
    };
    (changes.iter().filter(is_found).count(), changes.len())
}

/// Of each program, how many of its changes are found with the default options, at least: as many as were found on a machine
/// so busy that some searches were cut by their budget. Programs with threads are started anew for each session.
#[test]
fn small_changes_are_found() {
    needs::patience();
    let (found, all) = found("queue.c", &["--budget", "60s"]);
    assert!(found >= 5, "{found} of {all}");
}

#[test]
#[ignore = "searches for changes that are hard to find: two minutes"]
fn small_changes_of_other_programs_are_found() {
    for (program, least) in [("four.lua", 2), ("tasks.pl", 3), ("stack.py", 3), ("cave.js", 1)] {
        let (found, all) = found(program, &["--budget", "60s"]);
        assert!(found >= least, "{program}: {found} of {all}");
    }
}

#[test]
fn equal_programs_do_not_differ_in_any_language() {
    let [python, c, perl] =
        ["py", "c", "pl"].map(|ending| programs().join(format!("equal/counter.{ending}")));
    let few = ["--sessions", "150", "--budget", "60s"];
    for (old, new) in [(&c, &perl), (&perl, &c), (&python, &perl), (&c, &python), (&c, &c)] {
        let same = predicate::str::starts_with("no difference found\n150 sessions, ");
        diff(old, new, &few).success().stdout(same);
    }
}

const ECHO: &str =
    "$| = 1; print \"> \"; while (<STDIN>) { chomp; print \"$_!\\n> \"; last if $_ eq 'end' }\n";

/// Node stays until the pipe is closed, and ends at once on a terminal.
#[test]
fn a_program_that_stays_on_a_pipe_after_its_end_has_ended() {
    needs::program("node");
    let node = "const rl = require('readline').createInterface({ input: process.stdin });\nconsole.log('Name?');\n\
                rl.on('line', line => { if (line === 'q') { console.log('Bye'); rl.close(); } else console.log('Hello ' + line); });\n";
    let shell = "echo 'Name?'\nwhile IFS= read -r line; do\nif [ \"$line\" = q ]; then echo Bye; exit; fi\n\
                 printf 'Hello %s\\n' \"$line\"\ndone\n";
    let (_kept, place) =
        folder(&[("a.js", node), ("b.sh", shell), ("c.sh", &shell.replace("exit", "echo Hello"))]);
    std::fs::write(place.join("in"), "Ann\nq\n").unwrap();
    let inputs = place.join("in");
    let options = ["--sessions", "30", "--inputs", inputs.to_str().unwrap()];
    diff(&place.join("a.js"), &place.join("b.sh"), &options).success();
    diff(&place.join("b.sh"), &place.join("a.js"), &options).success();
    diff(&place.join("a.js"), &place.join("c.sh"), &options).code(1);
}

#[test]
fn the_shortest_session_is_shown_side_by_side() {
    let new = ECHO.replace("print \"$_!", "$_ = 'no' if $_ eq 'enter' and ++$n > 1; print \"$_!");
    let new = new.replace("'end'", "'end' or 'enter' eq ''");
    let (_kept, place) = folder(&[("old.pl", ECHO), ("new.pl", &new), ("inputs", "a\nenter\nb\nenter\nc\n")]);
    let output =
        judge().current_dir(&place).args(["diff", "old.pl", "new.pl", "--inputs", "inputs"]).assert();
    let output = output.code(1).get_output().stdout.clone();
    insta::assert_snapshot!(String::from_utf8(output).unwrap());
}

/// What `judge diff` says of a program in Perl and the same with one change, with these options.
fn changed(from: &str, to: &str, arguments: &[&str]) -> (Option<i32>, String) {
    assert!(ECHO.contains(from));
    let (_kept, place) = folder(&[("old.pl", ECHO), ("new.pl", &ECHO.replace(from, to))]);
    let few = ["--sessions", "200", "--budget", "60s"];
    let output = diff(&place.join("old.pl"), &place.join("new.pl"), &[&few, arguments].concat());
    let output = output.get_output().clone();
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn what_is_accepted_is_no_difference() {
    for (from, to, accepted) in
        [("!\\n", "!\\n\\n", "newlines"), ("> \\\"", ">  \\\"", "spaces"), ("$_!", "\\U$_!", "case")]
    {
        let (from, to) = (from.replace("\\\"", "\""), to.replace("\\\"", "\""));
        assert_eq!(changed(&from, &to, &[]).0, Some(1), "{from}");
        assert_eq!(changed(&from, &to, &["--accept", accepted]).0, Some(0), "{accepted}");
    }
}

#[test]
fn a_crash_a_loop_and_an_end_are_differences_and_told_in_words() {
    needs::patience();
    for (to, words) in [
        ("kill 'SEGV', $$ if $_ eq 'end'", "NEW crashes: SIGSEGV"),
        ("die 'oh' if $_ eq 'end'", "NEW crashes: oh"),
        ("while ($_ eq 'end') {}", "NEW does not come to its end"),
        (
            "while ($_ eq 'end') { print 'x' x 9999 }",
            "NEW does not come to its end: too much on standard output",
        ),
        ("1", "OLD ends by itself after line 1, and NEW asks for another line"),
    ] {
        let (code, shown) = changed("last if $_ eq 'end'", to, &["--cpu", "0.3"]);
        assert_eq!(code, Some(1), "{shown}");
        assert!(shown.contains(words), "{shown}");
    }
    // An exit status is no difference.
    assert_eq!(changed("last if $_ eq 'end'", "exit 3 if $_ eq 'end'", &[]).0, Some(0));
}

/// Asks for a number until it gets one, also at the end of its input.
const INSISTS: &str = "$| = 1; print \"> \"; while (my $line = <STDIN>) { chomp $line;\n\
                       if ($line eq 'add') { my $n; do { print 'n? '; $n = <STDIN>; chomp $n } until $n =~ /^\\d+$/;\n\
                       print \"added $n\\n\" } print \"> \" }\n";

/// Fails at the end of its input.
const FAILS: &str =
    "$| = 1; while (1) { my $line = <STDIN> // die \"no more\\n\"; chomp $line; print \"got $line\\n\" }\n";

/// Says something, and then no end of other things.
const SPINS: &str =
    "$| = 1; while (<STDIN>) { print /spin/ ? \"so\\n\" : \"no\\n\"; while (/spin/) { print 'x' x 9999 } }\n";

/// Says much.
const LISTS: &str = "$| = 1; while (<STDIN>) { print \"$_\\n\" for 1 .. 100 }\n";

#[test]
fn times_that_are_left_out_are_no_difference() {
    let old = "$| = 1; print \"got $_\" =~ s/$/ in @{[time ^ $$]} ms/r while <STDIN>;\n";
    let (_kept, folder) = folder(&[("old.pl", old), ("s.txt", "a\nb\n")]);
    let [program, inputs] = ["old.pl", "s.txt"].map(|name| folder.join(name));
    let few = ["--sessions", "30", "--budget", "60s", "--ignore", r" in \d+ ms", "--inputs"];
    let told = judge().arg("diff").args([&program; 2]).args(few).arg(inputs).assert().success();
    told.stdout(predicate::str::contains("no difference found"));
}

#[test]
#[ignore = "one of the ten longest; tests/long.sh longest"]
fn the_first_of_several_differences_is_told() {
    for (old, from, to, told) in [
        (INSISTS, "until $n", "until !defined $n or $n", &["no difference found"][..]),
        (INSISTS, "added", "Added", &["the output after line 2 differs"]),
        (INSISTS, "n? ", "m? ", &["the output after line 1 differs"]),
        (
            FAILS,
            "line\\n\"",
            "line\\n\"; last if $line eq 'got'",
            &["NEW ends by itself after line 1, and OLD asks for another line"],
        ),
        (
            FAILS,
            "die \"no more\\n\"",
            "last",
            &["NEW does not crash at the end of its input, as OLD does: no more"],
        ),
        (SPINS, "so", "oh", &["the output after line 1 differs", "more rows of this line"]),
        (SPINS, "while (/spin/) { ", "while (/spin/) { die \"oh\\n\"; ", &["NEW crashes: oh"]),
        (LISTS, "for 1", "for map { $_ == 70 ? 'x' : $_ } 1", &["… 65 equal lines", "70", "≠ x"]),
    ] {
        let (_kept, place) = folder(&[("old.pl", old), ("new.pl", &with_change(old, from, to))]);
        let few = ["--sessions", "100", "--budget", "60s", "--cpu", "0.1"];
        let output = diff(&place.join("old.pl"), &place.join("new.pl"), &few).get_output().clone();
        let shown = String::from_utf8_lossy(&output.stdout);
        for words in told {
            assert!(shown.contains(words), "{to}: {shown}");
        }
        assert!(shown.lines().count() < 70, "{to}: {shown}");
    }
}

/// In shells and in tables of some languages the words of a program stand without quotes.
#[test]
fn commands_that_stand_without_quotes_are_tried() {
    let bash = "n=0\nwhile read -r cmd arg; do\n  case $cmd in\n    put) n=$((n+1)); echo \"$n things\" ;;\n    \
                fetch|get) if ((n>0)); then n=$((n-1)); echo \"$n left\"; else echo empty; fi ;;\n    \
                *) echo \"?\" ;;\n  esac\ndone\n";
    let perl = "$| = 1; my %way = (hall => {north => 'cave'}, cave => {south => 'hall'}); my $at = 'hall';\n\
                while (<STDIN>) { chomp; my $to = $way{$at}{$_}; $at = $to if $to; print $to ? \"$at\\n\" : \"no way\\n\" }\n";
    for (name, text, from, to) in
        [("old.bash", bash, "n>0", "n>1"), ("old.pl", perl, "south => 'hall'", "south => 'cave'")]
    {
        let new = name.replace("old", "new");
        let (_kept, place) = folder(&[(name, text), (&new, &text.replace(from, to))]);
        let few = ["--sessions", "300", "--budget", "60s"];
        diff(&place.join(name), &place.join(new), &few).code(1);
    }
}

#[test]
fn the_outcome_can_be_had_as_json() {
    let (code, shown) = changed("$_!", "$_?", &["--format", "json"]);
    let outcome: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(code, Some(1));
    assert_eq!(outcome["difference"]["words"], "the output after line 1 differs");
    assert_eq!(outcome["difference"]["session"].as_array().unwrap().len(), 1);
    assert_eq!(outcome["difference"]["old"]["answers"].as_array().unwrap().len(), 1);
}

#[test]
fn what_cannot_be_compared_is_said() {
    let (_kept, place) = folder(&[
        ("random.pl", "$| = 1; while (<STDIN>) { print rand, \"\\n\" }"),
        ("early.pl", "open(my $file, '<', 'words.txt') or die 'no words'; while (<STDIN>) { print }"),
        ("binary.pl", "print \"\\xff\\xfe\"; while (<STDIN>) { print }"),
        ("good.pl", ECHO),
        ("broken.c", "int main( {}"),
    ]);
    let says = |old: &str, new: &str, words: &str| {
        let outcome = judge().current_dir(&place).args(["diff", old, new]).assert();
        outcome.code(2).stderr(predicate::str::contains(words));
    };
    says("random.pl", "good.pl", "OLD cannot be observed");
    says("early.pl", "good.pl", "no words");
    says("binary.pl", "good.pl", "bytes that are not UTF-8 text");
    says("missing.pl", "good.pl", "no such file, and no command");
    says("good.pl", ".", "takes programs, not folders");
    says("good.pl", "broken.c", "broken.c does not compile: ");
}

#[test]
fn a_command_in_quotes_is_compared() {
    let (_kept, place) = folder(&[("good.pl", ECHO)]);
    let few = ["--sessions", "100"];
    judge().current_dir(&place).args(["diff", "good.pl", "perl -w good.pl"]).args(few).assert().success();
}

/// Answers each line, greets, and ends with `q`. It keeps its output back, as C does on a pipe.
const GREETS: &str = "#include <stdio.h>\nint main(void) { char s[99]; printf(\"Name? \");\n\
                      while (fgets(s, 99, stdin)) { if (s[0] == 'q') { puts(\"Bye\"); return 0; }\n\
                      printf(\"Hello %sName? \", s); } }\n";

#[test]
fn output_that_is_kept_back_is_no_difference() {
    let flushed =
        with_change(GREETS, "printf(\"Name? \");", "setvbuf(stdout, 0, _IONBF, 0); printf(\"Name? \");");
    let wrong = with_change(&flushed, "Hello", "Hallo");
    let (_kept, place) =
        folder(&[("back.c", GREETS), ("now.c", &flushed), ("wrong.c", &wrong), ("inputs", "Ann\nBob\nq\n")]);
    let [back, now, wrong] = ["back.c", "now.c", "wrong.c"].map(|name| place.join(name));
    let inputs = place.join("inputs");
    let few = ["--sessions", "50", "--budget", "60s", "--inputs", inputs.to_str().unwrap()];
    for (old, new) in [(&back, &now), (&now, &back)] {
        diff(old, new, &few)
            .success()
            .stdout(predicate::str::starts_with("no difference found\n50 sessions"));
    }
    for (old, new) in [(&back, &wrong), (&wrong, &back)] {
        let words = predicate::str::contains("different: the output after line 1 differs");
        diff(old, new, &few).code(1).stdout(words);
    }
}

/// After a part of an input that is closed, Node does not read again: one that is held and asks in a callback would show one answer.
#[test]
fn a_program_that_asks_in_callbacks_is_compared() {
    needs::program("node");
    needs::program("python3");
    let node = "const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout });\n\
        function ask() {\n  rl.question('Option: ', (choice) => {\n    \
        if (choice === '0') { console.log('Bye'); rl.close(); } else { console.log('Invalid choice!'); ask(); }\n  });\n}\nask();\n";
    let python = "while True:\n    try: choice = input('Option: ')\n    except EOFError: break\n    \
        print('Bye' if choice == '0' else 'Invalid choice!')\n    if choice == '0': break\n";
    let (_kept, place) = folder(&[("menu.js", node), ("menu.py", python), ("inputs", "1\n2\n3\n0\n")]);
    let [node, python] = ["menu.js", "menu.py"].map(|name| place.join(name));
    let inputs = place.join("inputs");
    let few = ["--sessions", "60", "--budget", "60s", "--inputs", inputs.to_str().unwrap()];
    for (old, new) in [(&node, &python), (&python, &node)] {
        diff(old, new, &few)
            .success()
            .stdout(predicate::str::starts_with("no difference found\n60 sessions"));
    }
}

/// A menu in C that reads on for ever at the end of its input.
#[test]
fn a_c_program_that_loops_at_the_end_is_compared() {
    let old = "#include <stdio.h>\nint main(void) { int n; for (;;) { printf(\"1 add, 2 list, 3 quit: \");\n\
               if (scanf(\"%d\", &n) == 1 && n == 3) return 0; puts(n == 1 ? \"added\" : \"listed\"); } }\n";
    let new = with_change(old, "added", "Added");
    let (_kept, place) = folder(&[("old.c", old), ("new.c", &new), ("inputs", "2\n1\n2\n")]);
    let output = judge().current_dir(&place).args(["diff", "old.c", "new.c", "--inputs", "inputs"]).assert();
    let output = String::from_utf8(output.code(1).get_output().stdout.clone()).unwrap();
    assert!(
        output.contains("≠") && output.contains("different: the output after line 1 differs"),
        "{output}"
    );
    assert!(output.lines().count() < 12, "{output}");
}

#[test]
fn the_own_name_of_a_program_is_no_difference() {
    let old = "while read -r line; do case $line in add) echo added;; *) echo \"$0: unknown: $line\";; esac; done\n";
    let (_kept, place) = folder(&[
        ("old.sh", old),
        ("new.sh", old),
        ("wrong.sh", &with_change(old, "echo added", "echo Added")),
        ("inputs", "help\nadd\n"),
    ]);
    let few = ["--sessions", "50", "--budget", "60s", "--inputs"];
    let of = |new: &str| {
        let [old, new, inputs] = ["old.sh", new, "inputs"].map(|name| place.join(name));
        diff(&old, &new, &[&few[..], &[inputs.to_str().unwrap()]].concat())
    };
    of("new.sh").success();
    of("wrong.sh")
        .code(1)
        .stdout(predicate::str::contains("> add\n").and(predicate::str::contains("help").not()));
}

#[test]
fn given_sessions_are_compared_despite_the_budget() {
    let old = "while read -r line; do echo \"one $line\"; done\n";
    let (_kept, place) =
        folder(&[("old.sh", old), ("new.sh", &with_change(old, "\"one", "\"two")), ("inputs", "a\n")]);
    let [old, new, inputs] = ["old.sh", "new.sh", "inputs"].map(|name| place.join(name));
    let inputs = ["--inputs", inputs.to_str().unwrap()];
    let short = ["--budget", "1us"];
    diff(&old, &new, &[short, inputs].concat()).code(1).stdout(predicate::str::contains("> a\n"));
    let kept = predicate::str::starts_with("no difference found\nThe time was over. 2 sessions");
    diff(&old, &old, &[short, inputs].concat()).success().stdout(kept);
    let words = predicate::str::contains("the time was over before a session was compared\n  hint: ");
    diff(&old, &new, &short).code(2).stderr(words.clone());
    diff(&old, &new, &[&short[..], &["--sessions", "1"]].concat()).code(2).stderr(words);
    let one = ["--sessions", "1"];
    diff(&old, &new, &[one, inputs].concat()).code(1).stdout(predicate::str::contains("> a\n"));
    diff(&old, &old, &one).success().stdout("no difference found\n1 session.\n");
}

#[test]
fn a_program_that_reads_nothing_is_not_compared() {
    let lacks = "[ -f stock.txt ] || { echo 'no stock.txt here'; exit 0; }; while read -r line; do echo \"$line!\"; done\n";
    let (_kept, place) =
        folder(&[("old.sh", lacks), ("new.sh", &with_change(lacks, "!", "?")), ("inputs", "a\n")]);
    let words = predicate::str::contains(
        "it ended before it read a line; all that it said: \"no stock.txt here\"; a file",
    );
    let inputs = ["--inputs", "inputs"];
    judge()
        .current_dir(&place)
        .args(["diff", "old.sh", "new.sh"])
        .args(inputs)
        .assert()
        .code(2)
        .stderr(words.clone());
    judge()
        .current_dir(&place)
        .args(["new", "stock"])
        .args(inputs)
        .args(["--", "sh", "old.sh"])
        .assert()
        .code(2)
        .stderr(words);
    std::fs::write(place.join("stock.txt"), "").unwrap();
    let given = ["--file", "stock.txt"];
    judge().current_dir(&place).args(["diff", "old.sh", "new.sh"]).args(inputs).args(given).assert().code(1);
}

/// Asks on for ever at the end of its input, and has no prompt.
const ASKS_ON: &str = "while :; do line=; IFS= read -r line || :; case $line in add) echo added;; quit) exit;; \
                       *) echo what;; esac; done\n";

#[test]
fn the_last_answer_of_a_program_that_waits_counts() {
    for change in ["echo added; echo more", ":"] {
        let new = with_change(ASKS_ON, "echo added", change);
        let (_kept, place) = folder(&[("old.sh", ASKS_ON), ("new.sh", &new), ("inputs", "add\n")]);
        let few = ["--sessions", "20", "--budget", "60s", "--inputs", "inputs"];
        let told = judge().current_dir(&place).args(["diff", "old.sh", "new.sh"]).args(few).assert().code(1);
        let told = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
        assert!(told.contains("different: the output after line 1 differs"), "{told}");
        assert_eq!(told.matches("\n> ").count(), 1, "{told}");
    }
}

#[test]
fn a_word_that_holds_the_name_of_a_program_hides_no_place() {
    let old =
        "echo bold.sh; while read -r line; do case $line in add) echo added;; *) echo what;; esac; done\n";
    let new = with_change(old, "echo added", "echo Added");
    let (_kept, place) = folder(&[("old.sh", old), ("new.sh", &new), ("inputs", "add\n")]);
    let few = ["--sessions", "20", "--budget", "60s", "--inputs", "inputs"];
    let told = judge().current_dir(&place).args(["diff", "old.sh", "new.sh"]).args(few).assert().code(1);
    told.stdout(predicate::str::contains("different: the output after line 1 differs"));
}

/// A menu in C that keeps its output back and goes on for ever at the end of its input.
const MENU: &str = r#"#include <stdio.h>
int main(void) {
  int choice = 0, count = 0;
  char name[50];
  for (;;) {
    printf("1 add 2 count 3 exit\nChoice: ");
    scanf("%d", &choice);
    switch (choice) {
      case 1: printf("Name: "); scanf("%49s", name); count++; printf("Added %s\n", name); break;
      case 2: printf("There are %d\n", count); break;
      case 3: printf("Bye\n"); return 0;
      default: printf("Invalid\n");
    }
  }
}
"#;

#[test]
fn what_loops_at_its_end_is_seen_by_turns() {
    let new = with_change(MENU, "count++", "count += count == 2 ? 2 : 1");
    let (_kept, folder) = folder(&[("old.c", MENU), ("new.c", &new), ("end.txt", "1\nAnn\n2\n3\n")]);
    // A session that ends it does not tell that it is to be seen on a terminal.
    let inputs = folder.join("end.txt");
    let told = diff(&folder.join("old.c"), &folder.join("new.c"), &["--inputs", inputs.to_str().unwrap()]);
    let output = told.code(1).get_output().stdout.clone();
    let shown = String::from_utf8_lossy(&output);
    assert!(shown.contains("There are 3") && shown.lines().count() < 60, "{shown}");
    assert!(shown.contains("different: the output after line "), "{shown}");
}

#[test]
fn files_beside_a_program_are_for_it() {
    let main = ". ./lib.sh\nwhile read -r line; do echo \"$word $line\"; done\n";
    let (_kept, folder) = folder(&[
        ("a/main.sh", main),
        ("a/lib.sh", "word=one\n"),
        ("b/main.sh", main),
        ("b/lib.sh", "word=two\n"),
    ]);
    let compared = |code: i32| {
        let programs = ["a/main.sh", "b/main.sh", "--file", "a/lib.sh", "--file", "b/lib.sh"];
        let diff = judge().current_dir(&folder).args(["diff", "--sessions", "40"]).args(programs).assert();
        diff.code(code)
    };
    compared(1).stdout(predicate::str::contains("≠ two "));
    std::fs::write(folder.join("b/lib.sh"), "word=one\n").unwrap();
    compared(0);
}

#[test]
fn a_file_sees_the_modules_that_a_command_sees() {
    needs::program("python3");
    let text = "import sys\nprint(sys.prefix == sys.base_prefix)\nfor line in sys.stdin: print(line)\n";
    let (_kept, folder) = folder(&[("a.py", text)]);
    let args = ["diff", "a.py", "python3 a.py", "--file", "a.py", "--sessions", "5"];
    judge().current_dir(&folder).args(args).assert().success();
}

#[test]
fn programs_that_read_nothing_are_told() {
    let text = "echo no data\n";
    let (_kept, folder) = folder(&[("a.sh", text), ("b.sh", text), ("in.txt", "a\nb\nc\n")]);
    let args = ["--budget", "60s"];
    let told = diff(&folder.join("a.sh"), &folder.join("b.sh"), &args).success();
    told.stdout(predicate::str::contains("OLD reads no line; a file that it needs is given by --file"));
    std::fs::write(folder.join("c.sh"), "read -r x; echo $x\n").unwrap();
    let new = ["new", "made", "--inputs", "in.txt", "--", "sh", "c.sh"];
    let made = judge().current_dir(&folder).args(new).assert().success();
    made.stdout(predicate::str::contains("note: it took 1 of 3 inputs of in.txt\n"));
}

#[test]
fn a_difference_that_only_long_lines_show() {
    needs::patience();
    let echo = |most: usize| {
        format!("while IFS= read -r l; do [ ${{#l}} -gt {most} ] && l=long; echo \"got $l\"; done\n")
    };
    let (_kept, place) = folder(&[("old.sh", &echo(120)), ("new.sh", &echo(60)), ("in.txt", "ann\nbob\n")]);
    let inputs = place.join("in.txt");
    let told = diff(&place.join("old.sh"), &place.join("new.sh"), &["--inputs", inputs.to_str().unwrap()]);
    told.code(1).stdout(predicate::str::contains("only long lines are known to show it: this one has "));
    // Lines as long as those that the user gives are usual.
    std::fs::write(&inputs, format!("ann\n{}\n", "b".repeat(70))).unwrap();
    let told = diff(&place.join("old.sh"), &place.join("new.sh"), &["--inputs", inputs.to_str().unwrap()]);
    told.code(1).stdout(predicate::str::contains("only long lines").not());
}

/// A program that keeps some bytes for each of the slots that it is asked for, with how many bytes.
fn slots(bytes: usize) -> String {
    format!(
        r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {{
    char line[99];
    printf("Slots: ");
    if (!fgets(line, 99, stdin)) return 0;
    long n = atol(line);
    if (n < 1 || n > 8000000) return puts("No."), 0;
    char *slots = malloc(n * {bytes});
    memset(slots, 'a', n * {bytes});
    printf("%ld free\nChoice: ", n);
    while (fgets(line, 99, stdin)) printf("%c\nChoice: ", slots[n - 1] + (line[0] == '1'));
}}
"#
    )
}

#[test]
fn who_takes_more_memory_does_not_differ() {
    let (one, twenty) = (slots(1), slots(20));
    let (_kept, home) = folder(&[("one.c", &one), ("twenty.c", &twenty), ("large.txt", "8000000\n1\n")]);
    let diff = |files: [&str; 2], words: [&str; 2]| {
        judge().current_dir(&home).args(["diff", "--memory", "64M"]).args(files).args(words).assert()
    };
    diff(["one.c", "twenty.c"], ["--budget", "2s"]).success();
    diff(["twenty.c", "one.c"], ["--budget", "2s"]).success();
    // But what a user has given counts.
    let told = diff(["one.c", "twenty.c"], ["--inputs", "large.txt"]).code(1);
    told.stdout(predicate::str::contains("too much memory"));
}
