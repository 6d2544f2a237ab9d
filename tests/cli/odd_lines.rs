//! Lines that the challenge leaves open, and refusals that are rare: what a program reads a line as has to be in it. And lines that
//! show what is wrong with a program that does everything else.

use predicates::prelude::*;
use predicates::str::contains;

use crate::candidates::{LINE, REFUSE, in_c, program};
use crate::needs;
use crate::program::{check_c, check_shell, folder, judge};

/// What a program in a shell says of a line in single quotes, if it takes that line for a cell.
fn reading(line: &str, cell: u8) -> serde_json::Value {
    let read = format!("{LINE}; case $s in '{line}') s={cell};; esac");
    check_shell(&program("", &read, REFUSE, ""), &["--suite", "smoke"])
}

#[test]
fn a_cell_that_the_line_does_not_name() {
    needs::patience();
    for (line, cell) in [
        ("4!", 0),
        ("b2", 0),
        ("X4", 0),
        ("[4]", 8),
        ("(4)", 7),
        ("½", 3),
        ("4 4", 0),
        ("1,1", 4),
        ("a1", 0),
        ("-n 4", 0),
        ("row 1", 3),
        ("2+2", 0),
        (r"\064", 6),
        ("1/2", 3),
        ("Ⅳ", 5),
        ("４", 0),
    ] {
        let ruling = reading(line, cell);
        assert_eq!(ruling["verdict"], "wrong", "{line} as {cell}: {ruling:#}");
    }
}

#[test]
fn a_number_that_the_line_holds() {
    for (line, cell) in [
        ("4!", 4),
        ("b2", 2),
        ("0x3", 3),
        ("2+2", 4),
        (r"\064", 4),
        ("1/2", 0),
        ("4.5", 5),
        ("Ⅳ", 4),
        ("４", 4),
    ] {
        let ruling = reading(line, cell);
        assert_eq!(ruling["verdict"], "accepted", "{line} as {cell}: {ruling:#}");
    }
}

#[test]
fn a_program_that_echo_reads_for_it() {
    // `echo` of some shells reads backslashes and `-n` itself.
    let read = format!(r#"{LINE}; s=$(echo "$s")"#);
    let ruling = check_shell(&program("", &read, REFUSE, ""), &["--suite", "smoke"]);
    assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
}

#[test]
fn buffers_of_64_bytes_are_enough() {
    let kept = "char s[64]; if (n > 62) { ungetc('x', stdin); l[n = 62] = 0; }";
    for (name, look) in
        [("split", kept), ("cut", "if (n > 62) l[n = 1] = 0;"), ("dies", "if (n > 40) abort();")]
    {
        let ruling = check_c(&in_c("", look), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "accepted", "{name}: {ruling:#}");
        assert!(ruling["advice"].to_string().contains("long lines (from about "), "{name}: {ruling:#}");
    }
    for length in [9, 23, 37, 40] {
        let ruling = check_c(&in_c("", &format!("if (n == {length}) abort();")), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "crashed", "{length}: {ruling:#}");
    }
}

#[test]
fn an_empty_line_as_the_last_free_cell() {
    let look = "if (n == 0 && moves == 9) { *l = '0' + (strchr(b, '.') - b); l[n = 1] = 0; }";
    let ruling = check_c(&in_c("", look), &["--suite", "smoke"]);
    assert_eq!(ruling["verdict"], "wrong", "{ruling:#}");
}

#[test]
fn one_refusal_in_a_game() {
    // It loses count after a single refusal, of one line, in one position of the game.
    for refused in
        ["!strcmp(l, \"?\")", "!strcmp(l, \"99999999999999999999\")", "n == 1 && strchr(\"012345678\", *l)"]
    {
        let look = format!(
            "static int refused, odd; \
             if (!(n == 1 && strchr(\"012345678\", *l) && b[*l - '0'] == '.')) {{ refused++; \
             odd = refused == 1 && moves == 6 && {refused}; }} else if (odd && moves == 9) moves++;"
        );
        let ruling = check_c(&in_c("", &look), &["--suite", "complete"]);
        assert_ne!(ruling["verdict"], "accepted", "{refused}: {ruling:#}");
    }
}

/// A challenge of rules, a right program in Perl, and changes of it, each of which makes it wrong.
type Wrong<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);

