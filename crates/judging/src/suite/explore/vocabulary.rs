//! The lines and words of which sessions are made.

use std::collections::HashMap;

use super::super::dice::Dice;
use super::change;
use super::context::Context;
use super::edges;
use super::folding::words;
use super::pools::Pools;
use super::refusals::Refusals;
use super::shape::shape;
use super::sorts::{Selection, Sorts};

/// How many lines of one command are kept, how many commands, and how many words and numbers of each sort.
pub(super) const LINES: usize = 48;
const COMMANDS: usize = 256;
/// Lines of a command to keep even if they showed nothing new.
pub(super) const COMMON: usize = 16;

/// A command: the lines that begin with the same word, or that look alike.
#[derive(Debug, Default)]
struct Command {
    /// The samples.
    given: Vec<Vec<u8>>,
    /// Other lines, each with the number of the kind of its answer when it was new.
    learned: Vec<(Vec<u8>, usize)>,
    /// How often a session went on alike without such a line, and how often it did not.
    idle: u32,
    effective: u32,
    /// The first few different answers to it, as hashes.
    answers: Vec<u64>,
    /// How often it was taken where commands are asked for.
    taken: u32,
    /// How often it was answered, and how often the program ended then.
    used: u32,
    ended: u32,
    /// How often the answer said that it is not known.
    unknown: u32,
}

impl Command {
    fn is_end(&self) -> bool {
        self.ended * 2 > self.used
    }

    fn is_unknown(&self) -> bool {
        self.used >= USED && self.unknown == self.used
    }
}

/// How many different answers show that a command tells something of the state.
const TELLING: usize = 3;

/// How often a command must have been answered until it is taken for one that the program does not know.
const USED: u32 = 8;

#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    commands: Vec<Command>,
    by_shape: HashMap<Vec<u8>, usize>,
    /// How many commands have samples; they come first.
    given: usize,
    /// How often the program went on after a line that no program knows, and how often it ended.
    unknown: [u32; 2],
    /// Which answers are refusals, as far as is known.
    pub(super) refusals: Refusals,
    pub(super) pools: Pools,
    pub(super) sorts: Sorts,
}

/// From this many commands on, others are hardly looked for.
const ENOUGH: usize = 4;

/// A line that no program knows.
pub(super) const UNKNOWN: &str = "xyzzy";

const NONSENSE: [&str; 5] = [UNKNOWN, "?", "", "hello world", "0 0 0"];

/// Whether no program knows this line, so that its answer is a refusal.
pub(super) fn is_nonsense(line: &[u8]) -> bool {
    [UNKNOWN, "?", "0 0 0"].iter().any(|unknown| unknown.as_bytes() == line)
}

