//! The answer to a read of standard input: bytes of a game, put where the call would have put them.

use std::io;

use super::NotRestorable;
use super::registers::Registers;
use super::trace::Tracee;

/// How many buffers one call takes at most.
const BUFFERS: u64 = 1024;

/// How much a read asks for.
pub(super) fn room(tracee: Tracee, read: &Registers) -> io::Result<usize> {
    let buffers = buffers(tracee, read)?;
    Ok(buffers.iter().fold(0, |room: usize, (_, size)| room.saturating_add(*size)))
}

/// Answers a read with no more than it asks for; nothing is the end of input.
pub(super) fn answer(tracee: Tracee, read: &Registers, bytes: &[u8]) -> Result<(), NotRestorable> {
    let mut rest = bytes;
    for (address, size) in buffers(tracee, read)? {
        let (given, left) = rest.split_at(size.min(rest.len()));
        if !given.is_empty() {
            tracee.write(address, given)?;
        }
        rest = left;
    }
    Ok(tracee.set_registers(&read.answered(bytes.len() as u64))?)
}

/// The buffers that a read is to fill, each an address and a size.
fn buffers(tracee: Tracee, read: &Registers) -> io::Result<Vec<(u64, usize)>> {
    let [_, buffer, size, ..] = read.arguments();
    let whole = |size: u64| usize::try_from(size).unwrap_or(usize::MAX);
    if read.call() != libc::SYS_readv {
        return Ok(vec![(buffer, whole(size))]);
    }
    let mut row = vec![0; 16 * whole(size.min(BUFFERS))];
    tracee.read(buffer, &mut row)?;
    let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
    Ok(row.chunks_exact(16).map(|pair| (word(&pair[..8]), whole(word(&pair[8..])))).collect())
}