const RULES: [Wrong<'static>; 5] = [
    (
        "title = 'Adder'\n[state]\nn = { init = 0, range = [0, 9] }\n[input]\nadd = 'add (?<by>-?[0-9]{1,3})'\n\
         [[rule]]\non = 'add'\nwhen = 'by >= 0 && n + by <= 9'\nset.n = 'n + by'\nsay = ['n']\n\
         [[rule]]\non = 'add'\nsay = ['over']\n[[rule]]\non = '*'\nsay = ['what']\n\
         [words]\nn = \"{n}\\n\"\nover = \"over\\n\"\nwhat = \"what\\n\"\n",
        "$| = 1; my $n = 0; while (my $line = <STDIN>) { chomp $line;\n\
         if ($line =~ /^add (-?[0-9]{1,3})$/) { my $by = $1;\n\
         if ($by >= 0 && $n + $by <= 9) { $n += $by; print \"$n\\n\" } else { print \"over\\n\" } }\n\
         else { print \"what\\n\" } }",
        &[
            ("else { print \"what", "elsif ($line eq '') { last } else { print \"what"),
            ("else { print \"what", "elsif ($line eq '') { } else { print \"what"),
            ("{1,3})$/", "{1,3})$/i"),
            ("{1,3})$/", "{1,3})/"),
            ("/^add", "/add"),
            ("$by = $1;", "$by = $1 =~ /^0/ ? oct $1 : $1;"),
            ("-?[0-9]{1,3}", "-?(?:0|[1-9][0-9]{0,2})"),
            ("$by >= 0 &&", "$1 !~ /-/ &&"),
            ("{1,3})$/", "{1,4})$/"),
            ("else { print \"what", "elsif ($line =~ /[^ -~]/) { last } else { print \"what"),
        ],
    ),
    (
        "title = 'Stack'\n[state]\ns = { init = [] }\n[input]\npush = 'push (?<w>[ab])'\nsize = 'size'\n\
         [[rule]]\non = 'push'\nset.s = 's + [w]'\nsay = ['ok']\n[[rule]]\non = 'size'\nsay = ['size']\n\
         [[rule]]\non = '*'\nsay = ['what']\n[words]\nok = \"ok\\n\"\nsize = \"{size(s)}\\n\"\nwhat = \"what\\n\"\n",
        "$| = 1; my $size = 0; while (<STDIN>) { chomp; if (/^push [ab]$/) { $size++ if $size < 5000; print \"ok\\n\" }\n\
         elsif ($_ eq 'size') { print \"$size\\n\" } else { print \"what\\n\" } }",
        &[("5000", "64")],
    ),
    (
        "title = 'Marks'\n[state]\nn = { init = 0, range = [0, 3] }\n[input]\na = 'a'\nlist = 'list'\nquit = 'quit'\n\
         [[unspecified]]\ninput = 'A'\nreadings = ['a']\n[[rule]]\non = 'a'\nwhen = 'n < 3'\nset.n = 'n + 1'\nsay = ['yes']\n\
         [[rule]]\non = 'list'\nsay = ['n']\n[[rule]]\non = 'quit'\nend = true\n[[rule]]\non = '*'\nsay = ['no']\n\
         [words]\nyes = \"yes\\n\"\nn = \"{n}\\n\"\nno = \"no\\n\"\n",
        "$| = 1; my $n = 0; while (<STDIN>) { chomp; if ($_ eq 'a' && $n < 3) { $n++; print \"yes\\n\" }\n\
         elsif ($_ eq 'list') { print \"$n\\n\" } elsif ($_ eq 'quit') { last } else { print \"no\\n\" } }",
        &[
            ("else { print \"no", "else { $n = 0 if $_ eq 'A'; print \"no"),
            ("else { print \"no", "else { $n++ if $_ eq 'A'; print \"no"),
            ("print \"$n", "$n = 0 if ++$shown > 50; print \"$n"),
        ],
    ),
    (
        "title = 'Sums'\n[state]\ns = { init = [] }\nsum = { init = 0 }\n[input]\npush = 'push (?<n>[0-9]{1,2})'\nsize = 'size'\n\
         [[rule]]\non = 'push'\nwhen = 'sum + n <= 99'\nset.s = 's + [n]'\nset.sum = 'sum + n'\nsay = ['ok']\n\
         [[rule]]\non = 'push'\nsay = ['what']\n[[rule]]\non = 'size'\nsay = ['size']\n\
         [[rule]]\non = '*'\nsay = ['what']\n[words]\nok = \"ok\\n\"\nsize = \"{size(s)}\\n\"\nwhat = \"what\\n\"\n",
        "$| = 1; my ($size, $sum) = (0, 0); while (<STDIN>) { chomp;\n\
         if (/^push ([0-9]{1,2})$/ && $sum + $1 <= 99) { $sum += $1; $size++ if $size < 5000; print \"ok\\n\" }\n\
         elsif ($_ eq 'size') { print \"$size\\n\" } else { print \"what\\n\" } }",
        &[("5000", "64"), ("5000", "1000")],
    ),
    (
        "title = 'Purse'\n[state]\nn = { init = 0, range = [0, 9] }\n[input]\nput = 'put (?<by>[0-9])'\ntake = 'take'\n\
         [[rule]]\non = 'put'\nwhen = 'n + by <= 9'\nset.n = 'n + by'\nsay = ['n']\n\
         [[rule]]\non = 'put'\nsay = ['full']\n[[rule]]\non = 'take'\nwhen = 'n > 0'\nset.n = 'n - 1'\nsay = ['n']\n\
         [[rule]]\non = '*'\nsay = ['no']\n[words]\nn = \"{n}\\n\"\nfull = \"full\\n\"\nno = \"no\\n\"\n",
        "$| = 1; my $n = 0; while (<STDIN>) { if (/^put ([0-9])$/) { if ($n + $1 < 10) { $n += $1; print \"$n\\n\" }\n\
         else { print \"full\\n\" } } elsif (/^take$/ && $n) { $n--; print \"$n\\n\" } else { print \"no\\n\" } }",
        &[
            ("else { print \"full", "else { $n = 0 if ++$over > 5; print \"full"),
            (
                "$n += $1; print \"$n\\n\" }\nelse {",
                "$over = 0; $n += $1; print \"$n\\n\" }\nelse { $n = 0 if ++$over > 50;",
            ),
        ],
    ),
];

