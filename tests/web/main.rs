//! `referee serve` from outside: what it answers over HTTP, to whom, and what outlives it.

mod api;
mod challenge;
mod clocks;
mod crowd;
mod guard;
mod load;
mod server;
mod start;
