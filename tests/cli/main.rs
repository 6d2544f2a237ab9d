//! Both programs from outside, as a user runs them.

mod candidates;
mod challenge;
mod check;
mod complaint;
mod domain;
mod doors;
mod feeding;
mod golf;
mod hostile;
mod import;
mod learn;
mod mistakes;
mod othello;
mod program;
mod readme;
mod recordings;
mod referee;
mod refusals;
mod report;
mod seats;
mod snapshots;
mod stuck;
mod suite;
mod terminal;
mod warm;
mod wasm;
