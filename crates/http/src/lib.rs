//! The common parts of the servers: `connections` accepts connections; `shares` counts what each client has; `guard` looks at each
//! request first; `key` makes names that cannot be guessed; `asset` has the files of the pages; `address` says where others reach
//! the server; `stopping` ends it.

#![allow(missing_docs, reason = "it is for the two programs alone")]

mod address;
mod asset;
mod connections;
mod guard;
mod key;
mod shares;
mod stopping;

pub use address::{
    ListenError, host_name, listen, names, open_in_browser, own_address, reachable, to_listen_on, url,
};
pub use asset::asset;
pub use connections::{Connections, descriptors, raise_descriptors};
pub use guard::{LONGEST_WAIT, Names, guard};
pub use key::{Lock, is_name, lock, new_key, new_name};
pub use shares::{Client, Share, Shares};
pub use stopping::raised;
