//! Every single fault of the referee as a finite machine, and which of them a list of runs finds.
//!
//! The machine has a state for each position and hears one of the lines of the [`ALPHABET`] at a
//! time. Its reaction is one of 9,997: a turn in one of the 4,519 live positions that a move leads
//! to, a refusal in one of the 4,520 live ones, or the end in one of the 958 that are over, each with
//! its board. (The machine shows the board after a refusal and before the result, as it may; one that
//! does not can be told apart by less.) A fault sits at one live state and one line:
//!
//! - an output fault gives one of the 9,996 wrong reactions and goes where it should,
//!   4,520 × 14 × 9,996 = 632,546,880 in all;
//! - a transfer fault reacts as it should and goes to one of 4,520 wrong states, where all ended
//!   games are one state, deaf to everything: 4,520 × 14 × 4,520 = 286,025,600 in all.
//!
//! Faults are numbered, so that they can be sampled; a run is tried on them by comparing reactions,
//! and no text is made. The machine is a function of its state, so nothing here speaks of faults that
//! depend on the way.

use std::collections::HashMap;

use super::ALPHABET;
use crate::dialect::tictactoe::read;
use crate::game::tictactoe::Position;
use crate::game::{Outcome, Position as _};

const LINES: usize = ALPHABET.len();

/// A state: the number of a live position, or one more than the last for the end of the game.
type State = usize;

/// A reaction, as a number: to react alike is to have the same.
type Reaction = usize;

/// The referee as a finite machine.
#[derive(Clone, Debug)]
pub struct Machine {
    /// For each live state and line, the state it leads to and the reaction.
    steps: Vec<[(State, Reaction); LINES]>,
    reactions: usize,
}

/// One thing that a machine does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    state: State,
    line: usize,
    kind: FaultKind,
}

/// In which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum FaultKind {
    /// It gives this reaction.
    Output(Reaction),
    /// It goes to this state.
    Transfer(State),
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl Machine {
    /// The right machine, from the rules.
    pub fn new() -> Machine {
        let live = live_positions();
        let states: HashMap<_, _> =
            live.iter().enumerate().map(|(state, &position)| (position, state)).collect();
        let mut numbers = Numbers::default();
        let steps: Vec<_> = live
            .iter()
            .map(|position| ALPHABET.map(|line| answer(position, line, &states, &mut numbers)))
            .collect();
        Machine { steps, reactions: numbers.0.len() }
    }

    /// How many live states it has; the ended games make one more.
    pub fn live_states(&self) -> usize {
        self.steps.len()
    }

    /// How many reactions it has.
    pub fn reactions(&self) -> usize {
        self.reactions
    }

    /// How many output faults there are.
    pub fn output_faults(&self) -> usize {
        self.steps.len() * LINES * (self.reactions - 1)
    }

    /// How many transfer faults there are.
    pub fn transfer_faults(&self) -> usize {
        self.steps.len() * LINES * self.steps.len()
    }

    /// The output fault of this number.
    pub fn output_fault(&self, index: usize) -> Fault {
        let (state, line, other) = split(index, self.reactions - 1);
        let right = self.steps[state][line].1;
        Fault { state, line, kind: FaultKind::Output(other + usize::from(other >= right)) }
    }

    /// The transfer fault of this number.
    pub fn transfer_fault(&self, index: usize) -> Fault {
        let (state, line, other) = split(index, self.steps.len());
        let right = self.steps[state][line].0;
        Fault { state, line, kind: FaultKind::Transfer(other + usize::from(other >= right)) }
    }

    /// A number of faults, half of each kind, always the same for a seed.
    pub fn sample(&self, count: usize, seed: u64) -> Vec<Fault> {
        let mut dice = Dice(seed);
        let outputs = (0..count / 2).map(|_| dice.below(self.output_faults())).collect::<Vec<_>>();
        let transfers = (count / 2..count).map(|_| dice.below(self.transfer_faults())).collect::<Vec<_>>();
        let outputs = outputs.into_iter().map(|index| self.output_fault(index));
        outputs.chain(transfers.into_iter().map(|index| self.transfer_fault(index))).collect()
    }

    /// The places in these runs, each a run and an input, where each live state hears each line.
    pub fn visits(&self, runs: &[Vec<Vec<u8>>]) -> Visits {
        let mut places = vec![Vec::new(); self.steps.len() * LINES];
        let runs: Vec<Vec<Option<usize>>> =
            runs.iter().map(|run| run.iter().map(|line| number(line)).collect()).collect();
        for (run, lines) in runs.iter().enumerate() {
            let mut state = 0;
            for (at, line) in lines.iter().enumerate() {
                let Some(line) = *line else { continue };
                let Some(steps) = self.steps.get(state) else { break };
                places[state * LINES + line].push((run as u32, at as u32));
                state = steps[line].0;
            }
        }
        Visits { runs, places }
    }

    /// Whether a run tells the machine with this fault from the right one.
    pub fn is_killed(&self, fault: &Fault, visits: &Visits) -> bool {
        let places = &visits.places[fault.state * LINES + fault.line];
        match fault.kind {
            FaultKind::Output(_) => !places.is_empty(),
            FaultKind::Transfer(wrong) => places.iter().any(|&(run, at)| {
                let right = self.steps[fault.state][fault.line].0;
                self.differ(fault, right, wrong, &visits.runs[run as usize][at as usize + 1..])
            }),
        }
    }

    /// Whether the right machine and the wrong one, in these states, react otherwise to these lines.
    fn differ(&self, fault: &Fault, mut right: State, mut wrong: State, lines: &[Option<usize>]) -> bool {
        for line in lines.iter().copied().flatten() {
            let (steps, wrong_steps) = (self.steps.get(right), self.steps.get(wrong));
            let reaction = |steps: Option<&[(State, Reaction); LINES]>| steps.map(|steps| steps[line].1);
            if reaction(steps) != reaction(wrong_steps) {
                return true;
            }
            let is_faulty = (wrong, line) == (fault.state, fault.line);
            right = steps.map_or(right, |steps| steps[line].0);
            wrong = match fault.kind {
                FaultKind::Transfer(target) if is_faulty => target,
                _ => wrong_steps.map_or(wrong, |steps| steps[line].0),
            };
        }
        false
    }
}

