//! One game in the browser: its session, the lines so far, and for each of them a [`Step`] that a page can
//! draw.
//!
//! The referee judges a line as at a terminal; only accepted lines are stored. So the lines are the whole
//! game: played again they give the same steps, after a restart and after a move was taken back.

use serde::Serialize;

use super::rules::{Choice, Rules};
use super::seat::SeatKind;
use judging::dialect::Referee;
use judging::game::{AnyPosition, Outcome, Position, Side, tictactoe};
use judging::session::Event;

pub(super) struct Game {
    choice: Choice,
    rules: Rules,
    seats: Vec<SeatKind>,
    referee: Referee,
    position: AnyPosition,
    lines: Vec<String>,
    steps: Vec<Step>,
    version: u64,
    takes: u64,
}

/// The effect of one line, or of the beginning, and the state of the game after it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Step {
    /// The line. `None` at the beginning.
    pub line: Option<String>,
    pub mover: Option<usize>,
    pub cell: Option<usize>,
    /// The cells of moves that the rules made themselves, with their sides.
    pub automatic: Vec<(usize, usize)>,
    /// The output of a terminal from here up to the next line.
    pub text: String,
    /// The letters of the board's cells, row by row.
    pub board: String,
    /// The side to move. `None` once the game is over.
    pub turn: Option<usize>,
    /// The score of each player, if there is a score.
    pub score: Vec<u32>,
    /// The legal moves: their cells, and the lines for them.
    pub legal: Vec<(usize, String)>,
    /// The sides that passed, and automatic moves, in words.
    pub notices: Vec<String>,
    /// How the game ended, in words.
    pub result: Option<String>,
    pub winner: Option<usize>,
    /// The cells of the line that won.
    pub row: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unfit(pub String);

impl Game {
    /// A new game between these players, in order of play.
    /// Fails if there is no such game or player, or there are too many or too few of them.
    pub(super) fn new(choice: Choice, seats: &[String]) -> Result<Game, Unfit> {
        let rules = Rules::of(&choice).map_err(Unfit)?;
        let start = rules.beginning();
        if seats.len() != rules.players() {
            return Err(Unfit(format!("this game needs {} players, not {}", rules.players(), seats.len())));
        }
        let seats: Result<_, _> = seats.iter().map(|name| SeatKind::named(name, &start)).collect();
        let (referee, seats) = (rules.referee(true), seats.map_err(Unfit)?);
        let mut game = Game {
            choice,
            rules,
            seats,
            referee,
            position: start,
            lines: Vec::new(),
            steps: Vec::new(),
            version: 0,
            takes: 0,
        };
        game.begin();
        Ok(game)
    }

    /// Plays stored lines, and goes on from this version.
    pub(super) fn resume(mut self, lines: &[String], version: u64) -> Result<Game, Unfit> {
        for line in lines {
            self.play_line(line).map_err(|why| Unfit(format!("the saved line `{line}`: {why}")))?;
        }
        self.version = version;
        Ok(self)
    }

    /// Plays a line of the side to move.
    /// Fails with the referee's answer if it is not a legal move; the game is then unchanged.
    pub(super) fn play_line(&mut self, line: &str) -> Result<(), String> {
        let before = self.position.clone();
        let (events, _) = self.referee.answer(line.as_bytes());
        match events.first() {
            None => return Err("The game is over.".to_owned()),
            Some(refusal @ Event::InputRefused(_)) => {
                return Err(self.rules.text_of(std::slice::from_ref(refusal)).trim().to_owned());
            }
            Some(_) => {}
        }
        let cell = self.rules.cell(line.as_bytes());
        if let Some(cell) = cell {
            self.position = before.play(cell).expect("what the referee takes is legal");
        }
        self.lines.push(line.to_owned());
        self.version += 1;
        let text = self.rules.lead(&events).to_owned() + &self.rules.text_of(&events);
        let step = Step {
            line: Some(line.to_owned()),
            mover: Some(before.turn().index()),
            cell,
            text,
            ..Step::default()
        };
        self.push(step, &events);
        Ok(())
    }

