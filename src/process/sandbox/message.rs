//! What the judge and its helper in a sandbox say to each other, over a pair of sockets: a length,
//! then a value in postcard's form.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::view::View;
use crate::execution::{Execution, Level, Limits, ProgramInput};
use crate::files::Bundle;
use crate::process::warm_game::{NotRestorable, Restoring, WarmGame, WarmRun};

/// The first word to a helper: what sandbox it is to enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Setup {
    /// How well it is to keep candidates apart.
    pub(super) level: Level,
    /// What they see of the file system.
    pub(super) view: View,
    /// How many bytes of files they may leave.
    pub(super) files: u64,
    /// A folder for them to work in, where they have no file system of their own.
    pub(super) folder: Option<OsString>,
    /// The core on which it is to stay; none if it may be anywhere.
    pub(super) core: Option<usize>,
    /// Whether it is to hold candidates, not to start one for each run.
    pub(super) is_warm: bool,
}

/// The helper's answer to it: entered as this user, or what it could not do and why.
pub(super) type Entered = Result<u32, (String, String)>;

/// One run to be made. If it is to be on a terminal, that follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Order {
    /// The program's file or name.
    pub(super) program: OsString,
    /// Its arguments.
    pub(super) args: Vec<OsString>,
    /// Variables beside the fixed ones.
    pub(super) env: Vec<(OsString, OsString)>,
    /// What it is fed; the arguments among it stand with the others.
    pub(super) input: ProgramInput,
    /// What it may use.
    pub(super) limits: Limits,
    /// What lies in its folder when it starts.
    pub(super) given: Bundle,
    /// The file or folder there that is to be handed back.
    pub(super) wanted: Option<OsString>,
}

/// What a program that is guided has written since it asked last; the next line is the answer. Before the [`Answer`] to a
/// guided run comes none.
pub(super) type Question = Vec<u8>;

/// Games to be played by one program that is held.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Batch {
    /// The program, with nothing to be fed.
    pub(super) order: Order,
    pub(super) games: Vec<WarmGame>,
    pub(super) restoring: Restoring,
}

/// What came of the games of a batch: of all of them, or of the first few, at least of one. Only the
/// last may be one that could not be played.
pub(super) type BatchResult = Vec<Result<WarmRun, NotRestorable>>;

/// What came of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    /// The record, or what the helper could not do and why.
    pub(super) outcome: Result<Execution, (String, String)>,
    /// What was to be handed back, if it is there.
    pub(super) made: Option<Bundle>,
    /// Whether the sandbox is as it was; if not, no other run may be made in it.
    pub(super) is_clean: bool,
    /// The processor time that the helper itself used.
    pub(super) own_cpu: Duration,
}

/// Sends a value.
pub(super) fn send(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut text = vec![0; 8];
    text = postcard::to_extend(value, text).map_err(io::Error::other)?;
    let length = (text.len() - 8) as u64;
    text[..8].copy_from_slice(&length.to_le_bytes());
    to.write_all(&text)
}

/// Waits for a value. An end of the stream is an error of its own kind, `UnexpectedEof`.
pub(super) fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let mut text = Vec::new();
    let length = u64::from_le_bytes(length);
    if from.take(length).read_to_end(&mut text)? as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    postcard::from_bytes(&text).map_err(io::Error::other)
}

/// A path out of a message.
pub(super) fn path(path: &OsString) -> &Path {
    Path::new(path)
}
