//! The boards of reversi, as the page shows them to choose from.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::rules::{Choice, Rules};
use crate::game::reversi;

/// Every built-in board, the standard one first.
pub(super) fn all() -> &'static Value {
    static ALL: LazyLock<Value> = LazyLock::new(|| {
        let mut names = reversi::names();
        names.sort_by_key(|name| name != "standard");
        names.iter().map(|name| built_in(name)).collect()
    });
    &ALL
}

/// A board: its name, its title, its players, its discs, and its picture, row by row.
pub(super) fn board(name: &str, rules: &Rules, text: &str) -> Value {
    let start = rules.beginning();
    json!({
        "name": name,
        "title": rules.title(),
        "players": rules.players(),
        "width": rules.width(),
        "discs": rules.discs(),
        "board": rules.letters(&start),
        "solved": crate::player::Perfect::solves(&start),
        "text": text,
    })
}

fn built_in(name: &str) -> Value {
    let rules = Rules::of(&Choice::Reversi { board: name.to_owned() }).expect("it is among the names");
    board(name, &rules, &reversi::text(name).expect("it is among the names"))
}
