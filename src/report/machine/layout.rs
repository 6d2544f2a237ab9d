//! The positions of boxes in a drawing. The column of a state is the number of lines that lead to it; within
//! the column it is near the states that lead to it, so that few arrows cross. The same machine always has
//! the same drawing.

use std::collections::VecDeque;

/// The places of nodes, as columns and rows.
pub(super) fn places(nodes: usize, arrows: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let column = columns(nodes, arrows);
    let last = column.iter().copied().max().unwrap_or_default();
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
    (0..nodes).for_each(|node| layers[column[node]].push(node));
    let mut row = vec![0; nodes];
    number(&layers, &mut row);
    for _ in 0..SWEEPS {
        for layer in &mut layers {
            let pull = |node: &usize| pull(*node, arrows, &row, &column);
            layer.sort_by(|one, other| pull(one).total_cmp(&pull(other)));
        }
        number(&layers, &mut row);
    }
    (0..nodes).map(|node| (column[node], row[node])).collect()
}

/// How often the nodes are sorted again.
const SWEEPS: usize = 8;

/// How many arrows lead to each node from the first; unreachable nodes are in the column of the first.
fn columns(nodes: usize, arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut column = vec![None; nodes];
    let mut open = VecDeque::from([(0, 0)]);
    while let Some((node, distance)) = open.pop_front() {
        if column[node].is_some() {
            continue;
        }
        column[node] = Some(distance);
        open.extend(arrows.iter().filter(|(from, _)| *from == node).map(|(_, to)| (*to, distance + 1)));
    }
    column.into_iter().map(Option::unwrap_or_default).collect()
}

fn number(layers: &[Vec<usize>], row: &mut [usize]) {
    for layer in layers {
        layer.iter().enumerate().for_each(|(place, node)| row[*node] = place);
    }
}

/// The mean row of the neighbours in other columns.
fn pull(node: usize, arrows: &[(usize, usize)], row: &[usize], column: &[usize]) -> f64 {
    let others = arrows.iter().filter_map(|(from, to)| match () {
        () if *from == node => Some(*to),
        () if *to == node => Some(*from),
        () => None,
    });
    let rows: Vec<_> =
        others.filter(|other| column[*other] != column[node]).map(|other| row[other] as f64).collect();
    if rows.is_empty() { row[node] as f64 } else { rows.iter().sum::<f64>() / rows.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_distances_and_no_place_is_taken_twice() {
        let arrows = [(0, 1), (0, 2), (1, 3), (2, 4), (4, 0), (3, 3)];
        let places = places(5, &arrows);
        assert_eq!(places.iter().map(|(column, _)| *column).collect::<Vec<_>>(), [0, 1, 1, 2, 2]);
        let different: std::collections::BTreeSet<_> = places.iter().collect();
        assert_eq!(different.len(), 5);
        // A successor is beside its predecessor.
        assert_eq!(places[1].1 < places[2].1, places[3].1 < places[4].1);
    }
}
