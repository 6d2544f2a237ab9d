//! All the games that there are: those that are open, and those in the file, fetched when they are asked for.
//!
//! Who asks for a game by its name gets its desk. Desks that nobody watches are cleared away when there are
//! too many, since nothing is on them that is not in the file. Our players think on a few threads, for all
//! games together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::chair::Chair;
use super::contest::Contest;
use super::denial::Denial;
use super::desk::{Desk, Question};
use super::door::Client;
use super::key::{is_name, lock, new_key, new_name};
use super::pact::{Consent, Offer, Pact, Wish};
use super::quota::Quota;
use super::rules::Choice;
use super::store::{Setting, Store};
use crate::player::Turn;

/// All games.
pub struct Hall {
    store: Mutex<Store>,
    desks: Mutex<HashMap<String, Arc<Desk>>>,
    quota: Mutex<Quota>,
    thinkers: Semaphore,
    pause: Duration,
}

/// Games that are kept, at most.
const MOST_GAMES: u64 = 100_000;

/// After how long a game that nobody used is forgotten.
const UNUSED: Duration = Duration::from_secs(60 * 24 * 3600);

/// After how long it is forgotten if no move was made in it.
const EMPTY: Duration = Duration::from_secs(30 * 60);

/// If there are too many games, one that nobody used for so long makes room for another.
const IDLE: Duration = Duration::from_secs(3600);

/// How often it is looked for games to forget.
const SWEEP: Duration = Duration::from_secs(60);

/// Desks from which on those that nobody watches are cleared away.
const MANY_DESKS: usize = 1_000;

/// Desks at a time, at most.
const MOST_DESKS: usize = 10_000;

/// Watchers of one game, at most.
const MOST_AT_A_DESK: usize = 256;

