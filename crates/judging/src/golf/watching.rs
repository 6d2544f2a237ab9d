//! Watching submissions: which have changed, appeared or vanished since they were last looked at.
//!
//! [`Changes`] tells that something has changed in a folder, by the system's own events; [`Watched`] reads what there is and
//! tells what differs. So it does not matter how an editor writes a file: in place, by renaming another, or in several steps.
//!
//! Nor does it matter whether an event was lost between two looks. Folders are compared by their identity, since
//! another may take their place.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use parking_lot::{Condvar, Mutex};

use super::{GatherError, Languages, Submission, gather};
use crate::dialect::Dialect;
use crate::files::Identity;
use crate::process::Interrupt;

/// For how long there must be no event: an editor writes a file in several steps.
const QUIET: Duration = Duration::from_millis(50);

/// After this long a burst without an end is looked at nevertheless.
const LONGEST: Duration = Duration::from_millis(500);

/// The watched paths, and the events there, collected until there are no more for a moment.
pub(crate) struct Changes {
    shared: Arc<Shared>,
    /// It ends when this is dropped.
    watcher: RecommendedWatcher,
    folders: BTreeMap<PathBuf, Folder>,
}

struct Folder {
    mode: RecursiveMode,
    /// Another of the same name may take its place.
    identity: Option<Identity>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Woken {
    Changed,
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
    fn note(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock());
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
        let mut state = self.shared.state.lock();
        state.hand = state.burst.is_none().then_some(hand);
    }

    /// Whether something has changed since the last wait.
    pub(crate) fn have_come(&self) -> bool {
        self.shared.state.lock().burst.is_some()
    }

    /// Waits for a change, and until no other has followed for a moment.
    pub(crate) fn wait(&self) -> notify::Result<Woken> {
        let mut state = self.shared.state.lock();
        loop {
            if state.is_interrupted {
                return Ok(Woken::Interrupted);
            }
            if let Some(why) = state.trouble.take() {
                return Err(why);
            }
            let Some((first, last)) = state.burst else {
                self.shared.changed.wait(&mut state);
                continue;
            };
            let timeout = (last + QUIET).min(first + LONGEST).saturating_duration_since(Instant::now());
            if timeout.is_zero() {
                state.burst = None;
                return Ok(Woken::Changed);
            }
            self.shared.changed.wait_for(&mut state, timeout);
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

/// The submissions at some paths, as they were when they were last looked at.
#[derive(Debug)]
pub(crate) struct Watched {
    paths: Vec<PathBuf>,
    known: BTreeMap<PathBuf, SeenContent>,
}

/// What was seen of a submission: its content, and that of a folder, or why there is none.
type SeenContent = Result<(Option<Vec<u8>>, Option<String>), String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileChange {
    /// It is there, and was not, or was different.
    Written(PathBuf),
    Gone(PathBuf),
}

impl Watched {
    pub(crate) fn new(paths: Vec<PathBuf>) -> Watched {
        Watched { paths, known: BTreeMap::new() }
    }

    /// Looks again, and tells what has changed, by path.
    /// Fails if a path cannot be read. That a file is not there, or no submission in a folder, is no error.
    pub(crate) fn look(
        &mut self,
        dialect: &Dialect,
        languages: &Languages,
    ) -> Result<Vec<FileChange>, GatherError> {
        let mut now = BTreeMap::new();
        for path in &self.paths {
            let found = submissions(path, dialect, languages)?;
            now.extend(found.into_iter().map(|one| (one.path.clone(), seen(one))));
        }
        let gone = self.known.keys().filter(|path| !now.contains_key(*path)).cloned().map(FileChange::Gone);
        let is_new = |(path, seen): &(&PathBuf, &SeenContent)| self.known.get(*path) != Some(*seen);
        let written = now.iter().filter(is_new).map(|(path, _)| FileChange::Written(path.clone()));
        let changes = gone.chain(written).collect();
        self.known = now;
        Ok(changes)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Path> {
        self.known.keys().map(PathBuf::as_path)
    }
}

fn seen(submission: Submission<'_>) -> SeenContent {
    let folder = submission.own.map(|own| own.files.digest());
    submission.file.map(|_| (submission.content, folder))
}

/// The submissions at a path. Empty if nothing is there.
fn submissions<'a>(
    path: &Path,
    dialect: &Dialect,
    languages: &'a Languages,
) -> Result<Vec<Submission<'a>>, GatherError> {
    match gather(path, dialect, languages) {
        Err(GatherError::Empty(_)) => Ok(Vec::new()),
        Err(GatherError::Unreadable { why, .. }) if why.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        found => found,
    }
}

/// How deep folders are looked into.
const DEEPEST: usize = 8;

/// The files in a folder and those below, each with what changes when it is written: whether anything was, is known
/// without reading them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamps(BTreeMap<PathBuf, (u64, Option<SystemTime>)>);

impl Stamps {
    /// Those of a folder, without hidden files, what editors keep beside theirs, and these files.
    pub(crate) fn of<'a>(folder: &Path, without: impl Iterator<Item = &'a Path>) -> Stamps {
        let without: BTreeSet<_> = without.filter_map(Identity::at).collect();
        let mut stamps = Stamps::default();
        stamps.add(folder, &without, DEEPEST);
        stamps
    }

    /// Adds what is in a folder. What cannot be read is left out.
    fn add(&mut self, folder: &Path, without: &BTreeSet<Identity>, deeper: usize) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let Ok(file) = entry.metadata() else { continue };
            if is_beside(&name) || without.contains(&Identity::of(&file)) {
                continue;
            }
            match file.is_dir() {
                true if deeper > 0 => self.add(&path, without, deeper - 1),
                true => {}
                false => drop(self.0.insert(path, (file.len(), file.modified().ok()))),
            }
        }
    }
}

