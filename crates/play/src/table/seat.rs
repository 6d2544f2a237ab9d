//! One of the two programs at the table: how it sends and receives, and how it recovers after a crash.
//!
//! To send, the message and the future record of moves are written under names that others do not read: first
//! `NAME.message`, then `NAME.next`. The message is then renamed to `message`, at which moment it is sent;
//! last the record is renamed to `NAME.moves`. So a program that finds `NAME.message` when it starts had not
//! sent it, and removes both; one that finds only `NAME.next` had, and adopts it.
//!
//! To receive, the record is replaced first, and then the message removed. A program that finds the last move
//! of its record still there as a message had received it, and removes it.

use std::io;
use std::path::{Path, PathBuf};

use super::folder::{FileError, Folder};
use super::lock::{LOCK, Lock, PATIENCE, TRYING, Taker};
use super::message::{Message, NoMessage};
use super::owner::Owner;

/// The file with the message that has been sent and not yet received.
const MESSAGE: &str = "message";

/// A program's own record of the game: `NAME.moves`, one line per move, in the order in which they came. It is never
/// changed in place: a new one is written under another name, and renamed when it is to be used.
#[derive(Debug)]
struct Journal {
    /// The file that counts.
    file: String,
    lines: Vec<String>,
}

pub(crate) struct Seat {
    folder: Folder,
    name: String,
    other: String,
    journal: Journal,
    taker: Taker,
    warn: Box<dyn Fn(&str)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// There was nothing to send and nothing to receive.
    Nothing,
    /// Sending failed: the previous message is still there, or the lock was not available.
    Failed,
    Sent,
    /// A message was received. The own message was not sent.
    Received(Message),
}

#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: no message: {why}", path.display())]
    Unreadable { path: PathBuf, why: NoMessage },
    #[error("{}: from {from:?} to {to:?}, but only {names} sit here", path.display())]
    Stranger {
        path: PathBuf,
        from: String,
        to: String,
        /// The players at the table.
        names: String,
    },
    #[error("{}: changed by another program; does another program play {name} here?", path.display())]
    Changed {
        path: PathBuf,
        /// This program's name.
        name: String,
    },
    #[error("{}: {holder} does not release the lock", path.display())]
    Locked { path: PathBuf, holder: String },
}

impl Journal {
    /// The record that the program of this name has left, or an empty one.
    fn read(folder: &Folder, name: &str) -> Result<Journal, FileError> {
        let file = format!("{name}.moves");
        let lines = lines(folder.read(&file)?.unwrap_or_default());
        Ok(Journal { file, lines })
    }

    /// Writes the record with one more line to a file that does not count yet.
    fn write_with(&self, line: &str, folder: &Folder, file: &str) -> Result<(), FileError> {
        let lines = self.lines.iter().map(String::as_str).chain([line]);
        let text: String = lines.flat_map(|line| [line, "\n"]).collect();
        folder.write(file, text.as_bytes())
    }

    fn adopt(&mut self, line: String, folder: &Folder, file: &str) -> Result<(), FileError> {
        folder.rename(file, &self.file)?;
        self.lines.push(line);
        Ok(())
    }
}

impl Seat {
    /// Takes a seat at the table in this folder, and continues the game of an earlier program of the same
    /// name, if there was one. `warn` gets warnings for the players.
    /// Fails if the folder cannot be read or written, or contains no game of these two.
    pub(crate) fn sit(
        folder: &Path,
        [name, other]: [&str; 2],
        warn: impl Fn(&str) + 'static,
    ) -> Result<Seat, SeatError> {
        Seat::sit_as(Taker::new(Owner::here()), Folder::open(folder)?, [name, other], warn)
    }

    fn sit_as(
        mut taker: Taker,
        folder: Folder,
        [name, other]: [&str; 2],
        warn: impl Fn(&str) + 'static,
    ) -> Result<Seat, SeatError> {
        let lock = wait_for_lock(&folder, &mut taker, &warn)?;
        taker.sweep(&folder)?;
        recover(&folder, name)?;
        let journal = Journal::read(&folder, name)?;
        if let Some(message) = read_message(&folder, [name, other])?
            && message.to == name
            && journal.lines.last() == Some(&message.record())
        {
            folder.remove(MESSAGE)?;
        }
        drop(lock);
        Ok(Seat {
            folder,
            name: name.to_owned(),
            other: other.to_owned(),
            journal,
            taker,
            warn: Box::new(warn),
        })
    }

    /// Every move that this program knows of, its own and the other's: a name, a space and what was
    /// said.
    pub(crate) fn moves(&self) -> &[String] {
        &self.journal.lines
    }

    /// Every move that the other program knows of, if it keeps a record too.
    pub(crate) fn moves_of_other(&self) -> Result<Vec<String>, SeatError> {
        Ok(Journal::read(&self.folder, &self.other)?.lines)
    }

