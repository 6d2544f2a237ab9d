//! A terminal for one program alone, made by the judge and gone with the run.
//!
//! It passes lines on unchanged: there is no echo, no line feed becomes two characters, and no character is
//! special but the one that ends the input. A program may change these settings, as on any terminal. It is
//! made outside the sandbox, where terminals can be made, and passed in as a pair of descriptors; inside it
//! has no name but `/dev/tty`.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::fs::{Gid, Mode, Uid};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags,
};
use rustix::pty::OpenptFlags;
use rustix::termios::{InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Winsize};

use super::streams::{Ours, Streams};

/// The character that ends the input: `VEOF` as termios(3) sets it, Ctrl-D.
pub(super) const END: u8 = 4;

/// Its size in characters, the usual default of terminals.
const SIZE: Winsize = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };

pub(super) struct Terminal {
    ours: OwnedFd,
    theirs: OwnedFd,
}

impl Terminal {
    /// A terminal that belongs to a user, or to the judge's own user.
    pub(super) fn open(user: Option<u32>) -> io::Result<Terminal> {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = rustix::pty::openpt(flags)?;
        rustix::pty::unlockpt(&ours)?;
        let theirs = rustix::pty::ioctl_tiocgptpeer(&ours, flags)?;
        let terminal = Terminal { ours, theirs };
        terminal.set()?;
        rustix::fs::fchmod(&terminal.theirs, Mode::RUSR | Mode::WUSR)?;
        if let Some(user) = user {
            rustix::fs::fchown(&terminal.theirs, Some(Uid::from_raw(user)), None::<Gid>)?;
        }
        Ok(terminal)
    }

    fn set(&self) -> io::Result<()> {
        let mut modes = rustix::termios::tcgetattr(&self.theirs)?;
        modes.input_modes = InputModes::IUTF8;
        modes.output_modes = OutputModes::empty();
        modes.local_modes = LocalModes::ICANON;
        let mut set = |code, character| modes.special_codes[code] = character;
        for code in SPECIAL {
            set(code, 0);
        }
        set(SpecialCodeIndex::VEOF, END);
        set(SpecialCodeIndex::VMIN, 1);
        rustix::termios::tcsetattr(&self.theirs, OptionalActions::Now, &modes)?;
        Ok(rustix::termios::tcsetwinsize(&self.theirs, SIZE)?)
    }

    /// The streams of a program on it, with standard error on a pipe if `are_errors_apart`; our ends are non-blocking.
    pub(super) fn streams(self, are_errors_apart: bool) -> io::Result<Streams> {
        let Terminal { ours, theirs } = self;
        rustix::io::ioctl_fionbio(&ours, true)?;
        let stdout = ours.try_clone()?;
        let mut all = [theirs.try_clone()?, theirs.try_clone()?, theirs.try_clone()?];
        let mut ours = Ours { stdin: ours, stdout, stderr: None, terminal: Some(theirs) };
        if are_errors_apart {
            let Streams { ours: Ours { stderr, .. }, theirs: [.., their_stderr], .. } = Streams::pipes()?;
            (ours.stderr, all[2]) = (stderr, their_stderr);
        }
        Ok(Streams { ours, theirs: all, has_terminal: true })
    }

    /// Sends both sides to another process.
    pub(super) fn send(&self, to: &UnixStream) -> io::Result<()> {
        let sides = [self.ours.as_fd(), self.theirs.as_fd()];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut buffer = SendAncillaryBuffer::new(&mut space);
        buffer.push(SendAncillaryMessage::ScmRights(&sides));
        rustix::net::sendmsg(to, &[IoSlice::new(b"t")], &mut buffer, SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// Receives what [`Terminal::send`] sent.
    /// Fails if something else arrived.
    pub(super) fn receive(from: &UnixStream) -> io::Result<Terminal> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
        let mut buffer = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0];
        let flags = RecvFlags::CMSG_CLOEXEC;
        rustix::net::recvmsg(from, &mut [IoSliceMut::new(&mut byte)], &mut buffer, flags)?;
        let sides = buffer.drain().filter_map(|message| match message {
            RecvAncillaryMessage::ScmRights(sides) => Some(sides),
            _ => None,
        });
        let mut sides = sides.flatten();
        match (sides.next(), sides.next()) {
            (Some(ours), Some(theirs)) => Ok(Terminal { ours, theirs }),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// Whether the program on a terminal edits its lines itself: the terminal passes on each character, and so echoes none.
pub(super) fn edits_lines(terminal: BorrowedFd<'_>) -> bool {
    rustix::termios::tcgetattr(terminal).is_ok_and(|modes| !modes.local_modes.contains(LocalModes::ICANON))
}

const SPECIAL: [SpecialCodeIndex; 15] = [
    SpecialCodeIndex::VINTR,
    SpecialCodeIndex::VQUIT,
    SpecialCodeIndex::VERASE,
    SpecialCodeIndex::VKILL,
    SpecialCodeIndex::VTIME,
    SpecialCodeIndex::VSWTC,
    SpecialCodeIndex::VSTART,
    SpecialCodeIndex::VSTOP,
    SpecialCodeIndex::VSUSP,
    SpecialCodeIndex::VEOL,
    SpecialCodeIndex::VREPRINT,
    SpecialCodeIndex::VDISCARD,
    SpecialCodeIndex::VWERASE,
    SpecialCodeIndex::VLNEXT,
    SpecialCodeIndex::VEOL2,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_words_go_through_as_they_are() {
        let Ok(terminal) = Terminal::open(None) else {
            eprintln!("skipped: this system gives no terminals");
            return;
        };
        let (judge, helper) = UnixStream::pair().unwrap();
        terminal.send(&judge).unwrap();
        let Terminal { ours, theirs } = Terminal::receive(&helper).unwrap();
        let mut buffer = [0; 64];
        for line in [&b"4\n"[..], b"\x03\x11\x7f\x15 \xff\0a\r\n", b"\n"] {
            rustix::io::write(&ours, line).unwrap();
            let length = rustix::io::read(&theirs, &mut buffer).unwrap();
            assert_eq!(&buffer[..length], line);
        }
        rustix::io::write(&ours, &[END]).unwrap();
        assert_eq!(rustix::io::read(&theirs, &mut buffer).unwrap(), 0);
        rustix::io::write(&theirs, b"...\n\tX> ").unwrap();
        let length = rustix::io::read(&ours, &mut buffer).unwrap();
        assert_eq!(&buffer[..length], b"...\n\tX> ", "nothing is echoed or changed");
    }
}
