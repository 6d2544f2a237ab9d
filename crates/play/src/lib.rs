//! Games between players: people, scripts, programs and the computer; series of them; othello between two programs that share a
//! folder; games in the browser.
//!
//! A module uses only those above it in this list.

#[doc(hidden)]
pub mod table;

pub mod player;

#[doc(hidden)]
pub mod bots;

#[cfg(feature = "browser")]
#[doc(hidden)]
pub mod web;
