//! The run in which a failure was seen, kept byte for byte, so that reports can show it step by step.

use serde::{Deserialize, Serialize};

use crate::execution::{Bytes, Execution};
use crate::suite::Case;
use crate::verdict::CaseResult;

/// How much of an output is kept from where it went wrong, in bytes: more than any board takes.
const KEPT: usize = 8 << 10;

/// What was given to a program and what came, as far as a reader needs it: byte for byte, and not
/// inert.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FailedRun {
    /// The inputs of the game.
    pub inputs: Vec<Bytes>,
    /// The output, up to some way behind the failure.
    pub output: Bytes,
    /// How long it is in all, in bytes.
    pub length: usize,
}

impl FailedRun {
    pub(super) fn of(case: &Case, execution: &Execution, result: &CaseResult) -> FailedRun {
        let output = &execution.stdout;
        let words = output.trim_ascii_end().len();
        let at = result.divergence.as_ref().map_or(words, |divergence| divergence.at);
        FailedRun {
            inputs: case.inputs.iter().cloned().map(Bytes).collect(),
            output: Bytes(output[..output.len().min(at + KEPT)].to_vec()),
            length: output.len(),
        }
    }
}
