//! All games: the open ones, and those in the file, which are loaded when they are requested.
//!
//! A request for a game by its name gets its room. Unused rooms are closed when there are too many, since
//! everything in them is also in the file. The built-in players of all games share a few threads, of which each client
//! has one at most.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::agreements::{Agreements, Consent, Offer, Wish};
use super::clocks::{self, Clocks};
use super::error::ApiError;
use super::game::{Game, Unfit};
use super::room::{GameRoom, Question};
use super::rules::Choice;
use super::seat::SeatKind;
use super::store::{Kept, Setting, Store};
use crate::player::Turn;
use http::{Client, is_name, lock, new_key, new_name};
use judging::process::core_count;

pub(super) struct Registry {
    store: Mutex<Store>,
    rooms: Mutex<HashMap<String, Arc<GameRoom>>>,
    quota: Mutex<Quota>,
    thinkers: Semaphore,
    /// Where the players that think for a client wait, so that each client has one among those who wait for a thread.
    queues: Mutex<HashMap<Client, Arc<Semaphore>>>,
    pause: Duration,
}

#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    #[serde(flatten)]
    choice: Choice,
    /// The players, by order of play.
    seats: Vec<String>,
    /// The time of each player, such as `3m+2s`.
    clock: Option<String>,
}

const MOST_GAMES: u64 = 100_000;

/// After how long an unused game is deleted, as in `docs/browser.md`.
const UNUSED: Duration = Duration::from_secs(60 * 24 * 3600);

/// After how long it is deleted if it has no move.
const EMPTY: Duration = Duration::from_secs(30 * 60);

/// If there are too many games, one that was unused for this long makes room for another.
const IDLE: Duration = Duration::from_secs(3600);

/// The pause before another attempt to store that a player's time has run out.
const AGAIN: Duration = Duration::from_secs(1);

/// How often games are checked for deletion.
const SWEEP: Duration = Duration::from_secs(60);

/// From this many rooms on, unused ones are closed.
const MANY_ROOMS: usize = 1_000;

const MOST_ROOMS: usize = 10_000;

impl Registry {
    /// A registry with the games of this file. A built-in player that plays a person waits for `pause`.
    pub(super) fn new(store: Store, pause: Duration) -> Result<Registry, ApiError> {
        store.forget(UNUSED, EMPTY)?;
        let cores = core_count().get();
        Ok(Registry {
            store: Mutex::new(store),
            rooms: Mutex::default(),
            quota: Mutex::default(),
            thinkers: Semaphore::new(cores),
            queues: Mutex::default(),
            pause,
        })
    }

    /// Sets up a game; returns its name, the key of its author, and the keys of the seats for friends.
    /// Fails if there is no such game, the client has opened too many, or the registry is full.
    pub(super) fn open(&self, client: Client, wanted: Wanted) -> Result<Value, ApiError> {
        let Wanted { choice, seats, clock } = wanted;
        let game = Game::new(choice, &seats)?;
        let clocks = clock.map(|clock| Clocks::new(&clock)).transpose().map_err(Unfit)?;
        if clocks.is_some() && !game.seats().iter().any(SeatKind::is_person) {
            return Err(Unfit("a clock needs a person who plays".to_owned()).into());
        }
        self.count(client)?;
        let (name, key) = (new_name()?, new_key()?);
        let mut friends = Vec::new();
        let (mut locks, mut invitations) = (Vec::new(), Vec::new());
        for (side, seat) in game.seats().iter().enumerate() {
            locks.push((*seat == SeatKind::You).then(|| lock(&key)));
            let invitation = if *seat == SeatKind::Friend { Some(new_key()?) } else { None };
            invitations.push(invitation.as_deref().map(lock));
            friends.extend(invitation.map(|key| json!({ "side": side, "key": key })));
        }
        // Stored in the shortest form, however it was sent.
        let seats = game.seats().iter().map(ToString::to_string).collect();
        let choice = game.choice().clone();
        let setting =
            Setting { choice, seats, locks, invitations, agreements: Agreements::default(), clocks };
        self.add(name.clone(), game, setting)?;
        Ok(json!({ "name": name, "key": key, "friends": friends }))
    }

    fn add(&self, name: String, game: Game, setting: Setting) -> Result<Arc<GameRoom>, ApiError> {
        {
            let store = self.store.lock();
            if store.count()? >= MOST_GAMES && !store.forget_oldest(IDLE)? {
                return Err(ApiError::Full);
            }
            store.add(&name, &setting)?;
        }
        self.open_room(GameRoom::new(name, game, setting))
    }

    fn count(&self, client: Client) -> Result<(), ApiError> {
        let mut quota = self.quota.lock();
        if quota.take(client, Instant::now()) { Ok(()) } else { Err(ApiError::TooMany) }
    }

