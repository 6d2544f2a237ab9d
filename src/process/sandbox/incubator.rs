//! The helper's side of warm starts: it keeps one candidate held (see `warm`) and plays each game by
//! a fork of it, starting another when that one is worn, was lost, or is not the one asked for.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;

use super::enter::Inside;
use super::message::{Order, Setup, Warmed};
use super::{filter, worker};
use crate::execution::Level;
use crate::process::warm::{Cold, Held, launch_watch};

/// A place for one held candidate.
#[derive(Default)]
pub(super) struct Incubator {
    held: Option<(Order, Held)>,
}

impl Incubator {
    /// Plays a game.
    pub(super) fn answer(
        &mut self,
        setup: &Setup,
        inside: &mut Inside,
        order: &Order,
        judge: &UnixStream,
    ) -> Warmed {
        let played = self.play(setup, inside, order, judge);
        if played.is_err() {
            self.held = None;
            inside.folder.clean();
        }
        played
    }

    fn play(&mut self, setup: &Setup, inside: &Inside, order: &Order, judge: &UnixStream) -> Warmed {
        if self.held.as_ref().is_none_or(|(of, held)| held.is_worn() || !of.is_of_same_program(order)) {
            self.held = None;
            self.held = Some((order.without_input(), start(setup, inside, order, judge)?));
        }
        let (_, held) = self.held.as_mut().ok_or_else(|| Cold::for_good("is gone"))?;
        let execution = held.play(&order.fed.stdin, &order.limits, judge.as_fd())?;
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
