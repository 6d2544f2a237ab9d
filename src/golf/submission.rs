//! Submissions: files found, measured, and told by their language.
//!
//! The score is the number of bytes of the file as it lies there; nothing is trimmed or normalised.

use std::io;
use std::os::unix::fs::PermissionsExt;
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
    /// It is a folder without any submission.
    #[error("{}: no submission in this folder: no file with a known ending, none that is executable", .0.display())]
    Empty(PathBuf),
}

/// The submissions at a path: the file itself, or those in the folder and its subfolders, by name.
///
/// Folders that bear the name of another dialect are left out, as is every file that is neither
/// executable nor has a language's ending.
///
/// # Errors
/// [`GatherError`] if there are none, or the path cannot be read.
pub fn gather<'a>(
    path: &Path,
    dialect: Dialect,
    languages: &'a Languages,
) -> Result<Vec<Submission<'a>>, GatherError> {
    let unreadable = |why| GatherError::Unreadable { path: path.to_owned(), why };
    if !std::fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![measure(path, languages).map_err(unreadable)?]);
    }
    let mut found = Vec::new();
    walk(path, dialect, languages, &mut found).map_err(unreadable)?;
    if found.is_empty() { Err(GatherError::Empty(path.to_owned())) } else { Ok(found) }
}

fn walk<'a>(
    folder: &Path,
    dialect: Dialect,
    languages: &'a Languages,
    found: &mut Vec<Submission<'a>>,
) -> io::Result<()> {
    let entries: io::Result<Vec<_>> = std::fs::read_dir(folder)?.collect();
    let mut paths: Vec<_> = entries?.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_other_dialect =
            Dialect::all().iter().any(|other| other.name() != dialect.name() && other.name() == name);
        if name.starts_with('.') || is_other_dialect {
            continue;
        }
        // A dangling link is no reason to give up on its neighbours.
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if metadata.is_dir() {
            walk(&path, dialect, languages, found)?;
        } else if language_of(&path, languages).is_some() || is_executable(&metadata) {
            found.push(measure(&path, languages)?);
        }
    }
    Ok(())
}

fn measure<'a>(path: &Path, languages: &'a Languages) -> io::Result<Submission<'a>> {
    let bytes = std::fs::metadata(path)?.len();
    let content = if bytes <= LARGEST { Some(std::fs::read(path)?) } else { None };
    let text = content.as_deref().and_then(|content| std::str::from_utf8(content).ok());
    let chars = text.map(|text| text.chars().count() as u64);
    let language = language_of(path, languages);
    let source = text.filter(|_| bytes <= SHOWN).map(str::to_owned);
    Ok(Submission { path: path.to_owned(), language, bytes, chars, source })
}

fn language_of<'a>(path: &Path, languages: &'a Languages) -> Option<&'a Language> {
    path.extension().and_then(|ending| languages.by_ending(ending.to_str()?))
}

fn is_executable(metadata: &std::fs::Metadata) -> bool {
    metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
}
