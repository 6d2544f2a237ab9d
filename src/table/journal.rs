//! A program's own record of the game: `NAME.moves`, one line per move, in the order in which they came.
//!
//! The record is never changed in place. A new one is written under another name, and renamed when it is to
//! be used.

use super::folder::{FileError, Folder};

/// The record of one program.
#[derive(Debug)]
pub(super) struct Journal {
    /// The file that counts.
    pub(super) file: String,
    /// Its lines.
    pub(super) lines: Vec<String>,
}

impl Journal {
    /// The record that the program of this name has left, or an empty one.
    pub(super) fn read(folder: &Folder, name: &str) -> Result<Journal, FileError> {
        let file = format!("{name}.moves");
        let text = folder.read(&file)?.unwrap_or_default();
        let lines = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
        Ok(Journal { file, lines })
    }

    /// Writes the record with one more line to a file that does not count yet.
    pub(super) fn write_with(&self, line: &str, folder: &Folder, file: &str) -> Result<(), FileError> {
        let lines = self.lines.iter().map(String::as_str).chain([line]);
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        folder.write(file, text.as_bytes())
    }

    /// Lets that file count.
    pub(super) fn adopt(&mut self, line: String, folder: &Folder, file: &str) -> Result<(), FileError> {
        folder.rename(file, &self.file)?;
        self.lines.push(line);
        Ok(())
    }
}
