//! The helper's side of warm starts: it keeps one candidate held (see `warm`) and plays each game by
//! a fork of it, starting another when that one is worn, was lost, or is not the one asked for.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use super::enter::Inside;
use super::message::{Batch, Order, Setup, Warmed};
use super::{filter, worker};
use crate::execution::{Execution, Level};
use crate::process::warm::{Cold, Held, launch_watch};

/// How long the judge is kept waiting for an answer, but for the game that is being played.
const LONG: Duration = Duration::from_millis(500);

/// How many bytes of output make an answer large enough.
const LARGE: usize = 1 << 20;

/// A place for one held candidate.
#[derive(Default)]
pub(super) struct Incubator {
    held: Option<(Order, Held)>,
}

impl Incubator {
    /// Plays games, until one cannot be played or it becomes too much for one answer.
    pub(super) fn answer(
        &mut self,
        setup: &Setup,
        inside: &mut Inside,
        batch: &Batch,
        judge: &UnixStream,
    ) -> Warmed {
        let began = Instant::now();
        let mut warmed = Vec::new();
        let mut size = 0;
        for game in &batch.games {
            let played = self.play(setup, inside, batch, game, judge);
            size += played.as_ref().map_or(0, |run| run.stdout.len() + run.stderr.len());
            let is_cold = played.is_err();
            warmed.push(played);
            if is_cold {
                self.held = None;
                inside.folder.clean();
            }
            if is_cold || size > LARGE || began.elapsed() > LONG {
                break;
            }
        }
        warmed
    }

    fn play(
        &mut self,
        setup: &Setup,
        inside: &Inside,
        batch: &Batch,
        game: &[u8],
        judge: &UnixStream,
    ) -> Result<Execution, Cold> {
        let order = &batch.order;
        if self.held.as_ref().is_none_or(|(of, held)| held.is_worn() || of != order) {
            self.held = None;
            self.held = Some((order.clone(), start(setup, inside, order, judge)?));
        }
        let (_, held) = self.held.as_mut().ok_or_else(|| Cold::for_good("is gone"))?;
        let execution = held.play(game, batch.may_be_dismissed, &order.limits, judge.as_fd())?;
        if inside.folder.is_untouched() { Ok(execution) } else { Err(Cold::for_good("writes files")) }
    }
}

fn start(setup: &Setup, inside: &Inside, order: &Order, judge: &UnixStream) -> Result<Held, Cold> {
    let mut filters = Vec::new();
    if setup.level >= Level::Filters {
        filters.extend(filter::program(std::process::id(), !inside.is_alone));
    }
    filters.push(launch_watch().ok_or(io::Error::from(io::ErrorKind::Unsupported))?);
    let launch = worker::launch(setup, inside, order)?.watched(filters);
    let held = Held::start(&launch, inside.is_alone, &order.limits, judge.as_fd())?;
    if inside.folder.is_untouched() { Ok(held) } else { Err(Cold::for_good("writes files")) }
}
