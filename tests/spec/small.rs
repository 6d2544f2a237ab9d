//! The suite that goes through a small board of reversi as a whole, and the proof that no smaller one does.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use referee::dialect::Dialect;
use referee::dialect::reversi::Table;
use referee::game::graph::Graph;
use referee::game::reversi;
use referee::suite::Suite;
use referee::suite::cover::Cover;
use referee::suite::network::Network;

#[test]
fn a_small_board_of_reversi_is_gone_through_in_the_fewest_games() {
    let game = Arc::new(reversi::find("square-4").unwrap());
    let dialect = Dialect::Reversi(Table::of(reversi::find("square-4").unwrap()));
    let graph = Graph::explore(reversi::Position::start(Arc::clone(&game)));
    let cover = Cover::least(Network::of_transitions(&graph));
    assert_eq!((graph.positions().len(), graph.transitions().len(), cover.walks()), (55_093, 82_090, 27_880));
    // As many moves as there are games, and after none of them can another be made: so there can be no
    // fewer games.
    let antichain = cover.antichain();
    assert_eq!(antichain.len(), cover.walks());
    let mut is_after = vec![false; graph.positions().len()];
    for (number, transition) in graph.transitions().iter().enumerate() {
        let is_one = antichain.binary_search(&number).is_ok();
        assert!(!(is_one && is_after[transition.from]), "two of them fit into one game");
        is_after[transition.to] |= is_one || is_after[transition.from];
    }
    let suite = Suite::of(&dialect, "complete").unwrap();
    assert_eq!(suite.len(), cover.walks());
    let (mut moves, mut refused) = (HashSet::new(), HashMap::new());
    for case in suite.cases() {
        let mut position = 0;
        for line in &case.inputs {
            let name = std::str::from_utf8(line).unwrap();
            let of = |step: &usize| game.square_name(graph.transitions()[*step].chosen) == name;
            match graph.out_of(position).find(of) {
                Some(step) => {
                    moves.insert(step);
                    position = graph.transitions()[step].to;
                }
                None => *refused.entry(position).or_insert(0) += 1,
            }
        }
    }
    assert_eq!(moves.len(), graph.transitions().len(), "every move is made");
    let open = (0..graph.positions().len()).filter(|&position| !graph.is_ended(position));
    open.for_each(|position| {
        assert!(refused[&position] > 20, "other lines are tried in position {position}");
    });
}
