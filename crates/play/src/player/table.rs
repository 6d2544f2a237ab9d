//! One game between players, with a referee that applies the rules.
//!
//! The referee asks for a line and judges it: first whether it is a legal move, then whether it came in time.
//! A player that gives no answer, or no legal move, forfeits the game for that reason, unless the table
//! allows corrections. A clock runs only while its player is asked, and never for people.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::{Clock, Forfeit, Player, Turn};
use judging::dialect::{Dialect, Referee};
use judging::game::{AnyPosition, Outcome, Position, Side};
use judging::process::Interrupt;
use judging::session::{Cause, Event};
use judging::transcript::visible;

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct MatchRules {
    /// The game and its words.
    pub dialect: Dialect,
    /// The time of each player. `None` for unlimited time.
    pub clock: Option<Clock>,
    /// Whether a player may correct a mistake.
    pub asks_again: bool,
    /// Aborts the game.
    pub interrupt: Option<Interrupt>,
    /// Moves that are made before the first request, as cells.
    pub opening: Vec<usize>,
}

impl MatchRules {
    pub(super) fn start(&self) -> AnyPosition {
        self.dialect.start().expect("nobody sits down to what is no game")
    }
}

/// How a game between players ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules of the game.
    Over(Outcome),
    /// This side lost in another way.
    Forfeited(Side, Forfeit),
}

/// A game that was played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The moves, as cells, with their sides, including automatic ones.
    pub moves: Vec<(Side, usize)>,
    /// How it ended.
    pub end: End,
    /// The position at the end.
    pub position: AnyPosition,
    /// All lines that the referee was given and that counted, those of the opening included, each with a line feed.
    pub inputs: Vec<u8>,
}

/// How many lines without a move a player may give in one turn, but people.
const PATIENCE: usize = 100;

/// Plays a game; each part of it appears on the screen as soon as it happens. Players are by order of
/// play.
/// Fails as the screen does; faults of players are the [`End`] of the game.
///
/// # Panics
/// If a move of the opening is illegal, or a side has no player.
pub fn play(
    rules: &MatchRules,
    players: &mut [Box<dyn Player>],
    screen: &mut dyn Write,
) -> io::Result<Played> {
    let mut game = Match::new(rules, screen);
    game.open()?;
    for &cell in &rules.opening {
        let line = rules.dialect.square_name(cell);
        game.show(format!("{line}\n").as_bytes())?;
        // The opening needs no answers, so prompts are not sent.
        game.unseen.iter_mut().for_each(Vec::clear);
        let answer = game.judge(line.as_bytes()).expect("an opening of legal moves");
        game.take(line.as_bytes(), &answer)?;
    }
    let end = loop {
        if let Some(end) = game.end.take() {
            break end;
        }
        if let Err(why) = game.take_turn(players)? {
            break End::Forfeited(game.position.turn(), why);
        }
    };
    for (player, words) in players.iter_mut().zip(&game.unseen) {
        player.end(words);
    }
    let Match { moves, position, inputs, .. } = game;
    Ok(Played { moves, end, position, inputs })
}

struct Match<'a> {
    rules: &'a MatchRules,
    referee: Referee,
    position: AnyPosition,
    moves: Vec<(Side, usize)>,
    used: Vec<Duration>,
    end: Option<End>,
    /// The output that each side has not been sent yet.
    unseen: Vec<Vec<u8>>,
    inputs: Vec<u8>,
    screen: &'a mut dyn Write,
}

