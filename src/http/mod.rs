//! What every server of ours has: `connections` accepts connections; `shares` counts what each client has; `guard` looks at each
//! request first; `key` makes names that cannot be guessed; `asset` has the files of the pages; `address` says where others reach
//! the server; `stopping` ends it.

mod address;
mod asset;
mod connections;
mod guard;
mod key;
mod shares;
mod stopping;

#[cfg(feature = "service")]
pub(crate) use address::host_name;
pub(crate) use address::{
    ListenError, listen, names, open_in_browser, own_address, reachable, to_listen_on, url,
};
pub(crate) use asset::asset;
pub(crate) use connections::{Connections, descriptors, raise_descriptors};
#[cfg(feature = "service")]
pub(crate) use guard::LONGEST_WAIT;
pub(crate) use guard::{Names, guard};
pub(crate) use key::{Lock, is_name, lock, new_key, new_name};
#[cfg(feature = "service")]
pub(crate) use shares::Shares;
pub(crate) use shares::{Client, Share};
pub(crate) use stopping::raised;
