//! Challenges of whole cases: a program is given an input, and its output is compared with the answer, or judged by
//! a validator, or the validator talks with it.
//!
//! ```text
//!   batch         NAME.in ──▶ program ──▶ output ──▶ tokens, or validator NAME.in NAME.ans
//!   interactive   program ◀──▶ judge ◀──▶ validator NAME.in NAME.ans
//! ```
//!
//! A validator exits with status 42 if the program was right, 43 if not. Anything else is a fault of the
//! challenge, never of the program. It runs like any other program: isolated, with limits. A conversation for
//! a case is checked with it, too.

mod conversation;
mod error;
mod expected;
mod folder;
mod interaction;
mod rule;
mod ruling;
mod validator;

pub use error::ContestError;
pub use expected::{EXPECTED, Expectations, RIGHT, WRONG};
pub use folder::{CASES, Contest, INTERACTION, WholeCase};
pub use rule::{Seat, Umpire};
pub use ruling::{Failed, Ruling, SUITE};
pub use validator::Validator;
