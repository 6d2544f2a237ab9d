//! The command line: the only place with flags, colours and exit codes.

mod absent;
mod busy;
mod challenge;
mod help;
pub mod judge;
pub mod referee;
#[cfg(feature = "play")]
mod seats;
#[cfg(feature = "browser")]
mod serve;
mod setup;
mod suggested;
#[cfg(feature = "play")]
mod table;
mod tips;
mod which;

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr};

use judging::files::{create, save, try_out, try_out_beside};
use judging::process::Interrupt;
use judging::transcript::visible_message;

/// Everything was judged and conforms, or the work was done.
const GOOD: u8 = 0;
/// Something judged does not conform.
const BAD: u8 = 1;
/// The work could not be done.
const FAILED: u8 = 2;
/// The program was interrupted: 128 and the number of SIGINT, as in shells.
const INTERRUPTED: u8 = 130;

/// Why a command stops, printed once at the end.
#[derive(Debug)]
struct Failure {
    what: String,
    code: u8,
}

impl<E: std::error::Error> From<E> for Failure {
    fn from(why: E) -> Failure {
        Failure { what: why.to_string(), code: FAILED }
    }
}

fn failure(what: impl Into<String>) -> Failure {
    Failure { what: what.into(), code: FAILED }
}

/// The failure of an operation on this path, for this reason.
fn at<E: std::fmt::Display>(path: &(impl AsRef<Path> + ?Sized)) -> impl FnOnce(E) -> Failure {
    move |why| failure(format!("{}: {why}", path.as_ref().display()))
}

/// Does work that can be interrupted. If it is, the exit status says so.
fn interruptible(work: impl FnOnce(&Interrupt) -> Result<u8, Failure>) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let _hidden = HiddenKeys::hide();
    match work(&interrupt) {
        Err(why) if interrupt.is_raised() => Err(Failure { code: INTERRUPTED, ..why }),
        other => other,
    }
}

/// While this lives, the terminal does not show `^C` for Ctrl-C: it would go into the next line, and progress stay above it.
struct HiddenKeys(Termios);

impl HiddenKeys {
    fn hide() -> Option<HiddenKeys> {
        let before = tcgetattr(std::io::stdin()).ok().filter(|_| std::io::stderr().is_terminal())?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHOCTL);
        // From the background it would be stopped.
        let is_in_front = tcgetpgrp(std::io::stdin()).is_ok_and(|group| group == rustix::process::getpgrp());
        (is_in_front && tcsetattr(std::io::stdin(), OptionalActions::Now, &hidden).is_ok())
            .then_some(HiddenKeys(before))
    }
}

impl Drop for HiddenKeys {
    fn drop(&mut self) {
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &self.0);
    }
}

fn start(program: &str, run: impl FnOnce() -> Result<u8, Failure>) -> ExitCode {
    if let Some(code) = judging::process::serve_if_called() {
        return code;
    }
    judging::process::keep_to_built_in_lookup();
    let asked = absent::check(program, std::env::args_os().skip(1)).map_err(failure);
    let code = asked.and_then(|()| run()).unwrap_or_else(|Failure { what, code }| {
        tell(program, &tips::plain(&what));
        code
    });
    code.into()
}

/// Prints a message. Names of files in it may hold what a terminal obeys, which is made visible.
fn tell(program: &str, what: &str) {
    anstream::eprintln!("{program}: {}", visible_message(what.as_bytes()));
}

/// Shows at a terminal how to play, and how to leave.
fn greet(challenge: &judging::dialect::Dialect) {
    if std::io::stdout().is_terminal() && std::io::stdin().is_terminal() {
        eprintln!("{}Ctrl-D ends.\n", challenge.greeting());
    }
}

/// Writes a text to standard output, without colours where they are not wanted. A closed pipe is not a
/// failure.
fn print(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let mut stdout = anstream::stdout().lock();
    unless_closed("standard output", stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// The result of writing to `what`. A closed pipe is not a failure.
fn unless_closed<T>(what: &str, outcome: std::io::Result<T>) -> Result<(), Failure> {
    match outcome {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => Err(failure(format!("{what}: {why}"))),
        _ => Ok(()),
    }
}
