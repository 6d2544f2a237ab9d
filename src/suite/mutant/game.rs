//! A game of a faulty referee: the machine that all mutants share. It is written independently of the real
//! one, on purpose: without a change it must print the same for every input. A test checks that, so each
//! checks the other.

mod speech;

use super::protocol::{After, Before, Effect, Part, Protocol, Trouble};
use super::reading::Read;
use super::referee::{Deviations, End, Referee};
use super::rules::{Condition, Squares, Standing, Tie};
use crate::game::Side;

/// A line that is refused by every mutant: no input contains a line feed.
pub const REFUSED: &[u8] = b"\n";

/// A long text instead of an endless one.
const FLOOD: usize = 1 << 10;

/// A game in progress.
pub(super) struct Game<'a> {
    referee: &'a Referee,
    deviations: Deviations,
    squares: Squares,
    before: Squares,
    history: Vec<u8>,
    /// The last mark, as long as it can be taken back.
    last: Option<u8>,
    turn: Side,
    plays_twice: bool,
    bad: Before,
    /// The last bad line, if no mark came after it.
    last_bad: Option<Vec<u8>>,
    winner: Option<Side>,
    is_over: bool,
    end: Option<End>,
    text: Vec<u8>,
}

impl<'a> Game<'a> {
    /// The whole output for these inputs, given at once, and how the program ends; none if the output up to
    /// some line is rejected.
    pub(super) fn play(
        referee: &'a Referee,
        deviations: Deviations,
        inputs: &[Vec<u8>],
        mut is_wanted: impl FnMut(&[u8]) -> bool,
    ) -> Option<(Vec<u8>, End)> {
        let mut game = Game::new(referee, deviations);
        game.say(referee.protocol.opening, b"");
        let mut before = Vec::new();
        let lines = inputs.iter().flat_map(|input| referee.intake.lines(&mut before, input));
        for line in lines {
            if game.end.is_some() {
                break;
            }
            if !is_wanted(&game.text) {
                return None;
            }
            game.answer(&line);
        }
        let end = game.close();
        is_wanted(&game.text).then_some((game.text, end))
    }

