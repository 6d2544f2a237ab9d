//! Referee and judge for console games.
//!
//! `judge` checks whether a program plays a game exactly by its specification; `referee` is the reference that it
//! compares with. Both are thin: their work is in this library.
//!
//! The modules are in reading order. Up to `diagnosis` they are pure (no files, processes, clocks, environment or
//! randomness): from the rules of a game up to the verdict on a program. The others work with the outside: from
//! files and processes up to the command line. A module uses only those above it in this list.

pub mod game;

pub mod session;

pub mod dialect;

pub mod transcript;

pub mod snapshot;

pub mod execution;

pub mod suite;

pub mod verdict;

pub mod diagnosis;

pub mod files;

pub mod process;

pub mod table;

pub mod player;

pub mod play;

pub mod runner;

pub mod golf;

pub mod report;

#[cfg(feature = "serve")]
pub mod web;

pub mod cli;