    pub(crate) fn record(&self) -> PathBuf {
        self.folder.path(&self.journal.file)
    }

    /// Checks for a message, and sends one if there is none. `counts` decides whether a message is a move;
    /// only moves are recorded.
    /// After an error the program can take its seat again.
    pub(crate) fn visit(
        &mut self,
        text: Option<&str>,
        counts: impl FnOnce(&Message) -> bool,
    ) -> Result<Visit, SeatError> {
        let Seat { folder, name, other, journal, taker, warn } = self;
        let Some(_lock) = taker.take(folder, warn)? else {
            warn(&format!("{} does not release the lock", Taker::holder_in_words(folder)?));
            return Ok(Visit::Failed);
        };
        if Journal::read(folder, name)?.lines != journal.lines {
            return Err(SeatError::Changed { path: folder.path(&journal.file), name: name.clone() });
        }
        match (read_message(folder, [name, other])?, text) {
            (Some(message), _) if message.to == *name => {
                take_message(folder, name, journal, &message, counts)?;
                Ok(Visit::Received(message))
            }
            (_, None) => Ok(Visit::Nothing),
            (Some(_), Some(_)) => Ok(Visit::Failed),
            (None, Some(text)) => {
                let message = Message { from: name.clone(), to: other.clone(), text: text.to_owned() };
                say(folder, name, journal, &message)?;
                Ok(Visit::Sent)
            }
        }
    }
}

fn wait_for_lock<'a>(
    folder: &'a Folder,
    taker: &mut Taker,
    warn: &dyn Fn(&str),
) -> Result<Lock<'a>, SeatError> {
    for attempt in 0..=PATIENCE.as_secs() / TRYING.as_secs() {
        if let Some(lock) = taker.take(folder, warn)? {
            return Ok(lock);
        }
        if attempt == 0 {
            warn(&format!("waiting for the lock of {}", Taker::holder_in_words(folder)?));
        }
    }
    let holder = Taker::holder_in_words(folder)?;
    Err(SeatError::Locked { path: folder.path(LOCK), holder })
}

/// Recovers after the program of this name died while it sent.
fn recover(folder: &Folder, name: &str) -> Result<(), FileError> {
    let (draft, next) = (draft(name), next(name));
    if folder.has(&draft)? {
        folder.remove(&next)?;
        folder.remove(&draft)?;
    } else if let Some(text) = folder.read(&next)? {
        let (mut before, journal) = (lines(text), Journal::read(folder, name)?);
        let is_own = before.pop().is_some_and(|line| line.starts_with(&format!("{name} ")));
        if !is_own || before != journal.lines {
            let why = format!("it is not {} with one more move of {name}; remove one of them", journal.file);
            return Err(folder.error(&next, io::Error::other(why)));
        }
        folder.rename(&next, &journal.file)?;
    }
    Ok(())
}

fn lines(text: Vec<u8>) -> Vec<String> {
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
}

fn say(folder: &Folder, name: &str, journal: &mut Journal, message: &Message) -> Result<(), FileError> {
    let (draft, next) = (draft(name), next(name));
    let written = folder
        .write(&draft, message.to_string().as_bytes())
        .and_then(|()| journal.write_with(&message.record(), folder, &next))
        .and_then(|()| folder.rename(&draft, MESSAGE));
    if written.is_err() {
        // What cannot be repaired now will be when the program takes its seat again.
        let _ = recover(folder, name);
        return written;
    }
    journal.adopt(message.record(), folder, &next)
}

fn take_message(
    folder: &Folder,
    name: &str,
    journal: &mut Journal,
    message: &Message,
    counts: impl FnOnce(&Message) -> bool,
) -> Result<(), FileError> {
    if counts(message) {
        let heard = format!("{name}.heard");
        journal.write_with(&message.record(), folder, &heard)?;
        journal.adopt(message.record(), folder, &heard)?;
    }
    folder.remove(MESSAGE)
}

fn read_message(folder: &Folder, names: [&str; 2]) -> Result<Option<Message>, SeatError> {
    let Some(bytes) = folder.read(MESSAGE)? else { return Ok(None) };
    let path = folder.path(MESSAGE);
    let message = Message::parse(&bytes).map_err(|why| SeatError::Unreadable { path: path.clone(), why })?;
    let is_between = |from: &str, to: &str| message.from == from && message.to == to;
    if !is_between(names[0], names[1]) && !is_between(names[1], names[0]) {
        let Message { from, to, .. } = message;
        return Err(SeatError::Stranger { path, from, to, names: names.join(" and ") });
    }
    Ok(Some(message))
}

/// A message that has not been said yet.
fn draft(name: &str) -> String {
    format!("{name}.message")
}

/// The record of moves as it will be when the message has been said.
fn next(name: &str) -> String {
    format!("{name}.next")
}

#[cfg(test)]
mod tests;