    fn new(referee: &'a Referee, deviations: Deviations) -> Game<'a> {
        Game {
            referee,
            deviations,
            squares: [None; 9],
            before: [None; 9],
            history: Vec::new(),
            last: None,
            turn: referee.rules.beginner(),
            plays_twice: false,
            bad: Before::default(),
            last_bad: None,
            winner: None,
            is_over: false,
            end: None,
            text: Vec::new(),
        }
    }

    fn close(&mut self) -> End {
        if self.end.is_none() && !self.is_over {
            for _ in 0..self.referee.protocol.refusals_at_end_of_input {
                self.say(self.referee.protocol.refusal, b"");
            }
        }
        let at_end = if self.is_over { End::Game } else { End::Input };
        self.end.unwrap_or(at_end)
    }

    fn answer(&mut self, line: &[u8]) {
        if self.deviations.ends_prompt_line {
            self.text.push(b'\n');
        }
        if self.is_over {
            self.text.extend_from_slice(self.referee.wording.invalid.as_bytes());
            self.text.extend_from_slice(self.referee.wording.invalid_end.as_bytes());
            if self.referee.protocol.after == After::RefusesOnce {
                self.end = Some(End::Game);
            }
            return;
        }
        if line.is_empty() && self.deviations.skips_blanks {
            return;
        }
        if line == REFUSED {
            return self.say_invalid(line);
        }
        match self.referee.reading.read(line) {
            Read::Square(square) if self.may_mark(square) => self.mark(square, line),
            Read::Square(_) => self.refuse(Trouble::Occupied, line),
            Read::Nothing => self.refuse(Trouble::Any, line),
            Read::Pass => {
                self.turn = self.turn.other();
                self.say(self.referee.protocol.turn, line);
            }
        }
    }

    fn may_mark(&self, square: u8) -> bool {
        let rules = &self.referee.rules;
        let is_refused = rules.refuses.is_some_and(|condition| self.meets(&condition, square));
        match self.squares[usize::from(square)] {
            None => !is_refused,
            Some(holder) => rules.may_overwrite(square, holder, self.turn),
        }
    }

    fn meets(&self, condition: &Condition, square: u8) -> bool {
        let beyond = |last: &u8| i16::from(square) - i16::from(*last);
        condition.square.is_none_or(|wanted| wanted == square)
            && condition.side.is_none_or(|side| side == self.turn)
            && condition.mark.is_none_or(|mark| mark == self.history.len() + 1)
            && condition.opening.is_none_or(|opening| self.history.first() == Some(&opening))
            && condition.beyond_last.is_none_or(|steps| self.history.last().map(beyond) == Some(steps))
    }

    fn mark(&mut self, square: u8, line: &[u8]) {
        let rules = &self.referee.rules;
        let mover = self.turn;
        let next = rules.next(mover, self.history.len() + 1, |condition| self.meets(condition, square));
        self.before = self.squares;
        self.squares[usize::from(square)] = Some(mover);
        self.history.push(square);
        self.last = Some(square);
        self.bad.in_a_row = 0;
        self.last_bad = None;
        if self.history.len() > rules.memory {
            self.squares[usize::from(self.history[self.history.len() - 1 - rules.memory])] = None;
        }
        self.turn = if std::mem::take(&mut self.plays_twice) { mover } else { next };
        self.judge(mover, line);
    }

    fn judge(&mut self, mover: Side, line: &[u8]) {
        let rules = &self.referee.rules;
        let standing = Standing { squares: &self.squares, history: &self.history, mover };
        let is_tied = rules.is_tied(&standing);
        let winner = rules.winner(&standing).filter(|_| !(rules.tie == Tie::BeforeWin && is_tied));
        match (winner, rules.tie) {
            (Some(_), _) => self.finish(winner, line),
            (None, Tie::Silent(_)) if is_tied => self.end = Some(End::Game),
            (None, _) if is_tied => self.finish(None, line),
            (None, _) => self.say(self.referee.protocol.turn, line),
        }
    }

    fn finish(&mut self, winner: Option<Side>, line: &[u8]) {
        self.winner = winner;
        if self.deviations.final_board {
            self.say(&[Part::Board], line);
        }
        let Protocol { end, tie, after, .. } = self.referee.protocol;
        self.say(if winner.is_some() { end } else { tie }, line);
        match after {
            After::PlaysOn if winner.is_some() => self.play_on(line),
            After::BeginsAgain => {
                let text = std::mem::take(&mut self.text);
                *self = Game { text, ..Game::new(self.referee, self.deviations) };
                self.say(self.referee.protocol.opening, line);
            }
            After::RefusesOnce | After::Refuses => self.is_over = true,
            After::Leaves | After::PlaysOn => self.end = Some(End::Game),
            After::Dies => self.end = Some(End::Error),
            After::Hangs => self.end = Some(End::Never),
            After::Floods(text) => {
                self.text.extend_from_slice(text.repeat(FLOOD / text.len()).as_bytes());
                self.end = Some(End::Flood);
            }
        }
    }

    /// Announces the win once for each line, like a loop over all lines without a `break`, and goes on until
    /// the board is full.
    fn play_on(&mut self, line: &[u8]) {
        let mover = self.winner.expect("only a win is played on after");
        let standing = Standing { squares: &self.squares, history: &self.history, mover };
        for _ in 1..self.referee.rules.lines_held(mover, &standing) {
            self.say(self.referee.protocol.end, line);
        }
        match self.squares.contains(&None) {
            true => self.say(self.referee.protocol.turn, line),
            false => self.finish(None, line),
        }
    }

    fn refuse(&mut self, trouble: Trouble, line: &[u8]) {
        let slip = self.referee.protocol.slip.filter(|slip| match slip.on {
            Trouble::Any => true,
            Trouble::Occupied => trouble == Trouble::Occupied,
            Trouble::Line(pattern) => trouble != Trouble::Occupied && pattern.matches(line),
        });
        self.bad.positions += u32::from(self.bad.in_a_row == 0);
        self.bad.in_a_row += 1;
        self.bad.count += u32::from(slip.is_some());
        self.bad.repeated = (self.last_bad.as_deref() == Some(line)).then_some(line.len());
        self.last_bad = Some(line.to_vec());
        match slip.filter(|slip| slip.happens(self.bad)) {
            Some(slip) => self.slip(slip.effect, line),
            None => self.say_invalid(line),
        }
    }

    fn slip(&mut self, effect: Effect, line: &[u8]) {
        match effect {
            Effect::Leaves => self.end = Some(End::Early),
            Effect::Dies => self.end = Some(End::Error),
            Effect::LeavesAfterWord => {
                self.say(&[Part::Invalid], line);
                self.end = Some(End::Early);
            }
            Effect::SaysNothing => {}
            Effect::OnlyAsks => self.say_asking(line),
            Effect::LosesGame => self.finish(Some(self.turn.other()), line),
            Effect::MarksFirstBlank => self.mark_first_blank(line),
            Effect::LosesTurn | Effect::PlaysTwice | Effect::TakesBack | Effect::ClearsBoard => {
                self.suffer(effect);
                self.say_invalid(line);
            }
        }
    }

    /// The effect of a bad line on the game, in addition to the answer.
    fn suffer(&mut self, effect: Effect) {
        match effect {
            Effect::LosesTurn => self.turn = self.turn.other(),
            Effect::PlaysTwice => self.plays_twice = true,
            Effect::ClearsBoard => self.squares = [None; 9],
            _ => {
                if let Some(square) = self.last.take() {
                    self.squares[usize::from(square)] = None;
                    self.history.pop();
                }
            }
        }
    }

    fn mark_first_blank(&mut self, line: &[u8]) {
        let blank = (0..9).find(|&square| self.squares[usize::from(square)].is_none());
        self.mark(blank.expect("a game in progress has a blank square"), line);
    }
}
