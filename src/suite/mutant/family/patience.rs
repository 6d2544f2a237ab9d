//! Memory of bad lines: what a referee does after too many of them, in all, in a row or in many positions, and at
//! the same line again. The answer depends on the way to a position, so no cover of positions and lines finds them;
//! rows of bad lines do.

use super::super::faulty::Mutant;
use super::super::protocol::{Effect, PROTOCOL, Protocol, Slip, Trouble, When};
use super::build::protocol;

pub(super) fn mutants() -> Vec<Mutant> {
    let many = COUNTS.into_iter().flat_map(|count| EFFECTS.into_iter().map(move |effect| (count, effect)));
    let mut all: Vec<_> =
        many.flat_map(|(count, effect)| [in_all(count, effect), in_a_row(count, effect)]).collect();
    let turns = TURNS.into_iter().flat_map(|count| EFFECTS[..4].iter().map(move |effect| (count, *effect)));
    all.extend(turns.map(|(count, effect)| in_turns(count, effect)));
    all.extend(REPEATED.into_iter().flat_map(|least| AGAIN.map(|effect| again(least, effect))));
    all.extend(
        RHYTHMS.map(|(name, fault, when, effect)| patience(name.to_owned(), fault.to_owned(), when, effect)),
    );
    all
}

const COUNTS: [u32; 4] = [3, 9, 100, 1000];

/// In how many positions there must have been a bad line.
const TURNS: [u32; 3] = [4, 6, 8];

/// The least length, in bytes, of a line that is given again.
const REPEATED: [usize; 6] = [1, 4, 10, 20, 50, 100];

const AGAIN: [(&str, &str, Effect); 3] = [
    ("dies-of", "dies of", Effect::Dies),
    ("ends-at", "ends without a word at", Effect::Leaves),
    ("only-asks-after", "only asks again after", Effect::OnlyAsks),
];

/// What happens from the n-th bad line on, with the difference between n and the number in the description.
const EFFECTS: [(&str, &str, Effect, u32); 5] = [
    ("dies-after", "forgives {n} invalid lines{row}, dies at the next", Effect::Dies, 1),
    ("silent-after", "answers nothing more after {n} invalid lines{row}", Effect::Leaves, 1),
    ("ends-at", "says `invalid.` to {n} invalid lines{row}, then ends", Effect::LeavesAfterWord, 0),
    ("loses-turn-from", "passes the turn from invalid line {n}{row} on", Effect::LosesTurn, 0),
    ("stops-complaining-after", "only asks again after {n} invalid lines{row}", Effect::OnlyAsks, 1),
];

const RHYTHMS: [(&str, &str, When, Effect); 8] = [
    (
        "loses-turn-at-every-second",
        "passes the turn at every second invalid line",
        When::Every(2),
        Effect::LosesTurn,
    ),
    (
        "loses-turn-at-every-third",
        "passes the turn at every third invalid line",
        When::Every(3),
        Effect::LosesTurn,
    ),
    (
        "loses-turn-at-every-third-in-a-row",
        "passes the turn at every third invalid line in a row",
        When::EveryInARow(3),
        Effect::LosesTurn,
    ),
    (
        "silent-at-the-second-in-a-row",
        "says nothing about the second of two invalid lines in a row, only asks again",
        When::EveryInARow(2),
        Effect::OnlyAsks,
    ),
    (
        "complains-once-in-a-row",
        "says `invalid.` only to the first of several invalid lines in a row",
        When::FromInARow(2),
        Effect::OnlyAsks,
    ),
    ("complains-once", "says `invalid.` only once in a game", When::From(2), Effect::OnlyAsks),
    ("dies-at-the-second", "dies at the second invalid line", When::From(2), Effect::Dies),
    ("silent-after-one", "answers nothing more after the first invalid line", When::From(2), Effect::Leaves),
];

fn in_all(count: u32, (stem, words, effect, beyond): (&str, &str, Effect, u32)) -> Mutant {
    let fault = words.replace("{n}", &count.to_string()).replace("{row}", "");
    patience(format!("{stem}-{count}"), fault, When::From(count + beyond), effect)
}

fn in_a_row(count: u32, (stem, words, effect, beyond): (&str, &str, Effect, u32)) -> Mutant {
    let fault = words.replace("{n}", &count.to_string()).replace("{row}", " in a row");
    patience(format!("{stem}-{count}-in-a-row"), fault, When::FromInARow(count + beyond), effect)
}

fn in_turns(count: u32, (stem, words, effect, beyond): (&str, &str, Effect, u32)) -> Mutant {
    let fault = words.replace("{n}", &count.to_string()).replace("{row}", ", each in another position");
    patience(format!("{stem}-{count}-turns"), fault, When::InPositions(count + beyond), effect)
}

fn again(least: usize, (stem, words, effect): (&str, &str, Effect)) -> Mutant {
    let length = if least == 1 { String::new() } else { format!(" of at least {least} bytes") };
    let fault = format!("{words} an invalid line{length} that is the same as the one before");
    patience(format!("{stem}-a-line-again-{least}"), fault, When::Repeated(least), effect)
}

fn patience(name: String, fault: String, when: When, effect: Effect) -> Mutant {
    let slip = Some(Slip { on: Trouble::Any, when, effect });
    protocol(name, fault, Protocol { slip, ..PROTOCOL }).with_memory()
}
