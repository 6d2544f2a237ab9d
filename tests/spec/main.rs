//! The library held to figures and laws that were found without it.

mod graph;
mod suites;
