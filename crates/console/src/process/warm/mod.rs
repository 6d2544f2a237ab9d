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
//! No code is put into the candidate. The tracer changes the registers of a thread that is stopped in a system call, and so
//! can make it make other calls (`caller`). Each read of standard input is answered from the game's lines, as by a pipe that
//! holds all of them; the real pipe always holds one byte, so that a wait for input ends at once, and is left open if each line
//! is given when it is asked for. The outputs are pipes.
//! Output from before the first read is put before that of each game; what was not flushed is part of the saved memory.
//!
//! A program may have threads; one with a single thread is the simple case. It is held when any of them looks at standard
//! input: by a read, or by asking how much there is. The others are given a moment to come to rest, and are stopped in the
//! calls in which they wait. A thread goes on by making that call again. Clocks go on while a program is held, so a thread
//! that works, or waits for a time, would be further in each game: such a program is not held. Exceptions are the threads
//! that runtimes have for themselves (`held`). A program that looks at a clock itself before its first read and again in the
//! game is found by the clean runs.
//!
//! What a game changes, and how it is restored:
//!
//! - Registers, including vector registers, and the signal mask of each thread are set for each game. A thread that ends in
//!   a game is only said to have ended, and kept; threads that the game made are ended.
//! - Memory that existed: pages that were written to are written again (`memory`). The system tells which
//!   (`written`); if it cannot, all pages count. What a game unmaps is only made inaccessible until its end, so
//!   that an access crashes all the same; permissions are set back. Fresh memory in its place is the same memory, emptied.
//! - New memory is unmapped, and the end of the heap is reset.
//! - Descriptors that a game opened are closed. Those that it closes or replaces are copied just before, and
//!   restored from the copy. Modes, offsets of files, and the states of pipes, counters and sets of descriptors (`wakers`)
//!   are reset.
//! - The action of a signal is saved before a game first changes it. Signals are delivered only for a thread's own errors,
//!   which a runtime may catch; its stack for signals is set again after that.
//! - Usage is counted as if the game were the only one (`usage`).
//!
//! Nothing else can be undone: the watch is a list of the calls that a game may make, and stops before every
//! other (`watch`). The game is then given up ([`NotRestorable`]) and played by a new process. That
//! happens to games that create processes, write files, set timers, receive or send signals, ask
//! for their processor time, see in `/proc` that they are traced, or run for more than a second.
//!
//! After each game it is checked that nothing was read from standard input by a call that the watch does not
//! know, and that the folder was not touched; after games that are also
//! played clean everything is: all writable memory, the mappings, the descriptors, the system's account of the
//! process. If anything differs, no game that this candidate has played warm counts any more.
//!
//! Some runtimes take longer to clean up than to play. CPython, when it has written all its output, resets the
//! interrupt signal, and then frees its objects for milliseconds. With `--skip-tidying` a game ends at that
//! call. What would still have been written, for instance by a finaliser, is lost. So this is done only on
//! request, never in games that are compared with clean ones, and never where the exit status is judged; and never of
//! Ruby, which resets that signal before it writes what it has kept back.
//!
//! Some things are the same in all games of one process: its number, and what it drew at random before its
//! first read. So it is restarted now and then, and a failure counts only if a clean run shows it.
//!
//! Other ways that are not taken:
//!
//! - Forking the program for each game copies its page tables and each written page (3 µs a page). Writing a page
//!   back costs a tenth of that.
//! - A tree of snapshots for games that begin alike was measured and lost: `complete` shares a fifth of its lines.
//! - Programs that fork, such as most in sh and bash, are played clean. A game of five moves takes
//!   `golf/tictactoe/ttt.sh` 25 ms and `ttt.bash` 7 ms. The starts of dash and bash are 0.7 and 1.2 ms of that, so
//!   holding them saves 3 and 17 % at most, less what tracing their children costs. That was not measured.

mod body;
mod caller;
mod descriptors;
mod feed;
mod game;
mod held;
mod layout;
mod memory;
mod registers;
mod remap;
mod run;
mod snapshot;
mod streams;
mod threads;
mod trace;
mod usage;
mod wakers;
mod watch;
mod written;

pub(super) use run::Terms;
pub(super) use snapshot::Snapshot;
pub(super) use watch::from_the_start as launch_watch;

use super::warm_game::{Concerned, NotRestorable, Restorable, WarmGame, WarmRun, demand, demand_now};
