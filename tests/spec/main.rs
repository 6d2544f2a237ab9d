//! The library from inside: its laws and its counts.

mod architecture;
mod laws;
mod rules;
