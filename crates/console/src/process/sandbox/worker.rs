//! The helper in the sandbox: a small process with one thread, the judge's own program started again. It
//! enters the sandbox once and then makes the runs that the judge orders over a socket, one after the other.
//! When the socket closes, the judge has ended or needs it no more, and the helper ends its candidate and
//! itself.

use std::convert::Infallible;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::cores;
use super::super::error::{RunError, is_judges_fault, no_terminal, not_started};
use super::super::interrupt::leave_group;
use super::super::pump;
use super::super::reap::own_usage;
use super::super::streams::Streams;
use super::super::terminal::Terminal;
use super::super::turns::NextLine;
use super::enter::{Inside, enter, launch};
use super::message::{Answer, Order, Question, Refusal, Setup, path, receive, refused, send};
use super::tree::Tree;
use crate::execution::{Ending, Execution, FeedMode, Limit};
use crate::files::{Bundle, Identity};

/// The name that tells the judge's program that it was started as a helper.
pub(super) const NAME: &str = "judge: sandbox";

/// Whether `serve_if_called` was called.
static SERVES: AtomicBool = AtomicBool::new(false);

/// If this process was started as a helper in a sandbox, does its work, and returns its exit code when that
/// is done. Call it first in `main`, before there is another thread.
#[must_use = "a helper that goes on runs the program's own work"]
pub fn serve_if_called() -> Option<ExitCode> {
    SERVES.store(true, Ordering::Relaxed);
    let is_called = std::env::args_os().next().is_some_and(|name| name == NAME);
    is_called.then(|| match serve() {
        Ok(never) => match never {},
        Err(_) => ExitCode::SUCCESS,
    })
}

/// Whether the program at this path would serve as a helper, as far as that is known: this program does if it has called
/// [`serve_if_called`]. Another one would do its own work again as a helper: a test runs all tests, and each of them starts
/// helpers.
pub(super) fn would_serve(program: &Path) -> bool {
    if SERVES.load(Ordering::Relaxed) {
        return true;
    }
    let own = std::env::current_exe().ok().and_then(|own| Identity::at(&own));
    own.is_none() || Identity::at(program) != own
}

fn serve() -> io::Result<Infallible> {
    reset_signals();
    // A terminal's signals are for the judge, which then ends its helpers in good order.
    leave_group()?;
    let mut judge = take_socket()?;
    let setup: Setup = receive(&mut judge)?;
    setup.core.into_iter().for_each(cores::stay_on);
    let mut inside = match enter(&setup) {
        Ok(inside) => inside,
        Err(refusal) => {
            send(&mut judge, &Err::<u32, _>(refusal))?;
            return Err(io::ErrorKind::Unsupported.into());
        }
    };
    send(&mut judge, &Ok::<_, Refusal>(rustix::process::geteuid().as_raw()))?;
    #[cfg(target_arch = "x86_64")]
    if setup.is_warm {
        return super::snapshot_server::serve(&setup, &mut inside, &judge);
    }
    loop {
        let order: Order = receive(&mut judge)?;
        let answer = answer(&setup, &mut inside, &order, &judge)?;
        if order.input.is_guided {
            send(&mut judge, &None::<Question>)?;
        }
        send(&mut judge, &answer)?;
    }
}

/// The first process of a namespace is immune to signals that it does not handle, so the handlers that the
/// standard library installs are removed.
fn reset_signals() {
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: the default action is no function of ours.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// The judge's socket, which arrives as standard input, moved to another number to free that for candidates.
fn take_socket() -> io::Result<UnixStream> {
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3)?;
    let null = std::fs::File::open("/dev/null")?;
    rustix::stdio::dup2_stdin(&null)?;
    Ok(UnixStream::from(socket))
}

/// Makes a run. It is an error if the judge has closed the socket; then the helper ends.
fn answer(setup: &Setup, inside: &mut Inside, order: &Order, judge: &UnixStream) -> io::Result<Answer> {
    let began = own_usage().cpu;
    let mut outcome = match run(setup, inside, order, judge) {
        Ok(execution) => Ok(execution),
        Err(RunError::Interrupted) => return Err(io::ErrorKind::ConnectionAborted.into()),
        Err(RunError::System(what, why)) => Err(refused(what)(why)),
        Err(why @ RunError::Validator(_)) => Err(refused("run a program")(io::Error::other(why))),
    };
    let made = outcome.is_ok().then(|| made(inside, order)).flatten();
    let is_untouched = inside.folder.is_untouched();
    if let Ok(execution) = &mut outcome {
        let is_full = !is_untouched && inside.folder.is_full(setup.files);
        note_end(is_full, execution);
    }
    let is_clean = is_untouched || inside.folder.clean();
    Ok(Answer { outcome, made, is_clean, own_cpu: own_usage().cpu.saturating_sub(began) })
}

/// The files that the judge asked for; all processes have ended, so they cannot change any more.
fn made(inside: &Inside, order: &Order) -> Option<Bundle> {
    order.wanted.as_ref()?.read(inside.folder.path(), order.limits.files)
}

/// Adds what only the sandbox knows of how the run ended.
fn note_end(is_full: bool, execution: &mut Execution) {
    let is_files = is_full || execution.ending == Ending::Signaled(libc::SIGXFSZ);
    execution.ending = match &execution.ending {
        Ending::Stopped(limit) if is_files => Ending::Stopped(Limit::Files.min(*limit)),
        Ending::Exited(_) | Ending::Signaled(_) if is_files => Ending::Stopped(Limit::Files),
        Ending::Signaled(libc::SIGSYS) => Ending::Forbidden,
        _ => return,
    };
}

fn run(setup: &Setup, inside: &Inside, order: &Order, judge: &UnixStream) -> Result<Execution, RunError> {
    let streams = match order.input.feed {
        FeedMode::Terminal => {
            let apart = order.input.are_errors_apart;
            Terminal::receive(judge).and_then(|terminal| terminal.streams(apart)).map_err(no_terminal)?
        }
        _ => Streams::pipes().map_err(|why| RunError::System("make pipes", why))?,
    };
    match launch(setup, inside, order).and_then(|launch| launch.start(streams)) {
        Ok(started) => {
            let mut tree = Tree::new(inside.is_alone).writing_in(inside.folder.unbounded());
            let (mut asking, mut sent) = (judge, 0);
            let guide = move |output: &[u8]| {
                send(&mut asking, &Some(&output[sent..]))?;
                sent = output.len();
                receive(&mut asking)
            };
            let guide = order.input.is_guided.then(|| Box::new(guide) as NextLine<'_>);
            pump::pump(started, &order.input, guide, &order.limits, judge.as_fd(), &mut tree)
        }
        Err(why) if is_judges_fault(&why) => Err(RunError::System("start a process", why)),
        Err(why) => Ok(not_started(path(&order.program), &why)),
    }
}
