//! Running console programs: under limits, in a sandbox, with a record of what happened.
//!
//! Nothing here knows what a program should do: no game, challenge, suite or verdict. The modules are in reading order, and each
//! uses only those above it. The first two are pure; the others work with files and processes. What is for users of the library
//! has its place in the package `referee`; everything else is for the crates of this workspace, and may change at any time.

#[doc(hidden)]
pub mod visible;

pub mod execution;

#[doc(hidden)]
pub mod files;

pub mod process;

#[doc(hidden)]
pub mod driver;
