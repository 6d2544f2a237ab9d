//! One program of the pair at its table: the article's output, with turns, which the article lacks.
//!
//! The output is that of the article's program. That program lets either side move at any time, and applies
//! what it can of the messages. Here a move out of turn is not sent, a message that is not a legal move in
//! turn is not applied, and a warning tells the player so. A free session leaves that out.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use super::{Message, Seat, SeatError, Visit};
use judging::dialect::Dialect;
use judging::dialect::Lines;
use judging::dialect::othello::{Input, NAMES, Program, Square, read};
use judging::game::Side;
use judging::session::{Cause, Event, Talk};

/// The table, and how one side plays at it.
#[derive(Clone, Debug)]
pub struct TableOptions {
    pub folder: PathBuf,
    pub side: Side,
    /// Whether it allows what the article's programs allow.
    pub is_free: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Seat(#[from] SeatError),
    #[error("the game stopped: {0}")]
    Player(#[from] io::Error),
    #[error("{}:{line}: {text:?} is not a legal move here", path.display())]
    Record {
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        text: String,
    },
    #[error("{}: a different game from {}; for a new game, remove both", other.display(), own.display())]
    TwoGames { own: PathBuf, other: PathBuf },
}

/// By how many moves the two records may differ: the last may not have been heard yet, and a program
/// that died as it spoke has not recorded it until it sits down again.
const AHEAD: usize = 2;

/// Plays one side at a table with the lines of its player, until they or the game end. `warn` gets messages
/// that do not belong to the output.
/// After an error, unless the record is invalid, the game can be continued.
pub fn play(
    options: &TableOptions,
    lines: impl Iterator<Item = io::Result<Vec<u8>>>,
    writer: impl Write,
    warn: impl Fn(&str) + Clone + 'static,
) -> Result<(), Error> {
    let mut session = TableSession::open(options, writer, warn)?;
    session.show_round()?;
    for line in lines {
        if session.is_over {
            break;
        }
        session.answer(&line?)?;
        if !session.is_over {
            session.show_round()?;
        }
    }
    Ok(())
}

struct TableSession<W, F> {
    options: TableOptions,
    seat: Seat,
    program: Program,
    is_over: bool,
    writer: W,
    warn: F,
}

impl<W: Write, F: Fn(&str) + Clone + 'static> TableSession<W, F> {
    fn open(options: &TableOptions, writer: W, warn: F) -> Result<TableSession<W, F>, Error> {
        let seat = Seat::sit(&options.folder, names(options.side), warn.clone())?;
        let program = go_on(&seat, options.side)?;
        let session = TableSession { options: options.clone(), seat, program, is_over: false, writer, warn };
        if !options.is_free {
            session.check_other()?;
        }
        session.greet();
        Ok(session)
    }

    /// Shows the state of the game if it does not begin here.
    fn greet(&self) {
        let record = self.seat.record();
        match self.seat.moves().len() {
            0 => {}
            _ if self.program.is_over() => {
                let other = record.with_file_name(format!("{}.moves", names(self.options.side)[1]));
                let (own, other) = (record.display(), other.display());
                (self.warn)(&format!("this game is over; for a new game, remove {own} and {other}"));
            }
            1 => (self.warn)(&format!("continuing after 1 move in {}", record.display())),
            moves => (self.warn)(&format!("continuing after {moves} moves in {}", record.display())),
        }
    }

    /// Makes sure that the other program plays the same game.
    fn check_other(&self) -> Result<(), Error> {
        let (own, others) = (self.seat.moves(), self.seat.moves_of_other()?);
        let common = own.iter().zip(&others).take_while(|(own, other)| own == other).count();
        let is_same = common == own.len().min(others.len()) && own.len().abs_diff(others.len()) <= AHEAD;
        // A program in another language may keep no record.
        if is_same || others.is_empty() {
            return Ok(());
        }
        let own = self.seat.record();
        let other = own.with_file_name(format!("{}.moves", names(self.options.side)[1]));
        Err(Error::TwoGames { own, other })
    }

    fn show_round(&mut self) -> Result<(), Error> {
        self.is_over = self.program.is_over();
        let round = self.program.round();
        self.show(&round)
    }

    fn show(&mut self, events: &[Event]) -> Result<(), Error> {
        let mut text = Vec::new();
        events.iter().for_each(|event| Dialect::Othello.write(event, &mut text));
        self.writer.write_all(&text)?;
        Ok(self.writer.flush()?)
    }

    /// Answers a line: first the player's own mistakes, then the visit to the folder.
    fn answer(&mut self, line: &[u8]) -> Result<(), Error> {
        let input = read(line);
        if input == Ok(Input::End) {
            self.is_over = true;
            return self.show(&self.program.end(Cause::Aborted));
        }
        let refusal = self.program.refusal(&input).map(Event::InputRefused);
        self.show(refusal.as_slice())?;
        match input {
            Ok(Input::Move(square, text)) if refusal.is_none() => self.speak(square, &text),
            _ => self.visit(None).and_then(|talk| self.tell(talk, false)),
        }
    }

    fn speak(&mut self, square: Square, text: &str) -> Result<(), Error> {
        let may_speak = self.options.is_free || self.program.turn() == self.options.side;
        let talk = match self.visit(may_speak.then_some(text))? {
            Talk::Nothing => {
                let turn = NAMES[self.program.turn().index()];
                (self.warn)(&format!("it is the turn of {turn}: {square} was not sent"));
                Talk::Failed
            }
            Talk::Sent => {
                self.program.make(self.options.side, square);
                Talk::Sent
            }
            other => other,
        };
        self.tell(talk, true)
    }

    fn tell(&mut self, talk: Talk, is_speaking: bool) -> Result<(), Error> {
        let events = Program::tell(talk, is_speaking);
        self.show(&events)
    }

    /// Visits the folder; applies the message that is there.
    fn visit(&mut self, text: Option<&str>) -> Result<Talk, Error> {
        let TableSession { options, seat, program, warn, .. } = self;
        let other = options.side.other();
        let visit = seat.visit(text, |message| {
            let is_made = (options.is_free || program.turn() == other) && obey(program, other, message);
            if !is_made && !options.is_free {
                warn(&format!("ignored {:?} of {}: not a legal move", message.text, message.from));
            }
            is_made
        })?;
        Ok(match visit {
            Visit::Nothing => Talk::Nothing,
            Visit::Failed => Talk::Failed,
            Visit::Sent => Talk::Sent,
            Visit::Received(message) => Talk::Received { from: other, text: message.text },
        })
    }
}

fn obey(program: &mut Program, side: Side, message: &Message) -> bool {
    Square::named(&message.text).is_some_and(|square| program.make(side, square))
}

/// The program as its record leaves it.
fn go_on(seat: &Seat, side: Side) -> Result<Program, Error> {
    let mut program = Program::new(side);
    for (line, text) in (1..).zip(seat.moves()) {
        if !make_again(&mut program, text) {
            return Err(Error::Record { path: seat.record(), line, text: text.clone() });
        }
    }
    Ok(program)
}

fn make_again(program: &mut Program, text: &str) -> bool {
    let Some((name, said)) = text.split_once(' ') else { return false };
    let side = Side::BOTH.into_iter().find(|side| NAMES[side.index()] == name);
    let made = side.zip(Square::named(said)).map(|(side, square)| program.make(side, square));
    made.unwrap_or(false)
}

/// A side's own name and the other's.
fn names(side: Side) -> [&'static str; 2] {
    [NAMES[side.index()], NAMES[side.other().index()]]
}

/// The lines of a reader, each as soon as it is complete.
pub fn typed(mut reader: impl BufRead) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let mut lines = Some(Dialect::Othello.lines());
    std::iter::from_fn(move || next_line(&mut reader, &mut lines).transpose())
}

fn next_line(reader: &mut impl BufRead, lines: &mut Option<Lines>) -> io::Result<Option<Vec<u8>>> {
    while let Some(machine) = lines {
        let buffer = match reader.fill_buf() {
            Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            return Ok(lines.take().and_then(Lines::finish));
        }
        let length = buffer.len();
        let line = (1..).zip(buffer).find_map(|(taken, &byte)| Some((taken, machine.push(byte)?)));
        reader.consume(line.as_ref().map_or(length, |(taken, _)| *taken));
        if let Some((_, line)) = line {
            return Ok(Some(line));
        }
    }
    Ok(None)
}
