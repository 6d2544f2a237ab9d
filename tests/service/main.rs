//! The judging service, on both databases.
//!
//! Where there is no PostgreSQL the tests say that its part is skipped; with `CI=true` they fail.

mod attacks;
mod chaos;
mod http;
mod isolation;
mod pages;
mod proxy;
mod queue;
mod server;
mod site;
