//! The library from inside: its laws and its counts.

mod architecture;
mod graph;
mod laws;
mod rules;
mod suites;
