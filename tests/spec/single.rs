//! Every single fault of the referee as a finite machine, and which of them a list of runs finds.
//!
//! The machine has a state for each position and gets one of the lines of the [`ALPHABET`] at a time. Its
//! reaction is one of 9,997: a turn in one of the 4,519 live positions that a move leads to, a refusal in one
//! of the 4,520 live ones, or the end in one of the 958 that are over, each with its board. (The machine
//! shows the board after a refusal and before the result, as it may; without these boards it is harder to
//! find a fault.) A fault is at one live state and one line:
//!
//! - an output fault gives one of the 9,996 wrong reactions and goes to the right state, 4,520 × 14 × 9,996 =
//!   632,546,880 in all;
//! - a transfer fault gives the right reaction and goes to one of 4,520 wrong states, where all ended games
//!   are one state that answers nothing: 4,520 × 14 × 4,520 = 286,025,600 in all.
//!
//! A run is tried on them by comparing reactions, without making any text, so that a [`Census`] can try every
//! fault. The machine is a function of its state, so faults that depend on the way to a state are not
//! covered.

use std::collections::HashMap;

use referee::dialect::tictactoe::read;
use referee::game::graph::Graph;
use referee::game::tictactoe::Position;
use referee::game::{Outcome, Position as _};
use referee::suite::mutant::ALPHABET;

const LINES: usize = ALPHABET.len();

/// A state: the number of a live position, or one more than the last for the end of the game.
type State = usize;

/// A reaction, as a number: equal reactions have equal numbers.
type Reaction = usize;

/// The referee as a finite machine.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// For each live state and line, the state it leads to and the reaction.
    steps: Vec<[(State, Reaction); LINES]>,
    reactions: usize,
}

/// A transfer fault: a live state and a line, and the wrong state that they lead to.
struct Transfer {
    state: State,
    line: usize,
    target: State,
}

/// How many faults there are, and how many of them some runs find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    /// Wrong reactions.
    pub(crate) outputs: Share,
    /// Wrong states.
    pub(crate) transfers: Share,
    /// Wrong reactions to legal moves.
    pub(crate) outputs_on_moves: Share,
    /// Wrong states after legal moves.
    pub(crate) transfers_on_moves: Share,
}

/// A number of faults, and how many of them are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// How many there are.
    pub(crate) faults: usize,
    /// How many are found.
    pub(crate) found: usize,
}

impl Share {
    fn add(&mut self, more: Share) {
        self.faults += more.faults;
        self.found += more.found;
    }

    /// The share that is found, in percent.
    pub(crate) fn percent(self) -> f64 {
        100.0 * self.found as f64 / self.faults as f64
    }
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl Machine {
    /// The right machine, from the rules.
    pub(crate) fn new() -> Machine {
        let graph = Graph::explore(Position::start());
        let live: Vec<_> = graph.positions().iter().filter(|position| position.outcome().is_none()).collect();
        let states: HashMap<_, _> =
            live.iter().enumerate().map(|(state, &&position)| (position, state)).collect();
        let mut numbers = Numbers::default();
        let steps: Vec<_> = live
            .iter()
            .map(|position| ALPHABET.map(|line| answer(position, line, &states, &mut numbers)))
            .collect();
        Machine { steps, reactions: numbers.0.len() }
    }

    /// How many of all faults these runs find, by the kinds of faults and of lines.
    pub(crate) fn census(&self, runs: &[Vec<Vec<u8>>]) -> Census {
        let visits = self.visits(runs);
        let mut census = Census::default();
        for state in 0..self.steps.len() {
            for line in 0..LINES {
                let is_move = self.steps[state][line].0 != state;
                let [outputs, transfers] = self.shares(state, line, &visits);
                census.outputs.add(outputs);
                census.transfers.add(transfers);
                if is_move {
                    census.outputs_on_moves.add(outputs);
                    census.transfers_on_moves.add(transfers);
                }
            }
        }
        census
    }

    /// The output and the transfer faults at one state and line.
    fn shares(&self, state: State, line: usize, visits: &Visits) -> [Share; 2] {
        let is_visited = !visits.at(state, line).is_empty();
        let right = self.steps[state][line].0;
        let is_found = |target: &State| {
            *target != right && self.is_found(&Transfer { state, line, target: *target }, visits)
        };
        let outputs = self.reactions - 1;
        let transfers = if is_visited { (0..=self.steps.len()).filter(is_found).count() } else { 0 };
        [
            Share { faults: outputs, found: if is_visited { outputs } else { 0 } },
            Share { faults: self.steps.len(), found: transfers },
        ]
    }

    /// The places in these runs, each a run and an input, where each line is fed in each live state.
    fn visits(&self, runs: &[Vec<Vec<u8>>]) -> Visits {
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

    /// Whether a run distinguishes the machine with this fault from the right one.
    fn is_found(&self, fault: &Transfer, visits: &Visits) -> bool {
        let right = self.steps[fault.state][fault.line].0;
        let after = |&(run, at): &(u32, u32)| &visits.runs[run as usize][at as usize + 1..];
        visits.at(fault.state, fault.line).iter().any(|place| self.differ(fault, right, after(place)))
    }

    /// Whether the reactions to these lines differ between the right machine, in this state, and the wrong
    /// one, in the state that its fault has led to.
    fn differ(&self, fault: &Transfer, mut right: State, lines: &[Option<usize>]) -> bool {
        let mut wrong = fault.target;
        for line in lines.iter().copied().flatten() {
            let (steps, wrong_steps) = (self.steps.get(right), self.steps.get(wrong));
            let reaction = |steps: Option<&[(State, Reaction); LINES]>| steps.map(|steps| steps[line].1);
            if reaction(steps) != reaction(wrong_steps) {
                return true;
            }
            let is_faulty = (wrong, line) == (fault.state, fault.line);
            right = steps.map_or(right, |steps| steps[line].0);
            wrong = match wrong_steps {
                _ if is_faulty => fault.target,
                Some(steps) => steps[line].0,
                None => wrong,
            };
        }
        false
    }
}

/// Where each line is fed in each live state, in some runs.
struct Visits {
    runs: Vec<Vec<Option<usize>>>,
    places: Vec<Vec<(u32, u32)>>,
}

impl Visits {
    fn at(&self, state: State, line: usize) -> &[(u32, u32)] {
        &self.places[state * LINES + line]
    }
}

/// The output: the board that is shown, and the text after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Saying {
    Turn(Position),
    Refusal(Position),
    End(Position, Outcome),
}

/// Reactions by number, in the order in which they first occur.
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

fn number(line: &[u8]) -> Option<usize> {
    ALPHABET.iter().position(|known| known.as_bytes() == line)
}
