//! The run in which a failure was seen, kept byte for byte, so that reports can show it step by step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::execution::{Bytes, Execution, ListOfBytes};
use crate::suite::Case;
use crate::verdict::CaseResult;

/// How much of an output is kept after the failure, in bytes: more than any board takes.
const KEPT: usize = 8 << 10;

/// The input and output of a program, as far as a reader needs them: byte for byte, with control characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FailedRun {
    /// The inputs of the game.
    #[serde(with = "ListOfBytes")]
    pub inputs: Vec<Vec<u8>>,
    /// The output, until some bytes after the failure.
    #[serde(with = "Bytes")]
    pub output: Vec<u8>,
    /// The length of the whole output, in bytes.
    pub length: usize,
}

impl FailedRun {
    pub(super) fn of(case: &Case, execution: &Execution, result: &CaseResult) -> FailedRun {
        let output = &execution.stdout;
        let words = output.trim_ascii_end().len();
        let at = result.divergence().map_or(words, |divergence| divergence.at);
        FailedRun {
            inputs: case.inputs.clone(),
            output: output[..output.len().min(at + KEPT)].to_vec(),
            length: output.len(),
        }
    }
}