/// Whether a file of this name is hidden, or what editors keep beside theirs.
fn is_beside(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || name.as_encoded_bytes().ends_with(b"~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_and_what_is_gone_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| std::fs::write(path(name), text).unwrap();
        let mut watched = Watched::new(vec![folder.path().to_owned(), path("b.lua")]);
        let languages = Languages::built_in();
        let mut look = || watched.look(&Dialect::default(), &languages).unwrap();
        assert_eq!(look(), []);
        ["a.lua", "b.lua", "notes.txt"].iter().for_each(|name| write(name, "one"));
        assert_eq!(look(), [FileChange::Written(path("a.lua")), FileChange::Written(path("b.lua"))]);
        write("a.lua", "one");
        assert_eq!(look(), []);
        write("c.lua", "two");
        std::fs::rename(path("c.lua"), path("a.lua")).unwrap();
        std::fs::remove_file(path("b.lua")).unwrap();
        assert_eq!(look(), [FileChange::Gone(path("b.lua")), FileChange::Written(path("a.lua"))]);
        write("b.lua", "one");
        assert_eq!(look(), [FileChange::Written(path("b.lua"))]);
    }

    #[test]
    fn what_is_written_or_removed_is_seen_but_not_what_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("below")).unwrap();
        ["mine.pl", "below/case.in"].iter().for_each(|name| std::fs::write(path(name), "one").unwrap());
        let mine = path("mine.pl");
        let stamps = || Stamps::of(folder.path(), [mine.as_path()].into_iter());
        let before = stamps();
        [&mine, &path(".hidden"), &path("case~")]
            .iter()
            .for_each(|path| std::fs::write(path, "three").unwrap());
        assert_eq!(stamps(), before);
        std::fs::write(path("below/case.in"), "three").unwrap();
        let after = stamps();
        assert_ne!(after, before);
        std::fs::remove_file(path("below/case.in")).unwrap();
        assert_ne!(stamps(), after);
    }
}
