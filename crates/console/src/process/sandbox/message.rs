//! The messages between the judge and its helper in a sandbox, over a pair of sockets: a length,
//! then a value in postcard's form.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use postcard::ser_flavors::Flavor;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::view::View;
use crate::execution::{Execution, Level, Limits, ProgramInput};
use crate::files::Bundle;
use crate::process::command::WantedFiles;
use crate::process::warm_game::{NotRestorable, WarmGame, WarmRun};

/// The first message to a helper: the sandbox that it is to enter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Setup {
    pub(super) level: Level,
    /// The view of the file system that candidates have.
    pub(super) view: View,
    /// How many bytes of files candidates may leave.
    pub(super) files: u64,
    /// The folder where candidates work, if they have no file system of their own.
    pub(super) folder: Option<OsString>,
    /// The core on which it is to stay. `None` if it may be anywhere.
    pub(super) core: Option<usize>,
    /// Whether it holds candidates, instead of starting one for each run.
    pub(super) is_warm: bool,
}

/// The step that failed, and why.
pub(super) type Refusal = (String, String);

/// Adds what failed, in words, to an error.
pub(super) fn refused<E: ToString>(what: &'static str) -> impl FnOnce(E) -> Refusal {
    move |why| (what.to_owned(), why.to_string())
}

/// The helper's answer: the user that it runs as, or what failed and why.
pub(super) type Entered = Result<u32, Refusal>;

/// An order to make one run. If that is to be on a terminal, the terminal follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Order {
    /// The program's file or name.
    pub(super) program: OsString,
    pub(super) args: Vec<OsString>,
    /// Variables in addition to the fixed ones.
    pub(super) env: Vec<(OsString, OsString)>,
    /// Its input; inputs that are arguments are in `args`.
    pub(super) input: ProgramInput,
    pub(super) limits: Limits,
    /// The content of its folder at the start.
    pub(super) given: Bundle,
    /// Whether it may not write there.
    pub(super) is_read_only: bool,
    /// What of it is to be handed back.
    pub(super) wanted: Option<WantedFiles>,
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

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    /// The record, or what the helper failed to do and why.
    pub(super) outcome: Result<Execution, (String, String)>,
    /// The files that were to be handed back, if they exist.
    pub(super) made: Option<Bundle>,
    /// Whether the sandbox is as it was; if not, it must not be used again.
    pub(super) is_clean: bool,
    /// The processor time that the helper itself used.
    pub(super) own_cpu: Duration,
}

pub(super) fn send(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let text = postcard::serialize_with_flavor(value, Framed(vec![0; HEAD])).map_err(io::Error::other)?;
    to.write_all(&text)
}

/// How many bytes a length has.
const HEAD: usize = 8;

/// A message: room for its length, then its value. Postcard's own collections take a program's output byte by byte, or have no
/// room in front, and a message in two parts would wake its receiver twice.
struct Framed(Vec<u8>);

impl Flavor for Framed {
    type Output = Vec<u8>;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(mut self) -> postcard::Result<Vec<u8>> {
        let length = (self.0.len() - HEAD) as u64;
        self.0[..HEAD].copy_from_slice(&length.to_le_bytes());
        Ok(self.0)
    }
}

/// Waits for a value. The end of the stream is the error `UnexpectedEof`.
pub(super) fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; HEAD];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execution::Ending;

    #[test]
    fn messages_arrive_and_outputs_are_sent_compactly() {
        let stdout: Vec<u8> = (0..=u8::MAX).cycle().take(100_000).collect();
        let execution = Execution { stdout: stdout.clone(), ..Execution::of_nothing(Ending::Exited(0)) };
        let mut sent = Vec::new();
        send(&mut sent, &execution).unwrap();
        send(&mut sent, &7_u64).unwrap();
        assert!((100_000..100_100).contains(&sent.len()), "{}", sent.len());
        let mut rest = &sent[..];
        assert_eq!(receive::<Execution>(&mut rest).unwrap().stdout, stdout);
        assert_eq!((receive::<u64>(&mut rest).unwrap(), rest), (7, &b""[..]));
        let cut = receive::<Execution>(&mut &sent[..50_000]).unwrap_err();
        assert_eq!(cut.kind(), io::ErrorKind::UnexpectedEof);
    }
}
