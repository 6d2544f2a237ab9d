//! Starting a program under limits and coming back with what happened.
//!
//! ```text
//!   judge                         candidate, leader of a session of its own
//!   ------                        -----------------------------------------
//!   feed      -- pipe ----------> 0 standard input      cwd: a fresh empty folder
//!   capture   <--------- pipe --- 1 standard output     environment: fixed (ENVIRONMENT)
//!   capture   <--------- pipe --- 2 standard error      no other descriptor is open
//!   deadline  <-------- pidfd --- (its end)
//! ```
//!
//! One `poll` waits for all of it at once: the pipes never block the judge, whatever the candidate
//! reads or writes, and one deadline covers feeding, draining and reaping. When the process is gone,
//! the rest of its group is killed and what is left in the pipes is taken; the end of a pipe is
//! never waited for, since a grandchild may hold it open. A stream that grows beyond its limit ends
//! the run, so the judge's memory is bounded.
//!
//! In a [`RunDir`] without isolation that is all: the judge trusts the candidate not to leave its
//! session, lets it see the file system, and lets it run with the judge's own rights. In an
//! isolated one a helper does the same from within a sandbox; see `sandbox`. A module for WebAssembly
//! is no process at all; see `wasm`.

mod blocked;
mod capture;
mod cores;
mod feed;
mod group;
mod launch;
mod poll;
mod process_tree;
mod progress;
mod pump;
mod reap;
mod run_dir;
mod sandbox;
mod scratch;
mod streams;
mod terminal;
mod turns;
mod wake;
mod warm;
mod wasm;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use crate::execution::{Ending, Execution, FeedMode, Limits, ProgramInput};
use crate::files::{Bundle, Pinned, Root};

use launch::Launch;
pub use run_dir::RunDir;
use run_dir::RunDirKind;
pub use sandbox::{Hidden, Isolation, Unavailable, is_of_system, serve_if_called, tree_of};
pub use scratch::is_scratch;
use streams::Streams;
use terminal::Terminal;
pub use warm::{NotRestorable, Restoring, WarmGame, WarmRun};

/// The whole environment of a candidate, but for `HOME` and `TMPDIR`, which name its folder.
pub const ENVIRONMENT: [(&str, &str); 4] =
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("LC_ALL", "C.UTF-8"), ("TERM", "dumb")];

/// A program and its arguments, as they are given to the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program's file, or a name to be looked for in the candidates' `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Variables beside those of [`ENVIRONMENT`].
    pub env: Vec<(OsString, OsString)>,
    /// The tools among its words, which are shown to it with all that they need: programs that the
    /// person at the command line chose, never what a submission names.
    pub tools: Vec<PathBuf>,
    /// The files and folders among its words, which are shown to it.
    pub files: Vec<Pinned>,
    /// Folders with named pipes that it may write to.
    pub pipes: Vec<Pinned>,
    /// What its language takes for itself, on top of what the program may use.
    pub overhead: Overhead,
}

/// What a language takes for itself before a program does anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Overhead {
    /// Memory, in units of 2^20 bytes.
    pub megabytes: u64,
    /// Processes and threads.
    pub processes: u64,
}

/// Why a run could not be made, through no fault of the candidate.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The judge was told to stop.
    #[error("interrupted")]
    Interrupted,
    /// The system refused something that the judge needs.
    #[error("cannot {0}: {1}")]
    System(&'static str, io::Error),
}

/// A word to all runs at once that they must stop.
#[derive(Clone, Debug)]
pub struct Interrupt {
    told: Arc<OwnedFd>,
}

impl Interrupt {
    /// Told by the signals that ask a program to end: SIGINT, SIGTERM and SIGHUP.
    ///
    /// # Errors
    /// If the system gives no pipe or takes no signal handler.
    pub fn on_signals() -> io::Result<Interrupt> {
        let (told, tell) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            signal_hook::low_level::pipe::register(signal, tell.try_clone()?)?;
        }
        Ok(Interrupt { told: Arc::new(told) })
    }

    /// Told by closing the descriptor that comes with it.
    ///
    /// # Errors
    /// If the system gives no pipe.
    pub fn by_hand() -> io::Result<(Interrupt, OwnedFd)> {
        let (told, tell) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        Ok((Interrupt { told: Arc::new(told) }, tell))
    }

    /// Whether it was told.
    pub fn is_told(&self) -> bool {
        poll::is_readable(self.told.as_fd())
    }
}

