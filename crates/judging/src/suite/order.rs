//! The order of games. Most wrong programs fail in many games and a judge stops at the first failure, so the order
//! decides how long that takes. A greedy choice is good enough: the next game is the one that shows most of what no
//! game before it has shown. A winning line of a side counts as much as a thousand moves, and so does the first tie;
//! an ending that differs in its lines, its side or its length counts as a hundred.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::games::Games;
use crate::game::graph::Graph;
use crate::game::tictactoe::{LINES, Position, Square};
use crate::game::{Cell, Outcome, Position as _, Side};

/// How a game ended, in more detail than its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Finish {
    /// The squares of all completed lines, the side that has them, the number of moves made.
    Won(u16, Side, u32),
    /// The squares of the first side.
    Tie(u16),
}

impl Finish {
    pub(super) fn of(position: &Position) -> Option<Finish> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Won(side) => {
                let lines = lines_in(squares(position, side)).fold(0, |all, line| all | line);
                Finish::Won(lines, side, position.ply())
            }
            Outcome::Tie => Finish::Tie(squares(position, Side::FIRST)),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Aspect {
    Line(u16, Side),
    Tie,
    Whole(Finish),
}

impl Aspect {
    fn all_of(finish: Finish) -> Vec<Aspect> {
        let mut aspects = vec![Aspect::Whole(finish)];
        match finish {
            Finish::Won(squares, side, _) => {
                aspects.extend(lines_in(squares).map(|line| Aspect::Line(line, side)));
            }
            Finish::Tie(_) => aspects.push(Aspect::Tie),
        }
        aspects
    }

    fn weight(&self) -> usize {
        match self {
            Aspect::Line(..) | Aspect::Tie => 1000,
            Aspect::Whole(_) => 100,
        }
    }
}

fn squares(position: &Position, side: Side) -> u16 {
    let taken = Square::all().filter(|&square| position.at(square) == Cell::Marked(side));
    taken.fold(0, |squares, square| squares | 1 << square.number())
}

/// The lines that are complete in a set of squares.
fn lines_in(squares: u16) -> impl Iterator<Item = u16> {
    let lines = LINES.iter().map(|line| line.iter().fold(0, |line, square| line | 1 << square));
    lines.filter(move |line| squares & line == *line)
}

/// The games in the order in which they should be tried.
pub(super) fn most_telling_first(graph: &Graph<Position>, games: &Games) -> Games {
    let mut seen = GameCoverage::nothing(graph);
    let mut queue: BinaryHeap<_> =
        (0..games.len()).map(|index| (seen.news(games.get(index)), Reverse(index))).collect();
    let mut ordered = Games::default();
    while let Some((promised, Reverse(index))) = queue.pop() {
        let game = games.get(index);
        if promised == 0 {
            // Neither this game nor any that is left shows anything new.
            let mut rest: Vec<_> =
                queue.into_iter().map(|(_, Reverse(index))| index).chain([index]).collect();
            rest.sort_unstable();
            rest.into_iter().for_each(|index| ordered.push(games.get(index).iter().copied()));
            break;
        }
        let news = seen.news(game);
        // A game's news can only become less, so a game whose estimate is still right is the best.
        if news < promised {
            queue.push((news, Reverse(index)));
            continue;
        }
        seen.add(game);
        ordered.push(game.iter().copied());
    }
    ordered
}

struct GameCoverage<'a> {
    graph: &'a Graph<Position>,
    transitions: Vec<bool>,
    /// The aspects that each position shows if a game ends there.
    endings: Vec<Vec<Aspect>>,
    aspects: HashSet<Aspect>,
}

impl<'a> GameCoverage<'a> {
    fn nothing(graph: &'a Graph<Position>) -> GameCoverage<'a> {
        let all_of = |position| Finish::of(position).map(Aspect::all_of).unwrap_or_default();
        let endings = graph.positions().iter().map(all_of).collect();
        GameCoverage {
            graph,
            transitions: vec![false; graph.transitions().len()],
            endings,
            aspects: HashSet::new(),
        }
    }

    fn news(&self, game: &[u8]) -> usize {
        let (mut new, mut end) = (0, 0);
        for transition in transitions(self.graph, game) {
            new += usize::from(!self.transitions[transition]);
            end = self.graph.transitions()[transition].to;
        }
        let aspects = self.endings[end].iter().filter(|aspect| !self.aspects.contains(aspect));
        new + aspects.map(Aspect::weight).sum::<usize>()
    }

    fn add(&mut self, game: &[u8]) {
        let mut end = 0;
        for transition in transitions(self.graph, game) {
            self.transitions[transition] = true;
            end = self.graph.transitions()[transition].to;
        }
        self.aspects.extend(&self.endings[end]);
    }
}

pub(super) fn transitions(graph: &Graph<Position>, game: &[u8]) -> impl Iterator<Item = usize> {
    game.iter().scan(0, move |position, &code| {
        let chosen = Square::new(code)?;
        let transition = graph.out_of(*position).find(|&next| graph.transitions()[next].chosen == chosen)?;
        *position = graph.transitions()[transition].to;
        Some(transition)
    })
}
