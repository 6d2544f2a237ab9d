//! Programs that go wrong only after a certain sequence of refusals, or at a line that few think of.

use crate::candidates::{LINE, REFUSE, in_c, program};
use crate::needs;
use crate::program::{check_c, check_shell};

/// Whether a line was not refused in this position before, whose turn it is not, and what stands in a square.
const PLACES: &str = "n=0 in= last= row=\n\
    is_new() { case \" $in \" in *\" $b \"*) return 1 ;; esac; in=\"$in $b\"; }\n\
    turn() { case $p in X) p=O ;; *) p=X ;; esac; }\n\
    at() { echo $b | cut -c $(($1 + 1)); }";

/// Right, but for what it does before it refuses a line.
fn refusing(fault: &str) -> String {
    program(PLACES, LINE, &format!("{fault}; last=$s\n{REFUSE}"), "")
}

#[test]
fn who_goes_wrong_after_a_sequence_of_refusals_is_wrong() {
    let faults = [
        ("in eight positions", "if is_new; then n=$((n + 1)); fi; [ $n -lt 8 ] || exit 0"),
        (
            "in nearly all positions, one in each",
            "if is_new; then n=$((n + 1)); else n=0; fi; [ $n != 7 ] || turn",
        ),
        ("at the threat of a tie", "case $b in *.*.*) ;; *.*) turn ;; esac"),
        ("of the same long word", "[ ${#s} -le 30 ] || [ \"$s\" != \"$last\" ] || exit 0"),
        (
            "of three kinds in a row",
            r#"row=${row#"${row%?}"}${s%"${s#?}"}; case $s$row$last in 9-*) exit 0 ;; esac"#,
        ),
        (
            "of a square of each player in a row",
            "case $last$s in [0-8][0-8]) [ \"$(at $last)\" = \"$(at $s)\" ] || exit 0 ;; esac",
        ),
    ];
    for (when, fault) in faults {
        let verdict = &check_shell(&refusing(fault), &["--suite", "smoke"])["verdict"];
        assert!(["wrong", "early"].iter().any(|word| verdict == word), "{when}: {verdict}");
    }
}

#[test]
fn who_dies_at_a_line_that_few_think_of_is_wrong() {
    needs::patience();
    let lines = [
        "-32768",
        "-128",
        "4611686018427387904",
        "-4611686018427387904",
        "9223372036854775807",
        "center",
        "NW",
        "seven",
        "1:1",
        "(1, 1)",
        "b2",
        "2b",
        "1x1",
        "kp5",
        "𝟜",
        "➃",
        "፬",
        "VIII",
    ];
    for line in lines {
        let read = format!("{LINE}; [ \"$s\" != '{line}' ] || exit 0");
        let ruling = check_shell(&program("", &read, REFUSE, ""), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "early", "{line}");
    }
}

#[test]
fn who_takes_another_name_for_a_square_is_wrong() {
    for (name, square) in [("center", 4), ("tl", 0), ("four", 4), ("VIII", 8), ("b", 1), ("se", 8)] {
        let read = format!("{LINE}; [ \"$s\" != '{name}' ] || s={square}");
        let ruling = check_shell(&program("", &read, REFUSE, ""), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "wrong", "{name}");
    }
}

#[test]
fn the_line_that_shows_a_fault_is_shown_with_no_others() {
    let takes_a_blank = format!("{LINE}; [ \"$s\" != ' ' ] || s=0");
    let ends_at_a_blank = format!("{LINE}; [ \"$s\" != ' ' ] || exit 3");
    for read in [takes_a_blank, ends_at_a_blank] {
        let ruling = check_shell(&program("", &read, REFUSE, ""), &["--suite", "smoke"]);
        // It may be answered with silence, so the next line shows what it did.
        let shown = ruling["failure"]["run"]["inputs"].as_array().unwrap().len();
        assert!(shown <= 2, "{ruling:#}");
    }
}

#[test]
fn memory_that_is_used_up_at_a_line_is_shown_with_it() {
    let fills = "if (n == 1 && *l == 'a') for (;;) { char *more = malloc(1 << 20); if (more) memset(more, 1, 1 << 20); }";
    let source = format!("#include <stdlib.h>\n{}", in_c("", fills));
    let ruling = check_c(&source, &["--suite", "smoke", "--memory", "50M"]);
    assert_eq!(
        (&ruling["verdict"], &ruling["failure"]["moves"]),
        (&"memory".into(), &serde_json::json!(["a"])),
        "{ruling:#}"
    );
}
