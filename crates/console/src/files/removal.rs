//! Removing what a program has left in a folder, however deep folders lie in each other.
//!
//! A folder that lies in another is moved up before it is emptied, so that no path gets long and nothing is remembered for each
//! level. The standard library goes down and keeps a part of its stack for each level: 13,000 of them ended the judge, and every later
//! one that came to remove them.

use std::collections::BTreeSet;
use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, chmodat, fstat, openat, renameat, unlinkat};
use rustix::io::Errno;

use super::FOLDER;

/// Removes a folder. Links are not followed. No other program may change it meanwhile.
/// The error is the first thing that could not be removed.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    empty_folder(folder, &|_| true)?;
    std::fs::remove_dir(folder)
}

/// Removes what lies in a folder and has one of these names.
/// The error is the first thing that could not be removed.
pub fn empty_folder(folder: &Path, is_litter: &dyn Fn(&OsStr) -> bool) -> io::Result<()> {
    let folder = open(CWD, folder.as_os_str())?;
    let first = names(&folder)?;
    let taken: BTreeSet<_> = first.iter().cloned().collect();
    let new_names = (0_u64..).map(|number| CString::new(number.to_string()).unwrap_or_default());
    let mut new_names = new_names.filter(|name| !taken.contains(name));
    let mut folders = Vec::new();
    for name in first.into_iter().filter(|name| is_litter(OsStr::from_bytes(name.as_bytes()))) {
        if !is_file_removed(&folder, &name)? {
            folders.push(name);
        }
    }
    while let Some(name) = folders.pop() {
        let inner = open(&folder, OsStr::from_bytes(name.as_bytes()))?;
        for below in names(&inner)? {
            if !is_file_removed(&inner, &below)? {
                // A folder that its owner may not write into cannot be moved.
                let _ = chmodat(&inner, &below, Mode::RWXU, AtFlags::empty());
                let new = new_names.next().unwrap_or_default();
                renameat(&inner, &below, &folder, &new)?;
                folders.push(new);
            }
        }
        unlinkat(&folder, &name, AtFlags::REMOVEDIR)?;
    }
    Ok(())
}

/// Opens a folder, whose permissions may have been taken away.
fn open(at: impl AsFd, name: &OsStr) -> io::Result<OwnedFd> {
    let found = openat(&at, name, FOLDER | OFlags::PATH, Mode::empty())?;
    if !Mode::from_raw_mode(fstat(&found)?.st_mode).contains(Mode::RWXU) {
        let _ = chmodat(&at, name, Mode::RWXU, AtFlags::empty());
    }
    Ok(openat(at, name, FOLDER, Mode::empty())?)
}

fn names(folder: &OwnedFd) -> io::Result<Vec<CString>> {
    let entries = Dir::read_from(folder)?.map(|entry| Ok(entry?.file_name().to_owned()));
    let is_real = |name: &io::Result<CString>| {
        name.as_ref().map_or(true, |name| ![&b"."[..], b".."].contains(&name.as_bytes()))
    };
    entries.filter(is_real).collect()
}

/// Removes a file; `false` if it is a folder.
fn is_file_removed(folder: &OwnedFd, name: &CString) -> io::Result<bool> {
    match unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) => Ok(true),
        Err(Errno::ISDIR) => Ok(false),
        Err(why) => Err(why.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use rustix::fs::mkdirat;

    use super::*;

    #[test]
    fn a_folder_goes_however_deep_and_closed_it_is() {
        let place = tempfile::tempdir().unwrap();
        let [folder, kept] = ["folder", "kept"].map(|name| place.path().join(name));
        std::fs::create_dir_all(folder.join("0/closed/deep")).unwrap();
        std::fs::create_dir(&kept).unwrap();
        std::fs::write(kept.join("file"), "").unwrap();
        symlink(&kept, folder.join("0/closed/link")).unwrap();
        std::fs::write(folder.join("0/closed/file"), "").unwrap();
        for closed in ["0/closed/deep", "0/closed", "0", ""] {
            std::fs::set_permissions(folder.join(closed), PermissionsExt::from_mode(0o000)).unwrap();
        }
        remove_folder(&folder).unwrap();
        assert!(!folder.exists() && kept.join("file").exists());

        std::fs::create_dir(&folder).unwrap();
        let mut inner = open(CWD, folder.as_os_str()).unwrap();
        for _ in 0..30_000 {
            mkdirat(&inner, "1", Mode::RWXU).unwrap();
            inner = open(&inner, OsStr::new("1")).unwrap();
        }
        std::fs::write(folder.join("0"), "").unwrap();
        empty_folder(&folder, &|name| name == "1").unwrap();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        symlink(&kept, place.path().join("link")).unwrap();
        assert!(remove_folder(&place.path().join("link")).is_err() && kept.join("file").exists());
    }
}
