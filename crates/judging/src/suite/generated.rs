//! Suites generated from the rules on demand, the same each time.
//!
//! A [`Goal`] names the elements that the games of a suite must show, each at least once. [`Cover`] finds the fewest games that do, `order`
//! sorts them, and `inject_invalid` adds bad lines.

use super::cover::Cover;
use super::games::{Code, Games};
use super::inject_invalid::{add_endings, probed, with_bad_lines};
use super::kind::{COMPLETE, EXAMPLES, EXHAUSTIVE, PAIRS, PROBED, SMOKE, SYMMETRIC, TRIPLES};
use super::network::Network;
use super::offer::Offer;
use super::order::most_telling_first;
use super::{Case, Suite, SuiteKind, SuitePart, explored, refusals, smoke};
use crate::dialect::{Dialect, Vocabulary};
use crate::game::Symmetry as _;
use crate::game::graph::{Graph, Orbits};
use crate::game::tictactoe::{Position, Symmetry};

/// The elements that a suite must show, each in some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// Each transition.
    Transitions,
    /// Each two transitions in a row.
    Pairs,
    /// Each three transitions in a row.
    Triples,
    /// Each transition, or one that a symmetry maps onto it.
    Symmetric,
}

impl Goal {
    /// How many moves in a row each element has.
    pub fn moves_in_a_row(self) -> usize {
        match self {
            Goal::Transitions | Goal::Symmetric => 1,
            Goal::Pairs => 2,
            Goal::Triples => 3,
        }
    }

    /// The fewest games that reach it, and among those the shortest.
    pub fn cover(self, graph: &Graph<Position>) -> Cover {
        let transitions = Network::of_transitions(graph);
        Cover::least(match self {
            Goal::Transitions => transitions,
            Goal::Pairs => transitions.in_a_row(),
            Goal::Triples => transitions.in_a_row().in_a_row(),
            Goal::Symmetric => Network::of_orbits(graph, &graph.orbits(&Symmetry::all())),
        })
    }
}

/// The suites with many games, each with what its games show, if they are the fewest that do.
const MANY: [(SuiteKind, Option<Goal>); 6] = [
    (SYMMETRIC, Some(Goal::Symmetric)),
    (COMPLETE, Some(Goal::Transitions)),
    (PROBED, Some(Goal::Transitions)),
    (PAIRS, Some(Goal::Pairs)),
    (TRIPLES, Some(Goal::Triples)),
    (EXHAUSTIVE, None),
];

impl Goal {
    /// What the games of a suite show, if they are the fewest that do.
    pub fn of(kind: SuiteKind) -> Option<Goal> {
        MANY.iter().find(|(many, _)| *many == kind)?.1
    }
}

/// The suites that tic-tac-toe offers in one of its dialects; `beside` are further games of each suite.
pub(super) fn offers(dialect: &Dialect, beside: fn() -> Vec<Case>) -> Vec<Offer> {
    let offer = |kind, make: fn(&SuiteGenerator, SuiteKind) -> Suite| {
        let dialect = dialect.clone();
        Offer::new(kind, move || {
            let vocabulary = dialect.vocabulary().ok_or("there is no board of tic-tac-toe")?;
            let graph = Graph::explore(Position::start());
            Ok(make(&SuiteGenerator { dialect: dialect.clone(), vocabulary, graph, beside }, kind))
        })
    };
    let few = [offer(EXAMPLES, SuiteGenerator::examples), offer(SMOKE, SuiteGenerator::quick)];
    let many = MANY.map(|(kind, _)| match offer(kind, SuiteGenerator::many) {
        probed if kind == PROBED => probed.for_boards(),
        other => other,
    });
    [Offer::of_files()].into_iter().chain(few).chain([explored::of_game(dialect)]).chain(many).collect()
}

/// Makes suites from the words of a dialect and the positions of the game.
struct SuiteGenerator {
    dialect: Dialect,
    vocabulary: &'static Vocabulary,
    graph: Graph<Position>,
    beside: fn() -> Vec<Case>,
}

