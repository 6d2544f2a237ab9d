//! The calls of a module. They read their arguments from its memory, and write the answer there.

use std::time::Duration;

use super::world::World;
use crate::execution::{Ending, Stream};

/// Answers: `errno` numbers of WASI preview 1, which also defines the other numbers here.
pub(super) const SUCCESS: i32 = 0;
pub(super) const BADF: i32 = 8;
pub(super) const FAULT: i32 = 21;
const INVAL: i32 = 28;
const SPIPE: i32 = 70;

/// Kinds of descriptors: a terminal, or an unknown kind.
const CHARACTER_DEVICE: u8 = 2;
const UNKNOWN: u8 = 0;

/// The rights of a descriptor: to read, to write, to be waited for.
const MAY_READ: u64 = 1 << 1;
const MAY_WRITE: u64 = 1 << 6;
const MAY_POLL: u64 = 1 << 27;

/// The cost of each vector of a read or write, and of each event that is waited for, in addition to its
/// bytes.
const ITEM: u64 = 16;

/// The cost of each call, in addition to the instruction: it takes as long as a hundred of the cheapest.
pub(super) const CALL: u64 = 100;

/// Events, by tag: a time, or a descriptor.
const CLOCK: u8 = 0;

/// A flag of a clock event: its time is absolute, not relative to now.
const IS_ABSOLUTE: u16 = 1;

pub(super) struct Call<'a> {
    pub(super) memory: &'a mut [u8],
    pub(super) world: &'a mut World,
    /// The fuel that was left.
    pub(super) unused: u64,
    /// The cost of the call in addition to the instruction, in fuel.
    pub(super) cost: u64,
}

pub(super) enum CallFailure {
    /// It returns this error.
    Answer(i32),
    End(Ending),
}

impl From<Ending> for CallFailure {
    fn from(ending: Ending) -> CallFailure {
        CallFailure::End(ending)
    }
}

type Done = Result<(), CallFailure>;