impl<'a> Match<'a> {
    fn new(rules: &'a MatchRules, screen: &'a mut dyn Write) -> Match<'a> {
        let sides = Side::ALL.len();
        Match {
            rules,
            referee: rules.dialect.referee(true),
            position: rules.start(),
            moves: Vec::new(),
            used: vec![Duration::ZERO; sides],
            end: None,
            unseen: vec![Vec::new(); sides],
            inputs: Vec::new(),
            screen,
        }
    }

    /// Asks the player whose turn it is until a move is made or the game is over.
    fn take_turn(&mut self, players: &mut [Box<dyn Player>]) -> io::Result<Result<(), Forfeit>> {
        let side = self.position.turn();
        let player = players[side.index()].as_mut();
        for tried in 0.. {
            if tried >= PATIENCE && !player.is_person() {
                break;
            }
            if self.rules.interrupt.as_ref().is_some_and(Interrupt::is_raised) {
                return Ok(Err(Forfeit::BrokenOff));
            }
            let line = match self.ask(player, side) {
                Ok(line) => line,
                Err(why) => {
                    self.show(b"\n")?;
                    return Ok(Err(why));
                }
            };
            self.echo(&line, player.is_person())?;
            let before = self.inputs.len();
            match self.judge(&line) {
                Ok(_) if self.is_late(player, side) => {
                    self.inputs.truncate(before);
                    return Ok(Err(Forfeit::Late));
                }
                Ok(answer) => {
                    let before = self.moves.len();
                    self.take(&line, &answer)?;
                    if self.moves.len() > before || self.end.is_some() {
                        return Ok(Ok(()));
                    }
                }
                Err((why, _)) if !player.is_person() && !self.rules.asks_again => return Ok(Err(why)),
                Err((_, answer)) => self.answer(&answer)?,
            }
        }
        Ok(Err(Forfeit::Illegal(format!("{PATIENCE} times"))))
    }

    /// Waits for a line, and charges its player for the time.
    fn ask(&mut self, player: &mut dyn Player, side: Side) -> Result<Vec<u8>, Forfeit> {
        let unseen = std::mem::take(&mut self.unseen[side.index()]);
        let (dialect, asked) = (&self.rules.dialect, Instant::now());
        let time_left =
            self.rules.clock.map(|clock| self.time_left(clock, side)).filter(|_| !player.is_person());
        let turn = Turn {
            position: &self.position,
            words: &unseen,
            line: &|cell| dialect.square_name(cell),
            deadline: time_left.map(|time_left| asked + time_left),
        };
        let line = player.answer(&turn);
        self.used[side.index()] += asked.elapsed();
        line
    }

    /// The referee's answer to a line; with the reason if it is not legal.
    fn judge(&mut self, line: &[u8]) -> Result<Vec<Event>, (Forfeit, Vec<Event>)> {
        // A line that would be read otherwise in a file is no part of a game that can be played again.
        let written = [line, b"\n"].concat();
        if self.rules.dialect.split(&written) == [line] {
            self.inputs.extend(written);
        }
        let (answer, unreadable) = self.referee.answer(line);
        let shown = || super::talk::first_line(line);
        match (answer.first(), unreadable) {
            (_, Some(_)) => Err((Forfeit::Unreadable(shown()), answer)),
            (Some(Event::InputRefused(_)), None) => Err((Forfeit::Illegal(shown()), answer)),
            _ => Ok(answer),
        }
    }

    /// Makes an accepted move, and shows the referee's answer.
    fn take(&mut self, line: &[u8], answer: &[Event]) -> io::Result<()> {
        let mover = self.position.turn();
        if let Some(cell) = self.rules.dialect.cell(line) {
            self.make(cell);
        }
        self.end = answer.iter().find_map(|event| self.end_by(mover, event));
        self.answer(answer)?;
        // A pass is forced, so no player is asked for it.
        if matches!(answer, [.., Event::PassAsked, Event::MoveAsked(_)]) {
            let (answer, _) = self.referee.answer(b"");
            self.inputs.push(b'\n');
            self.show(b"\n")?;
            self.answer(&answer)?;
        }
        Ok(())
    }

    /// Makes a legal move, and those that follow by themselves.
    fn make(&mut self, cell: usize) {
        let mut next = Some(cell);
        while let Some(cell) = next {
            self.moves.push((self.position.turn(), cell));
            self.position = self.position.play(cell).expect("what the referee takes is legal");
            next = self.position.automatic();
        }
    }

    /// How the game ended, if this event ends it.
    fn end_by(&self, mover: Side, event: &Event) -> Option<End> {
        match event {
            Event::GameEnded(Some(outcome)) => Some(End::Over(*outcome)),
            Event::CauseGiven(Cause::NoMove) => self.position.outcome().map(End::Over),
            Event::CauseGiven(Cause::Aborted) => Some(End::Forfeited(mover, Forfeit::Aborted)),
            _ => None,
        }
    }

    /// Shows what comes before the first move.
    fn open(&mut self) -> io::Result<()> {
        let opening = self.referee.open();
        if let Some(cell) = self.position.automatic() {
            self.make(cell);
        }
        self.end = opening.iter().find_map(|event| self.end_by(Side::FIRST, event));
        self.say("", &opening)
    }

    fn answer(&mut self, answer: &[Event]) -> io::Result<()> {
        self.say(self.rules.dialect.lead(answer), answer)
    }

    /// Sends events to the players that they concern: automatic moves and the end to all, others to the side
    /// to move. Only the screen shows the lead.
    fn say(&mut self, lead: &str, events: &[Event]) -> io::Result<()> {
        let is_public = |event: &Event| matches!(event, Event::MoveMade(..));
        let public = match self.end {
            Some(_) => events.len(),
            None => events.iter().rposition(is_public).map_or(0, |last| last + 1),
        };
        let dialect = &self.rules.dialect;
        let mut text = lead.as_bytes().to_vec();
        let turn = self.position.turn().index();
        for (number, event) in events.iter().enumerate() {
            let start = text.len();
            dialect.write(event, &mut text);
            for (side, unseen) in self.unseen.iter_mut().enumerate() {
                if number < public || side == turn {
                    unseen.extend_from_slice(&text[start..]);
                }
            }
        }
        self.show(&text)
    }

    fn show(&mut self, text: &[u8]) -> io::Result<()> {
        self.screen.write_all(text)?;
        self.screen.flush()
    }

    /// Shows an answer after the prompt; what a person types is on the screen already.
    fn echo(&mut self, line: &[u8], is_person: bool) -> io::Result<()> {
        if is_person { Ok(()) } else { self.show(format!("{}\n", visible(line)).as_bytes()) }
    }

    /// The time that a side has for its next move.
    fn time_left(&self, clock: Clock, side: Side) -> Duration {
        let made = self.moves.iter().filter(|(mover, _)| *mover == side).count() as u32;
        clock.remaining(made, self.used[side.index()])
    }

    fn is_late(&self, player: &dyn Player, side: Side) -> bool {
        let made = self.rules.clock.map(|clock| self.time_left(clock, side));
        !player.is_person() && made.is_some_and(|time_left| time_left.is_zero())
    }
}
