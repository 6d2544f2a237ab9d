//! Counts as a table: of a suite, or of the game and of the fewest runs for each goal.

use std::collections::HashSet;

use crate::dialect::Dialect;
use crate::game::graph::Graph;
use crate::game::tictactoe::{Position, Symmetry};
use crate::game::{Outcome, Position as _, Side};
use crate::suite::{COMPLETE, Coverage, Goal, PROBED, Suite, grouped};

/// The counts of a suite.
pub(super) fn of_suite(dialect: &Dialect, suite: &Suite) -> String {
    let seen = Coverage::of(suite);
    let all = Coverage::of_everything(dialect);
    let mut table = TextTable::default();
    table.text(&suite.claim());
    table.row("bursts (not counted below)", suite.bursts());
    table.row("games", seen.games);
    table.rows("of {} moves", &seen.games_by_length);
    for (label, games) in ["won by the first", "won by the second", "tied", "not ended", "broken off"]
        .iter()
        .zip(seen.games_by_outcome)
    {
        table.row(&format!("  {label}"), games);
    }
    table.row("inputs", seen.inputs());
    table.row("  moves", seen.moves);
    table.row("  refused", seen.refusals);
    table.row("  up to the end", seen.moves + seen.refusals);
    table.row("  after the end", seen.after_the_end);
    table.row_of("positions", seen.positions, all.positions);
    table.row_of("transitions", seen.transitions, all.transitions);
    table.row_of("two in a row", seen.pairs, all.pairs);
    table.row_of("three in a row", seen.triples, all.triples);
    table.row_of("occupied cells in a position", seen.occupied, all.occupied);
    table.row("other bad lines in a position", seen.bad_lines);
    table.text
}

/// The counts of the game.
pub(super) fn of_game(dialect: &Dialect) -> String {
    let graph = Graph::explore(Position::start());
    let mut table = TextTable::default();
    add_positions(&mut table, dialect, &graph);
    add_games(&mut table, &graph);
    add_symmetry(&mut table, &graph);
    add_least_runs(&mut table, dialect, &graph);
    table.text
}

fn add_positions(table: &mut TextTable, dialect: &Dialect, graph: &Graph<Position>) {
    let layers: Vec<_> = graph.layers().map(|layer| layer.len()).collect();
    table.row("positions", graph.positions().len());
    table.rows("after {} moves", &layers);
    let outcomes = [
        ("in play", None),
        ("won by the first", Some(Outcome::Won(Side::FIRST))),
        ("won by the second", Some(Outcome::Won(Side::SECOND))),
        ("tied", Some(Outcome::Tie)),
    ];
    for (label, outcome) in outcomes {
        let those = graph.positions().iter().filter(|position| position.outcome() == outcome);
        table.row(&format!("  {label}"), those.count());
    }
    table.row("transitions", graph.transitions().len());
    table.row("occupied cells in a position", Coverage::of_everything(dialect).occupied);
}

fn add_games(table: &mut TextTable, graph: &Graph<Position>) {
    let games: Vec<_> = graph.games().into_iter().map(|games| games as usize).collect();
    table.row("games", games.iter().sum());
    table.rows("of {} moves", &games);
    let ways = graph.ways();
    let ties = (0..ways.len()).filter(|&end| graph.positions()[end].outcome() == Some(Outcome::Tie));
    let ties: usize = ties.map(|end| ways[end] as usize).sum();
    table.row("    won", games.last().map_or(0, |games| games - ties));
    table.row("    tied", ties);
}

fn add_symmetry(table: &mut TextTable, graph: &Graph<Position>) {
    let orbits = graph.orbits(&Symmetry::all());
    let ended = (0..graph.positions().len()).filter(|&position| graph.is_ended(position));
    let ended: HashSet<_> = ended.map(|position| orbits.of_position[position]).collect();
    table.row("positions up to symmetry", orbits.positions);
    table.row("  ended", ended.len());
    table.row("transitions up to symmetry", orbits.transitions);
}

fn add_least_runs(table: &mut TextTable, dialect: &Dialect, graph: &Graph<Position>) {
    table.text("\nThe fewest runs for each goal, and their inputs:");
    for &goal in Goal::ALL {
        let cover = goal.cover(graph);
        table.runs(&format!("every {goal}"), cover.walks(), cover.moves());
        if goal == Goal::Transitions {
            add_bad_lines(table, dialect);
        }
    }
    let games = graph.games();
    let moves: u64 = games.iter().zip(0..).map(|(games, moves)| games * moves).sum();
    table.runs("every game", games.iter().sum::<u64>() as usize, moves as usize);
}

fn add_bad_lines(table: &mut TextTable, dialect: &Dialect) {
    for kind in [COMPLETE, PROBED] {
        let suite = Suite::of(dialect, kind.name).expect("it is generated");
        let seen = Coverage::of(&suite);
        if kind == COMPLETE {
            table.runs("  and every bad line", seen.games, seen.moves + seen.refusals);
            table.runs("  and a line after the end", seen.games, seen.inputs());
        } else {
            table.runs("  and 9 after every line", seen.games, seen.inputs());
        }
    }
}

/// Labels and numbers, in rows.
#[derive(Default)]
struct TextTable {
    text: String,
}

impl TextTable {
    fn text(&mut self, text: &str) {
        self.text += &format!("{text}\n");
    }

    fn row(&mut self, label: &str, count: usize) {
        self.text += &format!("{label:32}{:>10}\n", grouped(count));
    }

    fn row_of(&mut self, label: &str, count: usize, all: usize) {
        self.text += &format!("{label:32}{:>10} of {}\n", grouped(count), grouped(all));
    }

    /// A row for each count that is not zero; `{}` in the label is replaced by its index.
    fn rows(&mut self, label: &str, counts: &[usize]) {
        for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.row(&format!("  {}", label.replace("{}", &place.to_string())), count);
        }
    }

    fn runs(&mut self, label: &str, runs: usize, inputs: usize) {
        self.text += &format!("{label:32}{:>10} runs {:>10} inputs\n", grouped(runs), grouped(inputs));
    }
}
