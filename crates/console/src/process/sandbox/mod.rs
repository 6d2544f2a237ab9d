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
//! Five levels, each with all of the one before (but see `file_access`): `none`, where the judge starts the
//! candidate itself; `rlimits`, where a helper starts it and receives all orphans, so that no process is
//! lost; `filters`, where Landlock and a filter of system calls deny access to files, network and other
//! processes; `namespaces`, where these do not exist for it; and `cgroup`, where the system also counts
//! exactly what many processes use together. The record of a run has the same form at each level.
//!
//! A level is available if a helper could enter it. That is tried, never guessed from versions and settings.
//! Control groups of version 1 are not used: only root can use them, and the other levels stop every program,
//! too.

mod account;
pub(super) mod bpf;
mod calls;
mod cgroup;
mod client;
mod descriptors;
mod disk;
mod enter;
mod file_access;
mod filter;
mod folder;
mod isolation;
mod leftovers;
mod levels;
mod message;
mod mounts;
mod seen;
#[cfg(target_arch = "x86_64")]
mod snapshot_server;
mod stage;
pub(super) mod tree;
mod view;
mod worker;

use std::path::Path;

use crate::execution::Level;

pub(super) use client::SandboxClient;
pub(super) use folder::close;
pub use isolation::{Hidden, Isolation, Unavailable};
pub use levels::LevelStatus;
pub(super) use view::find;
pub use view::{is_of_system, tree_of};
pub use worker::serve_if_called;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotIsolated {
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    #[error(
        "--require-isolation {}: candidates would run at {}; `judge doctor` says what this machine reaches",
        .least.name(), .found.name()
    )]
    Below { least: Level, found: Level },
}

impl Isolation {
    /// A certain level. `judge` is the program that is started as the helper: one whose `main` calls
    /// [`serve_if_called`] first.
    /// Fails if a helper could not enter it, or if `judge` is this program, whose `main` has not called that.
    pub fn at(level: Level, judge: &Path) -> Result<Isolation, Unavailable> {
        if level > Level::None && !worker::would_serve(judge) {
            let (what, why) = ("start a helper", "this program does not call `serve_if_called` first");
            return Err(Unavailable { level, what: what.to_owned(), why: why.to_owned() });
        }
        let find = || cgroup::Groups::find().map_err(|(what, why)| Unavailable { level, what, why });
        let groups = (level >= Level::Cgroup).then(find).transpose()?;
        let isolation = Isolation { level, judge: judge.to_owned(), groups, ..Isolation::none() };
        if level > Level::None {
            SandboxClient::new(isolation.clone()).try_out()?;
        }
        Ok(isolation)
    }

    /// This level, or the best one that works here if none is named, which must be no less than `least`; `judge` is as for
    /// [`Isolation::at`].
    pub fn chosen(
        level: Option<Level>,
        least: Option<Level>,
        judge: &Path,
    ) -> Result<Isolation, NotIsolated> {
        let isolation =
            level.map_or_else(|| Ok(Isolation::best(judge)), |level| Isolation::at(level, judge))?;
        match least.filter(|least| isolation.level() < *least) {
            Some(least) => Err(NotIsolated::Below { least, found: isolation.level() }),
            None => Ok(isolation),
        }
    }

    /// The best level that works here; `judge` is as for [`Isolation::at`].
    pub fn best(judge: &Path) -> Isolation {
        let levels = Level::ALL.into_iter().rev();
        levels.flat_map(|level| Isolation::at(level, judge)).next().unwrap_or_else(Isolation::none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_judge_is_started_as_a_helper() {
        let tests = std::env::current_exe().unwrap();
        for level in Level::ALL.into_iter().filter(|level| *level > Level::None) {
            let Err(why) = Isolation::at(level, &tests) else { panic!("{} is there", level.name()) };
            let end = "cannot start a helper: this program does not call `serve_if_called` first";
            assert!(why.to_string().ends_with(end), "{why}");
        }
        assert_eq!(Isolation::best(&tests).level(), Level::None);
    }
}
