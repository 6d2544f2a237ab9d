//! The library from inside: its laws and its counts.

mod architecture;
mod diagnosis;
mod graph;
mod laws;
mod rules;
mod suites;
mod tolerance;
