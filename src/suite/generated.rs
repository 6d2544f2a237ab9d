//! Suites generated from the rules on demand, the same each time.
//!
//! [`Goal`] is what the games of a suite must show at least once. [`Cover`] finds the fewest games that do, `order`
//! sorts them, and `inject_invalid` adds bad lines.

use super::cover::Cover;
use super::games::{Code, Games};
use super::inject_invalid::{add_endings, probed, with_bad_lines};
use super::kind::{COMPLETE, EXAMPLES, EXHAUSTIVE, PAIRS, PROBED, SMOKE, SYMMETRIC, TRIPLES};
use super::network::Network;
use super::offer::Offer;
use super::order::most_telling_first;
use super::{Case, Part, Suite, SuiteKind, bad, explored, refusals, smoke};
use crate::dialect::{Dialect, Vocabulary};
use crate::game::Symmetry as _;
use crate::game::graph::{Graph, Orbits};
use crate::game::tictactoe::{Position, Symmetry};

/// What a suite must show completely, each element in some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Goal {
    /// Each position.
    Positions,
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
    /// How many moves in a row each element has; none if elements are positions.
    pub fn moves_in_a_row(self) -> usize {
        match self {
            Goal::Positions => 0,
            Goal::Transitions | Goal::Symmetric => 1,
            Goal::Pairs => 2,
            Goal::Triples => 3,
        }
    }

    /// The fewest games that reach it, and among those the shortest.
    pub fn cover(self, graph: &Graph<Position>) -> Cover {
        let transitions = Network::of_transitions(graph);
        Cover::least(match self {
            Goal::Positions => Network::of_positions(graph),
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

/// What tic-tac-toe offers, in its dialects.
pub(super) fn offers(dialect: &Dialect) -> Vec<Offer> {
    let few = [(EXAMPLES, examples as Maker), (SMOKE, quick)].map(|(kind, make)| offer(kind, dialect, make));
    let many = MANY.map(|(kind, goal)| {
        offer(kind, dialect, move |dialect, vocabulary, graph| many(kind, goal, dialect, vocabulary, graph))
    });
    [Offer::of_files()]
        .into_iter()
        .chain(few)
        .chain([explored::offer_of_referee(dialect, &[])])
        .chain(many)
        .collect()
}

/// Makes a suite from the words of a dialect and the positions of the game.
type Maker = fn(&Dialect, &'static Vocabulary, &Graph<Position>) -> Suite;

fn offer(
    kind: SuiteKind,
    dialect: &Dialect,
    make: impl Fn(&Dialect, &'static Vocabulary, &Graph<Position>) -> Suite + Send + Sync + 'static,
) -> Offer {
    let dialect = dialect.clone();
    Offer::new(kind, move || {
        let vocabulary = dialect.vocabulary().ok_or("there is no board of tic-tac-toe")?;
        Ok(make(&dialect, vocabulary, &Graph::explore(Position::start())))
    })
}

fn examples(dialect: &Dialect, vocabulary: &'static Vocabulary, _: &Graph<Position>) -> Suite {
    Suite::of_named(EXAMPLES, dialect, smoke::examples(dialect, vocabulary), Vec::new())
}

fn quick(dialect: &Dialect, vocabulary: &'static Vocabulary, graph: &Graph<Position>) -> Suite {
    let named = smoke::smoke(dialect, vocabulary, &ordered(graph, Goal::Transitions));
    Suite::of_named(SMOKE, dialect, named, bursts(dialect, graph))
}

/// Rows of bad lines.
fn bursts(dialect: &Dialect, graph: &Graph<Position>) -> Vec<Case> {
    [smoke::bursts(dialect, graph), refusals::few(dialect, graph), bad::games(dialect)].concat()
}

fn many(
    kind: SuiteKind,
    goal: Option<Goal>,
    dialect: &Dialect,
    vocabulary: &Vocabulary,
    graph: &Graph<Position>,
) -> Suite {
    let bursts = [bursts(dialect, graph), refusals::many(dialect, graph)].concat();
    Suite::of_part(Part {
        games: games(graph, kind, goal, vocabulary.endings.len()),
        needs_boards: kind == PROBED,
        ..Part::of_named(kind, dialect, Vec::new(), bursts)
    })
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

/// Every possible game.
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
