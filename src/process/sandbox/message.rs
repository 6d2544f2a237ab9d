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
use crate::process::warm_game::{NotRestorable, WarmGame, WarmRun};

/// The first message to a helper: the sandbox that it is to enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Setup {
    /// The level of isolation.
    pub(super) level: Level,
    /// What candidates see of the file system.
    pub(super) view: View,
    /// How many bytes of files candidates may leave.
    pub(super) files: u64,
    /// The folder where candidates work, if they have no file system of their own.
    pub(super) folder: Option<OsString>,
    /// The core on which it is to stay; none if it may be anywhere.
    pub(super) core: Option<usize>,
    /// Whether it holds candidates, instead of starting one for each run.
    pub(super) is_warm: bool,
}

/// The helper's answer: the user that it runs as, or what failed and why.
pub(super) type Entered = Result<u32, (String, String)>;

/// An order to make one run. If that is to be on a terminal, the terminal follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Order {
    /// The program's file or name.
    pub(super) program: OsString,
    /// Its arguments.
    pub(super) args: Vec<OsString>,
    /// Variables in addition to the fixed ones.
    pub(super) env: Vec<(OsString, OsString)>,
    /// Its input; inputs that are arguments are in `args`.
    pub(super) input: ProgramInput,
    /// What it may use.
    pub(super) limits: Limits,
    /// The content of its folder at the start.
    pub(super) given: Bundle,
    /// The file or folder there that is to be handed back.
    pub(super) wanted: Option<OsString>,
}

/// What a guided program has written since it last asked for a line; the answer is the next line. No question
/// (`None`) ends a guided run; its [`Answer`] follows.
pub(super) type Question = Vec<u8>;

/// Games to be played by one held program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Batch {
    /// The program, without input.
    pub(super) order: Order,
    pub(super) games: Vec<WarmGame>,
}

/// The outcomes of the games of a batch: of all of them or of the first few, and of at least one. Only the
/// last may be a game that could not be played.
pub(super) type BatchResult = Vec<Result<WarmRun, NotRestorable>>;

/// The outcome of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    /// The record, or what the helper failed to do and why.
    pub(super) outcome: Result<Execution, (String, String)>,
    /// What was to be handed back, if it is there.
    pub(super) made: Option<Bundle>,
    /// Whether the sandbox is as it was; if not, it must not be used again.
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

/// Waits for a value. The end of the stream is the error `UnexpectedEof`.
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
