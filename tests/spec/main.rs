//! The library from inside: its laws and its counts.

#[macro_use]
extern crate referee_test_attribute;

mod architecture;
mod challenge;
mod coverage;
mod diagnosis;
mod faulty_reversi;
mod graph;
mod kills;
mod laws;
#[allow(dead_code, reason = "each target asks for other things")]
#[path = "../support/needs.rs"]
mod needs;
mod players;
mod points;
mod profile;
mod reversi;
mod rules;
mod single;
mod small;
mod suites;
