//! Where a candidate runs: a folder that is empty at the start of every run, or a sandbox that ensures that
//! itself. Making a folder is slow compared with starting a process, so a folder that was left empty is used
//! again.

use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Command;
use super::cores::{self, Core};
use super::sandbox::{Isolation, SandboxClient, close};
use super::scratch::{self, Scratch};
use super::wasm::Modules;
use crate::execution::{Level, Limits};
use crate::files::remove_folder;

/// Where candidates run, one after the other.
#[derive(Debug)]
pub struct RunDir {
    pub(super) kind: RunDirKind,
    /// The modules that ran inside the judge, once there are any.
    modules: Option<Modules>,
}

#[derive(Debug)]
pub(super) enum RunDirKind {
    Open(OpenDir),
    Sandbox(Box<SandboxClient>),
}

/// Folders below one for temporary files.
#[derive(Debug)]
pub(super) struct OpenDir {
    outer: Scratch,
    count: u32,
    /// The conditions of each run; there is no isolation.
    isolation: Isolation,
    /// The core that belongs to this folder alone.
    core: Core,
}

impl RunDir {
    /// A folder among the system's temporary files, without any isolation.
    fn open(isolation: &Isolation) -> io::Result<RunDir> {
        let isolation = isolation.clone();
        let open = OpenDir { outer: Scratch::new()?, count: 0, isolation, core: Core::take() };
        Ok(RunDir::of(RunDirKind::Open(open)))
    }

    /// Runs at this level of isolation.
    /// Fails if no folder can be made where one is needed.
    pub fn isolated(isolation: &Isolation) -> io::Result<RunDir> {
        scratch::sweep_once();
        match isolation.level() {
            Level::None => RunDir::open(isolation),
            _ => Ok(RunDir::of(RunDirKind::Sandbox(Box::new(SandboxClient::new(isolation.clone()))))),
        }
    }

    fn of(kind: RunDirKind) -> RunDir {
        RunDir { kind, modules: None }
    }

    /// Keeps the calling thread on one core from now on, and starts all candidates on it. They only ever wait
    /// for each other, which is quickest on one core. But a program that counts the cores at its start counts
    /// one.
    pub fn stay_close(&mut self) {
        cores::stay_on(match &mut self.kind {
            RunDirKind::Sandbox(client) => client.stay(),
            RunDirKind::Open(open) => open.core.number(),
        });
    }

    /// The modules that ran here before; empty if there are none.
    pub(super) fn modules(&mut self, limits: &Limits) -> &mut Modules {
        self.modules.get_or_insert_with(|| Modules::new(limits.stack))
    }
}

impl OpenDir {
    /// A folder for the next run of a command, with the files that are given to it.
    pub(super) fn enter_given(&mut self, command: &Command) -> io::Result<PathBuf> {
        let folder = self.enter()?;
        self.isolation.given_to(command).write(&folder)?;
        if self.isolation.is_read_only {
            close(&folder)?;
        }
        Ok(folder)
    }

    /// An empty folder for the next run.
    pub(super) fn enter(&mut self) -> io::Result<PathBuf> {
        let folder = self.folder();
        if is_empty_folder(&folder) {
            open(&folder)?;
            return Ok(folder);
        }
        // Removing what a run left may fail; the next run does not wait for it, it uses another folder.
        let _ = remove_folder(&folder);
        self.count += 1;
        let folder = self.folder();
        std::fs::create_dir(&folder)?;
        Ok(folder)
    }

    fn folder(&self) -> PathBuf {
        self.outer.path().join(self.count.to_string())
    }
}

/// Lets its owner write into a folder again.
fn open(folder: &Path) -> io::Result<()> {
    std::fs::set_permissions(folder, PermissionsExt::from_mode(0o755))
}

/// Whether there is such a folder, no link to one, with nothing in it.
fn is_empty_folder(path: &Path) -> bool {
    let is_folder = path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
    is_folder && std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
}
