//! A level of isolation, and what candidates are shown there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::command::Command;
use super::cgroup::Groups;
use super::{stage, view};
use crate::execution::Level;
use crate::files::{Bundle, Pinned};

/// A level of isolation that this machine was seen to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    pub(super) level: Level,
    pub(super) judge: PathBuf,
    /// Where control groups are made, at the level that has them.
    pub(super) groups: Option<Groups>,
    /// The paths that candidates see in addition to those that their commands name.
    pub(super) shown: Vec<Pinned>,
    /// The files in the folder of each run when it starts.
    pub(in crate::process) given: Arc<Bundle>,
    /// Whether programs may not write into the folder of a run.
    pub(in crate::process) is_read_only: bool,
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
    /// The step that failed.
    pub what: String,
    /// The system's reason.
    pub why: String,
}

impl Isolation {
    /// None: candidates run with the judge's own rights.
    pub fn none() -> Isolation {
        Isolation {
            level: Level::None,
            judge: PathBuf::new(),
            groups: None,
            shown: Vec::new(),
            given: Arc::default(),
            is_read_only: false,
        }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Makes these files and folders readable for candidates. Without filters they are readable anyway.
    /// Fails if one does not exist, or contains what is never shown, such as a home.
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

    /// Puts these files into the folder of each run when it starts, in addition to those from before.
    #[must_use]
    pub fn giving(self, files: &Bundle) -> Isolation {
        Isolation { given: Arc::new(self.given.as_ref().clone().and(files)), ..self }
    }

    /// Puts these files there, too, but for those with the path of one from before.
    #[must_use]
    pub fn giving_also(self, files: &Bundle) -> Isolation {
        Isolation { given: Arc::new(files.clone().and(&self.given)), ..self }
    }

    /// Lets programs not write into the folder of a run. This is a rule for programs that keep to it, and no protection.
    #[must_use]
    pub fn read_only(self) -> Isolation {
        Isolation { is_read_only: true, ..self }
    }

    /// The files in the folder of a run of this command when it starts.
    pub(crate) fn given_to(&self, command: &Command) -> Bundle {
        command.given.as_ref().clone().and(&self.given)
    }

    #[doc(hidden)]
    pub fn given(&self) -> &Bundle {
        &self.given
    }

    /// The paths that candidates may read in addition to what their commands name.
    pub fn shown(&self) -> Vec<&Path> {
        self.shown.iter().map(Pinned::at).collect()
    }

    /// Whether candidates may use a tool. Where a helper gives up root's rights and candidates have no file
    /// system of their own, they may use only what everybody may.
    pub fn allows(&self, tool: &Path) -> bool {
        let is_narrow = [Level::Rlimits, Level::Filters].contains(&self.level);
        let is_root = rustix::process::geteuid().is_root();
        !(is_narrow && is_root) || tool.canonicalize().is_ok_and(|real| stage::is_for_all(&real))
    }
}
