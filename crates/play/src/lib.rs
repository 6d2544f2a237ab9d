//! Games between players: people, scripts, programs and the computer; series of them; othello between two programs that share a
//! folder; games in the browser.
//!
//! A module uses only those above it in this list.

pub mod table;

pub mod player;

pub mod bots;

#[cfg(feature = "browser")]
pub mod web;
