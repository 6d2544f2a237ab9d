//! Leaderboards: the shortest accepted submissions.

use super::store::Accepted;
use judging::golf::Measure;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The place, from 1; submissions of equal size share one.
    pub rank: usize,
    pub accepted: &'a Accepted,
    pub size: i64,
}

/// The shortest submission of each owner, in one language or over all; of equal ones the earliest.
pub(crate) fn leaderboard<'a>(
    all: &'a [Accepted],
    measure: Measure,
    language: Option<&str>,
) -> Vec<Place<'a>> {
    let size = |accepted: &Accepted| measure.of(Some(accepted.bytes), accepted.chars);
    let wanted = all
        .iter()
        .filter(|accepted| language.is_none_or(|language| accepted.language.eq_ignore_ascii_case(language)));
    let mut sized: Vec<_> = wanted.filter_map(|accepted| Some((size(accepted)?, accepted))).collect();
    sized.sort_by_key(|(size, accepted)| (*size, accepted.submitted, accepted.id.clone()));
    let mut places: Vec<Place<'_>> = Vec::new();
    for (size, accepted) in sized {
        if places.iter().any(|place| place.accepted.owner == accepted.owner) {
            continue;
        }
        let equal = places.last().filter(|last| last.size == size);
        let rank = equal.map_or(places.len() + 1, |last| last.rank);
        places.push(Place { rank, accepted, size });
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_owners_shortest_counts_and_the_first_of_equals() {
        let accepted = |owner: &str, language: &str, bytes, chars, submitted| Accepted {
            id: format!("{owner}{submitted}"),
            owner: owner.to_owned(),
            language: language.to_owned(),
            bytes,
            chars,
            submitted,
        };
        let all = [
            accepted("ada", "C", 100, Some(90), 5),
            accepted("bob", "C", 100, Some(100), 3),
            accepted("ada", "C", 120, Some(50), 1),
            accepted("eve", "Python", 80, None, 9),
            accepted("kim", "C", 101, Some(99), 1),
        ];
        let order = |measure, language| {
            let places = leaderboard(&all, measure, language);
            places.iter().map(|place| (place.rank, place.accepted.owner.clone())).collect::<Vec<_>>()
        };
        let own =
            |rows: &[(usize, &str)]| rows.iter().map(|(r, o)| (*r, (*o).to_owned())).collect::<Vec<_>>();
        assert_eq!(order(Measure::Bytes, None), own(&[(1, "eve"), (2, "bob"), (2, "ada"), (4, "kim")]));
        assert_eq!(order(Measure::Chars, None), own(&[(1, "ada"), (2, "kim"), (3, "bob")]));
        assert_eq!(order(Measure::Bytes, Some("c")), own(&[(1, "bob"), (1, "ada"), (3, "kim")]));
    }
}
