//! Submissions: files found, measured, and told by their language.
//!
//! The score is the number of bytes of the file as it lies there; nothing is trimmed or normalised.

use std::collections::HashSet;
use std::fs::Metadata;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{Language, Languages};
use crate::dialect::Dialect;

/// The most bytes of a source; what is larger was not written by hand, and is never read as a whole.
pub(super) const LARGEST: u64 = 16 << 20;

/// The most bytes of a source that is kept to be shown.
const SHOWN: u64 = 64 << 10;

/// A file that claims to play a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission<'a> {
    /// The file.
    pub path: PathBuf,
    /// Its language, by its ending; none if it is run as it is.
    pub language: Option<&'a Language>,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its size in characters, if it is UTF-8, and not far too large to be one.
    pub chars: Option<u64>,
    /// Its text, if it is UTF-8, and no more than 64 KiB.
    pub source: Option<String>,
    /// Why it cannot be read, if it cannot.
    pub unreadable: Option<String>,
}

/// A path at which there is nothing to judge.
#[derive(Debug, thiserror::Error)]
pub enum GatherError {
    /// It cannot be read.
    #[error("{}: {why}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// It is something that could be read for ever, such as a named pipe or a device.
    #[error("{}: neither a file nor a folder", .0.display())]
    NoFile(PathBuf),
    /// It is a folder without any submission.
    #[error("{}: no submission in this folder: no file with a known ending, none that is executable", .0.display())]
    Empty(PathBuf),
}

/// The submissions at a path: the file itself, or those in the folder and its subfolders, by name.
///
/// Folders that bear the name of another dialect are left out, as is every file that is neither
/// executable nor has a language's ending. A folder that is met again, through a link, is not gone into
/// again. A file that cannot be read is a submission nevertheless: one that cannot be run.
///
/// # Errors
/// [`GatherError`] if there are none, or the path or a folder below it cannot be read.
pub fn gather<'a>(
    path: &Path,
    dialect: Dialect,
    languages: &'a Languages,
) -> Result<Vec<Submission<'a>>, GatherError> {
    let unreadable = |why| GatherError::Unreadable { path: path.to_owned(), why };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        let mut walk = Walk { dialect, languages, met: HashSet::new(), found: Vec::new() };
        walk.go_into(path)?;
        let found = walk.found;
        return if found.is_empty() { Err(GatherError::Empty(path.to_owned())) } else { Ok(found) };
    }
    if !metadata.is_file() {
        return Err(GatherError::NoFile(path.to_owned()));
    }
    Ok(vec![measure(path, &metadata, languages)])
}

/// A way through a folder and its subfolders.
struct Walk<'a> {
    dialect: Dialect,
    languages: &'a Languages,
    /// The folders that were gone into, by device and number.
    met: HashSet<(u64, u64)>,
    found: Vec<Submission<'a>>,
}

impl Walk<'_> {
    fn go_into(&mut self, folder: &Path) -> Result<(), GatherError> {
        let mut paths =
            self.entries(folder).map_err(|why| GatherError::Unreadable { path: folder.to_owned(), why })?;
        paths.sort();
        for path in paths {
            // A dangling link is no reason to give up on its neighbours.
            let Ok(metadata) = std::fs::metadata(&path) else { continue };
            if metadata.is_dir() {
                self.go_into(&path)?;
            } else if metadata.is_file()
                && (language_of(&path, self.languages).is_some() || is_executable(&metadata))
            {
                self.found.push(measure(&path, &metadata, self.languages));
            }
        }
        Ok(())
    }

    /// What is in a folder that was not met yet, but for what is hidden, and for other dialects' folders.
    fn entries(&mut self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let metadata = std::fs::metadata(folder)?;
        if !self.met.insert((metadata.dev(), metadata.ino())) {
            return Ok(Vec::new());
        }
        let is_left_out = |name: &str| {
            let is_dialect = Dialect::all().iter().any(|other| other.name() == name);
            name.starts_with('.') || (is_dialect && name != self.dialect.name())
        };
        let entries: io::Result<Vec<_>> = std::fs::read_dir(folder)?.collect();
        let entries = entries?.into_iter().filter(|entry| !is_left_out(&entry.file_name().to_string_lossy()));
        Ok(entries.map(|entry| entry.path()).collect())
    }
}

fn measure<'a>(path: &Path, metadata: &Metadata, languages: &'a Languages) -> Submission<'a> {
    let bytes = metadata.len();
    let content = (bytes <= LARGEST).then(|| std::fs::read(path));
    let (content, unreadable) = match content.transpose() {
        Ok(content) => (content, None),
        Err(why) => (None, Some(format!("it cannot be read: {why}"))),
    };
    let text = content.as_deref().and_then(|content| std::str::from_utf8(content).ok());
    let chars = text.map(|text| text.chars().count() as u64);
    let language = language_of(path, languages);
    let source = text.filter(|_| bytes <= SHOWN).map(str::to_owned);
    Submission { path: path.to_owned(), language, bytes, chars, source, unreadable }
}

fn language_of<'a>(path: &Path, languages: &'a Languages) -> Option<&'a Language> {
    path.extension().and_then(|ending| languages.by_ending(ending.to_str()?))
}

fn is_executable(metadata: &Metadata) -> bool {
    metadata.permissions().mode() & 0o111 != 0
}
