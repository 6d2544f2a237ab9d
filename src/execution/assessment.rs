//! What decides a run whose output is judged as a whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a comparison with the answer, or a validator, said of an output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Assessment {
    /// What is wrong, in lines in which every character is visible; none if the output is right.
    pub objection: Option<String>,
    /// Whether the validator objected before the program had ended: then it does not matter how that ended.
    pub came_first: bool,
    /// What both said, if the program talked with the validator: each line after `>` if the program wrote it, after `<` if
    /// the validator did.
    pub conversation: Option<String>,
}
