//! Whether anything in a folder was written, without reading it.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::files::Identity;

/// How deep folders are looked into.
const DEEPEST: usize = 8;

/// The files in a folder and those below, each with what changes when it is written.
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
pub(super) fn is_beside(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".") || name.as_encoded_bytes().ends_with(b"~")
}

#[cfg(test)]
mod tests {
    use super::*;

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
