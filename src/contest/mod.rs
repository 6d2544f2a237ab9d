//! Challenges of whole cases: a program is given an input, and its output is compared with the answer, or judged by
//! a validator, or the validator talks with it.
//!
//! ```text
//!   batch         NAME.in ──▶ program ──▶ output ──▶ tokens, or validator NAME.in NAME.ans
//!   interactive   program ◀──▶ judge ◀──▶ validator NAME.in NAME.ans
//! ```
//!
//! A validator leaves with the exit status 42 if the program was right, 43 if not. Anything else is a fault of the
//! challenge, never of the program. It is a program like any other: isolated, with limits.

mod conversation;
mod error;
mod expected;
mod folder;
mod rule;
mod ruling;
mod validator;

pub use error::ContestError;
pub use expected::{EXPECTED, Expectations, Expected, RIGHT, WRONG};
pub use folder::{Contest, WholeCase};
pub use rule::{Seat, Umpire};
pub use ruling::{Failed, Ruling};
pub use validator::Validator;