/// Where in some runs each live state hears each line.
#[derive(Clone, Debug)]
pub struct Visits {
    runs: Vec<Vec<Option<usize>>>,
    places: Vec<Vec<(u32, u32)>>,
}

impl Visits {
    /// How many pairs of a live state and a line occur.
    pub fn pairs(&self) -> usize {
        self.places.iter().filter(|places| !places.is_empty()).count()
    }
}

/// What is said: the board that is shown, and how the words go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Saying {
    Turn(Position),
    Refusal(Position),
    End(Position, Outcome),
}

/// Reactions by number, in the order in which they are first met.
#[derive(Default)]
struct Numbers(HashMap<Saying, Reaction>);

impl Numbers {
    fn of(&mut self, saying: Saying) -> Reaction {
        let next = self.0.len();
        *self.0.entry(saying).or_insert(next)
    }
}

fn answer(
    position: &Position,
    line: &str,
    states: &HashMap<Position, State>,
    numbers: &mut Numbers,
) -> (State, Reaction) {
    let next = read(line.as_bytes()).ok().and_then(|square| position.play(square).ok());
    match next.map(|next| (next, next.outcome())) {
        None => (states[position], numbers.of(Saying::Refusal(*position))),
        Some((next, None)) => (states[&next], numbers.of(Saying::Turn(next))),
        Some((next, Some(outcome))) => (states.len(), numbers.of(Saying::End(next, outcome))),
    }
}

/// Every position that can be reached and is not over, the first one first.
fn live_positions() -> Vec<Position> {
    let mut found = vec![Position::start()];
    let mut seen: HashMap<Position, ()> = found.iter().map(|&position| (position, ())).collect();
    let mut at = 0;
    while at < found.len() {
        for square in found[at].moves() {
            let next = found[at].play(square).expect("a legal move");
            if next.outcome().is_none() && seen.insert(next, ()).is_none() {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

fn number(line: &[u8]) -> Option<usize> {
    ALPHABET.iter().position(|known| known.as_bytes() == line)
}

fn split(index: usize, wrongs: usize) -> (State, usize, usize) {
    let pair = index / wrongs;
    (pair / LINES, pair % LINES, index % wrongs)
}

/// Numbers that look random and are the same each time (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((u128::from(z ^ z >> 31) * end as u128) >> 64).expect("less than the end")
    }
}