/// For waiting for it among other things: it is told when there is something to read.
impl AsFd for Interrupt {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.told.as_fd()
    }
}

/// The stack that the judge itself needs, and what it takes where it may, in bytes.
const STACK: (u64, u64) = (1 << 20, 8 << 20);

/// A limit of the shell that the judge was started from which leaves it too little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its stack is limited to {0} bytes here, and it needs {needed}: see `ulimit -s`", needed = STACK.0)]
pub struct TooLittle(u64);

/// Keeps what the judge itself was started with from the candidates: every descriptor above 2 is
/// closed in them, and none leaves a core file. Then takes what it needs itself, as far as it may: a
/// file that is too large is an error and no signal.
///
/// # Errors
/// [`TooLittle`] if it cannot even read its arguments with that.
pub fn seal() -> Result<(), TooLittle> {
    // SAFETY: all calls take plain numbers and pointers to values that live through the call.
    let stack = unsafe {
        libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC);
        let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &no_core);
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        let all = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // Only root may.
        libc::setrlimit(libc::RLIMIT_FSIZE, &all);
        let mut stack = all;
        libc::getrlimit(libc::RLIMIT_STACK, &mut stack);
        let _ = [stack.rlim_max.max(STACK.1), stack.rlim_max].into_iter().any(|most| {
            let more = libc::rlimit { rlim_cur: stack.rlim_cur.max(STACK.1.min(most)), rlim_max: most };
            libc::setrlimit(libc::RLIMIT_STACK, &more) == 0
        });
        libc::getrlimit(libc::RLIMIT_STACK, &mut stack);
        stack.rlim_cur
    };
    if stack < STACK.0 { Err(TooLittle(stack)) } else { Ok(()) }
}

/// Runs a program once.
///
/// # Errors
/// [`RunError`] for what is not the candidate's doing; whatever is, is an [`Ending`].
pub fn run(
    command: &Command,
    input: &ProgramInput,
    limits: &Limits,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> Result<Execution, RunError> {
    let limits = &limits.on_top_of(command.overhead);
    if command.is_module() {
        return run_dir.modules(limits).run(command, input, limits, interrupt);
    }
    let open = match &mut run_dir.kind {
        RunDirKind::Sandbox(client) => return client.run(command, input, limits, interrupt),
        RunDirKind::Open(open) => open,
    };
    let folder = open.enter().map_err(|why| RunError::System("make an empty folder to run in", why))?;
    run_in(&folder, command, input, limits, interrupt)
}

/// Runs a program in a folder, without isolation.
fn run_in(
    folder: &Path,
    command: &Command,
    input: &ProgramInput,
    limits: &Limits,
    interrupt: &Interrupt,
) -> Result<Execution, RunError> {
    let streams = match input.feed {
        FeedMode::Terminal => Terminal::open(None).and_then(Terminal::streams).map_err(no_terminal)?,
        _ => Streams::pipes().map_err(|why| RunError::System("make pipes", why))?,
    };
    match launch(command, input, folder).and_then(|launch| launch.start(streams)) {
        Ok(started) => pump::pump(started, input, limits, interrupt.told.as_fd(), &mut group::Group),
        Err(why) if is_judges_fault(&why) => Err(RunError::System("start a process", why)),
        Err(why) => Ok(not_started(&command.program, &why)),
    }
}

/// A command that makes a file or a folder, as compilers do, in a folder that is its own.
#[derive(Clone, Debug)]
pub struct Making {
    /// The command. The paths of what it is given and makes are relative to its folder.
    pub command: Command,
    /// What lies in the folder when it starts.
    pub given: Bundle,
    /// The name of the file or folder there that it is to make.
    pub wanted: OsString,
}

/// What happened, and what was made, if it was.
pub type Made = (Execution, Option<Bundle>);

/// Runs a command that makes something. What it made is handed over when all that it started is gone.
///
/// # Errors
/// As [`run`].
pub fn make(
    making: &Making,
    limits: &Limits,
    run_dir: &mut RunDir,
    interrupt: &Interrupt,
) -> Result<Made, RunError> {
    let folder = match &mut run_dir.kind {
        RunDirKind::Sandbox(client) => return client.make(making, limits, interrupt),
        RunDirKind::Open(open) => open.enter(),
    };
    let system = |why| RunError::System("use an empty folder", why);
    let folder = folder.map_err(system)?;
    making.given.write(&folder).map_err(system)?;
    let execution = run_in(&folder, &making.command, &ProgramInput::default(), limits, interrupt)?;
    let made = Root::open(&folder).and_then(|root| Bundle::read(&root, &making.wanted, limits.files));
    Ok((execution, made.ok()))
}

/// Runs a program that was started before and is held at its first read, once for each of these games, and
/// gives the same as [`run`] would for each, in their order; of all of them or of the first few, at least of
/// one. The last may be why that cannot be had: then it is to be run by [`run`].
///
/// What `may_be_dismissed` is ended when it begins to tidy up, as far as that can be seen: what it would
/// still have written is then missing, and how it would have ended unknown.
///
/// # Errors
/// As [`run`].
pub fn run_warm(
    command: &Command,
    games: Vec<WarmGame>,
    restoring: Restoring,
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
        RunDirKind::Sandbox(client) => client.run_warm(command, games, restoring, limits, interrupt),
    }
}

