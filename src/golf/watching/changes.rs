//! Events of the file system, collected until there are no more for a moment.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::stamps::is_beside;
use crate::files::Identity;
use crate::process::Interrupt;

/// For how long there must be no event: an editor writes a file in several steps.
const QUIET: Duration = Duration::from_millis(50);

/// After this long a burst without an end is looked at nevertheless.
const LONGEST: Duration = Duration::from_millis(500);

/// What is watched, and what has happened there.
pub(crate) struct Changes {
    shared: Arc<Shared>,
    /// It ends when this is dropped.
    watcher: RecommendedWatcher,
    folders: BTreeMap<PathBuf, Folder>,
}

/// A folder that is watched.
struct Folder {
    mode: RecursiveMode,
    /// Another of the same name may take its place.
    identity: Option<Identity>,
}

/// Why a wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Woken {
    /// Something has changed.
    Changed,
    /// Somebody wants the program to end.
    Interrupted,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The folders of which everything counts.
    trees: BTreeSet<PathBuf>,
    /// The names of the files that count in other folders.
    names: BTreeSet<OsString>,
    /// The first and the last event since it was last asked.
    burst: Option<(Instant, Instant)>,
    is_interrupted: bool,
    /// Why the system cannot tell any more.
    trouble: Option<notify::Error>,
    /// Dropped at the next event, which stops what depends on the files.
    hand: Option<OwnedFd>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changed.notify_all();
    }
}

impl State {
    /// Notes an event if it is about something that is watched.
    fn note(&mut self, event: &Event) {
        let is_watched = |path: &PathBuf| {
            let is_named = path.file_name().is_some_and(|name| self.names.contains(name));
            is_named || self.trees.iter().any(|tree| path.starts_with(tree))
        };
        if event.need_rescan() || event.paths.is_empty() || event.paths.iter().any(is_watched) {
            self.happened();
        }
    }

    fn happened(&mut self) {
        let now = Instant::now();
        self.burst = Some((self.burst.map_or(now, |(first, _)| first), now));
        self.hand = None;
    }
}

impl Changes {
    /// Nothing is watched yet. A wait ends when the interrupt is raised.
    ///
    /// # Errors
    /// If the system gives no events.
    pub(crate) fn new(interrupt: &Interrupt) -> notify::Result<Changes> {
        let shared = Arc::new(Shared::default());
        let (events, signals) = (Arc::clone(&shared), Arc::clone(&shared));
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| match event {
            Ok(event) if is_change(&event) => events.note(|state| state.note(&event)),
            Ok(_) => {}
            Err(why) => events.note(|state| {
                state.happened();
                state.trouble = Some(why);
            }),
        })?;
        let interrupt = interrupt.clone();
        std::thread::spawn(move || {
            while !interrupt.is_raised() {
                interrupt.wait(Duration::from_secs(u32::MAX.into()));
            }
            signals.note(|state| state.is_interrupted = true);
        });
        Ok(Changes { shared, watcher, folders: BTreeMap::new() })
    }

    /// Watches a folder with all below it, or the folder of a file: a file that is replaced is another one. Of a link, what it
    /// leads to is watched as well.
    ///
    /// # Errors
    /// If the system cannot watch it.
    pub(crate) fn watch(&mut self, path: &Path) -> notify::Result<()> {
        self.watch_here(path)?;
        match path.canonicalize() {
            Ok(real) if path.is_symlink() => self.watch_here(&real),
            _ => Ok(()),
        }
    }

    fn watch_here(&mut self, path: &Path) -> notify::Result<()> {
        // Events have absolute paths.
        let path = &std::path::absolute(path)?;
        let is_folder = path.is_dir();
        let folder = if is_folder { path } else { path.parent().unwrap_or(path) };
        self.shared.note(|state| match is_folder {
            true => state.trees.extend([folder.to_owned()]),
            false => state.names.extend(path.file_name().map(OsString::from)),
        });
        let mode = if is_folder { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        if is_folder || !self.folders.contains_key(folder) {
            self.watcher.watch(folder, mode)?;
            self.folders.insert(folder.to_owned(), Folder { mode, identity: Identity::at(folder) });
        }
        Ok(())
    }

    /// The first of the watched folders that is gone, if one is: nothing more can be seen there.
    pub(crate) fn gone(&self) -> Option<&Path> {
        self.folders.keys().find(|folder| !folder.is_dir()).map(PathBuf::as_path)
    }

    /// Watches a folder that has taken the place of one of the same name.
    ///
    /// # Errors
    /// If the system cannot watch it.
    pub(crate) fn renew(&mut self) -> notify::Result<()> {
        for (path, folder) in &mut self.folders {
            let now = Identity::at(path);
            if now != folder.identity {
                // What was there before may be gone.
                let _ = self.watcher.unwatch(path);
                self.watcher.watch(path, folder.mode)?;
                folder.identity = now;
            }
        }
        Ok(())
    }

    /// Closes a descriptor at the next change; at once if there was one already.
    pub(crate) fn stop_at_next(&self, hand: OwnedFd) {
        let mut state = self.shared.state();
        state.hand = state.burst.is_none().then_some(hand);
    }

    /// Whether something has changed since the last wait.
    pub(crate) fn have_come(&self) -> bool {
        self.shared.state().burst.is_some()
    }

    /// Waits for a change, and until no other has followed for a moment.
    ///
    /// # Errors
    /// If the system cannot tell any more what changes.
    pub(crate) fn wait(&self) -> notify::Result<Woken> {
        let mut state = self.shared.state();
        loop {
            if state.is_interrupted {
                return Ok(Woken::Interrupted);
            }
            if let Some(why) = state.trouble.take() {
                return Err(why);
            }
            let Some((first, last)) = state.burst else {
                state = self.shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let left = (last + QUIET).min(first + LONGEST).saturating_duration_since(Instant::now());
            if left.is_zero() {
                state.burst = None;
                return Ok(Woken::Changed);
            }
            state = self.shared.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// Whether a file may have another content now. That it was read, or what editors keep beside it, is no change.
fn is_change(event: &Event) -> bool {
    let is_of_interest = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Metadata(_)) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    let is_beside = |path: &PathBuf| path.file_name().is_some_and(is_beside);
    is_of_interest && (event.paths.is_empty() || !event.paths.iter().all(is_beside))
}
