//! Both programs from outside, as a user runs them.

mod bombs;
mod candidates;
mod challenge;
mod check;
mod complaint;
mod docs;
mod domain;
mod doors;
mod evidence;
mod feeding;
mod freedoms;
mod golf;
#[cfg(feature = "service")]
mod help;
mod hostile;
mod import;
mod learn;
mod load;
mod mistakes;
mod othello;
mod program;
mod readme;
mod recordings;
mod referee;
mod refusals;
mod rejected;
mod report;
mod seats;
mod snapshots;
mod strangers;
mod stuck;
mod suite;
mod system_calls;
mod terminal;
mod warm;
mod wasm;
