//! Turns that are lost, doubled or begun by the wrong player.

use super::super::faulty::Mutant;
use super::super::protocol::{Effect, PROTOCOL, Protocol, Slip, Trouble, When};
use super::super::reading::Pattern;
use super::super::rules::{Condition, RULES, Rules, Turns};
use super::build::{protocol, rules};
use crate::game::Side;

const X: Side = Side::FIRST;
const O: Side = Side::SECOND;

pub(super) fn mutants() -> Vec<Mutant> {
    let turns = ORDERS.map(|(name, fault, turns)| rules(name, fault, Rules { turns, ..RULES }));
    let slips = EFFECTS.into_iter().flat_map(|effect| TROUBLES.map(|trouble| slip(effect, trouble)));
    turns.into_iter().chain(slips).collect()
}

fn slip((stem, words, effect): (&str, &str, Effect), (class, whence, on): (&str, &str, Trouble)) -> Mutant {
    let slip = Some(Slip { on, when: When::Always, effect });
    let all = protocol(format!("{stem}-{class}"), format!("{words} {whence}"), Protocol { slip, ..PROTOCOL });
    match (effect, on) {
        (Effect::SaysNothing, Trouble::Line(Pattern::Blank)) => {
            all.equivalent("silence to an empty line is allowed")
        }
        (Effect::PlaysTwice | Effect::TakesBack, _) => all.with_memory(),
        _ => all,
    }
}

/// The effects of a bad line, for one class of lines at a time.
const EFFECTS: [(&str, &str, Effect); 11] = [
    ("loses-turn-after", "passes the turn", Effect::LosesTurn),
    ("plays-twice-after", "lets the player mark twice", Effect::PlaysTwice),
    ("dies-on", "dies", Effect::Dies),
    ("ends-on", "ends without a word", Effect::Leaves),
    ("ends-after-word-on", "says `invalid.` and ends", Effect::LeavesAfterWord),
    ("says-nothing-to", "says nothing", Effect::SaysNothing),
    ("only-asks-after", "asks again without `invalid.`", Effect::OnlyAsks),
    ("takes-the-last-mark-back-after", "takes the last mark off the board", Effect::TakesBack),
    ("clears-the-board-after", "begins the board anew", Effect::ClearsBoard),
    ("marks-a-blank-cell-at", "marks the first blank cell", Effect::MarksFirstBlank),
    ("loses-game-after", "gives the win to the other player", Effect::LosesGame),
];

const TROUBLES: [(&str, &str, Trouble); 10] = [
    ("invalid", "at an invalid line", Trouble::Any),
    ("occupied", "when an occupied cell is named", Trouble::Occupied),
    ("number", "at a number outside 0 to 8", Trouble::Line(Pattern::Number)),
    ("big-number", "at a number above 8", Trouble::Line(Pattern::TooBig)),
    ("negative", "at a negative number", Trouble::Line(Pattern::Negative)),
    ("no-number", "on a line that is no number", Trouble::Line(Pattern::NoNumber)),
    ("word", "on a line without a digit", Trouble::Line(Pattern::NoDigit)),
    ("empty", "on an empty line", Trouble::Line(Pattern::Blank)),
    ("sequence", "on digits in sequence, such as 12", Trouble::Line(Pattern::Sequence)),
    ("long-number", "on a number that does not fit 64 bits", Trouble::Line(Pattern::Long)),
];

const ANY: Condition = Condition { square: None, side: None, mark: None, opening: None, beyond_last: None };

const ORDERS: [(&str, &str, Turns); 7] = [
    ("o-begins", "lets O begin", Turns::Order([O, X, O, X, O, X, O, X, O])),
    ("x-plays-alone", "lets X make every mark", Turns::Order([X; 9])),
    (
        "x-plays-the-fourth-mark",
        "lets X play twice: the third and the fourth mark are both of X",
        Turns::Order([X, O, X, X, X, O, X, O, X]),
    ),
    (
        "x-plays-the-second-mark",
        "lets X play twice: the first and the second mark are both of X",
        Turns::Order([X, X, X, O, X, O, X, O, X]),
    ),
    (
        "plays-twice-after-the-centre",
        "lets the same player play again after marking the centre",
        Turns::AgainAfter(Condition { square: Some(4), ..ANY }),
    ),
    (
        "plays-twice-after-the-first-mark",
        "lets X play again after the first mark",
        Turns::AgainAfter(Condition { mark: Some(1), ..ANY }),
    ),
    (
        "plays-twice-after-cell-0",
        "lets the same player play again after marking cell 0",
        Turns::AgainAfter(Condition { square: Some(0), ..ANY }),
    ),
];
