//! Mealy machines: what tells their states apart, tests that find every fault of machines that are not much larger, and
//! learning one from somebody who answers.
//!
//! A machine has numbered states, inputs and outputs, and answers each input with one output. What the numbers stand for
//! is known to others. Nothing here runs a program: who answers is an [`Oracle`].

mod conformance;
mod identify;
mod learn;
mod mealy;
mod oracle;
mod tree;

pub use conformance::{Walker, count_of_tests, tests_of};
pub use identify::Identity;
pub use learn::Learner;
pub use mealy::{Mealy, OVER, Step, Word};
pub use oracle::{Limits, Oracle, Seen, Trouble};