impl Call<'_> {
    /// The number of words, and their size in bytes.
    pub(super) fn sizes(&mut self, words: fn(&World) -> &Vec<Vec<u8>>, count: u32, size: u32) -> Done {
        let words = words(self.world);
        let (number, bytes) = (words.len(), words.iter().map(Vec::len).sum());
        self.put(count, &word(number))?;
        self.put(size, &word(bytes))
    }

    /// The words, one after the other, and the address of each.
    pub(super) fn list(&mut self, words: fn(&World) -> &Vec<Vec<u8>>, places: u32, at: u32) -> Done {
        let mut at = at;
        for (number, text) in words(self.world).clone().iter().enumerate() {
            self.put(beyond(places, 4 * number)?, &at.to_le_bytes())?;
            self.put(at, text)?;
            at = beyond(at, text.len())?;
        }
        Ok(())
    }

    pub(super) fn time(&mut self, at: u32) -> Done {
        let now = nanoseconds(self.world.now(self.unused));
        self.put(at, &now.to_le_bytes())
    }

    pub(super) fn close(&mut self, number: u32) -> Done {
        self.check(number)?;
        self.world.open[number as usize] = false;
        Ok(())
    }

    /// Streams cannot seek.
    pub(super) fn seek(&self, number: u32) -> Done {
        self.check(number)?;
        Err(CallFailure::Answer(SPIPE))
    }

    pub(super) fn describe(&mut self, number: u32, at: u32) -> Done {
        self.check(number)?;
        let kind = if self.world.is_terminal { CHARACTER_DEVICE } else { UNKNOWN };
        let rights = MAY_POLL | if number == 0 { MAY_READ } else { MAY_WRITE };
        let mut description = [0; 24];
        description[0] = kind;
        description[8..16].copy_from_slice(&rights.to_le_bytes());
        self.put(at, &description)
    }

    /// Reads into the first of its vectors that is not empty, as a pipe may do.
    pub(super) fn read(&mut self, number: u32, at: u32, count: u32, done: u32) -> Done {
        self.check(number)?;
        if number != 0 {
            return Err(CallFailure::Answer(BADF));
        }
        let mut read = 0;
        for vector in 0..count {
            self.cost += ITEM;
            let (place, size) = self.vector(at, vector)?;
            let unused = self.unused;
            let place = slice(self.memory, place, size)?;
            if place.is_empty() {
                continue;
            }
            let bytes = self.world.read(place.len(), unused);
            place[..bytes.len()].copy_from_slice(bytes);
            read = bytes.len();
            break;
        }
        self.cost += read as u64;
        self.put(done, &word(read))
    }

    pub(super) fn write(&mut self, number: u32, at: u32, count: u32, done: u32) -> Done {
        self.check(number)?;
        let stream = match number {
            1 => Stream::Stdout,
            2 => Stream::Stderr,
            _ => return Err(CallFailure::Answer(BADF)),
        };
        let mut written: u32 = 0;
        for vector in 0..count {
            let (place, size) = self.vector(at, vector)?;
            let bytes = slice(self.memory, place, size)?;
            self.cost += ITEM + u64::from(size);
            self.world.write(stream, bytes)?;
            written = written.wrapping_add(size);
        }
        self.put(done, &written.to_le_bytes())
    }

    pub(super) fn random(&mut self, at: u32, count: u32) -> Done {
        self.world.random.fill(slice(self.memory, at, count)?);
        self.cost += u64::from(count);
        Ok(())
    }

    /// Waits for a descriptor, all of which are always ready, or otherwise for the earliest time.
    pub(super) fn wait(&mut self, subscriptions: u32, events: u32, count: u32, done: u32) -> Done {
        let wishes: Vec<_> =
            (0..count).map(|number| self.wish(subscriptions, number)).collect::<Result<_, _>>()?;
        let first = wishes.iter().map(|wish| wish.wait).min().ok_or(CallFailure::Answer(INVAL))?;
        self.world.sleep(first, self.unused)?;
        let mut number = 0;
        for wish in wishes.iter().filter(|wish| wish.wait == first) {
            self.put(beyond(events, 32 * number)?, &wish.answer())?;
            number += 1;
        }
        self.put(done, &word(number))
    }

    fn wish(&mut self, subscriptions: u32, number: u32) -> Result<Wish, CallFailure> {
        self.cost += ITEM;
        let at = beyond(subscriptions, 48 * number as usize)?;
        let bytes: [u8; 48] = slice(self.memory, at, 48)?.try_into().expect("it is as long");
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let tag = bytes[8];
        let now = nanoseconds(self.world.now(self.unused));
        let is_absolute = bytes[40] & IS_ABSOLUTE as u8 != 0;
        let wait = match tag {
            CLOCK if is_absolute => Duration::from_nanos(number(24).saturating_sub(now)),
            CLOCK => Duration::from_nanos(number(24)),
            _ => Duration::ZERO,
        };
        Ok(Wish { name: number(0), tag, wait })
    }

    /// The address and length of a vector.
    fn vector(&mut self, at: u32, number: u32) -> Result<(u32, u32), CallFailure> {
        let at = beyond(at, 8 * number as usize)?;
        let bytes = slice(self.memory, at, 8)?;
        let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        Ok((number(0), number(4)))
    }

    fn check(&self, number: u32) -> Done {
        let is_open = self.world.open.get(number as usize).is_some_and(|is_open| *is_open);
        if is_open { Ok(()) } else { Err(CallFailure::Answer(BADF)) }
    }

    pub(super) fn put(&mut self, at: u32, bytes: &[u8]) -> Done {
        let size = u32::try_from(bytes.len()).map_err(|_| CallFailure::Answer(FAULT))?;
        slice(self.memory, at, size)?.copy_from_slice(bytes);
        Ok(())
    }
}

/// An event that is waited for.
struct Wish {
    name: u64,
    tag: u8,
    wait: Duration,
}

impl Wish {
    fn answer(&self) -> [u8; 32] {
        let mut answer = [0; 32];
        answer[..8].copy_from_slice(&self.name.to_le_bytes());
        answer[10] = self.tag;
        if self.tag != CLOCK {
            answer[16] = 1;
        }
        answer
    }
}

/// A part of the memory; a fault if it is outside.
fn slice(memory: &mut [u8], at: u32, size: u32) -> Result<&mut [u8], CallFailure> {
    let (at, size) = (at as usize, size as usize);
    memory.get_mut(at..at + size).ok_or(CallFailure::Answer(FAULT))
}

fn beyond(at: u32, bytes: usize) -> Result<u32, CallFailure> {
    u32::try_from(at as usize + bytes).map_err(|_| CallFailure::Answer(FAULT))
}

fn word(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
