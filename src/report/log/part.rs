//! Which part of a run a shard is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::golf::Gathered;
use crate::runner::Shard;

/// The part of a run that was judged as a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Part {
    /// Which shard.
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

/// The part of a run that a shard is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Part", deny_unknown_fields)]
pub(super) struct PartDto {
    /// The number of the shard, from 1.
    #[schemars(range(min = 1))]
    number: usize,
    /// How many shards there are.
    #[schemars(range(min = 1))]
    of: usize,
    /// The names of all programs of the run, those of other shards, too, in their order.
    programs: Vec<String>,
}

impl PartDto {
    pub(super) fn of(part: &Part) -> PartDto {
        let Part { shard, programs } = part.clone();
        PartDto { number: shard.number, of: shard.of, programs }
    }

    pub(super) fn part(self) -> Result<Part, String> {
        let PartDto { number, of, programs } = self;
        let shard = Shard::new(number, of).map_err(|_| format!("there is no shard {number} of {of}"))?;
        Ok(Part { shard, programs })
    }
}
