//! What `referee` and `judge` do, without their command lines, players, pages and service.
//!
//! The modules are in reading order. The first two are pure (no files, processes, clocks, environment or randomness), as is
//! all of the crate `rules`, which they build upon. The others work with the outside, by the crate `console`. A module uses only
//! those above it in this list. The package `referee` names what is for users of the library; everything else is for the crates
//! of this workspace, and may change at any time.

#[doc(hidden)]
pub use console::{driver, files};
#[doc(inline)]
pub use console::{execution, process};
#[doc(hidden)]
pub use rules::{case, challenge};
#[doc(inline)]
pub use rules::{dialect, game, session, snapshot, transcript, verdict};

pub mod suite;

pub mod diagnosis;

pub mod play;

pub mod runner;

pub mod golf;

#[doc(hidden)]
pub mod kattis;

pub mod catalogue;

#[doc(hidden)]
pub mod package;

#[doc(hidden)]
pub mod import;

#[doc(hidden)]
pub mod soundness;

pub mod report;

pub mod check;

#[cfg(feature = "harness")]
pub mod harness;