    /// The room of a game.
    pub(super) fn room(&self, name: &str) -> Result<Arc<GameRoom>, ApiError> {
        if let Some(room) = self.rooms.lock().get(name) {
            return Ok(Arc::clone(room));
        }
        if !is_name(name) {
            return Err(ApiError::Unknown);
        }
        let mut kept = self.store.lock().load(name)?.ok_or(ApiError::Unknown)?;
        if let Some(clocks) = &mut kept.setting.clocks {
            clocks.resume(clocks::now(), |from, to| self.store.lock().ran_between(from, to))?;
        }
        let Setting { choice, seats, .. } = &kept.setting;
        let game = Game::new(choice.clone(), seats)?.resume(&kept.lines, kept.version)?;
        self.open_room(GameRoom::new(name.to_owned(), game, kept.setting))
    }

    pub(super) fn play_line(
        &self,
        room: &GameRoom,
        key: &str,
        version: u64,
        line: &str,
    ) -> Result<u64, ApiError> {
        room.play_line(key, version, line, &|kept| self.save(room, kept))
    }

    /// Lets the holder of an invitation take its seat; returns the side and its key, or no key if the seat is
    /// already taken.
    pub(super) fn claim(&self, room: &GameRoom, invitation: &str) -> Result<Value, ApiError> {
        let key = new_key()?;
        match room.claim(invitation, &key, &|kept| self.save(room, kept)) {
            Ok(side) => Ok(json!({ "side": side, "key": key })),
            Err(ApiError::Taken) => Ok(json!({ "key": null })),
            Err(why) => Err(why),
        }
    }

    pub(super) fn resign(&self, room: &GameRoom, key: &str, version: u64) -> Result<(), ApiError> {
        room.resign(key, version, &|kept| self.save(room, kept)).map(drop)
    }

    /// Takes a move back, or asks the others to agree.
    pub(super) fn take_back(&self, room: &GameRoom, key: &str, version: u64) -> Result<(), ApiError> {
        let sides = room.sides_now(key, version)?;
        match room.wish(key, Wish::Undo)? {
            Consent::Given => self.back(room, &sides),
            _ => Ok(()),
        }
    }

    fn back(&self, room: &GameRoom, sides: &[usize]) -> Result<(), ApiError> {
        room.take_back(sides, &|kept| self.save(room, kept)).map(drop)
    }

    /// Starts the game again, with every player in the next seat, or asks the others to agree.
    pub(super) fn rematch(&self, room: &GameRoom, key: &str, client: Client) -> Result<(), ApiError> {
        match room.wish(key, Wish::Rematch)? {
            Consent::Given => self.again(room, client),
            _ => Ok(()),
        }
    }

    pub(super) fn reply(
        &self,
        room: &GameRoom,
        key: &str,
        is_granted: bool,
        client: Client,
    ) -> Result<(), ApiError> {
        match room.reply(key, is_granted)? {
            (Consent::Given, Offer { what: Wish::Undo, by }) => self.back(room, &by),
            (Consent::Given, Offer { what: Wish::Rematch, .. }) => self.again(room, client),
            _ => Ok(()),
        }
    }

    fn again(&self, room: &GameRoom, client: Client) -> Result<(), ApiError> {
        self.count(client)?;
        let setting = room.setting().turned();
        let game = Game::new(setting.choice.clone(), &setting.seats)?;
        let name = new_name()?;
        self.add(name.clone(), game, setting)?;
        // If two players agree at once, one of them counts; the other's game is deleted later, since it is
        // never opened.
        room.go_on_in(&name, &|kept| self.save(room, kept)).map(drop)
    }

    pub(super) async fn sweep_now_and_then(self: Arc<Registry>) {
        loop {
            tokio::time::sleep(SWEEP).await;
            let registry = Arc::clone(&self);
            let swept = tokio::task::spawn_blocking(move || registry.sweep()).await;
            if let Ok(Err(why)) = swept {
                anstream::eprintln!("referee: {why}");
            }
        }
    }

    /// Deletes unused games. A game with a watcher is in use.
    fn sweep(&self) -> Result<(), ApiError> {
        let mut rooms = self.rooms.lock();
        clear(&mut rooms);
        let store = self.store.lock();
        store.touch(rooms.keys().map(String::as_str))?;
        store.see(UNUSED)?;
        Ok(store.forget(UNUSED, EMPTY)?)
    }

    /// Stores that the server has run until now.
    pub(super) fn see(&self) -> Result<(), ApiError> {
        Ok(self.store.lock().see(UNUSED)?)
    }

    /// Starts the built-in player, if it has the turn, and the watch of the clocks. It thinks for this client.
    pub(super) fn wake(self: &Arc<Registry>, room: &Arc<GameRoom>, client: Client) {
        if room.begin_timing() {
            tokio::spawn(Arc::clone(self).watch_clocks(Arc::downgrade(room)));
        }
        if let Some(question) = room.ask() {
            tokio::spawn(Arc::clone(self).think(Arc::clone(room), client, question));
        }
    }

