//! Warm starts: a candidate is started once and plays game after game, and after each game its changes are
//! undone.
//!
//! Most programs need far more time to start than to play, and do the same until they read their first line.
//! So a helper in the sandbox starts the candidate, runs it to its first read of standard input, and saves
//! its state there. For each game that read is answered with the game's lines, and the program plays. When it
//! is about to end, it is stopped, and its state is restored.
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
//! Tracer and candidate take turns at every step, so both stay on one core (`cores`). The judge is woken once
//! for each batch: when all its games are played, after half a second, or when a game could not be played.
//!
//! No code and no library is put into the candidate. The tracer changes the registers of a process that is
//! stopped in a system call, and so can also make it make other calls (`run::Caller`). Reads of standard
//! input never reach the system; each is answered from the game's lines, with as much as fits, just as by a
//! pipe that holds all of them. The outputs are pipes, which are drained when the game is over. Output from
//! before the first read is put before the output of each game; output that was not flushed is part of the
//! saved memory and appears by itself.
//!
//! What a game changes, and how it is restored:
//!
//! - Registers, including vector registers, and the signal mask are set for each game.
//! - Memory that existed: pages that were written to are written again (`memory`). The system tells which
//!   (`written`); if it cannot, all pages count. Memory that a game unmaps is only made inaccessible, so that
//!   an access crashes all the same, and made accessible again afterwards; memory whose content it discards
//!   is written again.
//! - New memory is unmapped, and the end of the heap is reset.
//! - Descriptors that a game opened are closed. Those that it closes or replaces are copied just before, and
//!   restored from the copy. Offsets of files are reset.
//! - The action of a signal is saved before a game first changes it, and restored. No signal is delivered to
//!   a game.
//! - Usage is counted as if the game were the only one. A process that has grown noticeably is replaced by a
//!   new one, because the memory of a single game could not be told any more (`usage`).
//!
//! Everything else cannot be undone, and so it is not allowed: the watch is a list of the calls that a game
//! may make, and stops before every other, known or unknown (`watch`). The game is then given up
//! ([`NotRestorable`]) and played with a start of its own. That happens to games that create processes or
//! threads, write files, set timers, receive or send signals, ask for their processor time, or run for more
//! than a second.
//!
//! Some things are checked after each game: that the one byte in the pipe of standard input is still there,
//! so that nothing was read by a call that the watch does not know; that no pipe's modes have changed; that
//! the folder was not touched. For games that are also played clean everything is checked: all writable
//! memory, the mappings, the descriptors, the system's account of the process. If anything differs, no game
//! that this candidate has played warm counts any more.
//!
//! A program could see that it is traced, which would differ from a clean start. So a game that opens such
//! files of `/proc`, or asks for its filters or its tracer, is given up, too.
//!
//! The cleanup at exit of some runtimes takes longer than the game. CPython, when it has written all its
//! output, resets the interrupt signal, and then frees its objects for milliseconds. With `--skip-tidying` a
//! game ends at that call. The tracer cannot know what would still have been written, for instance by a
//! finaliser. So this is done only on request, never in games that are compared with clean ones, and never
//! where the exit status is judged.
//!
//! A program that cannot be held is never tried again. Some things are the same in all games of one process:
//! its number, and what it drew at random before its first read. For that reason it is restarted now and
//! then, the runner also plays a share of the games clean, and a failure counts only if a clean run shows it.

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
