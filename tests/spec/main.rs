//! The library from inside: its laws and its counts.

mod architecture;
mod challenge;
mod coverage;
mod diagnosis;
mod faulty_reversi;
mod graph;
mod kills;
mod laws;
mod players;
mod points;
mod profile;
mod reversi;
mod rules;
mod single;
mod small;
mod suites;
