//! What every server of ours has: `connections` accepts connections, and closes idle ones when there are too many; `guard` looks
//! at each request first; `key` makes names that cannot be guessed; `asset` has the files of the pages; `address` says where
//! others reach the server; `stopping` ends it.

mod address;
mod asset;
mod connections;
mod guard;
mod key;
mod stopping;

#[cfg(feature = "service")]
pub(crate) use address::host_name;
pub(crate) use address::{names, open_in_browser, own_address, reachable, to_listen_on, url};
pub(crate) use asset::asset;
pub(crate) use connections::{Client, Connections, Slot, WatchPermit, descriptors, raise_descriptors};
#[cfg(feature = "service")]
pub(crate) use guard::LONGEST_WAIT;
pub(crate) use guard::{Names, guard};
pub(crate) use key::{Lock, is_name, lock, new_key, new_name};
pub(crate) use stopping::raised;
