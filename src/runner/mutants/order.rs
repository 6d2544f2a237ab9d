//! The order in which mutants are tried.

/// The numbers of mutants in an order in which those that are tried before the time is over lie in all parts of the source.
pub(in crate::runner) fn in_spread_order(mutants: usize) -> Vec<usize> {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let mut numbers: Vec<_> = (0..mutants).collect();
    numbers.sort_by(|one, other| {
        let [one, other] = [one, other].map(|number| (*number as f64 * GOLDEN).fract());
        one.total_cmp(&other)
    });
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mutants_that_are_tried_lie_in_all_parts_of_the_source() {
        let order = in_spread_order(80);
        for part in 0..4 {
            let tried = order[..20].iter().filter(|number| **number / 20 == part).count();
            assert!((4..=6).contains(&tried), "{part}: {order:?}");
        }
    }
}
