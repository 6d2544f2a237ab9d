//! The model: its notations go both ways, and its rules answer as the article's do.

use super::*;

fn played(actions: &[&str]) -> MarubatsuState {
    actions
        .iter()
        .fold(MarubatsuState::default(), |state, action| state.apply(action.parse().unwrap()).unwrap())
}

fn printed(event: &Event) -> String {
    let mut text = Vec::new();
    MarubatsuWords.write(event, &mut text);
    String::from_utf8(text).unwrap().trim_end().to_owned()
}

#[test]
fn the_notation_of_an_action_goes_both_ways() {
    for player in ["o", "x"] {
        for act in MarubatsuWords.vocabulary().unwrap().squares.iter().chain(&["resign", "abort"]) {
            let text = format!("{player}:{act}");
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
            assert_eq!(read(act.as_bytes()).unwrap().to_string(), *act);
        }
    }
}

#[test]
fn what_is_no_action_is_told_why() {
    let why = |text: &str| text.parse::<Action>().unwrap_err().to_string();
    assert_eq!(why("c2"), "\"c2\": an action is a player, a colon and what is done, such as o:c2");
    assert_eq!(why("y:c2"), "\"y\": the players are o and x");
    for act in ["C2", "c4", "d1", "c22", " c2", "c2 ", "Resign", "resign ", "", "2c"] {
        assert!(why(&format!("o:{act}")).contains("a row from a to c"), "{act}");
        let blank = if act.is_empty() { Unreadable::Blank } else { Unreadable::Certain };
        assert_eq!(read(act.as_bytes()), Err(blank));
    }
    assert_eq!(read(b"a\xff"), Err(Unreadable::Certain));
}

#[test]
fn a_square_is_refused_with_the_first_reason_that_holds() {
    let state = played(&["o:b2", "x:b3"]);
    let why = |action: &str| state.check(action.parse().unwrap()).unwrap_err();
    let reason = |action: &str| printed(&Event::InputRefused(why(action)));
    assert_eq!(reason("x:a1"), "The action is rejected: It is a turn of \"o\".");
    assert_eq!(reason("x:b3"), "The action is rejected: It is a turn of \"o\".");
    assert_eq!(reason("o:b2"), "The action is rejected: You have already filled this square.");
    assert_eq!(reason("o:b3"), "The action is rejected: The square has already been filled with \"x\".");
    for action in ["o:a1", "o:resign", "x:resign", "x:abort"] {
        assert_eq!(state.check(action.parse().unwrap()), Ok(()), "{action}");
    }
    let over = played(&["o:resign"]);
    assert_eq!(over.check("o:a1".parse().unwrap()), Err(Refusal::Invalid));
}

#[test]
fn an_ending_has_an_outcome_and_a_description() {
    let [o, x] = [Side::FIRST, Side::SECOND].map(|side| Some(Outcome::Won(side)));
    let line = |actions: &[&str]| {
        let finish = played(actions).finish().unwrap();
        (finish.outcome, printed(&Event::CauseGiven(finish.cause)))
    };
    let row = ["o:a1", "x:b1", "o:a2", "x:b2", "o:a3"];
    assert_eq!(line(&row), (o, "A horizontal line is completed !".to_owned()));
    let column = ["o:a1", "x:b3", "o:a2", "x:c3", "o:b1", "x:a3"];
    assert_eq!(line(&column), (x, "A vertical line is completed !".to_owned()));
    let both = ["o:a1", "x:b2", "o:a2", "x:b3", "o:b1", "x:c2", "o:c1", "x:c3", "o:a3"];
    assert_eq!(line(&both[..7]), (o, "A vertical line is completed !".to_owned()));
    let draw = ["o:b2", "x:b3", "o:a1", "x:c3", "o:a3", "x:c1", "o:c2", "x:a2", "o:b1"];
    assert_eq!(line(&draw), (Some(Outcome::Tie), "No line is completed.".to_owned()));
    assert_eq!(line(&["o:resign"]), (x, "\"o\" resigned.".to_owned()));
    assert_eq!(line(&["x:resign"]), (o, "\"x\" resigned.".to_owned()));
    assert_eq!(line(&["x:resign", "o:abort"]), (None, "The game is aborted.".to_owned()));
    assert_eq!(played(&["o:a1"]).finish(), None);
}

#[test]
fn a_row_is_named_before_a_column_before_a_diagonal() {
    let cause = |actions: &[&str]| played(actions).finish().unwrap().cause;
    let row_and_column = ["o:a1", "x:b2", "o:a2", "x:b3", "o:b1", "x:c2", "o:c1"];
    assert_eq!(cause(&row_and_column), Cause::Column);
    let both = ["o:a2", "x:b2", "o:a3", "x:b3", "o:b1", "x:c2", "o:c1", "x:c3", "o:a1"];
    assert_eq!(cause(&both), Cause::Row);
    let column_and_diagonal = ["o:b1", "x:a2", "o:c1", "x:a3", "o:b2", "x:b3", "o:c3", "x:c2", "o:a1"];
    assert_eq!(cause(&column_and_diagonal), Cause::Column);
}
