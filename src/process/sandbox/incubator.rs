//! The helper's side of warm starts: it keeps one candidate held (see `warm`) and plays each batch of
//! games by forks of it, starting another when that one is worn, was lost, or is not the one asked for.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::Instant;

use super::enter::Inside;
use super::message::{Batch, Order, Setup, Warmed};
use super::{filter, worker};
use crate::execution::Level;
use crate::process::launch::Launch;
use crate::process::warm::{
    Choice, Cold, Forking, Game, Harvest, Held, Measure, Played, Terms, launch_watch,
};

/// A place for one held candidate.
#[derive(Default)]
pub(super) struct Incubator {
    nest: Option<Nest>,
}

/// A candidate that is held again and again.
struct Nest {
    order: Order,
    choice: Choice,
    held: Option<Held>,
}

/// Where games are played.
pub(super) struct Place<'a> {
    pub(super) setup: &'a Setup,
    pub(super) inside: &'a mut Inside,
    pub(super) judge: &'a UnixStream,
}

impl Incubator {
    /// Plays games, until one cannot be played or it becomes too much for one answer.
    pub(super) fn answer(&mut self, mut place: Place<'_>, batch: &Batch) -> Warmed {
        if self.nest.as_ref().is_none_or(|nest| nest.order != batch.order) {
            // The old one goes before another comes.
            self.nest = None;
        }
        let nest = self.nest.get_or_insert_with(|| Nest {
            order: batch.order.clone(),
            choice: Choice::new(batch.forking),
            held: None,
        });
        nest.answer(&mut place, &batch.games)
    }
}

impl Nest {
    fn answer(&mut self, place: &mut Place<'_>, games: &[Game]) -> Warmed {
        let mut measure = Measure::begin();
        if self.held.as_ref().is_some_and(Held::is_worn) {
            self.held = None;
        }
        if let Err(cold) = self.start(place) {
            return vec![Err(self.lose(place, cold))];
        }
        let began = Instant::now();
        let forking = self.choice.next(games);
        let harvest = match forking {
            Forking::Each => vec![None; games.len()],
            Forking::Tree => self.play_together(place, games),
        };
        let warmed = self.complete(place, games, harvest, &mut measure);
        if warmed.last().is_some_and(Result::is_ok) {
            self.choice.note(forking, &games[..warmed.len()], began.elapsed());
        }
        warmed
    }

    /// Plays games as a tree, as far as that goes.
    fn play_together(&mut self, place: &mut Place<'_>, games: &[Game]) -> Harvest {
        let Some(held) = &mut self.held else { return vec![None; games.len()] };
        let (harvest, cold) = place.with(&self.order, |terms| held.play(games, terms));
        if let Some(cold) = cold {
            self.choice.fail(cold.is_for_good);
            self.lose(place, cold);
        }
        harvest
    }

    /// Plays what was not played yet, each game by itself.
    fn complete(
        &mut self,
        place: &mut Place<'_>,
        games: &[Game],
        harvest: Harvest,
        measure: &mut Measure,
    ) -> Warmed {
        let mut warmed = Vec::new();
        for (game, played) in games.iter().zip(harvest) {
            if played.is_none() && measure.is_enough() {
                break;
            }
            let played = played.map_or_else(|| self.play_alone(place, game), Ok);
            let played = played.map_err(|cold| self.lose(place, cold));
            played.iter().for_each(|played| measure.add(1, &played.execution));
            let is_cold = played.is_err();
            warmed.push(played);
            if is_cold {
                break;
            }
        }
        warmed
    }

    fn play_alone(&mut self, place: &mut Place<'_>, game: &Game) -> Result<Played, Cold> {
        if self.held.as_ref().is_some_and(Held::is_worn) {
            self.held = None;
        }
        self.start(place)?;
        let is_gone = || Cold::for_good("is gone");
        let held = self.held.as_mut().ok_or_else(is_gone)?;
        match place.with(&self.order, |terms| held.play(std::slice::from_ref(game), terms)) {
            (_, Some(cold)) => Err(cold),
            (harvest, None) => harvest.into_iter().flatten().next().ok_or_else(is_gone),
        }
    }

    /// Starts the candidate, unless it is held.
    fn start(&mut self, place: &Place<'_>) -> Result<(), Cold> {
        if self.held.is_none() {
            let launch = place.launch(&self.order)?;
            self.held = Some(place.with(&self.order, |terms| Held::start(&launch, terms))?);
        }
        Ok(())
    }

    /// Ends all that is left of a candidate.
    fn lose(&mut self, place: &mut Place<'_>, cold: Cold) -> Cold {
        self.held = None;
        place.inside.folder.clean();
        cold
    }
}

impl Place<'_> {
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
        filters.push(launch_watch().ok_or(io::Error::from(io::ErrorKind::Unsupported))?);
        Ok(worker::launch(self.setup, self.inside, order)?.watched(filters))
    }
}
