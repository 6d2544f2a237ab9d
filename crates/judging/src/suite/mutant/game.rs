//! A game of a faulty referee: the machine that all mutants share. It is written independently of the real
//! one, on purpose: without a change it must print the same for every input. A test checks that, so each
//! checks the other.

use super::faulty::{Deviations, Mutant};
use super::protocol::{After, Before, Deed, Effect, End, OutputPart, Trouble};
use super::reading::Read;
use super::rules::{GameState, Squares, Tie};
use crate::game::Side;

/// A line that is refused by every mutant: no input contains a line feed.
pub const REFUSED: &[u8] = b"\n";

/// A long text instead of an endless one.
const FLOOD: usize = 1 << 10;

struct MutantGame<'a> {
    referee: &'a Mutant,
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

impl Mutant {
    /// The whole output for these inputs, given at once and followed by the end of input.
    pub fn play(&self, inputs: &[Vec<u8>]) -> Vec<u8> {
        self.run(Deviations::default(), inputs).0
    }

    /// The whole output with these deviations, and how the program came to its end.
    pub fn run(&self, deviations: Deviations, inputs: &[Vec<u8>]) -> (Vec<u8>, End) {
        self.run_while(deviations, inputs, |_| true).expect("all of it is wanted")
    }

    /// Like [`Mutant::run`], but stopped before the next line if the output so far is rejected.
    pub fn run_while(
        &self,
        deviations: Deviations,
        inputs: &[Vec<u8>],
        mut is_wanted: impl FnMut(&[u8]) -> bool,
    ) -> Option<(Vec<u8>, End)> {
        let mut game = MutantGame::new(self, deviations);
        game.say(&self.protocol.opening, b"");
        let mut before = Vec::new();
        let lines = inputs.iter().flat_map(|input| self.intake.lines(&mut before, input));
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
}

impl<'a> MutantGame<'a> {
    fn new(referee: &'a Mutant, deviations: Deviations) -> MutantGame<'a> {
        MutantGame {
            referee,
            deviations,
            squares: [None; 9],
            before: [None; 9],
            history: Vec::new(),
            last: None,
            turn: referee.rules.turn(0, Side::SECOND, false),
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
                self.say(&self.referee.protocol.refusal, b"");
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
            self.say(&[OutputPart::Invalid], line);
            if self.referee.protocol.after == After::RefusesOnce {
                self.end = Some(End::Game);
            }
            return;
        }
        if line.is_empty() && self.deviations.skips_blanks {
            return;
        }
        if line == REFUSED {
            return self.say_refusal(&self.referee.protocol.refusal, line);
        }
        match self.referee.reading.read(line) {
            Read::Square(square) if self.may_mark(square) => self.mark(square, line),
            Read::Square(_) => self.refuse(true, line),
            Read::Nothing => self.refuse(false, line),
            Read::Pass => {
                self.turn = self.turn.other();
                self.say(&self.referee.protocol.turn, line);
            }
        }
    }

    fn may_mark(&self, square: u8) -> bool {
        let rules = &self.referee.rules;
        match self.squares[usize::from(square)] {
            None => {
                let refuses = rules.refuses.as_ref();
                !refuses.is_some_and(|condition| condition.is_met(square, self.turn, &self.history))
            }
            Some(holder) => rules.may_overwrite(square, holder, self.turn),
        }
    }

    fn mark(&mut self, square: u8, line: &[u8]) {
        let rules = &self.referee.rules;
        let mover = self.turn;
        let again_after = rules.again_after.as_ref();
        let is_again = again_after.is_some_and(|condition| condition.is_met(square, mover, &self.history));
        self.before = self.squares;
        self.squares[usize::from(square)] = Some(mover);
        self.history.push(square);
        self.last = Some(square);
        self.bad.in_a_row = 0;
        self.last_bad = None;
        if let Some(memory) = rules.memory.filter(|memory| *memory < self.history.len()) {
            self.squares[usize::from(self.history[self.history.len() - 1 - memory])] = None;
        }
        let next = rules.turn(self.history.len(), mover, is_again);
        self.turn = if std::mem::take(&mut self.plays_twice) { mover } else { next };
        self.judge(mover, line);
    }

    fn judge(&mut self, mover: Side, line: &[u8]) {
        let rules = &self.referee.rules;
        let state = GameState { squares: &self.squares, history: &self.history, mover };
        let is_tied = rules.is_tied(&state);
        let winner = rules.winner(&state).filter(|_| !(rules.tie == Tie::BeforeWin && is_tied));
        match (winner, rules.tie) {
            (Some(_), _) => self.finish(winner, line),
            (None, Tie::Silent(_)) if is_tied => self.end = Some(End::Game),
            (None, _) if is_tied => self.finish(None, line),
            (None, _) => self.say(&self.referee.protocol.turn, line),
        }
    }

    fn finish(&mut self, winner: Option<Side>, line: &[u8]) {
        self.winner = winner;
        if self.deviations.final_board {
            self.say(&[OutputPart::Board], line);
        }
        let protocol = &self.referee.protocol;
        self.say(if winner.is_some() { &protocol.end } else { &protocol.tie }, line);
        match &protocol.after {
            After::PlaysOn if winner.is_some() => self.play_on(line),
            After::BeginsAgain => {
                let text = std::mem::take(&mut self.text);
                *self = MutantGame { text, ..MutantGame::new(self.referee, self.deviations) };
                self.say(&self.referee.protocol.opening, line);
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
        let state = GameState { squares: &self.squares, history: &self.history, mover };
        for _ in 1..self.referee.rules.lines_held(mover, &state) {
            self.say(&self.referee.protocol.end, line);
        }
        match self.squares.contains(&None) {
            true => self.say(&self.referee.protocol.turn, line),
            false => self.finish(None, line),
        }
    }

    fn refuse(&mut self, is_occupied: bool, line: &[u8]) {
        let slip = self.referee.protocol.slip.as_ref().filter(|slip| match &slip.on {
            Trouble::Any => true,
            Trouble::Occupied => is_occupied,
            Trouble::Line(class) => !is_occupied && class.matches(line),
        });
        self.bad.positions += u32::from(self.bad.in_a_row == 0);
        self.bad.in_a_row += 1;
        self.bad.count += u32::from(slip.is_some());
        self.bad.repeated = (self.last_bad.as_deref() == Some(line)).then_some(line.len());
        self.last_bad = Some(line.to_vec());
        match slip.filter(|slip| slip.happens(self.bad)) {
            Some(slip) => self.slip(&slip.effect, line),
            None => self.say_refusal(&self.referee.protocol.refusal, line),
        }
    }

    fn slip(&mut self, effect: &'a Effect, line: &[u8]) {
        match effect.does {
            Some(Deed::LosesTurn) => self.turn = self.turn.other(),
            Some(Deed::PlaysTwice) => self.plays_twice = true,
            Some(Deed::ClearsBoard) => self.squares = [None; 9],
            Some(Deed::TakesBack) => {
                if let Some(square) = self.last.take() {
                    self.squares[usize::from(square)] = None;
                    self.history.pop();
                }
            }
            Some(Deed::MarksFirstBlank) => return self.mark_first_blank(line),
            Some(Deed::LosesGame) => return self.finish(Some(self.turn.other()), line),
            None => {}
        }
        self.end = effect.ends;
        match &effect.says {
            None => self.say_refusal(&self.referee.protocol.refusal, line),
            Some(parts) if parts.is_empty() || self.end.is_some() => self.say(parts, line),
            Some(parts) => self.say_refusal(parts, line),
        }
    }

    fn mark_first_blank(&mut self, line: &[u8]) {
        let blank = (0..9).find(|&square| self.squares[usize::from(square)].is_none());
        self.mark(blank.expect("a game in progress has a blank square"), line);
    }

    /// Says parts of a refusal, with the board behind `invalid.` if it is shown there.
    fn say_refusal(&mut self, parts: &[OutputPart], line: &[u8]) {
        if self.deviations.board_after_refusal {
            let invalid =
                parts.iter().position(|part| *part == OutputPart::Invalid).map_or(0, |place| place + 1);
            self.say(&parts[..invalid], line);
            self.say(&[OutputPart::Board], line);
            self.say(&parts[invalid..], line);
        } else {
            self.say(parts, line);
        }
    }

    fn say(&mut self, parts: &[OutputPart], line: &[u8]) {
        let wording = &self.referee.wording;
        for part in parts {
            let text = &mut self.text;
            match part {
                OutputPart::Board => wording.write_board(&self.squares, text),
                OutputPart::BoardBefore => wording.write_board(&self.before, text),
                OutputPart::Prompt => text.extend_from_slice(wording.prompts[self.turn.index()].as_bytes()),
                OutputPart::OtherPrompt => {
                    text.extend_from_slice(wording.prompts[self.turn.other().index()].as_bytes());
                }
                OutputPart::Invalid => {
                    text.extend_from_slice(wording.invalid.as_bytes());
                    text.extend_from_slice(wording.invalid_end.as_bytes());
                }
                OutputPart::Result => wording.write_result(self.winner, text),
                OutputPart::Input => {
                    text.extend_from_slice(line);
                    text.push(b'\n');
                }
                OutputPart::Text(words) => text.extend_from_slice(words.as_bytes()),
            }
        }
    }
}