impl Vocabulary {
    /// Of sample lines, and of words that may belong to lines.
    pub(super) fn new(samples: &[Vec<u8>], loose: &[Vec<u8>]) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        for line in samples {
            if let Some(command) = vocabulary.command(line) {
                command.given.extend(Some(line.clone()).filter(|line| !command.given.contains(line)));
            }
            let parts: Vec<_> = line.split(|byte| *byte == b' ').skip(1).collect();
            vocabulary.pools.take(&parts.join(&b' '));
        }
        vocabulary.given = vocabulary.commands.len();
        for word in loose {
            vocabulary.pools.take_word(word.clone());
            vocabulary.pools.take(word);
        }
        vocabulary.pools.shown.clear();
        vocabulary
    }

    /// The command of a line. `None` if it is a new one of too many.
    fn command(&mut self, line: &[u8]) -> Option<&mut Command> {
        let shape = shape(line);
        let place = match self.by_shape.get(&shape) {
            Some(place) => *place,
            None if self.commands.len() >= COMMANDS => return None,
            None => {
                self.by_shape.insert(shape, self.commands.len());
                self.commands.push(Command::default());
                self.commands.len() - 1
            }
        };
        Some(&mut self.commands[place])
    }

    /// Takes a line that got an answer of this kind. If there are samples, it is of one of their commands, or begins with a
    /// known word.
    pub(super) fn learn(&mut self, line: &[u8], kind: usize, most: usize) {
        let is_known = self.by_shape.contains_key(&shape(line))
            || words(line)
                .next()
                .is_some_and(|word| self.pools.knows(word) || word.iter().all(u8::is_ascii_digit));
        if !is_known || self.refusals.is_unknown(kind) {
            return;
        }
        let Some(Command { given, learned, .. }) = self.command(line) else { return };
        let is_new = !given.iter().chain(learned.iter().map(|(line, _)| line)).any(|known| known == line);
        if is_new && given.len() + learned.len() < most {
            learned.push((line.to_vec(), kind));
        }
    }

    /// Some commands for a walk that uses few.
    pub(super) fn some(&self, dice: &mut Dice) -> Vec<usize> {
        let number = [1, 1, 2, 3, 8][dice.below(5)].min(self.commands.len());
        (0..number).map(|_| self.any(dice)).collect()
    }

    /// Most of the commands with samples, some of them more than once; any commands if there are no samples.
    pub(super) fn many(&self, dice: &mut Dice) -> Vec<usize> {
        let count = if self.given > 0 { self.given } else { self.commands.len() };
        let some = (0..count + count / 2).map(|_| self.any(dice));
        some.filter(|place| !self.commands[*place].is_end()).collect()
    }

    /// A command: mostly one with samples, and hardly one that was only refused.
    fn any(&self, dice: &mut Dice) -> usize {
        let is_given = self.given > 0 && dice.below(6) > 0;
        let is_idle = |place: &usize| {
            let command = &self.commands[*place];
            command.is_unknown()
                || !is_given && command.learned.iter().all(|(_, kind)| self.refusals.is_unknown(*kind))
        };
        let count = if is_given { self.given } else { self.commands.len() };
        let some = [0; 4].map(|_| dice.below(count));
        some.into_iter().find(|place| !is_idle(place)).unwrap_or(some[0])
    }

    pub(super) fn known(&self, command: usize, dice: &mut Dice) -> &[u8] {
        let Command { given, learned, .. } = &self.commands[command];
        let is_learned = given.is_empty() || dice.below(2) == 0;
        let other = dice.one_of(learned).filter(|(_, kind)| is_learned && !self.refusals.is_unknown(*kind));
        match (other, dice.one_of(given), learned.first()) {
            (Some((line, _)), _, _) | (None, Some(line), _) | (None, None, Some((line, _))) => line,
            (None, None, None) => b"",
        }
    }

    /// A line of any command, as it was given or changed, or another line.
    pub(super) fn line(&self, dice: &mut Dice) -> Vec<u8> {
        let is_harsh = self.is_harsh() && dice.below(8) > 0;
        if is_harsh && (self.commands.is_empty() || dice.below(8) == 0) {
            return edges::instead_of(b"1", &self.pools.numbers, dice);
        }
        let others = if self.given > 0 || self.commands.len() > ENOUGH { 1 } else { 6 };
        match dice.below(20) {
            _ if self.commands.is_empty() => self.combined(dice),
            place if place < others && !is_harsh => self.combined(dice),
            6 if !is_harsh => NONSENSE[dice.below(NONSENSE.len())].as_bytes().to_vec(),
            _ => {
                let command = self.any(dice);
                self.line_of(command, dice)
            }
        }
    }

    /// A line of any command, often with names that the session has used, and numbers that were answered last.
    pub(super) fn line_after(&self, context: &Context, dice: &mut Dice) -> Vec<u8> {
        let line = self.line(dice);
        if dice.below(4) > 0 { context.adapted(&line, &self.sorts, dice) } else { line }
    }

    /// Finds out again which words are of one sort, from all lines that are known by now.
    pub(super) fn sort(&mut self) {
        let is_taken = |kind: usize| !self.refusals.is_unknown(kind) && !self.refusals.is_idle(kind);
        let learned = self.commands.iter().flat_map(|command| &command.learned);
        let learned = learned.filter(|(_, kind)| is_taken(*kind)).map(|(line, _)| line);
        self.sorts = Sorts::of(self.commands.iter().flat_map(|command| &command.given).chain(learned));
    }

    /// A few words of each sort, for a session that uses no others behind these lines.
    pub(super) fn selection(&self, lines: &[Vec<u8>], dice: &mut Dice) -> Selection {
        self.sorts.some(lines, &self.pools, dice)
    }

    /// A line that mostly ends the program.
    pub(super) fn end(&self, dice: &mut Dice) -> Option<Vec<u8>> {
        let ends: Vec<_> = (0..self.commands.len()).filter(|place| self.commands[*place].is_end()).collect();
        dice.one_of(&ends).map(|command| self.known(*command, dice).to_vec())
    }

    pub(super) fn is_end(&self, line: &[u8]) -> bool {
        self.by_shape.get(&shape(line)).is_some_and(|place| self.commands[*place].is_end())
    }

    pub(super) fn count(&self) -> usize {
        self.commands.len()
    }

    /// Whether words may stand behind a command: it is a word itself, was taken, and does not end the program.
    pub(super) fn may_take_words(&self, command: usize) -> bool {
        let command = &self.commands[command];
        let first = command.given.first().or(command.learned.first().map(|(line, _)| line));
        let is_word = first.is_some_and(|line| line.first().is_some_and(u8::is_ascii_alphabetic));
        is_word && command.taken > 0 && !command.is_end()
    }

    pub(super) fn taken_line(&self, dice: &mut Dice) -> Option<Vec<u8>> {
        let taken = (0..self.commands.len()).filter(|command| self.may_take_words(*command));
        let command = *dice.one_of(&taken.collect::<Vec<_>>())?;
        Some(self.known(command, dice).to_vec())
    }

    /// Records that a line was taken where commands are asked for.
    pub(super) fn taken(&mut self, line: &[u8]) {
        if let Some(place) = self.by_shape.get(&shape(line)) {
            self.commands[*place].taken += 1;
        }
    }

    pub(super) fn head(&self, command: usize, dice: &mut Dice) -> Vec<u8> {
        let line = self.known(command, dice);
        line.split(|byte| *byte == b' ').next().unwrap_or_default().to_vec()
    }

    /// A line of this command, mostly as it was given.
    pub(super) fn line_of(&self, command: usize, dice: &mut Dice) -> Vec<u8> {
        let line = self.known(command, dice);
        match dice.below(6) {
            0..3 => line.to_vec(),
            3 => change::crossed(line, self.known(command, dice), dice),
            4 => self.with_others(line, dice),
            _ => change::changed(line, &self.pools, dice),
        }
    }

    pub(super) fn varied(&self, command: usize, dice: &mut Dice) -> Vec<u8> {
        let [line, other] = [0; 2].map(|_| self.known(command, dice));
        if dice.below(2) == 0 { change::crossed(line, other, dice) } else { self.with_others(line, dice) }
    }

    /// The line with other values behind its first word.
    fn with_others(&self, line: &[u8], dice: &mut Dice) -> Vec<u8> {
        let other = |(place, token): (usize, &[u8])| match place {
            0 if !token.iter().all(u8::is_ascii_digit) => token.to_vec(),
            _ if dice.below(3) == 0 => token.to_vec(),
            _ if token.iter().all(u8::is_ascii_digit) => edges::instead_of(token, &self.pools.numbers, dice),
            _ if dice.below(2) == 0 => self.pools.name(dice),
            _ => self.pools.value(dice),
        };
        let tokens: Vec<_> = line.split(|byte| *byte == b' ').enumerate().map(other).collect();
        tokens.join(&b' ')
    }

    /// A word, and up to three others behind it.
    fn combined(&self, dice: &mut Dice) -> Vec<u8> {
        let mut tokens = vec![match dice.below(6) {
            0 => self.pools.value(dice),
            1 => edges::instead_of(b"1", &self.pools.numbers, dice),
            _ => self.pools.word(dice),
        }];
        for _ in 0..[0, 0, 1, 1, 1, 2, 2, 3][dice.below(8)] {
            tokens.push(match dice.below(4) {
                0 => self.pools.name(dice),
                1 => self.pools.value(dice),
                2 => edges::instead_of(b"5", &self.pools.numbers, dice),
                _ => self.pools.word(dice),
            });
        }
        tokens.join(&b' ')
    }

    /// A line that changes nothing, and whose answers differ: it shows the state.
    pub(super) fn telling(&self, dice: &mut Dice) -> Option<Vec<u8>> {
        let is_telling = |command: &&Command| {
            command.idle > 1 && command.effective == 0 && command.answers.len() >= TELLING
        };
        let telling: Vec<_> = self.commands.iter().filter(is_telling).collect();
        dice.one_of(&telling)
            .and_then(|command| dice.one_of(&command.given).or(command.learned.first().map(|(line, _)| line)))
            .cloned()
    }

    /// Whether lines that no program knows mostly end the program.
    fn is_harsh(&self) -> bool {
        let [goes_on, ends] = self.unknown;
        ends > goes_on
    }

    /// Records an answer to a line, its kind, and whether the program ended with it.
    pub(super) fn answered(&mut self, line: &[u8], answer: u64, kind: usize, is_over: bool) {
        let is_unknown = self.refusals.is_unknown(kind);
        if is_nonsense(line) {
            self.unknown[usize::from(is_over)] += 1;
        }
        let Some(command) = self.by_shape.get(&shape(line)).map(|place| &mut self.commands[*place]) else {
            return;
        };
        command.used += 1;
        command.unknown += u32::from(is_unknown);
        command.ended += u32::from(is_over);
        if command.answers.len() < TELLING && !command.answers.contains(&answer) {
            command.answers.push(answer);
        }
    }

    /// Records whether a session went on alike without a line.
    pub(super) fn left_out(&mut self, line: &[u8], is_idle: bool) {
        let Some(command) = self.by_shape.get(&shape(line)).map(|place| &mut self.commands[*place]) else {
            return;
        };
        let count = if is_idle { &mut command.idle } else { &mut command.effective };
        *count += 1;
    }
}
