//! The folder of a series: its settings, and a line for each finished game, written immediately. Starting the
//! same series in the same folder continues it; another series is refused.
//!
//! ```text
//! games.jsonl       the agreement, then a record a line
//! 0001.txt          the first game as seen on a terminal
//! 0001.ggf          the same in the notation of othello servers, where that has words for the board
//! ```

use std::fs::File;
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use serde_json::{Value, json};

use super::ggf::ggf;
use super::{Record, Series};
use crate::dialect::Dialect;
use crate::files::bounded;
use crate::player::table::Played;
use crate::table::Handle;

/// The file that holds the records.
const GAMES: &str = "games.jsonl";

/// The longest such file that is read, in bytes: several hundred thousand games.
const LONGEST: u64 = 1 << 28;

/// A series' folder.
#[derive(Debug)]
pub(crate) struct Journal {
    folder: Handle,
    path: PathBuf,
    file: File,
    /// The games that were played before.
    pub records: Vec<Record>,
}

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum JournalError {
    /// A system error.
    #[error("{}: {why}", path.display())]
    System {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        why: io::Error,
    },
    /// It belongs to another series.
    #[error("{} contains another series (its {key} is {was}); use another folder", path.display())]
    Other {
        /// The journal.
        path: PathBuf,
        /// What differs.
        key: String,
        /// Its value there.
        was: String,
    },
    /// A line is not a record.
    #[error("{}: line {line} is not a record of a game", path.display())]
    Malformed {
        /// The journal.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
    },
}

impl Journal {
    /// Opens the folder, or creates it, for a series. The folder may come from somebody
    /// else: no link in it is followed, and a file that is not a journal of this series is not changed.
    ///
    /// # Errors
    /// [`JournalError`] if it cannot be used.
    pub(crate) fn open(folder: &Path, series: &Series) -> Result<Journal, JournalError> {
        let path = folder.join(GAMES);
        let system = |why| JournalError::System { path: path.clone(), why };
        std::fs::create_dir_all(folder).map_err(system)?;
        let handle = Handle::open(folder).map_err(system)?;
        let file = match handle.file(GAMES, OFlags::RDWR | OFlags::APPEND, LONGEST) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => handle.create(GAMES),
            other => other,
        };
        let file = file.map_err(system)?;
        let mut journal = Journal { folder: handle, path, file, records: Vec::new() };
        journal.records = journal.resume(&agreed(series))?;
        Ok(journal)
    }

    /// Reads the journal, or begins it if it is empty.
    fn resume(&mut self, agreed: &Value) -> Result<Vec<Record>, JournalError> {
        let text =
            self.file.try_clone().and_then(|file| bounded(file, LONGEST)).map_err(|why| self.system(why))?;
        let head = format!("{agreed}\n");
        // An incomplete line, which was being written at an interruption, does not count.
        let complete = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let records = match std::str::from_utf8(&text[..complete]) {
            Ok("") if head.as_bytes().starts_with(&text) => Vec::new(),
            Ok(text) if complete > 0 => read(&self.path, text, agreed)?,
            _ => return Err(JournalError::Malformed { path: self.path.clone(), line: 1 }),
        };
        self.file.set_len(complete as u64).map_err(|why| self.system(why))?;
        if complete == 0 {
            self.append(head.as_bytes())?;
        }
        Ok(records)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// [`JournalError`] if it cannot be written.
    pub(crate) fn add(
        &mut self,
        series: &Series,
        record: &Record,
        played: &Played,
    ) -> Result<(), JournalError> {
        let number = format!("{:04}", record.game + 1);
        self.write(&format!("{number}.txt"), &transcript(series, record, played))?;
        if let Some(text) = ggf(series, record, played) {
            self.write(&format!("{number}.ggf"), text.as_bytes())?;
        }
        let line = serde_json::to_string(record).expect("a record is plain data");
        self.append(format!("{line}\n").as_bytes())
    }

    fn append(&mut self, text: &[u8]) -> Result<(), JournalError> {
        // After reading, the file position is at the end that was read; after truncation that is beyond the
        // file's end.
        self.file
            .seek(SeekFrom::End(0))
            .and_then(|_| self.file.write_all(text))
            .map_err(|why| self.system(why))
    }

    /// Writes a new file, replacing any other of its name.
    fn write(&self, name: &str, text: &[u8]) -> Result<(), JournalError> {
        let gone = match self.folder.remove(name) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        };
        let written = gone.and_then(|()| self.folder.create(name)?.write_all(text));
        written.map_err(|why| JournalError::System { path: self.path.with_file_name(name), why })
    }

    fn system(&self, why: io::Error) -> JournalError {
        JournalError::System { path: self.path.clone(), why }
    }
}

/// The settings that must be equal to continue a series.
fn agreed(series: &Series) -> Value {
    let names: Vec<_> = series.contestants.iter().map(|contestant| &contestant.name).collect();
    let clock = series.rules.clock.map(|clock| [clock.base.as_millis(), clock.increment.as_millis()]);
    let board = match &series.rules.dialect {
        Dialect::Reversi(table) => table.game().title(),
        other => other.name(),
    };
    json!({
        "players": names,
        "board": board,
        "seed": series.seed,
        "opening": series.opening(),
        "clock_milliseconds": clock.map(|times| times.map(|time| time as u64)),
        "asks_again": series.rules.asks_again,
    })
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
