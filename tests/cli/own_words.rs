//! Hidden commands and numbers that stand in a program's own text.

use crate::candidates::{LINE, REFUSE, in_c, perl, program};
use crate::program::{check, check_c, check_perl, check_shell, folder};

/// It takes back a move at this word, in any language that compares texts with it.
const EGGS: [&str; 3] = ["xyzzy", "undo_all", "q7w"];

#[test]
fn a_hidden_command() {
    for word in EGGS {
        let look = format!("if (!strcmp(l, \"{word}\")) {{ b[4] = '.'; }}");
        let ruling = check_c(&in_c("", &look), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "wrong", "{word}: {ruling:#}");
        let inputs = ruling["failure"]["moves"].as_array().expect("there is a game").len();
        assert!(inputs <= 5, "{word}: {ruling:#}");
        let read = format!("{LINE}; case $s in {word}) exit 0 ;; esac");
        assert_eq!(
            check_shell(&program("", &read, REFUSE, ""), &["--suite", "smoke"])["verdict"],
            "early",
            "{word}"
        );
        let read = format!("do {{ my $l = line(); exit if $l eq '{word}'; $l }}");
        let program = perl::program("", &read, perl::REFUSE, "");
        assert_eq!(check_perl(&program, &["--suite", "smoke"])["verdict"], "early", "{word}");
    }
}

#[test]
fn two_words_that_work_together() {
    let look =
        "static int opened; if (opened && !strcmp(l, \"sesame\")) exit(0); opened = !strcmp(l, \"knock\");";
    let ruling = check_c(&in_c("", look), &["--suite", "smoke"]);
    assert_eq!(ruling["verdict"], "early", "{ruling:#}");
}

#[test]
fn a_number_from_which_on_it_is_wrong() {
    for (look, verdict) in [
        ("static int refused; if (n != 1 && ++refused == 137) exit(0);", "early"),
        ("static int refused; if (n == 1 && *l == '?' && ++refused > 1234) exit(0);", "early"),
    ] {
        let ruling = check_c(&in_c("", look), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], verdict, "{look}: {ruling:#}");
    }
}

#[test]
fn beside_a_reference() {
    let hidden = "import sys\n\
        for line in sys.stdin:\n    line = line.rstrip('\\n')\n    if line == 'debug':\n        break\n    \
        print('what?')\n";
    let reference = "import sys\nfor line in sys.stdin:\n    print('what?')\n";
    let toml =
        "title = \"Deaf\"\nreference = [\"python3\", \"reference.py\"]\nsamples = [\"hello\", \"a b\"]\n";
    let (_kept, scene) =
        folder(&[("deaf/challenge.toml", toml), ("deaf/reference.py", reference), ("hidden.py", hidden)]);
    let (challenge, file) = (scene.join("deaf"), scene.join("hidden.py"));
    let (run, _) =
        check(&["--challenge", challenge.to_str().unwrap(), "--suite", "smoke", file.to_str().unwrap()]);
    assert_eq!(run["candidates"][0]["verdict"], "early", "{run:#}");
}
