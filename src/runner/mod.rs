//! Many cases, many candidates, side by side.
//!
//! [`run`] judges each [`Candidate`] by a [`Plan`] and tells what happens in [`Event`]s, which is all
//! that a report ever hears. Work is spread over the cores case by case, but a ruling does not
//! depend on who was faster: a candidate is judged by the first case, in the suite's order, that it
//! fails, and rulings are told in the candidates' order.

mod cross;
mod event;
mod explain;
mod failed_run;
mod lax;
mod manner;
mod pace;
mod plan;
mod player;
mod pool;
mod replay;
mod ruling;
mod shell;
mod surroundings;
mod trial;
mod unseen;
mod variation;
mod warmth;
mod way;

pub use event::{Candidate, Event, FACTS, Facts, Program};
pub use failed_run::FailedRun;
pub use pace::Pace;
pub use plan::Plan;
pub use pool::{Settings, run};
pub use replay::{Replay, replay};
pub use ruling::{Failure, NamedFault, Passed, Ruling, Standing};
pub use warmth::Runs;
