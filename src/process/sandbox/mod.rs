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
mod message;
mod mounts;
mod orphans;
#[cfg(target_arch = "x86_64")]
mod snapshot_server;
mod stage;
pub(super) mod tree;
mod view;
mod worker;

use std::path::{Path, PathBuf};

use crate::execution::Level;
use crate::files::Pinned;

pub(super) use client::SandboxClient;
pub(super) use view::find;
pub use view::{is_of_system, tree_of};
pub use worker::serve_if_called;

/// A level of isolation that this machine was seen to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    level: Level,
    judge: PathBuf,
    /// Where control groups are made, at the level that has them.
    groups: Option<cgroup::Groups>,
    /// What candidates see beside what their commands name.
    shown: Vec<Pinned>,
}

/// A path that candidates cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("candidates cannot be shown {}: {why}", path.display())]
pub struct Hidden {
    /// The path.
    pub path: PathBuf,
    /// Why not.
    pub why: String,
}

/// A level of isolation that this machine does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("isolation {} is not available here: cannot {what}: {why}", level.name())]
pub struct Unavailable {
    /// The level.
    pub level: Level,
    /// What could not be done.
    pub what: String,
    /// The system's reason.
    pub why: String,
}

impl Isolation {
    /// None: candidates run with the judge's own rights.
    pub fn none() -> Isolation {
        Isolation { level: Level::None, judge: PathBuf::new(), groups: None, shown: Vec::new() }
    }

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

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The same where candidates may read these files and folders, too. Without filters they may anyway.
    ///
    /// # Errors
    /// [`Hidden`] if one is not there, or holds what is never shown, such as a home.
    pub fn showing(self, paths: &[PathBuf]) -> Result<Isolation, Hidden> {
        let found = |path: &PathBuf| {
            let hidden = |why: String| Hidden { path: path.clone(), why };
            let real = path.canonicalize().map_err(|why| hidden(why.to_string()))?;
            if view::is_too_much(&real) {
                return Err(hidden(
                    "it is or contains a home folder, or a folder that each program has of its own".into(),
                ));
            }
            Pinned::of_person(path).map_err(|why| hidden(why.to_string()))
        };
        let shown: Result<Vec<_>, _> = paths.iter().map(found).collect();
        Ok(Isolation { shown: shown?, ..self })
    }

    /// The paths that candidates may read beside what their commands name.
    pub fn shown(&self) -> Vec<&Path> {
        self.shown.iter().map(Pinned::at).collect()
    }

    /// Whether candidates may use a tool: where a former root gives up its rights and they have no file
    /// system of their own, only what everybody may use.
    pub fn allows(&self, tool: &Path) -> bool {
        let is_narrow = [Level::Rlimits, Level::Filters].contains(&self.level);
        let is_root = rustix::process::geteuid().is_root();
        !(is_narrow && is_root) || tool.canonicalize().is_ok_and(|real| stage::is_for_all(&real))
    }
}
