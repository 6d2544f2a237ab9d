//! Mealy machines: distinguishing their states, tests that find every fault of machines that are not much
//! larger, and learning a machine from an oracle.
//!
//! A machine has numbered states, inputs and outputs, and answers each input with one output. The caller
//! knows what the numbers mean. Nothing here runs a program: an [`Oracle`] answers.

mod conformance;
mod identify;
mod learn;
mod mealy;
mod oracle;
mod tree;

pub(crate) use conformance::{Walker, count_of_tests, tests_of};
pub(crate) use identify::Identity;
pub(crate) use learn::Learner;
pub(crate) use mealy::{Mealy, OVER, Step, Word};
pub(crate) use oracle::{Limits, Oracle, Seen, Trouble};