impl Limits {
    /// These, when a language takes this much for itself.
    fn on_top_of(self, overhead: Overhead) -> Limits {
        let memory = self.memory.saturating_add(overhead.megabytes << 20);
        let processes = self.processes.saturating_add(overhead.processes);
        Limits { memory, processes, ..self }
    }
}

/// A program made ready to be started in a folder, without limits that the system keeps.
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

/// The environment of a program that works in this folder.
fn environment<'a>(folder: &'a OsStr, more: &'a [(OsString, OsString)]) -> BTreeMap<&'a OsStr, &'a OsStr> {
    let fixed = ENVIRONMENT.iter().map(|(name, value)| (OsStr::new(name), OsStr::new(value)));
    let places = ["HOME", "TMPDIR"].map(|name| (OsStr::new(name), folder));
    let more = more.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()));
    fixed.chain(places).chain(more).collect()
}

fn no_terminal(why: io::Error) -> RunError {
    RunError::System("make a terminal", why)
}

/// Whether starting failed because the machine is out of something, or in what came before the program:
/// not because of it.
fn is_judges_fault(why: &io::Error) -> bool {
    let shortages = [libc::EAGAIN, libc::ENOMEM, libc::EMFILE, libc::ENFILE];
    why.raw_os_error().map_or(why.kind() == io::ErrorKind::Other, |code| shortages.contains(&code))
}

fn not_started(program: &Path, why: &io::Error) -> Execution {
    let name = program.display();
    let reason = match why.raw_os_error() {
        Some(libc::ENOEXEC) => {
            format!("{name} is neither a program for this machine nor a script with a `#!` line")
        }
        Some(libc::ENOENT) if program.exists() => {
            format!("the interpreter in the `#!` line of {name} does not exist")
        }
        Some(libc::ENOENT) => format!("{name} does not exist"),
        Some(libc::EACCES) => format!("{name} is not executable"),
        Some(libc::E2BIG) => "its arguments are too long for the system".to_owned(),
        _ => format!("{name}: {why}"),
    };
    Execution::of_nothing(Ending::NotStarted(reason))
}

impl Command {
    /// A command of a program and arguments.
    pub fn new<S: AsRef<OsStr>>(program: impl Into<PathBuf>, args: impl IntoIterator<Item = S>) -> Command {
        let args = args.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
        Command {
            program: program.into(),
            args,
            env: Vec::new(),
            tools: Vec::new(),
            files: Vec::new(),
            pipes: Vec::new(),
            overhead: Overhead::default(),
        }
    }

    /// Whether it is a module for WebAssembly, which runs inside the judge.
    pub fn is_module(&self) -> bool {
        wasm::is_module(&self.program)
    }

    /// The same with more variables in its environment.
    pub fn with_env(self, env: impl IntoIterator<Item = (OsString, OsString)>) -> Command {
        Command { env: env.into_iter().collect(), ..self }
    }
}