impl SuiteGenerator {
    fn examples(&self, kind: SuiteKind) -> Suite {
        Suite::of_named(kind, &self.dialect, smoke::examples(&self.dialect, self.vocabulary), Vec::new())
    }

    fn quick(&self, kind: SuiteKind) -> Suite {
        let named = smoke::smoke(&self.dialect, self.vocabulary, &ordered(&self.graph, Goal::Transitions));
        Suite::of_named(kind, &self.dialect, named, self.bursts())
    }

    fn many(&self, kind: SuiteKind) -> Suite {
        let bursts = [self.bursts(), refusals::many(&self.dialect, &self.graph)].concat();
        Suite::of_part(SuitePart {
            games: games(&self.graph, kind, Goal::of(kind), self.vocabulary.endings.len()),
            needs_boards: kind == PROBED,
            ..SuitePart::of_named(kind, &self.dialect, Vec::new(), bursts)
        })
    }

    /// Rows of bad lines.
    fn bursts(&self) -> Vec<Case> {
        let SuiteGenerator { dialect, graph, beside, .. } = self;
        [smoke::bursts(dialect, graph), refusals::few(dialect, graph), beside()].concat()
    }
}

/// The games of a suite with many. After them, one game for each class of positions and each line that ends a game at once.
fn games(graph: &Graph<Position>, kind: SuiteKind, goal: Option<Goal>, endings: usize) -> Games {
    let classes = match goal {
        Some(Goal::Symmetric) => graph.orbits(&Symmetry::all()).of_position,
        _ => (0..graph.positions().len()).collect(),
    };
    let plain = match goal {
        Some(goal) => ordered(graph, goal),
        None => most_telling_first(graph, &all_games(graph)),
    };
    let mut games = with_bad_lines(graph, &plain, &classes);
    add_endings(&mut games, graph, &plain, &classes, endings);
    if kind == PROBED { probed(&games) } else { games }
}

/// The fewest games that reach a goal, the most informative first.
fn ordered(graph: &Graph<Position>, goal: Goal) -> Games {
    let walks = goal.cover(graph).split();
    let games: Games = match goal {
        Goal::Symmetric => {
            let orbits = graph.orbits(&Symmetry::all());
            let maps = Symmetry::all().into_iter().cycle();
            walks.iter().zip(maps).map(|(walk, map)| lifted(graph, &orbits, walk, &map)).collect()
        }
        _ => walks.iter().map(|walk| walk.iter().map(|&step| code(graph, step))).collect(),
    };
    most_telling_first(graph, &games)
}

fn code(graph: &Graph<Position>, transition: usize) -> Code {
    graph.transitions()[transition].chosen.number()
}

/// The game that goes through the same classes of transitions as a walk, mapped by a symmetry. So the few
/// games of a suite up to symmetry are spread over the whole board.
fn lifted(graph: &Graph<Position>, orbits: &Orbits, walk: &[usize], map: &Symmetry) -> Vec<Code> {
    let mut position = 0;
    let mut game = Vec::new();
    for &step in walk {
        let class = orbits.of_transition[step];
        let alike = graph.out_of(position).find(|&next| orbits.of_transition[next] == class);
        let next = graph.transitions()[alike.expect("positions of a class have the same classes of moves")];
        game.push(map.chosen(next.chosen).number());
        position = next.to;
    }
    game
}

fn all_games(graph: &Graph<Position>) -> Games {
    let mut games = Games::default();
    let mut open = vec![(0, Vec::new())];
    while let Some((position, game)) = open.pop() {
        // The last one pushed is the first one taken.
        let next = graph.from(position).iter().rev();
        open.extend(next.map(|next| (next.to, [&game[..], &[next.chosen.number()]].concat())));
        if graph.is_ended(position) {
            games.push(game);
        }
    }
    games
}
