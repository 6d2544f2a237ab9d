//! What candidates leave behind: processes, and files.
//!
//! Processes are left by a helper that did not end properly, such as one that the system killed for want of
//! memory during a candidate's fork bomb.
//!
//! In a process namespace the system ends all processes with the helper. Elsewhere orphans go to the nearest
//! ancestor that asked for them: the helper while it lives, and then the judge. The judge recognises them by
//! two properties that they cannot change: they are its children, and they are in another session, since a
//! helper starts one and a process cannot enter the session of another. So if either judge or helper is
//! killed, the other still ends all that is left.
//!
//! Files are left in the folders where everybody may write. Only those of a separate user can be distinguished
//! from others' files: as an ordinary user, candidates write as that user. From `filters` on they can write
//! nowhere but in their own folder.

use std::collections::BTreeSet;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::LazyLock;

use parking_lot::Mutex;

use super::super::interrupt::while_blocked;
use super::super::reap::wait;
use super::account::{self, Account};
use super::tree::kill_all;
use crate::files::remove_folder;

/// The helpers that were started and not yet reaped. A thread that panicked has not left the set half changed.
static HELPERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Starts a helper whose orphans will be this process's.
pub(super) fn start(program: &mut Command) -> io::Result<Child> {
    let mut helpers = HELPERS.lock();
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let helper = while_blocked(|| program.spawn())?;
    helpers.insert(helper.id());
    Ok(helper)
}

/// Waits for a helper that is about to end. If its end status does not show that it ended all that its
/// candidates started, ends these processes.
pub(super) fn bury(helper: &mut Child) {
    let mut helpers = HELPERS.lock();
    let is_in_good_order = helper.wait().is_ok_and(|status| status.success());
    helpers.remove(&helper.id());
    if is_in_good_order {
        return;
    }
    let orphans = || orphans(&helpers);
    kill_all(|| {
        let mut all = orphans();
        all.extend(account::below(&all.iter().map(|orphan| orphan.pid).collect::<Vec<_>>()));
        all
    });
    // Reaping a parent makes its dead children ours. A living process belongs to another helper, which is
    // reaped next.
    while let Some(orphan) = orphans().into_iter().find(|orphan| orphan.is_dead) {
        let _ = wait(orphan.pid, libc::__WALL);
    }
}

/// This process's children that it did not start itself and that are not helpers.
fn orphans(helpers: &BTreeSet<u32>) -> Vec<Account> {
    let own = std::process::id();
    // SAFETY: the call takes a plain number. It may give 0: the session is outside of this namespace.
    let session = unsafe { libc::getsid(0) };
    let is_orphan = |account: &Account| {
        account.parent.cast_unsigned() == own
            && account.session != session
            && !helpers.contains(&account.pid.cast_unsigned())
    };
    account::others(0).into_iter().filter(is_orphan).collect()
}

/// Where folders are looked for in which everybody may write, and how deep: up to `/run/lock` and `/var/lib/php/sessions`.
const ROOTS: [(&str, u32); 5] = [("/", 1), ("/dev", 1), ("/tmp", 1), ("/run", 2), ("/var", 3)];

/// How many names of each folder are looked at.
const MOST: usize = 1_000;

/// Root's folders in which everybody may write, but remove only what is theirs, as they were when this was first asked.
static PLACES: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    // These need not be root's where root is that of a container.
    let mut places = ["/tmp", "/var/tmp", "/dev/shm"].map(PathBuf::from).to_vec();
    ROOTS.iter().for_each(|(root, depth)| find_places(Path::new(root), *depth, &mut places));
    places
});

fn find_places(folder: &Path, depth: u32, places: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST) {
        let metadata = entry.metadata().ok();
        let Some(metadata) = metadata.filter(|metadata| metadata.is_dir() && metadata.uid() == 0) else {
            continue;
        };
        if metadata.mode() & SHARED == SHARED {
            places.push(entry.path());
        }
        if depth > 1 {
            find_places(&entry.path(), depth - 1, places);
        }
    }
}

/// Everybody may make files there, and only their owners may remove them.
const SHARED: u32 = 0o1002;

/// Removes the files of a user that has no processes any more.
pub(super) fn remove_files_of(user: u32) {
    PLACES.iter().for_each(|place| remove_from(place, user));
}

fn remove_from(place: &Path, user: u32) {
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        // Nobody else can put another file there: these folders let only owners remove and rename.
        let Some(metadata) = entry.metadata().ok().filter(|metadata| metadata.uid() == user) else {
            continue;
        };
        let _ = match metadata.is_dir() {
            true => remove_folder(&entry.path()),
            false => std::fs::remove_file(entry.path()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_belongs_to_the_user_is_removed() {
        let place = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(place.path().join("folder/deep")).unwrap();
        std::fs::write(place.path().join("file"), "").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", place.path().join("link")).unwrap();
        let own = rustix::process::geteuid().as_raw();
        let count = || std::fs::read_dir(place.path()).unwrap().count();
        remove_from(place.path(), own + 1);
        assert_eq!(count(), 3);
        remove_from(place.path(), own);
        assert_eq!(count(), 0);
        assert!(Path::new("/etc/passwd").exists());
    }
}
