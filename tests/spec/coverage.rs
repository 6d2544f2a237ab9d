//! What a suite covers, found by playing it: how many of the game's positions, moves and bad lines occur in
//! some run. Nothing here relies on the suite's purpose.

use std::collections::HashSet;

use referee::dialect::{Dialect, Referee};
use referee::game::graph::Graph;
use referee::game::tictactoe::Position;
use referee::game::{Board, Outcome, Position as _};
use referee::session::Event;
use referee::suite::{Case, Suite};

/// Counts of a suite, without its bursts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) struct Coverage {
    /// Runs.
    pub(crate) games: usize,
    /// Runs by the number of moves made, for those that end.
    pub(crate) games_by_length: Vec<usize>,
    /// Games that the first side wins, that the second wins, ties, unfinished games, and games that a player
    /// ends, for instance by resigning.
    pub(crate) games_by_outcome: [usize; 5],
    /// Legal moves.
    pub(crate) moves: usize,
    /// Lines that end the game at any time.
    pub(crate) broken_off: usize,
    /// Refused lines.
    pub(crate) refusals: usize,
    /// Lines after the end.
    pub(crate) after_the_end: usize,
    /// Different positions.
    pub(crate) positions: usize,
    /// Different moves in a position.
    pub(crate) transitions: usize,
    /// Different two moves in a row.
    pub(crate) pairs: usize,
    /// Different three moves in a row.
    pub(crate) triples: usize,
    /// Different pairs of a position and one of its occupied cells that was named in it.
    pub(crate) occupied: usize,
    /// Different pairs of a position and a line that is no cell and was fed in it.
    pub(crate) bad_lines: usize,
}

impl Coverage {
    /// Plays a suite.
    pub(crate) fn of(suite: &Suite) -> Coverage {
        let graph = Graph::explore(Position::start());
        let mut seen = Seen::default();
        let mut coverage = Coverage { games_by_length: vec![0; 10], ..Coverage::default() };
        for case in suite.games() {
            coverage.play(&graph, &case, &mut seen);
        }
        Coverage {
            positions: seen.positions.len(),
            transitions: seen.rows[0].len(),
            pairs: seen.rows[1].len(),
            triples: seen.rows[2].len(),
            occupied: seen.occupied.len(),
            bad_lines: seen.bad_lines.len(),
            ..coverage
        }
    }

    /// The maximum of each count, as far as the rules determine it.
    pub(crate) fn of_everything(dialect: &Dialect) -> Coverage {
        let graph = Graph::explore(Position::start());
        let games_by_length =
            crate::graph::games(&graph).into_iter().map(|games| games as usize).collect::<Vec<_>>();
        let next = |transition: usize| graph.out_of(graph.transitions()[transition].to);
        let transitions = 0..graph.transitions().len();
        let live = (0..graph.positions().len()).filter(|&position| !graph.is_ended(position));
        let cells = dialect.referee(false).board().cells().len();
        Coverage {
            games: games_by_length.iter().sum(),
            games_by_length,
            positions: graph.positions().len(),
            transitions: transitions.len(),
            pairs: transitions.clone().map(|first| next(first).len()).sum(),
            triples: transitions.flat_map(next).map(|second| next(second).len()).sum(),
            occupied: live.map(|position| cells - graph.out_of(position).len()).sum(),
            ..Coverage::default()
        }
    }

    /// Inputs of all kinds.
    pub(crate) fn inputs(&self) -> usize {
        self.moves + self.broken_off + self.refusals + self.after_the_end
    }

    fn play(&mut self, graph: &Graph<Position>, case: &Case, seen: &mut Seen) {
        let mut run = Run { graph, referee: case.dialect.referee(false), position: 0, row: Vec::new() };
        seen.positions.insert(0);
        for input in &case.inputs {
            match run.feed(input, seen) {
                ReadAs::Moved => self.moves += 1,
                ReadAs::BrokenOff => self.broken_off += 1,
                ReadAs::Refused => self.refusals += 1,
                ReadAs::Unheard => self.after_the_end += 1,
            }
        }
        self.games += 1;
        let outcome = graph.positions()[run.position].outcome();
        let is_broken_off = outcome.is_none() && run.referee.has_ended();
        self.games_by_outcome[if is_broken_off { 4 } else { place(outcome) }] += 1;
        if outcome.is_some() {
            self.games_by_length[run.row.len()] += 1;
        }
    }
}

fn place(outcome: Option<Outcome>) -> usize {
    match outcome {
        Some(Outcome::Won(side)) => side.index(),
        Some(Outcome::Tie) => 2,
        None => 3,
    }
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    positions: HashSet<usize>,
    /// One, two and three transitions in a row.
    rows: [HashSet<Vec<usize>>; 3],
    occupied: HashSet<(usize, Vec<u8>)>,
    bad_lines: HashSet<(usize, Vec<u8>)>,
}

/// How a line was read.
enum ReadAs {
    Moved,
    BrokenOff,
    Refused,
    Unheard,
}

/// A game under way.
struct Run<'a> {
    graph: &'a Graph<Position>,
    referee: Referee,
    position: usize,
    row: Vec<usize>,
}

impl Run<'_> {
    fn feed(&mut self, line: &[u8], seen: &mut Seen) -> ReadAs {
        let (events, unreadable) = self.referee.answer(line);
        match events.first() {
            None => return ReadAs::Unheard,
            Some(Event::InputRefused(_)) => {
                let refused = if unreadable.is_some() { &mut seen.bad_lines } else { &mut seen.occupied };
                refused.insert((self.position, line.to_vec()));
                return ReadAs::Refused;
            }
            Some(_) => {}
        }
        let Some(made) = self.made(&self.referee.board()) else { return ReadAs::BrokenOff };
        self.row.push(made);
        self.position = self.graph.transitions()[made].to;
        seen.positions.insert(self.position);
        for (count, rows) in (1..).zip(&mut seen.rows) {
            if let Some(start) = self.row.len().checked_sub(count) {
                rows.insert(self.row[start..].to_vec());
            }
        }
        ReadAs::Moved
    }

    /// The move that leads from here to this board, if one does.
    fn made(&self, board: &Board) -> Option<usize> {
        let board_after = |made: usize| self.graph.positions()[self.graph.transitions()[made].to].board();
        self.graph.out_of(self.position).find(|&made| board_after(made) == *board)
    }
}
