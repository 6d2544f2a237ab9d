//! The lines and words of which sessions are made.

use std::collections::{HashMap, HashSet};

use super::super::dice::Dice;
use super::change;
use super::edges;
use super::folding::words;
use super::pools::Pools;
use super::session::shape;

/// How many lines of one command are kept, how many commands, and how many words and numbers of each sort.
const LINES: usize = 48;
const COMMANDS: usize = 256;

/// A command: the lines that begin with the same word, or that look alike.
#[derive(Debug, Default)]
struct Command {
    /// The samples, and then others that showed something new.
    lines: Vec<Vec<u8>>,
    /// How many samples there are.
    given: usize,
    /// How often it was answered, and how often the program ended then.
    used: u32,
    ended: u32,
    /// How often the answer was that the command is unknown.
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

/// How often a command must have been answered until it is taken for one that the program does not know.
const USED: u32 = 8;

#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    commands: Vec<Command>,
    by_shape: HashMap<Vec<u8>, usize>,
    /// How many commands have samples; they come first.
    given: usize,
    /// How often the program went on after a line that no program knows, and how often it ended.
    harsh: [u32; 2],
    /// The kinds of the answers to lines that no program knows.
    pub(super) unknown: HashSet<usize>,
    pub(super) pools: Pools,
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
                command.lines.extend(Some(line.clone()).filter(|line| !command.lines.contains(line)));
                command.given = command.lines.len();
            }
            let parts: Vec<_> = line.split(|byte| *byte == b' ').skip(1).collect();
            vocabulary.pools.take(&parts.join(&b' '));
        }
        vocabulary.given = vocabulary.commands.len();
        for word in loose {
            vocabulary.pools.take_word(word.clone());
            vocabulary.pools.take(word);
        }
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
    pub(super) fn learn(&mut self, line: &[u8], kind: usize) {
        let is_known = self.by_shape.contains_key(&shape(line))
            || words(line)
                .next()
                .is_some_and(|word| self.pools.knows(word) || word.iter().all(u8::is_ascii_digit));
        if !is_known || self.is_unknown(kind) {
            return;
        }
        let Some(Command { lines, .. }) = self.command(line) else { return };
        if lines.len() < LINES && !lines.iter().any(|known| known == line) {
            lines.push(line.to_vec());
        }
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
        let count = if is_given { self.given } else { self.commands.len() };
        let some = [0; 4].map(|_| dice.below(count));
        some.into_iter().find(|place| !self.commands[*place].is_unknown()).unwrap_or(some[0])
    }

    pub(super) fn known(&self, command: usize, dice: &mut Dice) -> &[u8] {
        let Command { lines, given, .. } = &self.commands[command];
        let (given, learned) = lines.split_at(*given);
        let some =
            if given.is_empty() || !learned.is_empty() && dice.below(2) == 0 { learned } else { given };
        dice.one_of(some).map_or(b"", Vec::as_slice)
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
            7 if self.pools.has_words() && !is_harsh => self.pools.phrase(dice),
            6 if !is_harsh => NONSENSE[dice.below(NONSENSE.len())].as_bytes().to_vec(),
            _ => {
                let command = self.any(dice);
                self.line_of(command, dice)
            }
        }
    }

    /// A line that mostly ends the program.
    pub(super) fn end(&self, dice: &mut Dice) -> Option<Vec<u8>> {
        let ends: Vec<_> = (0..self.commands.len()).filter(|place| self.commands[*place].is_end()).collect();
        dice.one_of(&ends).map(|command| self.known(*command, dice).to_vec())
    }

    pub(super) fn is_end(&self, line: &[u8]) -> bool {
        self.by_shape.get(&shape(line)).is_some_and(|place| self.commands[*place].is_end())
    }

    /// A line of this command, mostly as it was given.
    fn line_of(&self, command: usize, dice: &mut Dice) -> Vec<u8> {
        match dice.below(6) {
            0..3 => self.known(command, dice).to_vec(),
            3..5 => self.varied(command, dice),
            _ => change::changed(self.known(command, dice), &self.pools, dice),
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

    /// Whether lines that no program knows mostly end the program.
    fn is_harsh(&self) -> bool {
        let [goes_on, ends] = self.harsh;
        ends > goes_on
    }

    /// Whether this is the kind of answer that lines get which no program knows.
    pub(super) fn is_unknown(&self, kind: usize) -> bool {
        self.unknown.contains(&kind)
    }

    /// Records the kind of the answer to a line, and whether the program ended with it.
    pub(super) fn answered(&mut self, line: &[u8], kind: usize, is_over: bool) {
        let is_unknown = self.is_unknown(kind);
        if is_nonsense(line) {
            self.harsh[usize::from(is_over)] += 1;
        }
        let Some(command) = self.by_shape.get(&shape(line)).map(|place| &mut self.commands[*place]) else {
            return;
        };
        command.used += 1;
        command.unknown += u32::from(is_unknown);
        command.ended += u32::from(is_over);
    }
}
