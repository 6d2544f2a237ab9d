//! A shard of a run: a share of its programs, for one of several machines.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// More shards than anybody has machines.
const MOST: usize = 10_000;

/// One of several shards. Which programs it has depends on their names alone, not on their order, nor on which others
/// there are. A program is judged in one shard with all its cases, since the first failure in the order of the suite decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "WrittenShard")]
#[non_exhaustive]
pub struct Shard {
    /// Its number, from 1.
    #[schemars(range(min = 1))]
    pub number: usize,
    /// How many shards there are.
    #[schemars(range(min = 1))]
    pub of: usize,
}

/// A shard as a file says it, which may be none.
#[derive(Deserialize, JsonSchema)]
struct WrittenShard {
    number: usize,
    of: usize,
}

impl TryFrom<WrittenShard> for Shard {
    type Error = String;

    fn try_from(WrittenShard { number, of }: WrittenShard) -> Result<Shard, String> {
        Shard::new(number, of).map_err(|_| format!("there is no shard {number} of {of}"))
    }
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("it takes I/N, such as 1/4: shard I of N, with I from 1 to N, and N no more than {MOST}")]
pub struct NoShard;

impl Shard {
    /// A shard of this many.
    /// Fails if there is none with this number.
    pub(crate) fn new(number: usize, of: usize) -> Result<Shard, NoShard> {
        let is_one = (1..=of.min(MOST)).contains(&number) && of <= MOST;
        if is_one { Ok(Shard { number, of }) } else { Err(NoShard) }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        let digest = Sha256::digest(name.as_bytes());
        let head = digest.iter().take(8).fold(0, |head: u64, byte| head << 8 | u64::from(*byte));
        head % self.of as u64 == self.number as u64 - 1
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Shard, NoShard> {
        let (number, of) = text.split_once('/').ok_or(NoShard)?;
        let read = |digits: &str| digits.parse().map_err(|_| NoShard);
        Shard::new(read(number)?, read(of)?)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_program_is_in_one_shard() {
        for of in [1, 3, 7] {
            let shards: Vec<_> = (1..=of).map(|number| Shard::new(number, of).unwrap()).collect();
            let count = |name: &str| shards.iter().filter(|shard| shard.has(name)).count();
            assert!((0..100).all(|number| count(&format!("golf/{number}.py")) == 1));
        }
        // It stays in its shard from version to version.
        let of_three = |name| (1..=3).find(|number| Shard::new(*number, 3).unwrap().has(name));
        assert_eq!(["golf/ttt.py", "a/b.c", "./my --flag"].map(of_three), [Some(3), Some(2), Some(3)]);
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for text in [
            "0/3",
            "4/3",
            "1/0",
            "0/0",
            "1",
            "/",
            "1/",
            "a/b",
            "-1/3",
            "1/2/3",
            "1/10001",
            "99999999999999999999/3",
        ] {
            assert_eq!(text.parse::<Shard>(), Err(NoShard), "{text}");
        }
    }
}
