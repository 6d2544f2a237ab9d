//! The machine that was learned from the reference of a challenge, as a file in the folder of the challenge.

use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::{CatalogueError, at};
use crate::challenge::{Learned, Source};
use crate::files::{self, Bundle, Root};

/// The name of the file.
pub(crate) const MACHINE: &str = "machine.json";

/// The machine in a folder, if there is one. It is refused if it was not learned from the reference of this
/// command.
pub(super) fn load(
    root: &Root,
    folder: &Path,
    command: &[String],
) -> Result<Option<Learned>, CatalogueError> {
    let path = folder.join(MACHINE);
    let text = match root.text(Path::new(MACHINE), files::TEXT) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(at(&path))?,
    };
    let learned = Learned::read(&text).map_err(at(&path))?;
    match learned.source == source(root, command) {
        true => Ok(Some(learned)),
        false => Err(stale(folder)),
    }
}

fn stale(folder: &Path) -> CatalogueError {
    let (file, folder) = (folder.join(MACHINE), folder.display());
    CatalogueError(format!(
        "{}: it was not learned from this reference\n  hint: run `judge learn {folder}` again, or remove the file",
        file.display()
    ))
}

/// The identity of a command: its words and the content of the files and folders in its folder that it names.
pub(super) fn source(root: &Root, command: &[String]) -> Source {
    let mut digest = Sha256::new();
    for word in command {
        let bundle = || Bundle::read(root, word.as_ref(), files::RECORD).map(|all| all.digest().into_bytes());
        let content = root.file(Path::new(word)).and_then(|file| file.read(files::RECORD));
        let content = content.or_else(|_| bundle()).unwrap_or_default();
        // File contents and their lengths are part of the digest.
        digest.update(format!("{word:?} {}\n", content.len()));
        digest.update(content);
    }
    let digest = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Source { command: command.to_vec(), digest }
}
