//! `referee serve` from outside: its answers over HTTP, permissions, and what survives a restart.

mod api;
mod challenge;
mod clocks;
mod crowd;
mod guard;
mod load;
mod server;
mod start;
