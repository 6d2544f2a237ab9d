//! Which part of a run a shard is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::golf::Gathered;
use crate::runner::Shard;

/// The part of a run that was judged as a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub(crate) struct Part {
    /// Which shard.
    #[serde(flatten)]
    pub shard: Shard,
    /// The names of all programs of the run, those of other shards, too, in their order.
    pub programs: Vec<String>,
}

impl Part {
    /// The part that a shard is of a run of these programs, of which only its own stay.
    pub(crate) fn share(shard: Shard, all: &mut Vec<Gathered<'_>>) -> Part {
        let programs = all.iter().map(|one| one.candidate.name.clone()).collect();
        all.retain(|one| shard.has(&one.candidate.name));
        Part { shard, programs }
    }
}
