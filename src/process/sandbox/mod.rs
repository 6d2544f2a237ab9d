//! Keeping candidates apart from everything else, as well as the machine allows.
//!
//! ```text
//!   judge, one thread of several        helper, one for each thread          candidate
//!   -----------------------------       --------------------------------     -----------------
//!   Order: command, input, limits  -->  has entered the sandbox once
//!                                       clone, exec                     -->  runs
//!                                       feeds, drains, watches (pump)
//!                                       kills and counts all that is left
//!   Answer: Execution              <--  is the folder as it was?
//! ```
//!
//! Five levels, each with all of the one before (but see `fence`): `none`, where the judge starts
//! the candidate itself; `rlimits`, where a helper does, which is given all orphans, so that nobody
//! is lost; `filters`, where Landlock and a filter of system calls shut files, network and other
//! processes away; `namespaces`, where they are not there in the first place; and `cgroup`, where the
//! system also counts exactly what many processes use together. What was recorded of a run has the
//! same form at each.
//!
//! A level is available if a helper could enter it, which is tried, never guessed from versions and
//! settings. Control groups of the first version are not made use of: they are root's alone, and
//! without the last level nobody goes unstopped.

mod account;
mod cgroup;
mod client;
mod disk;
mod enter;
mod fence;
pub(super) mod filter;
mod folder;
mod isolation;
mod message;
mod mounts;
mod orphans;
mod refusal;
#[cfg(target_arch = "x86_64")]
mod snapshot_server;
mod stage;
mod start;
pub(super) mod tree;
mod view;
mod worker;

use std::path::Path;

use crate::execution::Level;

pub(super) use client::SandboxClient;
pub use isolation::{Hidden, Isolation, Unavailable};
pub(super) use view::find;
pub use view::{is_of_system, tree_of};
pub use worker::serve_if_called;

impl Isolation {
    /// A certain level. `judge` is the program that is started as the helper: one that asks
    /// [`serve_if_called`] first of all.
    ///
    /// # Errors
    /// [`Unavailable`] if a helper could not enter it.
    pub fn at(level: Level, judge: &Path) -> Result<Isolation, Unavailable> {
        let find = || cgroup::Groups::find().map_err(|(what, why)| Unavailable { level, what, why });
        let groups = (level >= Level::Cgroup).then(find).transpose()?;
        let isolation = Isolation { level, judge: judge.to_owned(), groups, shown: Vec::new() };
        if level > Level::None {
            SandboxClient::new(isolation.clone()).try_out()?;
        }
        Ok(isolation)
    }

    /// The best that works here; `judge` is as for [`Isolation::at`].
    pub fn best(judge: &Path) -> Isolation {
        let levels = Level::ALL.into_iter().rev();
        levels.flat_map(|level| Isolation::at(level, judge)).next().unwrap_or_else(Isolation::none)
    }
}
