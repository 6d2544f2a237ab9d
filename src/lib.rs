//! Referee and judge for console games.
//!
//! `judge` checks whether a program plays a game exactly by its specification; `referee` is the reference that it
//! compares with. Both are thin: their work is in this library.
//!
//! Play a game, and read its transcript:
//!
//! ```
//! use referee::dialect::Dialect;
//! use referee::transcript::ExpectedTranscript;
//!
//! let inputs = ["6", "4", "0", "3", "1", "5"].map(|input| input.as_bytes().to_vec());
//! let transcript = ExpectedTranscript::strict(&Dialect::Tictactoe, &inputs).text();
//! assert!(transcript.ends_with(b"O> O won.\n"));
//! ```
//!
//! Compare what a program printed with the right transcript; what the challenge lets differ is allowed:
//!
//! ```
//! use referee::dialect::Dialect;
//! use referee::transcript::{ExpectedTranscript, Profile, compare};
//!
//! let expected = ExpectedTranscript::scored(&Dialect::Tictactoe, &[b"4".to_vec()]);
//! let right = b"\n...\n...\n...\nX> \n...\n.X.\n...\nO> ";
//! assert_eq!(compare(&expected, right, Profile::Golf), None);
//! let wrong = b"...\n...\n...\nX> invalid.\nX> ";
//! let divergence = compare(&expected, wrong, Profile::Golf).expect("4 is a free square");
//! assert_eq!((divergence.step, divergence.at), (1, 15));
//! ```
//!
//! Judge a command:
//!
//! ```
//! use referee::Check;
//! use referee::dialect::Dialect;
//! use referee::process::Command;
//! use referee::suite::Suite;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let reports = Check::new(&Dialect::Tictactoe)
//!     .suites([Suite::of(&Dialect::Tictactoe, "examples")?])
//!     .command("silent", Command::new::<&str>("true", []))
//!     .run()?;
//! assert_eq!(reports[0].verdict(), "early");
//! # Ok(())
//! # }
//! ```
//!
//! [`catalogue::open`] opens a challenge of your own in a folder. The folder `examples` has all this as programs, and one that
//! isolates what it judges.
//!
//! [`process::Isolation`] describes how untrusted programs are isolated.
//!
//! The modules are in reading order. Up to `diagnosis` they are pure (no files, processes, clocks, environment or
//! randomness): from the rules of a game up to the verdict on a program. The others work with the outside: from
//! files and processes up to the command line. A module uses only those above it in this list. What is not documented here is
//! for the two programs and the tests of this package, and may change at any time.

pub mod game;

pub mod session;

mod machine;

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
