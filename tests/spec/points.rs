//! The points of code.golf, against what PostgreSQL computes by the published formula.

use std::collections::BTreeMap;

use referee::golf::{Points, points};

/// Solutions with their points: `hole,lang,strokes,points,in_language`. PostgreSQL 15 computed the points, with the types that
/// the site uses: `round((sqrt(n) + 2) / (sqrt(n) + 3) * s + 1 / (sqrt(n) + 3) * sa) / strokes * 1000)` over double
/// precision, and `round(s / strokes * 1000)` over numeric.
const FIGURES: &str = include_str!("points.csv");

/// A solution: its language, its size, and its points overall and in its language.
type Solution = (&'static str, u64, (u32, u32));

/// The points overall and in the language.
fn pairs(points: &[Points]) -> Vec<(u32, u32)> {
    points.iter().map(|points| (points.overall, points.in_language)).collect()
}

#[test]
fn points_are_those_of_the_published_formula() {
    let mut holes: BTreeMap<&str, Vec<Solution>> = BTreeMap::new();
    for line in FIGURES.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |place: usize| cells[place].parse::<u32>().unwrap();
        let solution = (cells[1], number(2).into(), (number(3), number(4)));
        holes.entry(cells[0]).or_default().push(solution);
    }
    assert!(holes.len() > 15, "{}", holes.len());
    for (hole, rows) in holes {
        let solutions: Vec<_> = rows.iter().map(|(language, size, _)| (*language, *size)).collect();
        let expected: Vec<_> = rows.iter().map(|(.., points)| *points).collect();
        assert_eq!(pairs(&points(&solutions)), expected, "{hole}: {solutions:?}");
    }
}

#[test]
fn a_single_solution_and_equal_ones_get_all_points() {
    assert_eq!(pairs(&points(&[])), []);
    assert_eq!(pairs(&points(&[("C", 7)])), [(1000, 1000)]);
    assert_eq!(pairs(&points(&[("C", 7), ("C", 7), ("Go", 7)])), [(1000, 1000); 3]);
}

#[test]
fn an_empty_program_is_the_shortest_there_can_be() {
    let told = pairs(&points(&[("C", 0), ("C", 5), ("Go", 4), ("Go", 0)]));
    assert_eq!(told, [(1000, 1000), (0, 0), (0, 0), (1000, 1000)]);
    // Of one language with n = 1 three quarters of the shortest count.
    assert_eq!(pairs(&points(&[("C", 0), ("Go", 4)])), [(1000, 1000), (750, 1000)]);
}

#[test]
fn sizes_at_the_ends_of_the_range_have_points() {
    let most = u64::MAX;
    let told = pairs(&points(&[("C", most), ("C", 1), ("Go", most)]));
    assert_eq!(told, [(0, 0), (1000, 1000), (750, 1000)]);
}
