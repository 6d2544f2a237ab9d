//! Starting a program under limits and coming back with what happened.
//!
//! ```text
//!   judge                         candidate, leader of its own session
//!   ------                        -----------------------------------------
//!   feed      -- pipe ----------> 0 standard input      cwd: a fresh empty folder
//!   capture   <--------- pipe --- 1 standard output     environment: fixed (ENVIRONMENT)
//!   capture   <--------- pipe --- 2 standard error      no other descriptor is open
//!   deadline  <-------- pidfd --- (its end)
//! ```
//!
//! One `poll` waits for all of it at once: the pipes never block the judge, whatever the candidate reads or
//! writes, and one deadline covers feeding, draining and reaping. A process group is killed while its leader is
//! a zombie, so that its number cannot belong to another process; then the pipes are drained. The judge does not
//! wait for the end of a pipe, since a grandchild may hold it open. A stream that grows beyond its limit ends the
//! run, so the judge's memory is bounded.
//!
//! In a [`RunDir`] without isolation that is all: the judge trusts the candidate not to leave its session,
//! shows it the file system, and runs it with its own rights. In an isolated one a helper does the same from
//! within a sandbox; see `sandbox`. A module for WebAssembly is not a process; see `wasm`.

mod blocked;
mod command;
#[doc(hidden)]
pub mod conversation;
mod cores;
mod echo;
mod error;
mod feed;
mod interrupt;
mod launch;
mod piped;
mod poll;
mod process_tree;
mod progress;
mod pump;
mod reap;
mod run_dir;
mod sandbox;
mod scratch;
mod seal;
mod streams;
mod terminal;
mod turns;
mod wake;
#[cfg(target_arch = "x86_64")]
mod warm;
mod warm_game;
#[cfg(feature = "wasm")]
mod wasm;
#[cfg(not(feature = "wasm"))]
#[path = "no_wasm.rs"]
mod wasm;

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::process::{Pid, Signal};

use crate::execution::{Execution, FeedMode, Limit, Limits, ProgramInput, Usage};

pub use crate::files::Pinned;
pub use command::{
    Command, ENVIRONMENT, MakeOutcome, Making, NO_MODULES, Overhead, Sources, WantedFiles, is_of_modules,
};
pub use cores::{core_count, roam};
pub use error::RunError;
pub use interrupt::Interrupt;
pub use piped::Piped;
pub use poll::wait_until;
pub use run_dir::RunDir;
pub use sandbox::{Hidden, Isolation, LevelStatus, Unavailable, is_of_system, serve_if_called, tree_of};
pub use scratch::{Scratch, is_scratch, sweep, sweep_leftovers, without_run_dir};
pub use seal::{keep_to_built_in_lookup, seal};
pub use turns::LineSource;
pub use wake::own_time;
pub use warm_game::{Concerned, NotRestorable, WarmGame, WarmRun};

use command::environment;
use error::{is_judges_fault, no_terminal, not_started};
use launch::Launch;
use process_tree::{Descendants, ProcessTree};
use reap::wait;
use run_dir::RunDirKind;
use streams::Streams;
use terminal::Terminal;
use turns::NextLine;

