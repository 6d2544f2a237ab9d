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
//! What is not documented here is for the two programs and the tests of this package, and may change at any time.

#[cfg(feature = "play")]
#[doc(inline)]
pub use ::play::player;
#[cfg(feature = "service")]
#[doc(hidden)]
pub use ::service;
#[doc(hidden)]
pub use judging::challenge;
#[doc(inline)]
pub use judging::check::{Check, CheckError};
#[cfg(feature = "harness")]
#[doc(inline)]
pub use judging::harness;
#[doc(inline)]
pub use judging::{
    catalogue, diagnosis, dialect, execution, game, golf, play, process, report, runner, session, snapshot,
    suite, transcript, verdict,
};

#[doc(hidden)]
pub mod cli;
