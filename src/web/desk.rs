//! A game that is open: the game, who may move for whom, and those who watch it.
//!
//! Everything is said to a game while its lock is held, and written down before anybody hears of it; what
//! could not be written has not happened. Watchers are only told that there is news, and fetch what they
//! have not seen, so a slow one costs no memory.

use std::sync::{Mutex, MutexGuard};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::chair::Chair;
use super::contest::{Contest, Step};
use super::denial::Denial;
use super::key::{Lock, lock};
use crate::game::AnyPosition;

/// An open game.
pub struct Desk {
    name: String,
    locks: Vec<Option<Lock>>,
    state: Mutex<State>,
    news: watch::Sender<u64>,
}

struct State {
    contest: Contest,
    is_thinking: bool,
}

/// A move that one of our players has to find.
pub struct Question {
    /// The player.
    pub chair: Chair,
    /// The position in which it is its turn.
    pub position: AnyPosition,
    /// The version of the game in which it is asked.
    pub version: u64,
}

/// What a watcher has seen of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    version: Option<u64>,
    takes: u64,
    steps: usize,
}

/// What a watcher is sent.
#[derive(Clone, Debug, Serialize)]
pub struct News {
    /// The version of the game.
    pub version: u64,
    /// How many of the steps that were sent before still hold.
    pub keep: usize,
    /// The steps that follow them.
    pub steps: Vec<Step>,
}

/// Writes down the lines of a game and its version, before anybody is told.
pub type Save<'a> = &'a dyn Fn(&[String], u64) -> Result<(), Denial>;