/// Runs a program once, line by line, each chosen by `lines` when the program asks for it. Modules for WebAssembly are
/// not guided: they are given the input.
#[doc(hidden)]
pub fn run_guided(
    command: &Command,
    input: &ProgramInput,
    lines: &mut dyn LineSource,
    limits: &Limits,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> Result<Execution, RunError> {
    if command.is_module() {
        return run(command, input, limits, run_dir, interrupt);
    }
    let limits = &limits.on_top_of(command.overhead);
    let input = &ProgramInput { stdin: Vec::new(), is_guided: true, ..input.clone() };
    let made = match &mut run_dir.kind {
        RunDirKind::Sandbox(client) => client.run_guided(command, input, lines, limits, interrupt),
        RunDirKind::Open(open) => {
            let folder = open.enter_given(command).map_err(no_folder)?;
            lines.begin();
            let next = Box::new(|output: &[u8]| Ok(lines.next_line(output)));
            run_in(&folder, command, input, Some(next), limits, interrupt)
        }
    };
    Ok(made?.with_refusal(&command.messages.refusals))
}

/// Runs a program once.
/// Fails only for what the candidate did not cause; all else is an [`Ending`](crate::execution::Ending).
pub fn run(
    command: &Command,
    input: &ProgramInput,
    limits: &Limits,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> Result<Execution, RunError> {
    let limits = &limits.on_top_of(command.overhead);
    let made = match &mut run_dir.kind {
        _ if command.is_module() => run_dir.modules(limits).run(command, input, limits, interrupt),
        RunDirKind::Sandbox(client) => client.run(command, input, limits, interrupt),
        RunDirKind::Open(open) => {
            let folder = open.enter_given(command).map_err(no_folder)?;
            run_in(&folder, command, input, None, limits, interrupt)
        }
    };
    Ok(made?.with_refusal(&command.messages.refusals))
}

fn no_folder(why: io::Error) -> RunError {
    RunError::System("make an empty folder to run in", why)
}

/// Runs a program in a folder, without isolation.
fn run_in(
    folder: &Path,
    command: &Command,
    input: &ProgramInput,
    guide: Option<NextLine<'_>>,
    limits: &Limits,
    interrupt: &Interrupt,
) -> Result<Execution, RunError> {
    let streams = match input.feed {
        FeedMode::Terminal => {
            let apart = input.are_errors_apart;
            Terminal::open(None).and_then(|terminal| terminal.streams(apart)).map_err(no_terminal)?
        }
        _ => Streams::pipes().map_err(|why| RunError::System("make pipes", why))?,
    };
    match launch(command, input, folder).and_then(|launch| launch.start(streams)) {
        Ok(started) => {
            let run = pump::pump(started, input, guide, limits, interrupt.as_fd(), &mut ProcessGroup);
            // Who asked for it learns that it was seen.
            let _ = matches!(run, Err(RunError::Interrupted)) && interrupt.is_raised();
            run
        }
        Err(why) if is_judges_fault(&why) => Err(RunError::System("start a process", why)),
        Err(why) => Ok(not_started(&command.program, &why)),
    }
}

/// Runs a command that makes something. The result is handed over when all processes that it started are
/// gone.
#[doc(hidden)]
pub fn make(
    making: &Making,
    input: &ProgramInput,
    limits: &Limits,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> Result<MakeOutcome, RunError> {
    let limits = &limits.on_top_of(making.command.overhead);
    let folder = match &mut run_dir.kind {
        RunDirKind::Sandbox(client) => return client.make(making, input, limits, interrupt),
        RunDirKind::Open(open) => open.enter(),
    };
    let system = |why| RunError::System("use an empty folder", why);
    let folder = folder.map_err(system)?;
    making.given.write(&folder).map_err(system)?;
    let execution = run_in(&folder, &making.command, input, None, limits, interrupt)?;
    Ok((execution, making.wanted.read(&folder, limits.files)))
}

/// Plays each of these games with a program that was started before and is held at its first read. The
/// outcomes are those that [`run`] would give, in the order of the games: of all of them or of the first few,
/// and of at least one. The last outcome may be the reason why that game could not be played; then use
/// [`run`] for it.
///
/// A game that `may_be_dismissed` is ended when the program's cleanup at exit begins, if that can be seen.
/// Then the output of the cleanup is missing, and its exit status is unknown.
/// Fails as [`run`] does.
pub fn run_warm(
    command: &Command,
    games: Vec<WarmGame>,
    limits: &Limits,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> Result<Vec<Result<WarmRun, NotRestorable>>, RunError> {
    let limits = &limits.on_top_of(command.overhead);
    let none = |why| Ok(vec![Err(NotRestorable::for_good(why))]);
    match &mut run_dir.kind {
        _ if command.is_module() => none("runs inside the judge"),
        _ if !cfg!(target_arch = "x86_64") => none("cannot be held on this machine"),
        RunDirKind::Open(_) => none("can be held only in a sandbox"),
        RunDirKind::Sandbox(client) => {
            let runs = client.run_warm(command, games, limits, interrupt)?;
            let noted = |run: WarmRun| WarmRun {
                execution: run.execution.with_refusal(&command.messages.refusals),
                ..run
            };
            Ok(runs.into_iter().map(|run| run.map(noted)).collect())
        }
    }
}

/// A launch of a program in a folder, without limits that the system keeps.
fn launch(command: &Command, input: &ProgramInput, folder: &Path) -> io::Result<Launch> {
    let program = sandbox::find(&command.program);
    let args = command
        .args
        .iter()
        .map(OsString::as_os_str)
        .chain(input.args.iter().map(|arg| OsStr::from_bytes(arg)));
    let env = environment(folder.as_os_str(), &command.env);
    Launch::new(&program, args, env.into_iter(), &[])?.within(folder)
}

/// The process group that a candidate leads, for a judge without a sandbox: a process that leaves the group is lost,
/// and only usage that the first process waited for is counted.
struct ProcessGroup;

impl Descendants for ProcessGroup {
    fn tree(&self, leader: Pid) -> ProcessTree {
        ProcessTree { ancestor: leader.as_raw_nonzero().get(), has_ancestor: true }
    }

    fn look(&mut self, _: &Limits) -> Option<Limit> {
        None
    }

    /// The leader is killed before it is reaped: until then its number cannot belong to another process.
    fn end(&mut self, leader: Pid) -> (i32, Usage) {
        let _ = rustix::process::kill_process_group(leader, Signal::KILL);
        loop {
            match wait(leader.as_raw_nonzero().get(), 0) {
                Ok(Some(gone)) => return (gone.status, gone.usage),
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                _ => return (0, Usage::default()),
            }
        }
    }
}
