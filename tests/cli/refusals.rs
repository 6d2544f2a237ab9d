//! Programs that go wrong only after a certain sequence of refusals, or at a line that few think of.

use crate::candidates::{LINE, REFUSE, program};
use crate::needs;
use crate::program::check_perl;

/// Right, but for what it does before it refuses a line.
fn refusing(fault: &str) -> String {
    program("my(%in,$last,$row)", LINE, &format!("{fault};$last=$s;{REFUSE}"), "")
}

#[test]
fn who_goes_wrong_after_a_sequence_of_refusals_is_wrong() {
    let faults = [
        ("in eight positions", "$in{join'',@b}=1;exit if keys(%in)>7"),
        (
            "in nearly all positions, one in each",
            "$row=$in{join'',@b}++?0:$row+1;$p=$p eq'X'?'O':'X' if$row==7",
        ),
        ("at the threat of a tie", "$p=$p eq'X'?'O':'X' if 1==grep{$_ eq'.'}@b"),
        ("of the same long word", "exit if length($s)>30&&$s eq$last"),
        (
            "of three kinds in a row",
            "$row=~s/.*(?=.)//s;$row.=substr$s,0,1;exit if$row.$last=~/^-/&&$s eq'9'",
        ),
        ("of a square of each player in a row", "exit if$last=~/^[0-8]$/&&$s=~/^[0-8]$/&&$b[$last]ne$b[$s]"),
    ];
    for (when, fault) in faults {
        let verdict = &check_perl(&refusing(fault), &["--suite", "smoke"])["verdict"];
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
        let read = format!("do{{my$l=line();exit if$l eq'{line}';$l}}");
        let ruling = check_perl(&program("", &read, REFUSE, ""), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "early", "{line}");
    }
}

#[test]
fn who_takes_another_name_for_a_square_is_wrong() {
    for (name, square) in [("center", 4), ("tl", 0), ("four", 4), ("VIII", 8), ("b", 1), ("se", 8)] {
        let read = format!("do{{my$l=line();$l eq'{name}'?{square}:$l}}");
        let ruling = check_perl(&program("", &read, REFUSE, ""), &["--suite", "smoke"]);
        assert_eq!(ruling["verdict"], "wrong", "{name}");
    }
}
