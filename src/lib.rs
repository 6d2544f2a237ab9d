//! Referee and judge for console games.
//!
//! `judge` checks whether a program plays a game exactly by its specification; `referee` is the reference that it
//! compares with. Both are thin: their work is in this library.
//!
//! Play a game, and read its transcript:
//!
//! ```no_run
#![doc = include_str!("../examples/play.rs")]
//! ```
//!
//! Compare what a program printed with the right transcript; what the challenge lets differ is allowed:
//!
//! ```no_run
#![doc = include_str!("../examples/compare.rs")]
//! ```
//!
//! Judge a command:
//!
//! ```no_run
#![doc = include_str!("../examples/judge.rs")]
//! ```
//!
//! [`catalogue::open`] opens a challenge of your own in a folder, as `examples/folder.rs` does.
//!
//! [`process::Isolation`] describes how untrusted programs are isolated.
//!
//! The modules are in reading order. Up to `diagnosis` they are pure (no files, processes, clocks, environment or
//! randomness): from the rules of a game up to the verdict on a program. The others work with the outside: from
//! files and processes up to the command line. A module uses only those above it in this list. What is not documented here is
//! for the two programs and the tests of this package, and may change at any time.

pub mod game;

pub mod session;

#[doc(hidden)]
pub mod challenge;

pub mod dialect;

pub mod transcript;

pub mod snapshot;

pub mod execution;

pub mod suite;

pub mod verdict;

pub mod diagnosis;

mod files;

pub mod process;

mod table;

pub mod player;

pub mod play;

pub mod runner;

pub mod golf;

pub mod catalogue;

mod package;

mod soundness;

pub mod report;

mod check;

#[cfg(feature = "harness")]
pub mod harness;

#[cfg(feature = "browser")]
mod http;

#[cfg(feature = "service")]
#[doc(hidden)]
pub mod service;

#[cfg(feature = "browser")]
mod web;

#[doc(hidden)]
pub mod cli;

pub use check::{Check, CheckError};
