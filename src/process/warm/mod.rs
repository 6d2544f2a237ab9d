//! Warm starts: a candidate is started once, and games are forks of it, one for each or as a tree.
//!
//! Most programs spend far more time on starting than on playing, and until they read their first
//! line they all do the same. So a helper in the sandbox starts the candidate, lets it run to its
//! first read of standard input, and holds it there. For a game the held process is made to fork, at
//! that very point; the fork gets the game's lines as the answer to the read, plays, and ends.
//!
//! ```text
//!   judge             helper (parent and tracer)               candidate
//!   -----             ---------------------------------        ---------------------------------
//!   Batch of games -> start, watch (seccomp: RET_TRACE)    --> runs ... read(0, buf, n)
//!                     hold                                 <-- stops in the call      "held"
//!                     read(0) becomes clone(CLONE_PARENT)  --> forks; stops again     "held"
//!                     buf := lines, n := their length      -->   fork: goes on
//!                     pipe: standard output, error         <--   fork: writes
//!                     read(0) once more: end of input      -->   fork: goes on
//!                     wait4: status, use                   <--   fork: ends
//!                     (the next game of the batch)
//!   Played         <- all games, or the first few
//!   Batch, ...
//! ```
//!
//! Tracer and traced take turns at every step, so both stay on one core (`cores`). The judge is woken once
//! a batch: when all its games are played, when half a second is over, or when one could not be played.
//!
//! Games that begin alike can share their beginning. A fork plays for all games of its batch that would
//! have given it the same bytes so far. Where it reads and they would give it different ones, it is held
//! as the first process is, at that read, and forked for each of the different answers but the last,
//! which it is given itself. So the games are the leaves of a tree, walked in the order of their lines, each
//! beginning is played once, and there are no more forks than games.
//!
//! ```text
//!   process        what it does                                        written    processes held
//!   root     runs, reads --- held, for all batches                     A          root
//!   fork 1     "0\n" plays, reads --- held, for "1\n" and "2\n"        A B        root, fork 1
//!   fork 2       "1\n" plays, ends: game 0 1 is A B C                  A B C      root, fork 1
//!   fork 1       "2\n" goes on itself, ends: game 0 2 is A B D         A B D      root
//!   fork 3     "4\n" plays, ends: game 4 is A E                        A E        root
//! ```
//!
//! What was written is a stack, as the held processes are: whoever goes on from one of them takes away
//! what was written since it was held. Results go back in the order of the batch. Processor and wall time
//! are added up along the way from the root to a game's end, and what it took to make forks is left out.
//!
//! In a tree a read gets what it gets otherwise: as much as it asks for, as from a pipe that holds all
//! lines of the game. Giving a line for each read would let more programs share more, but they could
//! tell by it (one that counts its reads, or drops what it has read too much). So games of a program that
//! reads a byte at a time, as shells do, part where their lines do; and those of one that takes
//! all there is with its first read part there, and its tree has no branches. It loses nothing by
//! that: what such programs do for a move costs less than holding them.
//!
//! Which way is the faster, a fork for each game or a tree, is measured with the first few hundred games,
//! in both ways in turn (`choice`), where there are games that begin with the same line. A tree that cannot
//! be walked on, for whatever reason, is left: its processes are ended, and those of its games that were
//! not played yet are played by a fork each, by which alone it is decided whether they count. If the
//! reason is one that stays, there is no other tree for this program.
//!
//! Nothing is put into the candidate: no library, no code. The tracer changes the registers of a
//! process that stands in a system call, and the bytes that the call would have filled in. Reads of
//! standard input never reach the system; each is answered from the game's lines, with as much as
//! fits, just as a pipe would that holds them all. The outputs are pipes that the held process and all
//! forks share; since one process runs at a time, and is gone or held before its output is taken, whose
//! a byte is is never in doubt. What was written before the first read is kept and put before the output
//! of each. What was not flushed is in the fork's memory and comes out by itself.
//!
//! A fork must not differ from a program that was started for the one game. What could make it differ
//! is looked for, not guessed, and whoever shows it is *cold*: it is run by a start of its own.
//!
//! - Threads and children do not come along: making either is a stop, before the first read and after.
//! - Clocks that will ring are not inherited: setting one is a stop, and who did so is not held.
//! - Signals that wait are not inherited: who has any is not held, and does not go on from where it was
//!   held if it was sent one meanwhile.
//! - Files that the held process has open share their offsets with all forks (a shell goes on reading
//!   its script): these are noted, and set back whenever somebody goes on from there. Pipes by
//!   which it wakes itself must be empty, then and after each game. Whatever else is open makes it
//!   cold, and so does memory that it shares.
//! - Standard input may be read by ways that the watch does not know (another descriptor, `splice`).
//!   So one byte lies in the pipe, which also makes it readable for those who ask first. If the byte
//!   is gone after a game, or the pipe's modes have changed, the game does not count.
//! - Whoever gives descriptor 0 another meaning reads from there what is there, untouched by us.
//! - A change in the folder, a limit reached, a second without an end: the game does not count.
//!
//! Some runtimes tidy up for longer than they played. CPython, when all that it had to write is
//! written, gives the interrupt signal back to the system, and then takes its objects apart for
//! milliseconds. Who wants it so (`--skip-tidying`) has a fork dismissed at that call. What the fork
//! would still have written, from a finaliser, say, no tracer can know; so this is never done unasked,
//! never in games that are compared with clean ones, and never where the exit status is judged.
//!
//! All this is looked at anew in whoever is held, the first process or a fork: `node` knows no difference.
//!
//! A game that does not count is played again by a clean start, and who cannot be held is never
//! tried again. What a fork cannot be told from (its process number, what it drew as random before
//! its first read) is the same in many forks; so the held process is started anew now and then, and
//! the runner has a share of the games played clean as well, and believes no failure that a clean run
//! does not show.

