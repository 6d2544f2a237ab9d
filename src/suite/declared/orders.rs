//! The orders in which lines are fed to a program with a hidden choice, each twice: a contradiction does not
//! always show in the first answer.

use std::collections::{BTreeSet, VecDeque};

use crate::challenge::Space;

/// How many lines an order has at most.
const MOST: usize = 200;

/// The lines that are fed at the beginning, in several orders, each with a name.
pub(super) fn orders(space: &Space) -> Vec<(String, Vec<Vec<u8>>)> {
    let arrows = (0..space.starts()).flat_map(|start| &space.arrows()[space.out_of(start)]);
    let lines: BTreeSet<_> = arrows.map(|arrow| (arrow.line.len(), arrow.line.to_vec())).collect();
    let stride = lines.len().div_ceil(MOST).max(1);
    let rising: Vec<_> = lines.into_iter().map(|(_, line)| line).step_by(stride).collect();
    let falling: Vec<_> = rising.iter().rev().cloned().collect();
    let ends = rising.iter().zip(&falling).flat_map(|(first, last)| [first.clone(), last.clone()]);
    let twice = |line: &Vec<u8>| [line.clone(), line.clone()];
    let orders = [
        ("bisect", again(halves(&rising))),
        ("bisect-twice", halves(&rising).iter().flat_map(twice).collect()),
        ("extremes", again(ends.take(rising.len()).collect())),
        ("rising", again(rising.clone())),
        ("falling", again(falling)),
    ];
    orders.map(|(name, lines)| (format!("order-{name}"), lines)).into()
}

fn again(lines: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    [lines.clone(), lines].concat()
}

/// The middle first, then the middles of both halves, and so on.
fn halves(lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let (mut order, mut open) = (Vec::new(), VecDeque::from([lines]));
    while let Some(part) = open.pop_front() {
        let Some(middle) = part.get(part.len().saturating_sub(1) / 2) else { continue };
        order.push(middle.clone());
        let (before, after) = part.split_at(part.len().saturating_sub(1) / 2);
        open.extend([before, &after[1..]]);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_each_line_once() {
        let lines: Vec<_> = (1..=7_u8).map(|line| vec![line]).collect();
        assert_eq!(halves(&lines).concat(), [4, 2, 6, 1, 3, 5, 7]);
        assert!(halves(&[]).is_empty());
    }
}
