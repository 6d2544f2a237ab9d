//! Both programs from outside, as a user runs them.

#[macro_use]
extern crate referee_test_attribute;

mod bombs;
mod candidates;
mod cases;
mod challenge;
mod check;
mod ci;
mod class;
mod compare;
mod complaint;
mod completions;
mod diff;
mod docs;
mod domain;
mod doors;
mod endless;
mod events;
mod evidence;
mod exercises;
mod explored;
mod feeding;
mod freedoms;
mod github;
mod golf;
mod harness;
#[cfg(feature = "service")]
mod help;
mod hostile;
mod import;
mod left_out;
mod library;
mod load;
mod marks;
mod mistakes;
#[allow(dead_code, reason = "each target asks for other things")]
#[path = "../support/needs.rs"]
mod needs;
mod odd_lines;
mod othello;
mod own_words;
mod packages;
mod patterns;
mod points;
mod program;
mod progress;
mod pytest;
mod readme;
mod recordings;
mod referee;
mod references;
mod refusals;
mod rejected;
mod report;
mod rounds;
mod seats;
mod several;
mod shards;
mod shorten;
mod snapshots;
mod strangers;
mod stuck;
mod suite;
mod surroundings;
mod system_calls;
mod terminal;
mod threads;
mod warm;
#[cfg(feature = "wasm")]
mod wasm;
mod watch;
mod words;