    /// Waits until a player's time runs out, as long as a clock runs and the room is open.
    async fn watch_clocks(self: Arc<Registry>, room: Weak<GameRoom>) {
        while let Some(open) = room.upgrade() {
            let Some(left) = open.left_now() else { return };
            let changed = open.changed();
            if left.is_zero() {
                let registry = Arc::clone(&self);
                let look = move || open.look_at_clocks(&|kept| registry.save(&open, kept));
                if !matches!(tokio::task::spawn_blocking(look).await, Ok(Ok(()))) {
                    tokio::time::sleep(AGAIN).await;
                }
                continue;
            }
            drop(open);
            let _ = tokio::time::timeout(left, changed.notified()).await;
        }
    }

    /// Answers a question, and the questions that follow from it.
    async fn think(self: Arc<Registry>, room: Arc<GameRoom>, client: Client, first: Question) {
        let queue = self.queue(client);
        let mut next = Some(first);
        while let Some(question) = next {
            if room.has_people() {
                // With a clock it spends little of its time on the pause.
                let most = question.left.map_or(self.pause, |left| left / 50);
                tokio::time::sleep(self.pause.min(most)).await;
            }
            let _turn = queue.acquire().await;
            let _thread = self.thinkers.acquire().await;
            let (registry, asked) = (Arc::clone(&self), Arc::clone(&room));
            let answered = tokio::task::spawn_blocking(move || registry.answer(&asked, &question)).await;
            room.rest();
            // A player that failed is not asked the same question again.
            if !matches!(answered, Ok(Ok(_) | Err(ApiError::Stale))) {
                return;
            }
            next = room.ask();
        }
    }

    fn queue(&self, client: Client) -> Arc<Semaphore> {
        let mut queues = self.queues.lock();
        queues.retain(|_, queue| Arc::strong_count(queue) > 1);
        Arc::clone(queues.entry(client).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }

    fn answer(&self, room: &GameRoom, question: &Question) -> Result<u64, ApiError> {
        let silent = || ApiError::Silent(question.seat.to_string());
        let mut player = question.seat.player(fastrand::u64(..), question.left).ok_or_else(silent)?;
        let line = |cell| room.line(cell);
        let turn = Turn { position: &question.position, words: b"", line: &line, deadline: None };
        let line = player.answer(&turn).map_err(|_| silent())?;
        room.answer(question, &String::from_utf8_lossy(&line), &|kept| self.save(room, kept))
    }

    fn save(&self, room: &GameRoom, kept: &Kept) -> Result<(), ApiError> {
        Ok(self.store.lock().save(room.name(), kept)?)
    }

    /// Opens a room, unless it is open already.
    fn open_room(&self, room: GameRoom) -> Result<Arc<GameRoom>, ApiError> {
        let mut rooms = self.rooms.lock();
        if rooms.len() >= MANY_ROOMS {
            clear(&mut rooms);
        }
        if rooms.len() >= MOST_ROOMS {
            return Err(ApiError::Full);
        }
        Ok(Arc::clone(rooms.entry(room.name().to_owned()).or_insert_with(|| Arc::new(room))))
    }
}

/// Closes unused rooms. A room with another reference to it is about to be used.
fn clear(rooms: &mut HashMap<String, Arc<GameRoom>>) {
    rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.is_busy());
}

/// Games that may be opened at once, as in `docs/browser.md`: those of a class behind one address.
const AT_ONCE: u32 = 120;

/// The pause until one more may be opened.
const PAUSE: Duration = Duration::from_secs(3);

const MOST_CLIENTS: usize = 10_000;

/// How many games each client may open: some at once, then one after each pause.
#[derive(Debug, Default)]
struct Quota {
    /// The time at which a client may open the full number again.
    whole: HashMap<Client, Instant>,
}

impl Quota {
    /// Whether a client may open one more game now; if so, it is counted.
    fn take(&mut self, client: Client, now: Instant) -> bool {
        if self.whole.len() >= MOST_CLIENTS {
            self.whole.retain(|_, whole| *whole > now);
        }
        if self.whole.len() >= MOST_CLIENTS && !self.whole.contains_key(&client) {
            return false;
        }
        let whole = self.whole.entry(client).or_insert(now);
        let next = (*whole).max(now) + PAUSE;
        let may = next <= now + PAUSE * AT_ONCE;
        if may {
            *whole = next;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_opens_some_games_at_once_and_then_one_now_and_then() {
        let (one, other) = ("192.0.2.1", "192.0.2.2");
        let [one, other] = [one, other].map(|address| Client::of(address.parse().unwrap()));
        let (mut quota, now) = (Quota::default(), Instant::now());
        assert_eq!((0..1_000).filter(|_| quota.take(one, now)).count(), AT_ONCE as usize);
        assert!(quota.take(other, now));
        assert!(!quota.take(one, now + PAUSE / 2));
        assert!(quota.take(one, now + PAUSE));
        assert!(!quota.take(one, now + PAUSE));
        assert_eq!((0..1_000).filter(|_| quota.take(one, now + PAUSE * 1_000)).count(), AT_ONCE as usize);
    }
}
