//! The judging service: `judge serve`, `judge worker`, `judge submit`, `judge token` and `judge service`.

mod catalogue;
mod client;
mod database;
pub(super) mod forget;
mod logs;
pub(super) mod serve;
pub(super) mod submit;
pub(super) mod token;
mod work;
pub(super) mod worker;
