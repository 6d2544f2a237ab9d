//! Ranges of addresses.

/// A range: its first address, and the one after its last.
pub(super) type Range = (u64, u64);

/// The size of a page.
pub(super) const PAGE: u64 = 4096;

/// Ranges that do not touch each other, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges(Vec<Range>);

/// So many bytes from an address, rounded to whole pages; none if they go round the end.
pub(super) fn pages(start: u64, length: u64) -> Option<Range> {
    let end = start.checked_add(length)?.checked_next_multiple_of(PAGE)?;
    Some((start / PAGE * PAGE, end))
}

/// What two ranges share.
pub(super) fn common(one: Range, other: Range) -> Option<Range> {
    let both = (one.0.max(other.0), one.1.min(other.1));
    (both.0 < both.1).then_some(both)
}

impl Ranges {
    pub(super) fn add(&mut self, range: Range) {
        let touches = |held: &&Range| held.0 <= range.1 && range.0 <= held.1;
        let joined =
            self.0.iter().filter(touches).fold(range, |sum, held| (sum.0.min(held.0), sum.1.max(held.1)));
        self.0.retain(|held| !touches(&held));
        self.0.push(joined);
        self.0.sort_unstable();
    }

    pub(super) fn remove(&mut self, range: Range) {
        let left = |held: &Range| [(held.0, held.1.min(range.0)), (held.0.max(range.1), held.1)];
        let left = self.0.iter().flat_map(left).filter(|left| left.0 < left.1).collect();
        self.0 = left;
    }

    /// Whether the whole range is among them.
    pub(super) fn holds(&self, range: Range) -> bool {
        self.0.iter().any(|held| held.0 <= range.0 && range.1 <= held.1)
    }

    /// Whether any of a range is among them.
    pub(super) fn touches(&self, range: Range) -> bool {
        self.0.iter().any(|held| common(*held, range).is_some())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Range> {
        self.0.iter().copied()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl FromIterator<Range> for Ranges {
    fn from_iter<I: IntoIterator<Item = Range>>(ranges: I) -> Ranges {
        let mut all = Ranges::default();
        ranges.into_iter().for_each(|range| all.add(range));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_and_removed_is_held_and_nothing_else() {
        let mut ranges: Ranges = [(0, 10), (20, 30), (10, 12)].into_iter().collect();
        assert_eq!(ranges.iter().collect::<Vec<_>>(), [(0, 12), (20, 30)]);
        ranges.remove((5, 25));
        assert_eq!(ranges.iter().collect::<Vec<_>>(), [(0, 5), (25, 30)]);
        assert!(ranges.holds((26, 30)) && !ranges.holds((4, 26)));
        ranges.remove((27, 28));
        assert_eq!(ranges.iter().collect::<Vec<_>>(), [(0, 5), (25, 27), (28, 30)]);
    }

    #[test]
    fn lengths_are_rounded_to_pages_and_never_go_round_the_end() {
        assert_eq!(pages(4096, 1), Some((4096, 8192)));
        assert_eq!(pages(5000, 4096), Some((4096, 12288)));
        assert_eq!(pages(4096, u64::MAX), None);
        assert_eq!(pages(u64::MAX - 10, 5), None);
    }
}
