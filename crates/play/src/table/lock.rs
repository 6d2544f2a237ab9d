//! The lock: a folder that can be created only once.
//!
//! The program that creates `lock/` holds it. It contains an empty file whose name identifies the owner (see
//! `owner.rs`). The folder is completed under another name and moved into place, and moved away before it is
//! removed, so that a program that dies at any point leaves no lock without an owner. (Where a file system
//! cannot move a folder to a name that must be free, it is created in place and signed afterwards.)
//!
//! A lock is taken over, not removed: the file in it is renamed from the old owner's name to the new one's.
//! If two programs try, only one finds the old name and gets the lock. A lock that already has another owner
//! has no such file, so it can never be taken over by mistake. If the owner is a process of this machine that
//! has ended, that is done immediately. The state of another machine's process is unknown; its lock is taken
//! over when it has not changed for [`PATIENCE`], and so is a lock that was never signed.

use std::io::ErrorKind;
use std::time::{Duration, Instant, SystemTime};

use super::folder::{FileError, Folder};
use super::owner::{Fate, Owner};

pub(super) const LOCK: &str = "lock";

/// How long a lock whose owner's state is unknown must not change before it is taken over.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait between two tries.
const PAUSE: Duration = Duration::from_millis(10);

/// How long a program tries to take the lock before it fails.
pub(super) const TRYING: Duration = Duration::from_secs(3);

/// The lock, held until it is dropped.
#[derive(Debug)]
pub(super) struct Lock<'a> {
    folder: &'a Folder,
    owner: String,
}

/// Takes the lock from time to time, and remembers other owners, and since when they have it.
#[derive(Debug)]
pub(super) struct Taker {
    here: Owner,
    seen: Option<(Holder, Instant)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Holder {
    /// The process whose name is in it.
    Signed(String),
    /// A process that has not signed, but has created it at this time.
    Unsigned(SystemTime),
}

impl Taker {
    pub(super) fn new(here: Owner) -> Taker {
        Taker { here, seen: None }
    }

    /// Takes the lock, if it gets it within three seconds; if it was taken over, returns its former owner in
    /// words.
    pub(super) fn take<'a>(
        &mut self,
        folder: &'a Folder,
        warn: &dyn Fn(&str),
    ) -> Result<Option<Lock<'a>>, FileError> {
        self.here = self.here.again();
        let tries = TRYING.as_millis() / PAUSE.as_millis();
        for _ in 1..tries {
            if let Some(lock) = self.attempt(folder, warn)? {
                return Ok(Some(lock));
            }
            std::thread::sleep(PAUSE);
        }
        self.attempt(folder, warn)
    }

    fn attempt<'a>(
        &mut self,
        folder: &'a Folder,
        warn: &dyn Fn(&str),
    ) -> Result<Option<Lock<'a>>, FileError> {
        if let Some(lock) = Lock::make(folder, &self.here)? {
            return Ok(Some(lock));
        }
        let Some(holder) = Holder::of(folder)? else { return Ok(None) };
        if !self.may_take_over(&holder, Instant::now()) {
            return Ok(None);
        }
        match &holder {
            // Any program may remove an empty folder at any time: if it is signed first, it stays.
            Holder::Unsigned(_) => {
                unless_not_empty(folder.remove_folder(LOCK))?;
                warn("removed an old lock without an owner");
                Ok(None)
            }
            Holder::Signed(name) => {
                let lock = Lock::take_over(folder, name, &self.here)?;
                if lock.is_some() {
                    warn(&format!("took over the lock of {}", holder.in_words()));
                }
                Ok(lock)
            }
        }
    }

    /// Whether the lock is that of a process that has ended, or has been the same for too long.
    fn may_take_over(&mut self, holder: &Holder, now: Instant) -> bool {
        match holder.owner().map_or(Fate::Unknown, |owner| owner.fate(&self.here)) {
            Fate::Dead => true,
            Fate::Lives => false,
            Fate::Unknown => {
                let since = match &self.seen {
                    Some((seen, since)) if seen == holder => *since,
                    _ => now,
                };
                self.seen = Some((holder.clone(), since));
                now.duration_since(since) >= PATIENCE
            }
        }
    }

    pub(super) fn holder_in_words(folder: &Folder) -> Result<String, FileError> {
        Ok(Holder::of(folder)?.map_or("somebody".to_owned(), |holder| holder.in_words()))
    }

    /// Removes what processes have left that died while they took or released the lock.
    pub(super) fn sweep(&self, folder: &Folder) -> Result<(), FileError> {
        for name in folder.list()? {
            let owner = name.strip_prefix("lock.").and_then(|owner| owner.parse::<Owner>().ok());
            if let Some(owner) = owner
                && owner.fate(&self.here) == Fate::Dead
                && folder.has_folder(&name)?
            {
                take_apart(folder, &name, &owner.to_string())?;
            }
        }
        Ok(())
    }
}

