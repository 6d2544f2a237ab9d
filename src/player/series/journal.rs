//! The folder of a series: what was agreed, and a line for each game that is over, written as soon as
//! it is. Whoever begins the same series in the same folder goes on where it was left; another one is
//! refused.
//!
//! ```text
//! games.jsonl       the agreement, then a record a line
//! 0001.txt          the first game as seen on a terminal
//! 0001.ggf          the same in the notation of othello servers, where that has words for the board
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::ggf::ggf;
use super::{Record, Series};
use crate::player::table::Played;

/// A series' folder.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    file: File,
    /// The games that were played before.
    pub records: Vec<Record>,
}

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The system refuses.
    #[error("{}: {why}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// It holds something else.
    #[error("{} holds another series (its {key} is {was}); take another folder", path.display())]
    Other {
        /// The journal.
        path: PathBuf,
        /// What differs.
        key: String,
        /// What it is there.
        was: String,
    },
    /// A line is no record.
    #[error("{}: line {line} is no record of a game", path.display())]
    Malformed {
        /// The journal.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
}

impl Journal {
    /// Opens the folder, or makes it, for a series of which this is agreed.
    ///
    /// # Errors
    /// [`JournalError`] if it cannot be used.
    pub fn open(folder: &Path, agreed: &Value) -> Result<Journal, JournalError> {
        let path = folder.join("games.jsonl");
        let system = |why| JournalError::System { path: path.clone(), why };
        std::fs::create_dir_all(folder).map_err(system)?;
        let mut text = match std::fs::read_to_string(&path) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => String::new(),
            other => other.map_err(system)?,
        };
        // A line that was being written when everything stopped counts for nothing.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        if text.is_empty() {
            text = format!("{agreed}\n");
        }
        std::fs::write(&path, &text).map_err(system)?;
        let records = read(&path, &text, agreed)?;
        let file = OpenOptions::new().append(true).open(&path).map_err(system)?;
        Ok(Journal { folder: folder.to_owned(), file, records })
    }

    /// Adds a game that is over.
    ///
    /// # Errors
    /// [`JournalError`] if it cannot be written.
    pub fn add(&mut self, series: &Series, record: &Record, played: &Played) -> Result<(), JournalError> {
        let stem = self.folder.join(format!("{:04}", record.game + 1));
        write(stem.with_extension("txt"), &transcript(series, record, played))?;
        if let Some(text) = ggf(series, record, played) {
            write(stem.with_extension("ggf"), text.as_bytes())?;
        }
        let line = serde_json::to_string(record).expect("a record is plain data");
        let path = self.folder.join("games.jsonl");
        writeln!(self.file, "{line}").map_err(|why| JournalError::System { path, why })
    }
}

fn read(path: &Path, text: &str, agreed: &Value) -> Result<Vec<Record>, JournalError> {
    let malformed = |line| JournalError::Malformed { path: path.to_owned(), line };
    let mut lines = (1..).zip(text.lines());
    let (_, head) = lines.next().ok_or_else(|| malformed(1))?;
    let head: Value = serde_json::from_str(head).map_err(|_| malformed(1))?;
    let is_same = |(key, value): &(&String, &Value)| head.get(key) == Some(value);
    if let Some((key, _)) = agreed.as_object().into_iter().flatten().find(|entry| !is_same(entry)) {
        let was = head.get(key).unwrap_or(&Value::Null).to_string();
        return Err(JournalError::Other { path: path.to_owned(), key: key.clone(), was });
    }
    lines.map(|(number, line)| serde_json::from_str(line).map_err(|_| malformed(number))).collect()
}

/// The game as seen on a terminal, and below it how it ended if that was not by the rules.
fn transcript(series: &Series, record: &Record, played: &Played) -> Vec<u8> {
    let mut text = played.transcript.clone();
    if let Some((who, why)) = &record.forfeit {
        text.extend(format!("{} forfeits: {why}\n", series.contestants[*who].name).as_bytes());
    }
    text
}

fn write(path: PathBuf, text: &[u8]) -> Result<(), JournalError> {
    std::fs::write(&path, text).map_err(|why| JournalError::System { path, why })
}
