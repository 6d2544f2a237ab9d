//! Playing the mutants of a reference on the suites of its challenge, as candidates are played, up to the first case in which
//! each is not right.
//!
//! A mutant that no suite finds gets further sessions. If one shows it, the session is shortened. Many mutants loop for ever,
//! so the limits of time follow from what the reference itself takes.

mod limits;
mod mutated;
mod order;
mod shortening;
mod trial;
mod trials;
mod unplayable;

pub(super) use limits::limits;
pub(crate) use mutated::Mutated;
pub(super) use order::in_spread_order;
pub(crate) use trials::MutantTrials;