impl Holder {
    fn of(folder: &Folder) -> Result<Option<Holder>, FileError> {
        let Some(lock) = folder.inner(LOCK)? else { return Ok(None) };
        let names = match lock.list() {
            // It has been released meanwhile.
            Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        match names.into_iter().next() {
            Some(name) => Ok(Some(Holder::Signed(name))),
            None => Ok(folder.changed(LOCK)?.map(Holder::Unsigned)),
        }
    }

    fn owner(&self) -> Option<Owner> {
        match self {
            Holder::Signed(name) => name.parse().ok(),
            Holder::Unsigned(_) => None,
        }
    }

    fn in_words(&self) -> String {
        self.owner().map_or_else(|| "an unknown owner".to_owned(), |owner| owner.in_words())
    }
}

impl<'a> Lock<'a> {
    /// Makes the lock, unless there is one.
    fn make(folder: &'a Folder, owner: &Owner) -> Result<Option<Lock<'a>>, FileError> {
        if folder.has(LOCK)? {
            return Ok(None);
        }
        let made = format!("lock.{owner}");
        folder.make_folder(&made)?;
        sign(folder, &made, owner)?;
        let Err(why) = folder.rename_anew(&made, LOCK) else {
            return Ok(Some(Lock { folder, owner: owner.to_string() }));
        };
        take_apart(folder, &made, &owner.to_string())?;
        match why {
            why if why.kind() == ErrorKind::AlreadyExists => Ok(None),
            why if why.is_unsupported() => Lock::make_in_place(folder, owner),
            why => Err(why),
        }
    }

    fn make_in_place(folder: &'a Folder, owner: &Owner) -> Result<Option<Lock<'a>>, FileError> {
        match folder.make_folder(LOCK) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => return Ok(None),
            other => other?,
        }
        sign(folder, LOCK, owner)?;
        Ok(Some(Lock { folder, owner: owner.to_string() }))
    }

    /// Takes over the lock from the owner of this name, unless another program was faster, or it has been
    /// released.
    fn take_over(folder: &'a Folder, old: &str, new: &Owner) -> Result<Option<Lock<'a>>, FileError> {
        let Some(lock) = folder.inner(LOCK)? else { return Ok(None) };
        match lock.rename(old, &new.to_string()) {
            // It may have been moved away, to be removed, since it was opened.
            Ok(()) if !folder.leads_to(LOCK, &lock)? => Ok(None),
            Ok(()) => Ok(Some(Lock { folder, owner: new.to_string() })),
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(why),
        }
    }

    fn release(&self) -> Result<(), FileError> {
        let Lock { folder, owner } = self;
        let Some(lock) = folder.inner(LOCK)? else { return Ok(()) };
        if lock.has(owner)? {
            let gone = format!("lock.{owner}");
            folder.rename_anew(LOCK, &gone).or_else(|why| match why.is_unsupported() {
                true => folder.rename(LOCK, &gone),
                false => Err(why),
            })?;
            take_apart(folder, &gone, owner)?;
        }
        Ok(())
    }
}

impl Drop for Lock<'_> {
    /// If it cannot be released now, it is taken over when this process has ended.
    fn drop(&mut self) {
        let _ = self.release();
    }
}

/// Writes the owner's name into a folder that has just been made.
fn sign(folder: &Folder, name: &str, owner: &Owner) -> Result<(), FileError> {
    folder.inner(name)?.map_or(Ok(()), |inner| inner.make(&owner.to_string()))
}

/// Removes a folder with its owner's name. If others have put something there, it stays.
fn take_apart(folder: &Folder, name: &str, owner: &str) -> Result<(), FileError> {
    let Some(inner) = folder.inner(name)? else { return Ok(()) };
    inner.remove(owner)?;
    unless_not_empty(folder.remove_folder(name))
}

fn unless_not_empty(done: Result<(), FileError>) -> Result<(), FileError> {
    match done {
        Err(why) if why.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests;