#[cfg(target_arch = "x86_64")]
mod choice;
#[cfg(target_arch = "x86_64")]
mod feed;
#[cfg(target_arch = "x86_64")]
mod files;
#[cfg(target_arch = "x86_64")]
mod fork;
#[cfg(target_arch = "x86_64")]
mod held;
#[cfg(target_arch = "x86_64")]
mod measure;
#[cfg(target_arch = "x86_64")]
mod node;
#[cfg(target_arch = "x86_64")]
mod patience;
#[cfg(target_arch = "x86_64")]
mod standing;
#[cfg(target_arch = "x86_64")]
mod streams;
#[cfg(target_arch = "x86_64")]
mod trace;
#[cfg(target_arch = "x86_64")]
mod walk;
#[cfg(target_arch = "x86_64")]
mod watch;

#[cfg(target_arch = "x86_64")]
pub(super) use choice::Choice;
#[cfg(target_arch = "x86_64")]
pub(super) use held::{Held, launch_watch};
#[cfg(target_arch = "x86_64")]
pub(super) use measure::Measure;
#[cfg(target_arch = "x86_64")]
pub(super) use patience::Terms;
#[cfg(target_arch = "x86_64")]
pub(super) use trace::trace_me;
#[cfg(target_arch = "x86_64")]
pub(super) use walk::Harvest;

use serde::{Deserialize, Serialize};

use crate::execution::Execution;

/// How many processes may be held while one runs: one for each game that a batch has at most.
pub(super) const HELD: u64 = 64;

/// A game that is to be played by a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// What its standard input is.
    pub input: Vec<u8>,
    /// Whether the fork may be ended when it begins to tidy up.
    pub may_be_dismissed: bool,
}

/// A game that was played by a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The record, as of a program that was started for this game.
    pub execution: Execution,
    /// Whether it shared its beginning with others.
    pub is_shared: bool,
    /// Whether it was the first one since the program was started.
    pub is_first: bool,
}

/// How forks are made for the games of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Forking {
    /// One for each game.
    Each,
    /// One wherever games part that have begun alike.
    Tree,
}

/// Why a game could not be played by a fork, and is to be played by a start of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cold {
    /// What the program does that a fork cannot, to be read after "it".
    pub why: String,
    /// Whether that holds for every game.
    pub is_for_good: bool,
}

impl Cold {
    pub(super) fn for_good(why: impl ToString) -> Cold {
        Cold { why: why.to_string(), is_for_good: true }
    }

    pub(super) fn this_time(why: impl ToString) -> Cold {
        Cold { why: why.to_string(), is_for_good: false }
    }
}

impl From<std::io::Error> for Cold {
    /// What the system refuses once it will refuse again.
    fn from(why: std::io::Error) -> Cold {
        Cold::for_good(format!("cannot be held: {why}"))
    }
}
