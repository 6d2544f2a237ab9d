//! The judging service, on both databases.
//!
//! Where there is no PostgreSQL the tests say that its part is skipped; with `CI=true` they fail.

#[macro_use]
extern crate referee_test_attribute;

mod attacks;
mod chaos;
mod generated;
mod http;
mod isolation;
#[allow(dead_code, reason = "each target asks for other things")]
#[path = "../support/needs.rs"]
mod needs;
mod pages;
mod proxy;
mod queue;
mod server;
mod site;
mod starting;
