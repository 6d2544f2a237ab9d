//! Warm starts: a candidate is started once and plays game after game, and what a game changed is put
//! back after it.
//!
//! Most programs spend far more time on starting than on playing, and until they read their first
//! line they all do the same. So a helper in the sandbox starts the candidate, lets it run to its
//! first read of standard input, and keeps all that it is there. For a game that read is answered with the
//! game's lines, and the program plays. Where it is about to end, it is stopped, and made what it was.
//!
//! ```text
//!   judge             helper (parent and tracer)                candidate
//!   -----             ----------------------------------        ---------------------------------
//!   Batch of games -> start, watch (seccomp: RET_TRACE)     --> runs ... read(0, buf, n)
//!                     keep memory, registers, descriptors   <-- stops in the call      "held"
//!                     buf := lines, n := their length       --> goes on, plays
//!                     pipe: standard output, error          <-- writes
//!                     read(0) once more: end of input       --> goes on
//!                     put back what it changed              <-- stops in exit_group    "held"
//!                     (the next game of the batch)
//!   WarmRun         <- all games, or the first few
//!   Batch, ...
//! ```
//!
//! Tracer and traced take turns at every step, so both stay on one core (`cores`). The judge is woken once
//! a batch: when all its games are played, when half a second is over, or when one could not be played.
//!
//! No code and no library is put into the candidate. The tracer changes the registers of a process that
//! stands in a system call, and so can also have it make calls of its own (`run::Caller`). Reads of standard
//! input never reach the system; each is answered from the game's lines, with as much as fits, just as a
//! pipe would that holds them all. The outputs are pipes, emptied when the game is over. What was written
//! before the first read is put before the output of each game. What was not flushed is in its memory and
//! comes out by itself.
//!
//! What a game changes, and how it is put back:
//!
//! - Registers, also of the vector units, and the mask of signals are set for each game.
//! - Memory that was there: pages that were written to are written again (`memory`). Which ones, the system
//!   tells (`written`); where it cannot, all count. What a game gives back is hidden from it, so that who uses it
//!   all the same crashes, and shown again; what it has the system throw away is written again.
//! - Memory that is new is unmapped, and the heap set to where it ended.
//! - Descriptors that a game made are closed. Of those that it closes or gives another meaning a copy is made
//!   just before, from which they come back. Offsets of files are set back.
//! - What signals do is asked before a game first changes it, and set again. No signal reaches a game.
//! - Use is counted as if the game were the only one. A process that has become noticeably larger, so that the
//!   memory of a game could not be told, is started anew (`usage`).
//!
//! Everything else cannot be undone, and so it is not done: the watch is a list of the calls that a game may
//! make, and stops at every other, known or unknown, before it is made (`watch`). The game is then given back
//! ([`NotRestorable`]) and played by a start of its own, as is a game that makes children or threads, writes files, sets
//! timers, gets or sends signals, asks for its processor time, or goes on for more than a second.
//!
//! Some things are looked at after each game: that the one byte in the pipe of standard input, which lies there
//! so that it can be told, was not read by a way that the watch does not know; that no pipe's modes have
//! changed; that the folder was not touched. In the games that are also played clean everything is: all
//! writable memory, what is mapped, descriptors, the system's account of the process. If anything was left
//! there, no game that this candidate has played warm counts any more.
//!
//! What a program can read of itself would differ from a clean start: that it is traced. So a game that opens such
//! files of `/proc`, or asks for its filters or its tracer, is given back, too.
//!
//! Some runtimes tidy up for longer than they played. CPython, when all that it had to write is
//! written, gives the interrupt signal back to the system, and then takes its objects apart for
//! milliseconds. Who wants it so (`--skip-tidying`) has a game end at that call. What would still have
//! been written, by a finaliser, say, no tracer can know; so this is never done unasked,
//! never in games that are compared with clean ones, and never where the exit status is judged.
//!
//! A program that cannot be held is never tried again. What is the same in all games of one process (its
//! number, what it drew as random before its first read) is why it is started anew now and then, and
//! the runner has a share of the games played clean as well, and believes no failure that a clean run does
//! not show.

mod body;
mod descriptors;
mod feed;
mod game;
mod layout;
mod memory;
mod run;
mod snapshot;
mod streams;
mod trace;
mod usage;
mod watch;
mod written;

pub(super) use run::Terms;
pub(super) use snapshot::Snapshot;
pub(super) use watch::from_the_start as launch_watch;

use super::warm_game::{NotRestorable, Restorable, Restoring, WarmGame, WarmRun, demand, demand_now};
