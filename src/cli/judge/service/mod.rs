//! The judging service: `judge serve`, `judge worker`, `judge submit` and `judge token`.

mod catalogue;
mod client;
mod database;
mod logs;
pub(super) mod serve;
pub(super) mod submit;
pub(super) mod token;
mod work;
pub(super) mod worker;
