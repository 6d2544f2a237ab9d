//! Suites generated from the rules on demand, the same each time.
//!
//! [`Goal`] is what the games of a suite must show at least once. [`Cover`] finds the fewest games that do, `order`
//! sorts them, and `inject_invalid` adds bad lines.

use super::cover::Cover;
use super::games::{Code, Games};
use super::inject_invalid::{add_endings, probed, with_bad_lines};
use super::network::Network;
use super::order::most_telling_first;
use super::{Level, Part, Suite, bad, refusals, smoke};
use crate::dialect::Dialect;
use crate::game::Symmetry as _;
use crate::game::graph::{Graph, Orbits};
use crate::game::tictactoe::{Position, Symmetry};

/// What a suite must show completely, each element in some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[non_exhaustive]
pub enum Goal {
    /// Each position.
    #[strum(to_string = "position")]
    Positions,
    /// Each transition.
    #[strum(to_string = "transition")]
    Transitions,
    /// Each two transitions in a row.
    #[strum(to_string = "two transitions in a row")]
    Pairs,
    /// Each three transitions in a row.
    #[strum(to_string = "three transitions in a row")]
    Triples,
    /// Each transition, or one that a symmetry maps onto it.
    #[strum(to_string = "transition up to symmetry")]
    Symmetric,
}

impl Goal {
    /// Every goal.
    pub const ALL: &[Goal] = <Goal as strum::VariantArray>::VARIANTS;

    /// The goal in words: "every ...".
    pub fn name(self) -> &'static str {
        self.into()
    }

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

impl Level {
    /// What the games of a level show, if they are the fewest that do.
    pub fn goal(self) -> Option<Goal> {
        match self {
            Level::Symmetric => Some(Goal::Symmetric),
            Level::Complete | Level::Probed => Some(Goal::Transitions),
            Level::Pairs => Some(Goal::Pairs),
            Level::Triples => Some(Goal::Triples),
            Level::Fixtures
            | Level::Examples
            | Level::Robust
            | Level::Smoke
            | Level::Random
            | Level::Exhaustive => None,
        }
    }
}

impl Suite {
    /// The suite of a level. None for the fixtures, which are read from a folder, and none where the
    /// dialect's game has no suite of this level.
    pub fn generate(dialect: &Dialect, level: Level) -> Option<Suite> {
        match dialect {
            _ if level == Level::Robust => return Suite::of_robust(dialect),
            Dialect::Reversi(table) => return Suite::of_reversi(dialect, table, level),
            Dialect::Othello => return Suite::of_othello(level),
            Dialect::Declared(declared) => return Suite::of_declared(declared, level),
            Dialect::Observed(observed) => return Suite::of_observed(observed, level),
            Dialect::Whole(whole) => return Suite::of_whole(whole, level),
            _ => {}
        }
        let vocabulary = dialect.vocabulary()?;
        let graph = Graph::explore(Position::start());
        let mut part = Part {
            level,
            dialect: dialect.clone(),
            games: Games::default(),
            named: Vec::new(),
            bursts: [smoke::bursts(dialect, &graph), refusals::few(dialect, &graph), bad::games(dialect)]
                .concat(),
            adaptive: Vec::new(),
            is_robust: false,
            claim: None,
        };
        match level {
            Level::Fixtures | Level::Random => return None,
            Level::Examples => {
                part.named = smoke::examples(dialect, vocabulary);
                part.bursts.clear();
            }
            Level::Smoke => {
                part.named = smoke::smoke(dialect, vocabulary, &ordered(&graph, Goal::Transitions));
            }
            _ => {
                part.games = games(&graph, level, vocabulary.endings.len());
                part.bursts.extend(refusals::many(dialect, &graph));
            }
        }
        Some(Suite::of_part(part))
    }

    /// Why there is no suite of a level, unless the dialect does not know that level.
    pub fn refused(dialect: &Dialect, level: Level) -> Option<String> {
        match dialect {
            Dialect::Declared(declared) => Suite::refused_to(declared, level),
            _ => None,
        }
    }
}

/// The games of a level with many games, with their bad lines. After them, one game for each class of
/// positions and each line that ends a game at once.
fn games(graph: &Graph<Position>, level: Level, endings: usize) -> Games {
    let classes = match level {
        Level::Symmetric => graph.orbits(&Symmetry::all()).of_position,
        _ => (0..graph.positions().len()).collect(),
    };
    let plain = match level.goal() {
        Some(goal) => ordered(graph, goal),
        None => most_telling_first(graph, &all_games(graph)),
    };
    let mut games = with_bad_lines(graph, &plain, &classes);
    add_endings(&mut games, graph, &plain, &classes, endings);
    if level == Level::Probed { probed(&games) } else { games }
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
