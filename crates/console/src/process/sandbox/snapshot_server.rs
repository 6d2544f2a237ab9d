//! The helper's side of warm starts: it holds one candidate (see `warm`) and plays each batch of games with
//! it. It starts another process when that one is worn or lost, or when another program is asked for.
//!
//! Each read is a stop. A program that reads few bytes at a time is started anew for long input: one that asks for
//! a byte at once would take 90 ms for a line of 10,000. Its first read tells how many stops there will be. Nearly
//! all runs have short lines, and stay held. In this way `complete` takes the submission in assembly 1.4 s; all
//! clean it takes 1.7 s, all held 2 s.

use std::convert::Infallible;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use super::enter::{self, Inside};
use super::filter;
use super::message::{Batch, BatchResult, Order, Setup, receive, send};
use crate::process::launch::Launch;
use crate::process::warm::{Snapshot, Terms, launch_watch};
use crate::process::warm_game::{Concerned, NotRestorable, WarmGame, WarmRun};

/// How long the judge waits for an answer, in addition to the current game.
const LONG: Duration = Duration::from_millis(500);

/// How many bytes of output make an answer large enough.
const LARGE: usize = 1 << 20;

/// Plays batches of games, as the judge orders them, by one candidate at a time.
struct SnapshotServer<'a> {
    setup: &'a Setup,
    inside: &'a mut Inside,
    judge: &'a UnixStream,
    /// The candidate.
    order: Option<Order>,
    /// How many games it has played, in all its processes together.
    played: usize,
    /// The held process, if there is one now.
    snapshot: Option<Snapshot>,
}

/// Answers batches until the judge closes the socket.
pub(super) fn serve(setup: &Setup, inside: &mut Inside, judge: &UnixStream) -> io::Result<Infallible> {
    let mut server = SnapshotServer { setup, inside, judge, order: None, played: 0, snapshot: None };
    loop {
        let batch = receive(&mut &*judge)?;
        send(&mut &*judge, &server.answer(&batch))?;
    }
}

impl SnapshotServer<'_> {
    /// Plays games, until one cannot be played or the answer is long enough.
    fn answer(&mut self, batch: &Batch) -> BatchResult {
        if self.order.as_ref() != Some(&batch.order) {
            (self.order, self.played, self.snapshot) = (Some(batch.order.clone()), 0, None);
        }
        let began = Instant::now();
        let mut size = 0;
        let mut warmed: BatchResult = Vec::new();
        for game in &batch.games {
            if self.snapshot.as_ref().is_some_and(|held| held.is_slow_for(game)) {
                let why =
                    "reads few bytes at a time, so that long input takes less time with a start of its own";
                // It stays held for the games after this one.
                warmed.push(Err(NotRestorable { why: why.to_owned(), concerns: Concerned::Declined }));
                break;
            }
            let ran = self.play(batch, game);
            if let Ok(WarmRun { execution, .. }) = &ran {
                size += execution.stdout.len() + execution.stderr.len();
            } else {
                // Ends all that is left of the candidate.
                self.snapshot = None;
                self.inside.folder.clean();
            }
            warmed.push(ran);
            if self.snapshot.is_none() || size > LARGE || began.elapsed() > LONG {
                break;
            }
        }
        warmed
    }

    fn play(&mut self, batch: &Batch, game: &WarmGame) -> Result<WarmRun, NotRestorable> {
        let order = &batch.order;
        let terms = Terms {
            judge: self.judge.as_fd(),
            limits: &order.limits,
            is_alone: self.inside.is_alone,
            is_untouched: &|| self.inside.folder.is_untouched(),
        };
        // The old one ends before a new one is started.
        self.snapshot.take_if(|snapshot| !snapshot.is_fit_for(game));
        let snapshot = match &mut self.snapshot {
            Some(snapshot) => snapshot,
            None => {
                let launch = launch(self.setup, self.inside, order)?;
                self.snapshot.insert(Snapshot::start(&launch, (self.played, game), &terms)?)
            }
        };
        self.played += 1;
        snapshot.play(game, &terms)
    }
}

/// The candidate with its filters: the sandbox's, and the watch's.
fn launch(setup: &Setup, inside: &Inside, order: &Order) -> io::Result<Launch> {
    let mut filters: Vec<_> = filter::program(std::process::id(), inside.terms).into_iter().collect();
    // The watch denies it instead.
    filters.iter_mut().for_each(|code| filter::leave_out(code, libc::SYS_userfaultfd));
    filters.push(launch_watch().ok_or(io::Error::from(io::ErrorKind::Unsupported))?);
    Ok(enter::launch(setup, inside, order)?.watched(filters))
}
