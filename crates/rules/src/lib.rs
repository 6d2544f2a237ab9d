//! Judging a run, purely: from the rules of a game to the verdict on a run of a program.
//!
//! All of it is pure: no files, processes, clocks, environment or randomness. The modules are in reading order, and each uses
//! only those above it. What is for users of the library has its place in the package `referee`; everything else is for the
//! crates of this workspace, and may change at any time.

pub mod game;

pub mod session;

#[doc(hidden)]
pub mod challenge;

pub mod dialect;

pub mod transcript;

pub mod snapshot;

#[doc(hidden)]
pub mod case;

pub mod verdict;
