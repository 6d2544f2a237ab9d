//! `referee serve` from outside: its answers over HTTP, permissions, and what survives a restart.

#[macro_use]
extern crate referee_test_attribute;

mod api;
mod challenge;
mod clocks;
mod crowd;
mod guard;
mod load;
#[allow(dead_code, reason = "each target asks for other things")]
#[path = "../support/needs.rs"]
mod needs;
mod server;
mod start;
