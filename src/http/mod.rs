//! What every server of ours has: `door` lets connections in, and sends away those that only fill the place; `guard` looks
//! at each request first; `key` makes names that cannot be guessed; `asset` has the files of the pages.

mod asset;
mod door;
mod guard;
mod key;

pub(crate) use asset::asset;
pub(crate) use door::{Client, Door, Leave, Place, descriptors, raise_descriptors};
#[cfg(feature = "service")]
pub(crate) use guard::LONGEST_WAIT;
pub(crate) use guard::{Names, guard};
pub(crate) use key::{Lock, is_name, lock, new_key, new_name};