impl Desk {
    /// A game that was just set up, or fetched.
    pub fn new(name: String, contest: Contest, locks: Vec<Option<Lock>>) -> Desk {
        let news = watch::Sender::new(contest.version());
        Desk { name, locks, state: Mutex::new(State { contest, is_thinking: false }), news }
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The sides that a key opens.
    pub fn sides(&self, key: &str) -> Vec<usize> {
        let own = Some(lock(key));
        (0..self.locks.len()).filter(|&side| self.locks[side] == own).collect()
    }

    /// All that a page has to know before it draws the first step.
    pub fn description(&self, key: Option<&str>) -> Value {
        let state = self.state();
        let contest = &state.contest;
        let yours = key.map_or_else(Vec::new, |key| self.sides(key));
        json!({
            "name": self.name,
            "title": contest.rules().title(),
            "choice": contest.choice(),
            "command": contest.choice().command(),
            "width": contest.rules().width(),
            "discs": contest.rules().discs(),
            "chairs": contest.chairs().iter().map(ToString::to_string).collect::<Vec<_>>(),
            "yours": yours,
            "undo": !yours.is_empty() && may_take_back(contest),
        })
    }

    /// Hears a line from whoever has a key, who saw the game in this version.
    ///
    /// # Errors
    /// [`Denial`] if it is not theirs to say, they saw an older game, or the referee refuses it.
    pub fn hear(&self, key: &str, version: u64, line: &str, save: Save) -> Result<u64, Denial> {
        let sides = self.sides(key);
        let mut state = self.state();
        let contest = &mut state.contest;
        check_version(contest, version)?;
        let turn = contest.turn().ok_or_else(|| Denial::Refused("The game is over.".to_owned()))?;
        if !sides.contains(&turn.index()) {
            return Err(if sides.is_empty() { Denial::NoSeat } else { Denial::NotYourTurn });
        }
        self.say(contest, line, save)
    }

    /// Hears the answer to a question, unless the game has gone another way meanwhile.
    ///
    /// # Errors
    /// [`Denial`] if it has, or it cannot be written down.
    pub fn answer(&self, question: &Question, line: &str, save: Save) -> Result<u64, Denial> {
        let mut state = self.state();
        check_version(&state.contest, question.version)?;
        self.say(&mut state.contest, line, save)
    }

    /// Takes back the last move of whoever has a key.
    ///
    /// # Errors
    /// [`Denial`] if a stranger plays, there is none, they saw an older game, or it cannot be written down.
    pub fn take_back(&self, key: &str, version: u64, save: Save) -> Result<u64, Denial> {
        let sides = self.sides(key);
        let mut state = self.state();
        let contest = &mut state.contest;
        check_version(contest, version)?;
        if sides.is_empty() {
            return Err(Denial::NoSeat);
        }
        if !may_take_back(contest) {
            return Err(Denial::Refused("Against a friend no move is taken back.".to_owned()));
        }
        let lines = contest.lines().to_vec();
        if !contest.take_back(&sides) {
            return Err(Denial::Refused("There is no move to take back.".to_owned()));
        }
        if let Err(why) = save(contest.lines(), contest.version()) {
            lines[contest.lines().len()..].iter().for_each(|line| contest.hear(line).unwrap_or_default());
            return Err(why);
        }
        Ok(self.tell(contest))
    }

    /// The next move for one of our players to find, if there is one and nobody is at it. Between our players
    /// alone there is none unless somebody watches.
    pub fn ask(&self) -> Option<Question> {
        let mut state = self.state();
        let question = self.question(&state.contest).filter(|_| !state.is_thinking);
        state.is_thinking |= question.is_some();
        question
    }

    /// The question that follows when one was answered; none, and somebody else may be asked.
    pub fn ask_again(&self) -> Option<Question> {
        let mut state = self.state();
        let question = self.question(&state.contest);
        state.is_thinking = question.is_some();
        question
    }

    /// Leaves the turn to whoever asks next, since our player did not answer.
    pub fn rest(&self) {
        self.state().is_thinking = false;
    }

    /// The line that says a move to a cell.
    pub fn line(&self, cell: usize) -> String {
        self.state().contest.rules().line(cell)
    }

    /// Whether a person plays.
    pub fn has_people(&self) -> bool {
        self.locks.iter().any(Option::is_some)
    }

    /// Whether somebody watches, or one of our players thinks.
    pub fn is_busy(&self) -> bool {
        self.news.receiver_count() > 0 || self.state().is_thinking
    }

    /// How many watch.
    pub fn watchers(&self) -> usize {
        self.news.receiver_count()
    }

    /// Tells of every change from now on.
    pub fn watch(&self) -> watch::Receiver<u64> {
        let mut news = self.news.subscribe();
        news.mark_changed();
        news
    }

    /// What a watcher has not seen yet.
    pub fn news(&self, seen: &mut Seen) -> News {
        let state = self.state();
        let contest = &state.contest;
        let keep = if seen.version.is_some() && seen.takes == contest.takes() { seen.steps } else { 0 };
        let (version, takes, steps) = (contest.version(), contest.takes(), contest.steps());
        *seen = Seen { version: Some(version), takes, steps: steps.len() };
        News { version, keep, steps: steps[keep..].to_vec() }
    }

    fn question(&self, contest: &Contest) -> Option<Question> {
        let chair = &contest.chairs()[contest.turn()?.index()];
        let is_ours = !chair.is_person() && (self.has_people() || self.watchers() > 0);
        let question = || Question {
            chair: chair.clone(),
            position: contest.position().clone(),
            version: contest.version(),
        };
        is_ours.then(question)
    }

    fn say(&self, contest: &mut Contest, line: &str, save: Save) -> Result<u64, Denial> {
        contest.hear(line).map_err(Denial::Refused)?;
        if let Err(why) = save(contest.lines(), contest.version()) {
            contest.back_to(contest.lines().len() - 1);
            return Err(why);
        }
        Ok(self.tell(contest))
    }

    fn tell(&self, contest: &Contest) -> u64 {
        self.news.send_replace(contest.version());
        contest.version()
    }

    /// A lock that somebody panicked under still guards a game that is whole: nothing is changed in halves.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn check_version(contest: &Contest, version: u64) -> Result<(), Denial> {
    if contest.version() == version { Ok(()) } else { Err(Denial::Stale) }
}

/// Whether moves may be taken back: not where a stranger plays.
fn may_take_back(contest: &Contest) -> bool {
    !contest.chairs().contains(&Chair::Friend)
}

#[cfg(test)]
mod tests;
