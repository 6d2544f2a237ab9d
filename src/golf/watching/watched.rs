//! What is known of the submissions that are watched.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::super::{GatherError, Languages, Submission, gather};
use crate::dialect::Dialect;

/// The submissions at some paths, as they were when they were last looked at.
#[derive(Debug)]
pub(crate) struct Watched {
    paths: Vec<PathBuf>,
    known: BTreeMap<PathBuf, Seen>,
}

/// What was seen of a submission: its content, or why there is none.
type Seen = Result<Option<Vec<u8>>, String>;

/// What happened to a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is there, and was not, or was different.
    Written(PathBuf),
    /// It is not there any more.
    Gone(PathBuf),
}

impl Watched {
    /// Nothing was seen yet at these paths.
    pub(crate) fn new(paths: Vec<PathBuf>) -> Watched {
        Watched { paths, known: BTreeMap::new() }
    }

    /// Looks again, and tells what has changed, by path.
    ///
    /// # Errors
    /// [`GatherError`] if a path cannot be read. That a file is not there, or no submission in a folder, is no error.
    pub(crate) fn look(
        &mut self,
        dialect: &Dialect,
        languages: &Languages,
    ) -> Result<Vec<Change>, GatherError> {
        let mut now = BTreeMap::new();
        for path in &self.paths {
            let found = submissions(path, dialect, languages)?;
            now.extend(found.into_iter().map(|one| (one.path.clone(), seen(one))));
        }
        let gone = self.known.keys().filter(|path| !now.contains_key(*path)).cloned().map(Change::Gone);
        let is_new = |(path, seen): &(&PathBuf, &Seen)| self.known.get(*path) != Some(*seen);
        let written = now.iter().filter(is_new).map(|(path, _)| Change::Written(path.clone()));
        let changes = gone.chain(written).collect();
        self.known = now;
        Ok(changes)
    }

    /// Everything that is there.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Path> {
        self.known.keys().map(PathBuf::as_path)
    }
}

fn seen(submission: Submission<'_>) -> Seen {
    submission.file.map(|_| submission.content)
}

/// The submissions at a path; none if there is nothing.
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
        assert_eq!(look(), [Change::Written(path("a.lua")), Change::Written(path("b.lua"))]);
        write("a.lua", "one");
        assert_eq!(look(), []);
        write("c.lua", "two");
        std::fs::rename(path("c.lua"), path("a.lua")).unwrap();
        std::fs::remove_file(path("b.lua")).unwrap();
        assert_eq!(look(), [Change::Gone(path("b.lua")), Change::Written(path("a.lua"))]);
        write("b.lua", "one");
        assert_eq!(look(), [Change::Written(path("b.lua"))]);
    }
}
