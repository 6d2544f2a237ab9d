//! A candidate made ready to be started by a helper.

use std::io;

use super::enter::Inside;
use super::message::{Order, Setup, path};
use super::view;
use crate::execution::Limits;
use crate::process::command::environment;
use crate::process::launch::{Launch, Which};

/// What is to be started, with its environment and limits.
pub(super) fn launch(setup: &Setup, inside: &Inside, order: &Order) -> io::Result<Launch> {
    order.given.write(inside.folder.path()).map_err(io::Error::other)?;
    let moved = |word| inside.moved.get(word).unwrap_or(word);
    let program = view::find(path(moved(&order.program)));
    let env = environment(inside.folder.path().as_os_str(), &order.env);
    let args = order.args.iter().map(|arg| moved(arg).as_os_str());
    let limits = limits(&order.limits, inside, setup);
    Launch::new(&program, args, env.into_iter(), &limits)
}

/// The limits that the system enforces, for each process alone.
fn limits(limits: &Limits, inside: &Inside, setup: &Setup) -> Vec<(Which, u64)> {
    vec![
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_FSIZE, setup.files),
        (libc::RLIMIT_NOFILE, OPEN_FILES),
        (libc::RLIMIT_NPROC, limits.processes + 1 + inside.others),
        (libc::RLIMIT_STACK, limits.stack),
    ]
}

/// Open files at once, enough for every common runtime.
const OPEN_FILES: u64 = 512;
