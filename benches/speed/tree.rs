//! Games by a fork each, as trees, and in the way that is chosen: those of `exhaustive`, which come in the
//! order of their lines and so share most of their beginnings, and those of `complete`, which share few.

use std::path::Path;

use referee::dialect::Dialect;
use referee::process::{Command, Forking, Game, Interrupt, Isolation, Room};
use referee::suite::{Level, Suite, Way};

use crate::programs::{BYTES, JUDGE, LANGUAGES, path, ready_at};
use crate::runs::{Contestant, take_turns, warm};

/// How many games each round has: enough to choose, and to gain by it.
const GAMES: usize = 640;

/// The ways.
const WAYS: [(&str, Option<Forking>); 3] =
    [("a fork each", Some(Forking::Each)), ("tree", Some(Forking::Tree)), ("chosen", None)];

pub fn measure() {
    let interrupt = Interrupt::on_signals().expect("signals");
    println!("µs a game, medians of rounds of {GAMES} games");
    println!("{:16} {:12} {:>12} {:>12} {:>12}", "", "", WAYS[0].0, WAYS[1].0, WAYS[2].0);
    let usual = LANGUAGES.iter().take(3).map(|(name, ending)| (*name, path(ending)));
    let home = env!("CARGO_MANIFEST_DIR");
    let by_bytes = BYTES.iter().map(|(name, place)| (*name, format!("{home}/{place}")));
    for (name, path) in usual.chain(by_bytes) {
        match ready_at(Path::new(&path), &interrupt) {
            Some(command) => compare(name, &command, &interrupt),
            None => println!("{name}: skipped, not installed"),
        }
    }
}

fn compare(name: &str, command: &Command, interrupt: &Interrupt) {
    for level in [Level::Exhaustive, Level::Complete] {
        let games = games(level);
        let mut rooms = WAYS.map(|_| Room::isolated(&Isolation::best(Path::new(JUDGE))).expect("a room"));
        let contestants = WAYS.iter().zip(&mut rooms).map(|((way, forking), room)| -> Contestant<'_> {
            let games = &games;
            (way, Box::new(move || assert_eq!(warm(command, games, *forking, room, interrupt), games.len())))
        });
        let times = take_turns(&mut contestants.collect::<Vec<_>>());
        let each: Vec<_> =
            times.iter().map(|time| format!("{:12.0}", time.as_secs_f64() * 1e6 / GAMES as f64)).collect();
        println!("{name:16} {:12} {}", level.name(), each.join(" "));
    }
}

fn games(level: Level) -> Vec<Game> {
    let suite = Suite::generate(Dialect::Tictactoe, level).expect("it is generated");
    let input = |place| Way::Lines.feed(&suite.case(place).inputs).stdin;
    (0..GAMES).map(|place| Game { input: input(place), may_be_dismissed: false }).collect()
}