impl Hall {
    /// A hall with the games of this file. A player of ours that plays a person waits for a pause.
    ///
    /// # Errors
    /// [`Denial`] if the file cannot be read.
    pub fn new(store: Store, pause: Duration) -> Result<Hall, Denial> {
        store.forget(UNUSED, EMPTY)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Hall {
            store: Mutex::new(store),
            desks: Mutex::default(),
            quota: Mutex::default(),
            thinkers: Semaphore::new(cores),
            pause,
        })
    }

    /// Sets up a game; gives its name, the key of whoever asked, and the keys of the seats for friends.
    ///
    /// # Errors
    /// [`Denial`] if there is no such game, the client has opened too many, or the hall is full.
    pub fn open(&self, client: Client, choice: Choice, chairs: Vec<String>) -> Result<Value, Denial> {
        let contest = Contest::new(choice, &chairs)?;
        self.count(client)?;
        let (name, key) = (new_name()?, new_key()?);
        let mut friends = Vec::new();
        let (mut locks, mut invitations) = (Vec::new(), Vec::new());
        for (side, chair) in contest.chairs().iter().enumerate() {
            locks.push((*chair == Chair::You).then(|| lock(&key)));
            let invitation = if *chair == Chair::Friend { Some(new_key()?) } else { None };
            invitations.push(invitation.as_deref().map(lock));
            friends.extend(invitation.map(|key| json!({ "side": side, "key": key })));
        }
        // What is kept is as short as it can be said, whatever was sent.
        let chairs = contest.chairs().iter().map(ToString::to_string).collect();
        let choice = contest.choice().clone();
        let setting = Setting { choice, chairs, locks, invitations, pact: Pact::default() };
        self.add(name.clone(), contest, setting)?;
        Ok(json!({ "name": name, "key": key, "friends": friends }))
    }

    /// Keeps a new game, and puts up its desk.
    fn add(&self, name: String, contest: Contest, setting: Setting) -> Result<Arc<Desk>, Denial> {
        {
            let store = self.store();
            if store.count()? >= MOST_GAMES && !store.forget_oldest(IDLE)? {
                return Err(Denial::Full);
            }
            store.add(&name, &setting)?;
        }
        self.place(Desk::new(name, contest, setting))
    }

    /// Counts a game that a client opens.
    fn count(&self, client: Client) -> Result<(), Denial> {
        let mut quota = self.quota.lock().unwrap_or_else(PoisonError::into_inner);
        if quota.take(client, Instant::now()) { Ok(()) } else { Err(Denial::TooMany) }
    }

    /// The desk of a game.
    ///
    /// # Errors
    /// [`Denial::Unknown`] if there is no such game.
    pub fn desk(&self, name: &str) -> Result<Arc<Desk>, Denial> {
        if let Some(desk) = self.desks().get(name) {
            return Ok(Arc::clone(desk));
        }
        if !is_name(name) {
            return Err(Denial::Unknown);
        }
        let kept = self.store().load(name)?.ok_or(Denial::Unknown)?;
        let Setting { choice, chairs, .. } = &kept.setting;
        let contest = Contest::new(choice.clone(), chairs)?.resume(&kept.lines, kept.version)?;
        self.place(Desk::new(name.to_owned(), contest, kept.setting))
    }

    /// Hears a line.
    ///
    /// # Errors
    /// [`Denial`].
    pub fn hear(&self, desk: &Desk, key: &str, version: u64, line: &str) -> Result<u64, Denial> {
        desk.hear(key, version, line, &|lines, version| self.save(desk, lines, version))
    }

    /// Lets whoever has an invitation take its seat; gives the side and the key to it, or no key if
    /// somebody else has the seat already.
    ///
    /// # Errors
    /// [`Denial`].
    pub fn claim(&self, desk: &Desk, invitation: &str) -> Result<Value, Denial> {
        let key = new_key()?;
        match desk.claim(invitation, &key, &|setting| self.settle(desk, setting)) {
            Ok(side) => Ok(json!({ "side": side, "key": key })),
            Err(Denial::Taken) => Ok(json!({ "key": null })),
            Err(why) => Err(why),
        }
    }

    /// Gives a game up.
    ///
    /// # Errors
    /// [`Denial`].
    pub fn resign(&self, desk: &Desk, key: &str, version: u64) -> Result<(), Denial> {
        let save = |lines: &[String], version| self.save(desk, lines, version);
        desk.resign(key, version, &save, &|setting| self.settle(desk, setting)).map(drop)
    }

    /// Takes a move back, or asks the others for it.
    ///
    /// # Errors
    /// [`Denial`].
    pub fn take_back(&self, desk: &Desk, key: &str, version: u64) -> Result<(), Denial> {
        let sides = desk.sides_now(key, version)?;
        match desk.wish(key, Wish::Undo)? {
            Consent::Given => self.back(desk, &sides),
            _ => Ok(()),
        }
    }

    fn back(&self, desk: &Desk, sides: &[usize]) -> Result<(), Denial> {
        desk.take_back(sides, &|lines, version| self.save(desk, lines, version)).map(drop)
    }

    /// Begins the game again, with everybody in the next seat, or asks the others for it.
    ///
    /// # Errors
    /// [`Denial`].
    pub fn rematch(&self, desk: &Desk, key: &str, client: Client) -> Result<(), Denial> {
        match desk.wish(key, Wish::Rematch)? {
            Consent::Given => self.again(desk, client),
            _ => Ok(()),
        }
    }

    /// Answers what another asks for.
    ///
    /// # Errors
    /// [`Denial`].
    pub fn reply(&self, desk: &Desk, key: &str, is_granted: bool, client: Client) -> Result<(), Denial> {
        match desk.reply(key, is_granted)? {
            (Consent::Given, Offer { what: Wish::Undo, by }) => self.back(desk, &by),
            (Consent::Given, Offer { what: Wish::Rematch, .. }) => self.again(desk, client),
            _ => Ok(()),
        }
    }

    fn again(&self, desk: &Desk, client: Client) -> Result<(), Denial> {
        self.count(client)?;
        let setting = desk.setting().turned();
        let contest = Contest::new(setting.choice.clone(), &setting.chairs)?;
        let name = new_name()?;
        self.add(name.clone(), contest, setting)?;
        // Of two who agree at once one is heard; the other's game is forgotten, since nobody opens it.
        desk.go_on_in(&name, &|setting| self.settle(desk, setting)).map(drop)
    }

    fn settle(&self, desk: &Desk, setting: &Setting) -> Result<(), Denial> {
        Ok(self.store().settle(desk.name(), setting)?)
    }

    /// Whether one more may watch a game.
    pub fn has_room_at(&self, desk: &Desk) -> bool {
        desk.watchers() < MOST_AT_A_DESK
    }

    /// Forgets, now and then, the games that nobody uses.
    pub async fn sweep_now_and_then(self: Arc<Hall>) {
        loop {
            tokio::time::sleep(SWEEP).await;
            let hall = Arc::clone(&self);
            let swept = tokio::task::spawn_blocking(move || hall.sweep()).await;
            if let Ok(Err(why)) = swept {
                anstream::eprintln!("referee: {why}");
            }
        }
    }

    /// Forgets games that nobody uses. One that somebody looks at is in use.
    fn sweep(&self) -> Result<(), Denial> {
        let mut desks = self.desks();
        clear(&mut desks);
        let store = self.store();
        store.touch(desks.keys().map(String::as_str))?;
        Ok(store.forget(UNUSED, EMPTY)?)
    }

    /// Sees to it that our player moves, if it is the turn of one.
    pub fn wake(self: &Arc<Hall>, desk: &Arc<Desk>) {
        if let Some(question) = desk.ask() {
            tokio::spawn(Arc::clone(self).think(Arc::clone(desk), question));
        }
    }

    /// Answers a question and those that follow from it.
    async fn think(self: Arc<Hall>, desk: Arc<Desk>, first: Question) {
        let mut next = Some(first);
        while let Some(question) = next {
            if desk.has_people() {
                tokio::time::sleep(self.pause).await;
            }
            let _thread = self.thinkers.acquire().await;
            let (hall, asked) = (Arc::clone(&self), Arc::clone(&desk));
            let answered = tokio::task::spawn_blocking(move || hall.answer(&asked, &question)).await;
            // One that fails is not asked the same again and again.
            if !matches!(answered, Ok(Ok(_) | Err(Denial::Stale))) {
                return desk.rest();
            }
            next = desk.ask_again();
        }
    }

    fn answer(&self, desk: &Desk, question: &Question) -> Result<u64, Denial> {
        let silent = || Denial::Silent(question.chair.to_string());
        let mut player = question.chair.player(fastrand::u64(..)).ok_or_else(silent)?;
        let line = |cell| desk.line(cell);
        let turn = Turn { position: &question.position, moves: &[], words: b"", line: &line, deadline: None };
        let line = player.answer(&turn).map_err(|_| silent())?;
        desk.answer(question, &String::from_utf8_lossy(&line), &|lines, version| {
            self.save(desk, lines, version)
        })
    }

    fn save(&self, desk: &Desk, lines: &[String], version: u64) -> Result<(), Denial> {
        Ok(self.store().save(desk.name(), lines, version)?)
    }

    /// Puts a desk up, unless it stands there already.
    fn place(&self, desk: Desk) -> Result<Arc<Desk>, Denial> {
        let mut desks = self.desks();
        if desks.len() >= MANY_DESKS {
            clear(&mut desks);
        }
        if desks.len() >= MOST_DESKS {
            return Err(Denial::Full);
        }
        Ok(Arc::clone(desks.entry(desk.name().to_owned()).or_insert_with(|| Arc::new(desk))))
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn desks(&self) -> MutexGuard<'_, HashMap<String, Arc<Desk>>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts away the desks that nobody uses. Whoever holds one is about to say something to it.
fn clear(desks: &mut HashMap<String, Arc<Desk>>) {
    desks.retain(|_, desk| Arc::strong_count(desk) > 1 || desk.is_busy());
}
