//! An open game: the game, the keys for its sides, and its watchers.
//!
//! The game changes only while its lock is held, and is stored before any watcher sees the change; what could
//! not be stored has not happened. Watchers are only notified, and fetch what they have not seen, so a slow
//! watcher costs no memory.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use super::agreements::{Beside, Consent, Late, Offer, Wish};
use super::clocks::{self, Clocks, Turns};
use super::error::ApiError;
use super::game::{Game, Step};
use super::rules::Choice;
use super::seat::SeatKind;
use super::store::{Kept, Setting};
use crate::player::Forfeit;
use http::{Client, Share, Shares, lock};
use judging::game::{AnyPosition, Side};

pub(super) struct GameRoom {
    name: String,
    /// After a panic under the lock the game is still consistent: no change is left half done.
    state: Mutex<State>,
    news: watch::Sender<u64>,
    /// The places of watchers who are no players.
    places: Arc<Shares>,
    /// Notified of every change, for the watch of the clocks.
    changed: Arc<Notify>,
}

struct State {
    game: Game,
    setting: Setting,
    is_thinking: bool,
    /// Whether the clocks are being watched.
    is_timed: bool,
    /// How many open pages each side has.
    present: Vec<usize>,
}

pub(super) struct Question {
    pub seat: SeatKind,
    pub position: AnyPosition,
    pub version: u64,
    /// The time that the player has left, if there are clocks.
    pub left: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    version: Option<u64>,
    takes: u64,
    steps: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct News {
    pub version: u64,
    /// How many of the steps that were sent before are still valid.
    pub keep: usize,
    pub steps: Vec<Step>,
    pub beside: Beside,
}

/// A watcher, until it is dropped. With seats it counts as their presence, and without them it has a place.
pub(super) struct Presence {
    room: Arc<GameRoom>,
    sides: Vec<usize>,
    _place: Share,
}

/// Watchers of one game without a seat, at most: in all, and of one client. Anybody with the link is one, so players
/// are not counted with them.
const MOST_WATCHERS: (usize, usize) = (256, 64);

/// Stores the state of a game, before watchers are notified.
pub(super) type Save<'a> = &'a dyn Fn(&Kept) -> Result<(), ApiError>;

impl GameRoom {
    pub(super) fn new(name: String, game: Game, setting: Setting) -> GameRoom {
        let news = watch::Sender::new(game.version());
        let present = vec![0; setting.locks.len()];
        let state = State { game, setting, is_thinking: false, is_timed: false, present };
        let places = Shares::new(MOST_WATCHERS.0, MOST_WATCHERS.1);
        GameRoom { name, state: Mutex::new(state), news, places, changed: Arc::default() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// How the game was set up, and the agreements since.
    pub(super) fn setting(&self) -> Setting {
        self.state.lock().setting.clone()
    }

    /// Takes the seat of an invitation, if it is free, with this new key.
    /// Fails with [`ApiError::Taken`] if it is not free, or it cannot be stored.
    pub(super) fn claim(&self, invitation: &str, key: &str, save: Save) -> Result<usize, ApiError> {
        let mut state = self.state.lock();
        let own = Some(lock(invitation));
        let side = state.setting.invitations.iter().position(|known| *known == own).ok_or(ApiError::Taken)?;
        let mut setting = state.setting.clone();
        (setting.invitations[side], setting.locks[side]) = (None, Some(lock(key)));
        self.settle(&mut state, setting, save)?;
        Ok(side)
    }

    /// Lets a watcher in. Fails with [`ApiError::Full`] if its key is of no seat, and there is no place.
    pub(super) fn enter(
        self: &Arc<GameRoom>,
        client: Client,
        key: Option<&str>,
    ) -> Result<Presence, ApiError> {
        let mut state = self.state.lock();
        let sides = key.map_or_else(Vec::new, |key| state.sides(key));
        let place = self.places.take(client, usize::from(sides.is_empty())).ok_or(ApiError::Full)?;
        sides.iter().for_each(|&side| state.present[side] += 1);
        if !sides.is_empty() {
            self.announce(&state.game);
        }
        Ok(Presence { room: Arc::clone(self), sides, _place: place })
    }

    /// All that a page must know before it draws the first step.
    pub(super) fn description(&self, key: Option<&str>) -> Value {
        let state = self.state.lock();
        let game = &state.game;
        let yours = key.map_or_else(Vec::new, |key| state.sides(key));
        json!({
            "name": self.name,
            "title": game.rules().title(),
            "choice": game.choice(),
            "command": game.choice().command(),
            "width": game.rules().width(),
            "discs": game.rules().discs(),
            "seats": game.seats().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "yours": yours,
            "clock": state.setting.clocks.as_ref().map(Clocks::control),
            "text": game.rules().text(),
        })
    }

    /// Plays a line for the holder of a key, who saw the game in this version.
    /// Fails if it is not their turn, they saw an older game, or the referee refuses it.
    pub(super) fn play_line(&self, key: &str, version: u64, line: &str, save: Save) -> Result<u64, ApiError> {
        let mut state = self.state.lock();
        self.stop_late(&mut state, save)?;
        let sides = state.sides(key);
        check_version(&state.game, version)?;
        let turn = state.turn().ok_or_else(|| ApiError::Refused("The game is over.".to_owned()))?;
        if !sides.contains(&turn.index()) {
            return Err(if sides.is_empty() { ApiError::NoSeat } else { ApiError::NotYourTurn });
        }
        self.say(&mut state, line, save)
    }

    /// Plays the answer to a question, unless the game has changed meanwhile.
    /// Fails if it has, or if it cannot be stored.
    pub(super) fn answer(&self, question: &Question, line: &str, save: Save) -> Result<u64, ApiError> {
        let mut state = self.state.lock();
        self.stop_late(&mut state, save)?;
        check_version(&state.game, question.version)?;
        self.say(&mut state, line, save)
    }

    /// Resigns for the holder of a key.
    /// Fails if they have no seat, the game is over, they saw an older one, or it cannot be stored.
    pub(super) fn resign(&self, key: &str, version: u64, save: Save) -> Result<u64, ApiError> {
        let mut state = self.state.lock();
        self.stop_late(&mut state, save)?;
        let sides = state.sides(key);
        check_version(&state.game, version)?;
        let side = *sides.first().ok_or(ApiError::NoSeat)?;
        let turn = state.turn().ok_or_else(|| ApiError::Refused("The game is over.".to_owned()))?.index();
        // A player with all sides resigns for the side to move.
        let side = if sides.contains(&turn) { turn } else { side };
        if side == turn && *state.game.choice() == Choice::Marubatsu {
            return self.say(&mut state, "resign", save);
        }
        let mut setting = state.setting.clone();
        setting.agreements.resigned = Some(side);
        setting.agreements.offer = None;
        self.settle(&mut state, setting, save)
    }

    /// Makes a request to the others, if there are any.
    /// Fails if the player has no seat, or has nothing to take back.
    pub(super) fn wish(&self, key: &str, what: Wish) -> Result<Consent, ApiError> {
        let mut state = self.state.lock();
        let by = state.seated(key)?;
        if what == Wish::Undo && !state.can_take_back(&by) {
            return Err(ApiError::Refused("There is no move to take back.".to_owned()));
        }
        let is_asked_by_others =
            |offer: &Offer| what == Wish::Rematch && offer.what == what && offer.by != by;
        if !state.has_others(&by) || state.setting.agreements.offer.as_ref().is_some_and(is_asked_by_others) {
            state.setting.agreements.offer = None;
            return Ok(Consent::Given);
        }
        state.setting.agreements.offer = Some(Offer { what, by });
        self.announce(&state.game);
        Ok(Consent::Asked)
    }

    /// Answers a request; its author can only withdraw it. Returns what is agreed on, and whose request it
    /// was.
    /// Fails if there is no request, or the player has no seat.
    pub(super) fn reply(&self, key: &str, is_granted: bool) -> Result<(Consent, Offer), ApiError> {
        let mut state = self.state.lock();
        let sides = state.seated(key)?;
        let offer = state.setting.agreements.offer.take().ok_or(ApiError::Stale)?;
        if is_granted && offer.by == sides {
            state.setting.agreements.offer = Some(offer);
            return Err(ApiError::NotYourTurn);
        }
        self.announce(&state.game);
        Ok((if is_granted { Consent::Given } else { Consent::Refused }, offer))
    }

    /// Takes back the last move of these sides, and all later moves.
    /// Fails if there is none, or it cannot be stored.
    pub(super) fn take_back(&self, sides: &[usize], save: Save) -> Result<u64, ApiError> {
        let mut state = self.state.lock();
        self.stop_late(&mut state, save)?;
        let lines = state.game.lines().to_vec();
        if state.setting.is_over_otherwise() || !state.game.take_back(sides) {
            return Err(ApiError::Refused("There is no move to take back.".to_owned()));
        }
        let mut setting = state.setting.clone();
        let left = state.game.lines().len();
        if let Some(clocks) = &mut setting.clocks {
            clocks.truncate(left);
        }
        if let Err(why) = self.settle(&mut state, setting, save) {
            lines[left..].iter().for_each(|line| state.game.play_line(line).unwrap_or_default());
            return Err(why);
        }
        Ok(state.game.version())
    }

    /// Sets the game in which they continue, unless it is set already; returns whether it was not.
    pub(super) fn go_on_in(&self, name: &str, save: Save) -> Result<bool, ApiError> {
        let mut state = self.state.lock();
        if state.setting.agreements.next.is_some() {
            return Ok(false);
        }
        let mut setting = state.setting.clone();
        setting.agreements.next = Some(name.to_owned());
        self.settle(&mut state, setting, save)?;
        Ok(true)
    }

    /// The sides of a key, if its holder saw the game in this version.
    /// Fails if they have no seat, or the game has changed.
    pub(super) fn sides_now(&self, key: &str, version: u64) -> Result<Vec<usize>, ApiError> {
        let state = self.state.lock();
        check_version(&state.game, version)?;
        state.seated(key)
    }

    /// The next move for a built-in player to find, if there is one and it is not being looked for. A game
    /// between built-in players goes on only while it has a watcher.
    pub(super) fn ask(&self) -> Option<Question> {
        let mut state = self.state.lock();
        let question = self.question(&state).filter(|_| !state.is_thinking);
        state.is_thinking |= question.is_some();
        question
    }

    /// Frees the turn for the next question.
    pub(super) fn rest(&self) {
        self.state.lock().is_thinking = false;
    }

    pub(super) fn line(&self, cell: usize) -> String {
        self.state.lock().game.rules().square_name(cell)
    }

    pub(super) fn has_people(&self) -> bool {
        has_people(&self.state.lock().game)
    }

    /// Whether it has a watcher, or a built-in player is thinking.
    pub(super) fn is_busy(&self) -> bool {
        self.has_watchers() || self.state.lock().is_thinking
    }

    fn has_watchers(&self) -> bool {
        self.news.receiver_count() > 0
    }

    pub(super) fn watch(&self) -> watch::Receiver<u64> {
        let mut news = self.news.subscribe();
        news.mark_changed();
        news
    }

    pub(super) fn news(&self, seen: &mut Seen) -> News {
        let state = self.state.lock();
        let game = &state.game;
        let keep = if seen.version.is_some() && seen.takes == game.takes() { seen.steps } else { 0 };
        let (version, takes, steps) = (game.version(), game.takes(), game.steps());
        *seen = Seen { version: Some(version), takes, steps: steps.len() };
        News { version, keep, steps: steps[keep..].to_vec(), beside: state.beside() }
    }

    fn question(&self, state: &State) -> Option<Question> {
        let game = &state.game;
        let seat = &game.seats()[state.turn()?.index()];
        let is_ours = !seat.is_person() && (has_people(game) || self.has_watchers());
        let question = || Question {
            seat: seat.clone(),
            position: game.position().clone(),
            version: game.version(),
            left: state.left_now(),
        };
        is_ours.then(question)
    }

    fn say(&self, state: &mut State, line: &str, save: Save) -> Result<u64, ApiError> {
        state.game.play_line(line).map_err(ApiError::Refused)?;
        let mut setting = state.setting.clone();
        // A move cancels an open request, whoever made it.
        setting.agreements.offer = None;
        if let Some(clocks) = &mut setting.clocks {
            clocks.push(clocks::now());
        }
        let count = state.game.lines().len();
        let settled = self.settle(state, setting, save);
        if settled.is_err() {
            state.game.back_to(count - 1);
        }
        settled
    }

    /// Changes the state besides the lines, and stores everything.
    fn settle(&self, state: &mut State, mut setting: Setting, save: Save) -> Result<u64, ApiError> {
        state.run_clocks(&mut setting);
        let kept = Kept { setting, lines: state.game.lines().to_vec(), version: state.game.version() };
        save(&kept)?;
        state.setting = kept.setting;
        Ok(self.announce(&state.game))
    }

    fn announce(&self, game: &Game) -> u64 {
        self.news.send_replace(game.version());
        self.changed.notify_one();
        game.version()
    }

    /// Ends the game if the time of the side to move has run out.
    fn stop_late(&self, state: &mut State, save: Save) -> Result<(), ApiError> {
        let (movers, turn) = (state.movers(), state.turn().map(Side::index));
        let mut setting = state.setting.clone();
        let Some(clocks) = &mut setting.clocks else { return Ok(()) };
        if clocks.stop_late(Turns { turn, movers: &movers }, clocks::now()) {
            setting.agreements.offer = None;
            self.settle(state, setting, save)?;
        }
        Ok(())
    }

    /// Whether a watch of the clocks must be started, because there is none yet.
    pub(super) fn begin_timing(&self) -> bool {
        let mut state = self.state.lock();
        let begins = !state.is_timed && state.left_now().is_some();
        state.is_timed |= begins;
        begins
    }

    /// The time after which the side to move has lost; if no clock runs, no watch is needed any more.
    pub(super) fn left_now(&self) -> Option<Duration> {
        let mut state = self.state.lock();
        let left = state.left_now();
        state.is_timed = left.is_some();
        left
    }

    /// Notified of every change that may concern the clocks, and when the room is closed.
    pub(super) fn changed(&self) -> Arc<Notify> {
        Arc::clone(&self.changed)
    }

    /// Ends the game if the time of the side to move has run out.
    pub(super) fn look_at_clocks(&self, save: Save) -> Result<(), ApiError> {
        self.stop_late(&mut self.state.lock(), save)
    }
}

fn check_version(game: &Game, version: u64) -> Result<(), ApiError> {
    if game.version() == version { Ok(()) } else { Err(ApiError::Stale) }
}

fn has_people(game: &Game) -> bool {
    game.seats().iter().any(SeatKind::is_person)
}

impl State {
    fn sides(&self, key: &str) -> Vec<usize> {
        let own = Some(lock(key));
        (0..self.setting.locks.len()).filter(|&side| self.setting.locks[side] == own).collect()
    }

    /// The sides of a key that must have some.
    fn seated(&self, key: &str) -> Result<Vec<usize>, ApiError> {
        Some(self.sides(key)).filter(|sides| !sides.is_empty()).ok_or(ApiError::NoSeat)
    }

    /// Whose turn it is, or none once the game is over.
    fn turn(&self) -> Option<Side> {
        if self.setting.is_over_otherwise() { None } else { self.game.turn() }
    }

    fn movers(&self) -> Vec<usize> {
        self.game.steps().iter().filter_map(|step| step.mover).collect()
    }

    /// The time that the side to move has left, if its clock runs.
    fn left_now(&self) -> Option<Duration> {
        let turns = Turns { turn: self.turn().map(Side::index), movers: &self.movers() };
        self.setting.clocks.as_ref()?.left_now(turns, clocks::now())
    }

    /// Runs the clock of the side to move: from the first move on, and when all players have come.
    fn run_clocks(&self, setting: &mut Setting) {
        let seats = self.game.seats().iter().zip(&setting.locks);
        let have_come = seats.fold(true, |all, (seat, lock)| all && (!seat.is_person() || lock.is_some()));
        let goes_on = self.game.turn().is_some() && !setting.is_over_otherwise();
        if let Some(clocks) = &mut setting.clocks {
            clocks.run(have_come && goes_on && !self.game.lines().is_empty(), clocks::now());
        }
    }

    /// Whether there are people who hold none of these sides.
    fn has_others(&self, sides: &[usize]) -> bool {
        let locks = self.setting.locks.iter().enumerate();
        locks.filter(|(side, lock)| lock.is_some() && !sides.contains(side)).count() > 0
    }

    /// Whether one of these sides has made a move, in a game that was only decided by moves.
    fn can_take_back(&self, sides: &[usize]) -> bool {
        let has_moved = |step: &Step| step.mover.is_some_and(|mover| sides.contains(&mover));
        !self.setting.is_over_otherwise() && self.game.steps().iter().any(has_moved)
    }

    /// The message that a side ran out of time, as at a terminal.
    fn lateness(&self, side: usize) -> Late {
        let discs = self.game.rules().discs();
        let name =
            discs.into_iter().find(|disc| disc.side == Some(side)).map_or_else(String::new, |disc| disc.name);
        Late { side, text: format!("{name} forfeits: {}\n", Forfeit::Late) }
    }

    fn beside(&self) -> Beside {
        let Setting { locks, agreements, clocks, .. } = &self.setting;
        let (sides, movers) = (locks.len(), self.movers());
        let turns = Turns { turn: self.turn().map(Side::index), movers: &movers };
        let seats = self.game.seats().iter().zip(locks);
        Beside {
            present: self.present.iter().map(|&pages| pages > 0).collect(),
            taken: seats.map(|(seat, lock)| !seat.is_person() || lock.is_some()).collect(),
            offer: agreements.offer.clone(),
            resigned: agreements.resigned,
            next: agreements.next.clone(),
            clocks: clocks.as_ref().map(|clocks| clocks.shown(sides, turns, clocks::now())),
            late: clocks.as_ref().and_then(|clocks| clocks.late).map(|side| self.lateness(side)),
        }
    }
}

impl Drop for GameRoom {
    fn drop(&mut self) {
        self.changed.notify_one();
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut state = self.room.state.lock();
        self.sides.iter().for_each(|&side| state.present[side] -= 1);
        if !self.sides.is_empty() {
            self.room.announce(&state.game);
        }
    }
}

#[cfg(test)]
mod tests;