#[test]
fn what_only_odd_lines_and_long_rows_show() {
    for (table, right, changes) in RULES {
        let (_kept, place) = folder(&[("challenge.toml", table), ("right.pl", right)]);
        for (number, (old, new)) in changes.iter().enumerate() {
            assert!(right.contains(old), "{old}");
            std::fs::write(place.join(format!("wrong{number}.pl")), right.replacen(old, new, 1)).unwrap();
        }
        let told =
            judge().current_dir(&place).args(["check", "--challenge", ".", "--suite", "smoke", "."]).assert();
        let passed = format!("1 of {} passed", changes.len() + 1);
        told.stdout(contains(passed).and(contains("✗ ./right.pl").not()));
    }
}

/// A program of a built-in game, and changes of it, each of which makes it wrong.
type WrongGame<'a> = (&'a str, &'a [(&'a str, &'a str)]);

const GAMES: [WrongGame<'static>; 3] = [
    (
        "marubatsu/maru.pl",
        &[
            ("[123]", "[0123]"),
            ("[abc]", "[abcd]"),
            ("$a eq 'resign'", "$a=~/^resign\\b/"),
            ("$a eq 'abort'", "$a=~/abort$/"),
            ("else{print \"Inv", "elsif($a=~/[^ -~]/){last}else{print \"Inv"),
        ],
    ),
    (
        "reversi/rev.pl",
        &[
            ("chomp $a;", "chomp $a; exit if $a=~/[^ -~]/;"),
            ("([1-8])\\z", "([1-8])\\b"),
            (
                "('Draw','Black Win!','White Win!')[show('End')]",
                "show('End')>0?'Black Win!':(grep{$_==1}@b)==32?'Draw':'White Win!'",
            ),
        ],
    ),
    (
        "othello/othello.py",
        &[
            ("if l==\".\"", "if l in(\".\",\"quit\")"),
            ("l=l.strip(\"\\n\");", "l=l.strip(\"\\n\").split(\" \")[0];"),
            ("l=l.strip(\"\\n\");", "l=l.strip(\"\\n\")[:20];"),
            ("l=l.strip(\"\\n\");", "l=l.strip(\"\\n\").split(\"\\t\")[0];"),
        ],
    ),
];

#[test]
fn what_only_lines_that_are_nearly_inputs_show() {
    for (program, changes) in GAMES {
        let (game, file) = program.split_once('/').unwrap();
        let right = std::fs::read_to_string(format!("golf/{program}")).unwrap();
        let (_kept, place) = folder(&[(file, &right)]);
        for (number, (old, new)) in changes.iter().enumerate() {
            assert!(right.contains(old), "{old}");
            std::fs::write(place.join(format!("wrong{number}-{file}")), right.replacen(old, new, 1)).unwrap();
        }
        let told = judge().current_dir(&place).args(["check", "--dialect", game]).arg(".").assert();
        let passed = format!("1 of {} passed", changes.len() + 1);
        told.stdout(contains(passed).and(contains(format!("✗ ./{file}")).not()));
    }
}
