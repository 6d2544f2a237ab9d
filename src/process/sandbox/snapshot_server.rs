//! The helper's side of warm starts: it keeps one candidate held (see `warm`) and plays each batch of
//! games by it, starting another when that one is worn, was lost, or is not the one asked for.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use super::enter::Inside;
use super::message::{Batch, BatchResult, Order, Setup};
use super::{filter, start};
use crate::execution::Level;
use crate::process::launch::Launch;
use crate::process::warm::{Snapshot, Terms, launch_watch};
use crate::process::warm_game::{NotRestorable, Restoring, WarmGame, WarmRun};

/// How long the judge is kept waiting for an answer, but for the game that is being played.
const LONG: Duration = Duration::from_millis(500);

/// How many bytes of output make an answer large enough.
const LARGE: usize = 1 << 20;

/// Plays batches of games from the snapshot of one candidate.
#[derive(Default)]
pub(super) struct SnapshotServer {
    program: Option<ServedProgram>,
}

/// A candidate, and its snapshot if there is one just now.
struct ServedProgram {
    order: Order,
    restoring: Restoring,
    /// How many games it has played, all processes of it together.
    played: usize,
    snapshot: Option<Snapshot>,
}

/// The helper that games are played in.
pub(super) struct HelperContext<'a> {
    pub(super) setup: &'a Setup,
    pub(super) inside: &'a mut Inside,
    pub(super) judge: &'a UnixStream,
}

impl SnapshotServer {
    /// Plays games, until one cannot be played or it becomes too much for one answer.
    pub(super) fn answer(&mut self, mut context: HelperContext<'_>, batch: &Batch) -> BatchResult {
        if self.program.as_ref().is_none_or(|program| program.order != batch.order) {
            // The old one goes before another comes.
            self.program = None;
        }
        let program = self.program.get_or_insert_with(|| ServedProgram {
            order: batch.order.clone(),
            restoring: batch.restoring,
            played: 0,
            snapshot: None,
        });
        program.answer(&mut context, &batch.games)
    }
}

impl ServedProgram {
    fn answer(&mut self, context: &mut HelperContext<'_>, games: &[WarmGame]) -> BatchResult {
        let began = Instant::now();
        let mut size = 0;
        let mut warmed: BatchResult = Vec::new();
        for game in games {
            match self.play(context, game) {
                Ok(played) => {
                    size += played.execution.stdout.len() + played.execution.stderr.len();
                    warmed.push(Ok(played));
                }
                Err(cold) => {
                    warmed.push(Err(self.lose(context, cold)));
                    break;
                }
            }
            if size > LARGE || began.elapsed() > LONG {
                break;
            }
        }
        warmed
    }

    fn play(&mut self, context: &mut HelperContext<'_>, game: &WarmGame) -> Result<WarmRun, NotRestorable> {
        if self.snapshot.as_ref().is_some_and(Snapshot::is_worn) {
            self.snapshot = None;
        }
        self.start(context)?;
        let snapshot = self.snapshot.as_mut().ok_or_else(|| NotRestorable::for_good("ended unexpectedly"))?;
        self.played += 1;
        context.with(&self.order, |terms| snapshot.play(game, terms))
    }

    /// Starts the candidate, unless it is held.
    fn start(&mut self, context: &HelperContext<'_>) -> Result<(), NotRestorable> {
        if self.snapshot.is_none() {
            let launch = context.launch(&self.order)?;
            let (restoring, played) = (self.restoring, self.played);
            self.snapshot =
                Some(context.with(&self.order, |terms| Snapshot::start(&launch, restoring, played, terms))?);
        }
        Ok(())
    }

    /// Ends all that is left of a candidate.
    fn lose(&mut self, context: &mut HelperContext<'_>, cold: NotRestorable) -> NotRestorable {
        self.snapshot = None;
        context.inside.folder.clean();
        cold
    }
}

impl HelperContext<'_> {
    /// Does something on the terms that hold here for a candidate.
    fn with<T>(&self, order: &Order, act: impl FnOnce(&Terms<'_>) -> T) -> T {
        act(&Terms {
            judge: self.judge.as_fd(),
            limits: &order.limits,
            is_alone: self.inside.is_alone,
            is_untouched: &|| self.inside.folder.is_untouched(),
        })
    }

    fn launch(&self, order: &Order) -> io::Result<Launch> {
        let mut filters = Vec::new();
        if self.setup.level >= Level::Filters {
            filters.extend(filter::program(std::process::id(), !self.inside.is_alone));
        }
        // The watch does not let it through.
        filters.iter_mut().for_each(|code| filter::leave_out(code, libc::SYS_userfaultfd));
        filters.push(launch_watch().ok_or(io::Error::from(io::ErrorKind::Unsupported))?);
        Ok(start::launch(self.setup, self.inside, order)?.watched(filters))
    }
}
