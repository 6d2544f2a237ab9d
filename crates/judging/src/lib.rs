//! What `referee` and `judge` do, without their command lines, players, pages and service.
//!
//! The modules are in reading order. Up to `diagnosis` they are pure (no files, processes, clocks, environment or
//! randomness): from the rules of a game up to the verdict on a program. The others work with the outside: from
//! files and processes, which are the crate `console`, up to reports. A module uses only those above it in this list. The package
//! `referee` names what is for users of the library; everything else is for the crates of this workspace, and may change at any
//! time.

#[doc(hidden)]
pub use console::files;
#[doc(inline)]
pub use console::{execution, process};

pub mod game;

pub mod session;

#[doc(hidden)]
pub mod challenge;

pub mod dialect;

pub mod transcript;

pub mod snapshot;

#[doc(hidden)]
pub mod case;

pub mod suite;

pub mod verdict;

pub mod diagnosis;

#[doc(hidden)]
pub mod driver;

pub mod play;

pub mod runner;

pub mod golf;

pub mod catalogue;

#[doc(hidden)]
pub mod package;

#[doc(hidden)]
pub mod soundness;

pub mod report;

pub mod check;

#[cfg(feature = "harness")]
pub mod harness;
