//! A change of a text: parts of it are replaced.

use std::ops::Range;

/// Parts of a text, each with its replacement; in their order, and apart from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit(Vec<(Range<usize>, Vec<u8>)>);

impl Edit {
    pub(super) fn without(at: Range<usize>) -> Edit {
        Edit(vec![(at, Vec::new())])
    }

    pub(super) fn instead(at: Range<usize>, with: impl Into<Vec<u8>>) -> Edit {
        Edit(vec![(at, with.into())])
    }

    /// Several parts at once. `None` if they overlap.
    pub(super) fn of_all(parts: impl IntoIterator<Item = (Range<usize>, Vec<u8>)>) -> Option<Edit> {
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.sort_by_key(|(at, _)| at.start);
        let is_apart = parts.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start);
        (is_apart && !parts.is_empty()).then_some(Edit(parts))
    }

    /// How many bytes shorter a text becomes; negative if it becomes longer.
    pub(super) fn saved(&self) -> isize {
        self.0.iter().map(|(at, with)| at.len().cast_signed() - with.len().cast_signed()).sum()
    }

    pub(super) fn apply(&self, text: &[u8]) -> Vec<u8> {
        let (mut changed, mut from) = (Vec::with_capacity(text.len()), 0);
        for (at, with) in &self.0 {
            changed.extend_from_slice(&text[from..at.start]);
            changed.extend_from_slice(with);
            from = at.end;
        }
        changed.extend_from_slice(&text[from..]);
        changed
    }

    /// Adapts the edit to a text in which `other` was made already. `None` if both change the same place.
    pub(super) fn after(mut self, other: &Edit) -> Option<Edit> {
        let mut others = other.0.iter().peekable();
        let mut shift = 0;
        for (at, _) in &mut self.0 {
            while let Some((before, with)) = others.next_if(|(before, _)| before.end <= at.start) {
                shift += with.len().cast_signed() - before.len().cast_signed();
            }
            if others.peek().is_some_and(|(next, _)| next.start < at.end) {
                return None;
            }
            *at = at.start.saturating_add_signed(shift)..at.end.saturating_add_signed(shift);
        }
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_after_another_equals_both_at_once() {
        let text = b"one two three four";
        let [first, second] = [Edit::without(0..4), Edit::instead(8..13, "3")];
        let both = Edit::of_all([(8..13, b"3".to_vec()), (0..4, Vec::new())]).unwrap();
        assert_eq!(both.apply(text), b"two 3 four");
        assert_eq!(second.clone().after(&first).unwrap().apply(&first.apply(text)), b"two 3 four");
        assert_eq!(first.clone().after(&second).unwrap().apply(&second.apply(text)), b"two 3 four");
        assert_eq!((both.saved(), second.saved()), (8, 4));
    }

    #[test]
    fn changes_of_one_place_exclude_each_other() {
        assert_eq!(Edit::without(2..5).after(&Edit::without(4..9)), None);
        assert_eq!(Edit::without(4..9).after(&Edit::without(2..5)), None);
        assert_eq!(Edit::of_all([(0..3, Vec::new()), (2..4, Vec::new())]), None);
        assert_eq!(Edit::without(5..7).after(&Edit::without(2..5)), Some(Edit::without(2..4)));
    }
}
