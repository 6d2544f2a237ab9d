//! Referee and judge for console games.
//!
//! The library in reading order: first what is pure (no files, processes, clocks, environment,
//! randomness), from the rules of a game up to the verdict on a program; then the world, from
//! starting a process up to the command line. A module uses those above it in this list, never one
//! below.

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