    /// Takes back the last move of these sides and all later moves; returns whether there was one.
    pub(super) fn take_back(&mut self, sides: &[usize]) -> bool {
        let is_theirs = |step: &Step| step.mover.is_some_and(|mover| sides.contains(&mover));
        let Some(last) = self.steps.iter().rposition(is_theirs) else { return false };
        self.back_to(last - 1);
        true
    }

    pub(super) fn back_to(&mut self, count: usize) {
        let (lines, version) = (std::mem::take(&mut self.lines), self.version);
        self.begin();
        for line in &lines[..count] {
            self.play_line(line).expect("what was taken once is taken again");
        }
        self.version = version + 1;
        self.takes += 1;
    }

    /// Whose turn it is, or none once the game is over.
    pub(super) fn turn(&self) -> Option<Side> {
        if self.referee.has_ended() { None } else { Some(self.position.turn()) }
    }

    pub(super) fn position(&self) -> &AnyPosition {
        &self.position
    }

    pub(super) fn choice(&self) -> &Choice {
        &self.choice
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The players, by order of play.
    pub(super) fn seats(&self) -> &[SeatKind] {
        &self.seats
    }

    /// The accepted lines.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The steps: the beginning, then one for each line.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Counts changes: every line, and every taking back.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// How often moves were taken back since the game was opened.
    pub(super) fn takes(&self) -> u64 {
        self.takes
    }

    fn begin(&mut self) {
        self.referee = self.rules.referee(true);
        self.position = self.rules.beginning();
        self.steps.clear();
        let events = self.referee.open();
        self.push(Step { text: self.rules.text_of(&events), ..Step::default() }, &events);
    }

    /// Adds a step, after the moves that the rules make themselves.
    fn push(&mut self, mut step: Step, events: &[Event]) {
        while let Some(cell) = self.position.automatic() {
            step.automatic.push((self.position.turn().index(), cell));
            self.position = self.position.play(cell).expect("what the rules choose is legal");
        }
        step.board = self.rules.letters(&self.position);
        step.turn = self.turn().map(Side::index);
        step.score = self.position.score();
        if step.turn.is_some() {
            let named = |cell| (cell, self.rules.square_name(cell));
            step.legal = self.position.moves().into_iter().map(named).collect();
        }
        self.tell(&mut step, events);
        self.steps.push(step);
    }

    /// Adds what the referee announces in words.
    fn tell(&self, step: &mut Step, events: &[Event]) {
        let words = |event: &Event| self.rules.text_of(std::slice::from_ref(event)).trim().to_owned();
        let is_notice = |event: &&Event| matches!(event, Event::TurnsPassed(_) | Event::MoveMade(..));
        step.notices = events.iter().filter(is_notice).map(words).collect();
        let is_end = |event: &&Event| matches!(event, Event::GameEnded(_) | Event::CauseGiven(_));
        let end: Vec<_> = events.iter().filter(is_end).map(words).collect();
        step.result = if end.is_empty() { None } else { Some(end.join(" ")) };
        step.winner = events.iter().find_map(|event| match event {
            Event::GameEnded(Some(Outcome::Won(side))) => Some(side.index()),
            _ => None,
        });
        step.row = self.row_that_won();
    }

    fn row_that_won(&self) -> Vec<usize> {
        let AnyPosition::Tictactoe(position) = &self.position else { return Vec::new() };
        let Some(Outcome::Won(winner)) = position.outcome() else { return Vec::new() };
        let cells = position.board();
        let is_held =
            |square: &u8| cells.cells()[usize::from(*square)] == judging::game::Cell::Marked(winner);
        let held = tictactoe::LINES.iter().filter(|line| line.iter().all(is_held));
        let mut row: Vec<usize> = held.flatten().map(|&square| square.into()).collect();
        row.sort_unstable();
        row.dedup();
        row
    }
}

#[cfg(test)]
mod tests;
