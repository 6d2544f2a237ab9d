//! One game between players, and a referee who holds the rules.
//!
//! The referee asks, hears a line and judges it: first whether it is a legal move, then whether it
//! came in time. Whoever cannot be heard, or says what is no legal move, forfeits the game for that
//! reason, unless the table is one for learning, where it is asked again. A clock runs only while its
//! player is being waited for, and for people not at all.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::{Forfeit, Player, Turn, words};
use crate::game::{AnyPosition, Outcome, Position, Side};
use crate::process::Interrupt;
use crate::transcript::visible;

/// How much time each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// For the whole game.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// What is agreed before a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The position it begins with.
    pub start: AnyPosition,
    /// The time for each; none for as long as they like.
    pub clock: Option<Clock>,
    /// Whether a mistake is refused and its player asked again.
    pub asks_again: bool,
    /// Breaks the game off.
    pub interrupt: Option<Interrupt>,
    /// Moves that are made before anybody is asked, as cells.
    pub opening: Vec<usize>,
}

/// How a game between players ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules of the game.
    Over(Outcome),
    /// This side lost it otherwise.
    Forfeited(Side, Forfeit),
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The moves, as cells, by who made them; those that the rules make themselves included.
    pub moves: Vec<(Side, usize)>,
    /// How it ended.
    pub end: End,
    /// The position at the end.
    pub position: AnyPosition,
    /// How long each side was waited for.
    pub used: Vec<Duration>,
    /// The whole game as seen on a terminal.
    pub transcript: Vec<u8>,
}

/// How often a player is refused in one turn where it is asked again. Nobody learns for ever.
const PATIENCE: usize = 100;

/// Plays a game; each part of it appears on the screen as soon as it happens. Players are by order of
/// play.
///
/// # Errors
/// Those of the screen; what players do wrong is the [`End`] of the game.
///
/// # Panics
/// If a move of the opening is illegal, or a side has no player.
pub fn play(rules: &Rules, players: &mut [Box<dyn Player>], screen: &mut dyn Write) -> io::Result<Played> {
    let mut table = Table::new(rules, screen);
    table.say_turn()?;
    for &cell in &rules.opening {
        let line = words::line(&table.position, cell);
        table.show(&format!("{line}\n"))?;
        // Nobody was asked for it, so nobody is told of being asked.
        table.untold.iter_mut().for_each(String::clear);
        table.make(cell)?;
    }
    let end = loop {
        if let Some(outcome) = table.position.outcome() {
            break End::Over(outcome);
        }
        if let Err(why) = table.take_turn(players)? {
            break End::Forfeited(table.position.turn(), why);
        }
    };
    for (player, words) in players.iter_mut().zip(&table.untold) {
        player.end(words.as_bytes());
    }
    let Table { moves, position, used, transcript, .. } = table;
    Ok(Played { moves, end, position, used, transcript })
}

/// A game in progress.
struct Table<'a> {
    rules: &'a Rules,
    position: AnyPosition,
    moves: Vec<(Side, usize)>,
    used: Vec<Duration>,
    /// What each side has yet to be told.
    untold: Vec<String>,
    transcript: Vec<u8>,
    screen: &'a mut dyn Write,
}

impl<'a> Table<'a> {
    fn new(rules: &'a Rules, screen: &'a mut dyn Write) -> Table<'a> {
        let sides = Side::ALL.len();
        Table {
            rules,
            position: rules.start.clone(),
            moves: Vec::new(),
            used: vec![Duration::ZERO; sides],
            untold: vec![String::new(); sides],
            transcript: Vec::new(),
            screen,
        }
    }

    /// Asks the player whose turn it is until a move is made or the game forfeited.
    fn take_turn(&mut self, players: &mut [Box<dyn Player>]) -> io::Result<Result<(), Forfeit>> {
        let side = self.position.turn();
        let player = players[side.index()].as_mut();
        for _ in 0..PATIENCE {
            if self.rules.interrupt.as_ref().is_some_and(Interrupt::is_told) {
                return Ok(Err(Forfeit::BrokenOff));
            }
            let line = match self.ask(player, side) {
                Ok(line) => line,
                Err(why) => {
                    self.show("\n")?;
                    return Ok(Err(why));
                }
            };
            self.echo(&line, player.is_person())?;
            match self.judge(&line) {
                Ok(_) if self.is_late(player, side) => return Ok(Err(Forfeit::Late)),
                Ok(cell) => return self.make(cell).map(Ok),
                Err(why) if !player.is_person() && !self.rules.asks_again => return Ok(Err(why)),
                Err(_) => self.say(&words::refusal(&self.position))?,
            }
        }
        Ok(Err(Forfeit::Illegal(format!("{PATIENCE} times"))))
    }

    /// Waits for a line, and charges its player for the time.
    fn ask(&mut self, player: &mut dyn Player, side: Side) -> Result<Vec<u8>, Forfeit> {
        let untold = std::mem::take(&mut self.untold[side.index()]);
        let asked = Instant::now();
        let left = self.rules.clock.map(|clock| self.left(clock, side)).filter(|_| !player.is_person());
        let turn = Turn {
            position: &self.position,
            moves: &self.moves,
            words: untold.as_bytes(),
            deadline: left.map(|left| asked + left),
        };
        let line = player.answer(&turn);
        self.used[side.index()] += asked.elapsed();
        line
    }

    /// The move that a line says, if it is a legal one.
    fn judge(&self, line: &[u8]) -> Result<usize, Forfeit> {
        let shown = || super::talk::first_line(line);
        let cell = words::cell(&self.position, line).ok_or_else(|| Forfeit::Unreadable(shown()))?;
        match self.position.play(cell) {
            Ok(_) => Ok(cell),
            Err(_) => Err(Forfeit::Illegal(shown())),
        }
    }

    /// Makes a legal move, and those that follow by themselves.
    fn make(&mut self, cell: usize) -> io::Result<()> {
        self.moves.push((self.position.turn(), cell));
        self.position = self.position.play(cell).expect("a legal move");
        self.say_turn()
    }

    /// Says whose turn it is, through all turns in which nobody is asked.
    fn say_turn(&mut self) -> io::Result<()> {
        self.say(&words::turn(&self.position))?;
        if let Some(cell) = self.position.automatic() {
            self.make(cell)?;
        }
        Ok(())
    }

    /// Says something to whoever it is about: the side to move, all sides where nobody is asked.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let is_for_all = self.position.outcome().is_some() || self.position.automatic().is_some();
        let turn = self.position.turn().index();
        for (side, untold) in self.untold.iter_mut().enumerate() {
            if is_for_all || side == turn {
                untold.push_str(text);
            }
        }
        self.show(text)
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        self.transcript.extend(text.as_bytes());
        self.screen.write_all(text.as_bytes())?;
        self.screen.flush()
    }

    /// Puts an answer behind the prompt; what a person types is on the screen already.
    fn echo(&mut self, line: &[u8], is_person: bool) -> io::Result<()> {
        let line = format!("{}\n", visible(line));
        if is_person {
            self.transcript.extend(line.as_bytes());
            return Ok(());
        }
        self.show(&line)
    }

    /// The time that a side has for its next move.
    fn left(&self, clock: Clock, side: Side) -> Duration {
        let made = self.moves.iter().filter(|(mover, _)| *mover == side).count() as u32;
        (clock.base + clock.increment * made).saturating_sub(self.used[side.index()])
    }

    fn is_late(&self, player: &dyn Player, side: Side) -> bool {
        let made = self.rules.clock.map(|clock| self.left(clock, side));
        !player.is_person() && made.is_some_and(|left| left.is_zero())
    }
}
