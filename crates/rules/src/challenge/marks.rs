//! The points of a program in whole cases.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::cases::{Cases, belongs};
use super::form::{CaseForm, Score};

/// A case of this name, and which part of its points a program has. `None` if it is not right.
pub type CaseShare<'a> = (&'a str, Option<f64>);

/// Points, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Marks {
    /// The points of the program.
    pub points: f64,
    /// The points of one that is right. Null if there is no highest number.
    #[serde(deserialize_with = "or_unbounded")]
    #[schemars(with = "Option<f64>")]
    pub of: f64,
    /// The points of each group of cases, in the order of their names.
    pub groups: Vec<GroupMarks>,
}

/// The points of a group of cases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct GroupMarks {
    /// The folder of the cases.
    pub group: String,
    /// The points of the program.
    pub points: f64,
    /// The points of one that is right. Null if there is no highest number.
    #[serde(deserialize_with = "or_unbounded")]
    #[schemars(with = "Option<f64>")]
    pub of: f64,
}

/// JSON has no number for what has no highest number.
fn or_unbounded<'de, D: Deserializer<'de>>(form: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(form)?.unwrap_or(f64::INFINITY))
}

impl Eq for Marks {}
impl Eq for GroupMarks {}

impl Cases {
    /// Whether there are points.
    pub fn has_points(&self) -> bool {
        self.places.values().any(|case| case.points.is_some())
    }

    /// Whether there are points without a highest number: only the validator says how many.
    pub fn has_unbounded_points(&self) -> bool {
        self.places.values().any(|case| case.points == Some(f64::INFINITY))
    }

    /// The points of a program in all cases. `None` if there are no points.
    pub fn marks(&self, cases: &[CaseShare<'_>]) -> Option<Marks> {
        self.has_points().then(|| self.marking(cases).marks())
    }

    /// The points of a case that has points of its own, and how many there are.
    pub fn points(&self, name: &str, share: Option<f64>) -> Option<(f64, f64)> {
        let of = self.places.get(name)?.points?;
        Some((points(share, of), of))
    }

    /// The most points of one of these cases, its own or those that it adds to a group. `None` if there are none.
    pub fn most(&self, name: &str, names: impl Iterator<Item = impl AsRef<str>>) -> Option<f64> {
        let names: Vec<_> = names.collect();
        let all: Vec<_> = names.iter().map(|name| (name.as_ref(), Some(1.0))).collect();
        self.marking(&all).most(name)
    }

    fn marking<'a>(&'a self, cases: &'a [CaseShare<'a>]) -> Marking<'a> {
        Marking { all: self, cases, groups: self.groups(cases) }
    }

    /// What is required for points of a place, or of one around it, and is not right in these cases. `None` if there is nothing.
    pub fn unmet<'a>(&'a self, place: &str, cases: &[CaseShare<'_>]) -> Option<&'a str> {
        let around = self.places.iter().filter(|(around, _)| belongs(place, around));
        around
            .flat_map(|(_, form)| &form.requires)
            .find(|required| fails(required, cases))
            .map(String::as_str)
    }

    /// The folders about whose points something is said, and the one of all.
    fn groups<'a>(&'a self, cases: &[CaseShare<'_>]) -> Vec<&'a str> {
        let is_case = |place: &str| cases.iter().any(|(name, _)| *name == place);
        let says =
            |case: &CaseForm| case.points.is_some() || case.score.is_some() || !case.requires.is_empty();
        let said =
            self.places.iter().filter(|(place, case)| !place.is_empty() && says(case) && !is_case(place));
        [""].into_iter().chain(said.map(|(place, _)| place.as_str())).collect()
    }
}

/// The points of a case. Of points without a highest number the share is how many.
fn points(share: Option<f64>, of: f64) -> f64 {
    share.unwrap_or_default() * if of.is_finite() { of } else { 1.0 }
}

/// What a case or a group is worth.
#[derive(Clone, Copy)]
struct Worth {
    points: f64,
    of: f64,
    is_right: bool,
}

impl Worth {
    fn share(self) -> f64 {
        if self.of > 0.0 { self.points / self.of } else { f64::from(u8::from(self.is_right)) }
    }
}

struct Marking<'a> {
    all: &'a Cases,
    cases: &'a [CaseShare<'a>],
    groups: Vec<&'a str>,
}

impl Marking<'_> {
    fn marks(&self) -> Marks {
        let Worth { points, of, .. } = self.group("");
        let groups = self.groups.iter().filter(|group| !group.is_empty()).map(|group| {
            let Worth { points, of, .. } = self.group(group);
            GroupMarks { group: (*group).to_owned(), points: rounded(points), of: rounded(of) }
        });
        Marks { points: rounded(points), of: rounded(of), groups: groups.collect() }
    }

    /// The smallest group around a case or a group.
    fn around(&self, name: &str) -> &str {
        let around = self.groups.iter().filter(|group| **group != name && belongs(name, group));
        around.max_by_key(|group| group.len()).copied().unwrap_or_default()
    }

    fn given(&self, group: &str) -> Option<f64> {
        self.all.places.get(group)?.points
    }

    fn score(&self, group: &str) -> Score {
        let usual = if self.given(group).is_some_and(f64::is_finite) { Score::All } else { Score::Sum };
        self.all.places.get(group).and_then(|form| form.score).unwrap_or(usual)
    }

    /// The groups and the cases that lie in a group and in no smaller one, and what a case weighs there if nothing is said of its
    /// points.
    fn members(&self, group: &str) -> (Vec<Worth>, f64) {
        let inner =
            self.groups.iter().filter(|one| !one.is_empty() && **one != group && self.around(one) == group);
        let cases: Vec<_> = self.cases.iter().filter(|(name, _)| self.around(name) == group).collect();
        let mut all: Vec<_> = inner.map(|one| self.group(one)).collect();
        let said = cases.iter().filter_map(|(name, _)| self.given(name));
        let said: f64 = all.iter().map(|one| one.of).chain(said).sum();
        let others = cases.iter().filter(|(name, _)| self.given(name).is_none()).count();
        let usual = match self.given(group) {
            None => 0.0,
            Some(of) if of.is_infinite() => of,
            // They share what is left.
            Some(of) if of > said && others > 0 => (of - said) / others as f64,
            Some(_) => 1.0,
        };
        all.extend(cases.iter().map(|(name, share)| {
            let of = self.given(name).unwrap_or(usual);
            self.if_allowed(name, Worth { points: points(*share, of), of, is_right: share.is_some() })
        }));
        (all, usual)
    }

    fn group(&self, group: &str) -> Worth {
        let (all, _) = self.members(group);
        let sum = |what: fn(&Worth) -> f64| all.iter().map(what).sum::<f64>();
        let (points, of) = (sum(|one| one.points), sum(|one| one.of));
        let is_right = all.iter().all(|one| one.is_right);
        let most = self.given(group).unwrap_or(of);
        if most.is_infinite() {
            let least = || all.iter().map(|one| one.points).reduce(f64::min).unwrap_or_default();
            let points = match self.score(group) {
                Score::All if !is_right => 0.0,
                Score::All | Score::Sum => points,
                Score::Least => least(),
            };
            return self.if_allowed(group, Worth { points, of: most, is_right });
        }
        let share = match self.score(group) {
            Score::All if !is_right => 0.0,
            Score::All | Score::Sum => Worth { points, of, is_right }.share(),
            Score::Least => all.iter().map(|one| one.share()).fold(1.0, f64::min),
        };
        self.if_allowed(group, Worth { points: share * most, of: most, is_right })
    }

    fn most(&self, name: &str) -> Option<f64> {
        let group = self.around(name);
        let Some(given) = self.given(group) else { return self.given(name) };
        let (members, usual) = self.members(group);
        let weight = self.given(name).unwrap_or(usual);
        if given.is_infinite() {
            return Some(weight);
        }
        if self.score(group) == Score::Least {
            return Some(given);
        }
        let of: f64 = members.iter().map(|one| one.of).sum();
        Some(given * weight / of).filter(|most| most.is_finite())
    }

    /// No points if something that is required is not right.
    fn if_allowed(&self, place: &str, worth: Worth) -> Worth {
        let required = self.all.places.get(place).map_or(&[][..], |form| &form.requires);
        match required.iter().any(|required| fails(required, self.cases)) {
            true => Worth { points: 0.0, is_right: false, ..worth },
            false => worth,
        }
    }
}

/// Whether one of the cases in a place is not right.
fn fails(place: &str, cases: &[CaseShare<'_>]) -> bool {
    cases.iter().any(|(name, share)| share.is_none() && belongs(name, place))
}

/// Points, and of how many if there is a highest number, in words.
pub fn of_points(points: f64, of: f64) -> String {
    if of.is_finite() { format!("{points} of {of}") } else { points.to_string() }
}

/// To a hundredth of a point.
pub fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::super::Challenge;
    use super::{CaseShare, Cases};

    /// The points, all of them, and those of each group.
    fn marks(text: &str, cases: &[(&str, bool)]) -> (f64, f64, Vec<f64>) {
        shares(
            text,
            &cases.iter().map(|(name, is_right)| (*name, is_right.then_some(1.0))).collect::<Vec<_>>(),
        )
    }

    fn read(text: &str) -> Cases {
        let text = format!("title = 'A'\n[cases]\n{text}");
        let Ok(Challenge::Cases(all)) = Challenge::read(&text) else { panic!("{text}") };
        all
    }

    fn shares(text: &str, cases: &[CaseShare<'_>]) -> (f64, f64, Vec<f64>) {
        let marks = read(text).marks(cases).unwrap();
        (marks.points, marks.of, marks.groups.iter().map(|group| group.points).collect())
    }

    const CASES: [(&str, bool); 5] = [
        ("sample/1", true),
        ("secret/a/1", true),
        ("secret/a/2", false),
        ("secret/b/1", true),
        ("secret/b/2", true),
    ];

    #[test]
    fn points_follow_from_cases_and_groups() {
        let one = "[case.'secret/a/1']\npoints = 2\n[case.'secret/a/2']\npoints = 3\n";
        assert_eq!(marks(one, &CASES), (2.0, 5.0, vec![]));
        let groups = "[case.'secret/a']\npoints = 40\n[case.'secret/b']\npoints = 60\n";
        assert_eq!(marks(groups, &CASES), (60.0, 100.0, vec![0.0, 60.0]));
        let sum = groups.replacen("points = 40", "points = 40\nscore = 'sum'", 1);
        assert_eq!(marks(&sum, &CASES), (80.0, 100.0, vec![20.0, 60.0]));
        let all = format!("[case.secret]\nscore = 'all'\n{groups}");
        assert_eq!(marks(&all, &CASES), (0.0, 100.0, vec![0.0, 0.0, 60.0]));
        let least = format!("[case.secret]\nscore = 'least'\n{sum}");
        assert_eq!(marks(&least, &CASES), (50.0, 100.0, vec![50.0, 20.0, 60.0]));
        assert_eq!(marks("[case.'']\npoints = 10\nscore = 'sum'\n", &CASES), (8.0, 10.0, vec![]));
        assert_eq!(marks("[case.'']\npoints = 10\n", &CASES), (0.0, 10.0, vec![]));
    }

    #[test]
    fn there_are_no_points_without_what_is_required() {
        let text = "[case.'secret/b']\npoints = 60\nrequires = ['sample', 'secret/a']\n";
        assert_eq!(marks(text, &CASES), (0.0, 60.0, vec![0.0]));
        let text = text.replace(", 'secret/a'", "");
        assert_eq!(marks(&text, &CASES), (60.0, 60.0, vec![60.0]));
        let alone = "[case.'secret/b']\nrequires = ['secret/a']\n[case.'secret/b/1']\npoints = 3\n";
        assert_eq!(marks(alone, &CASES), (0.0, 3.0, vec![0.0]));
    }

    #[test]
    fn a_right_case_may_have_a_part_of_its_points() {
        let cases = [("secret/a", Some(0.5)), ("secret/b", Some(1.0)), ("secret/c", None)];
        let group = |score: &str| format!("[case.secret]\npoints = 30\nscore = '{score}'\n");
        assert_eq!(shares(&group("sum"), &cases), (15.0, 30.0, vec![15.0]));
        assert_eq!(shares(&group("least"), &cases), (0.0, 30.0, vec![0.0]));
        assert_eq!(shares(&group("least"), &cases[..2]), (15.0, 30.0, vec![15.0]));
        assert_eq!(shares(&group("all"), &cases), (0.0, 30.0, vec![0.0]));
        assert_eq!(shares(&group("all"), &cases[..2]), (22.5, 30.0, vec![22.5]));
        let own = "[case.'secret/a']\npoints = 8\n[case.'secret/b']\nrequires = ['secret/a']\npoints = 1\n";
        assert_eq!(shares(own, &cases), (5.0, 9.0, vec![]));
        let names = cases.map(|(name, _)| name);
        let most = |text: &str, name| read(text).most(name, names.iter());
        assert_eq!(most(&group("sum"), "secret/a"), Some(10.0));
        assert_eq!(most(&group("least"), "secret/a"), Some(30.0));
        assert_eq!((most(own, "secret/a"), most(own, "secret/c")), (Some(8.0), None));
        let both = format!("{}[case.'secret/a']\npoints = 4\n", group("sum"));
        assert_eq!((most(&both, "secret/a"), most(&both, "secret/c")), (Some(4.0), Some(13.0)));
        let more = format!("{}[case.'secret/a']\npoints = 58\n", group("sum"));
        assert_eq!((most(&more, "secret/a"), most(&more, "secret/c")), (Some(29.0), Some(0.5)));
    }

    #[test]
    fn points_may_have_no_highest_number() {
        let cases = [
            ("sample/1", Some(1.0)),
            ("secret/a/1", Some(2500.5)),
            ("secret/a/2", Some(30.0)),
            ("secret/b/1", Some(0.5)),
        ];
        let open = |more: &str| format!("[case.secret]\npoints = inf\n{more}");
        let group = |score: &str| {
            open(&format!(
                "[case.'secret/a']\npoints = inf\nscore = '{score}'\n[case.'secret/b']\npoints = 10\n"
            ))
        };
        assert_eq!(of(&open(""), &cases), (2531.0, f64::INFINITY, vec![2531.0]));
        assert_eq!(of(&group("sum"), &cases), (2535.5, f64::INFINITY, vec![2535.5, 2530.5, 5.0]));
        assert_eq!(of(&group("least"), &cases), (35.0, f64::INFINITY, vec![35.0, 30.0, 5.0]));
        let failed = cases.map(|(name, share)| (name, share.filter(|_| name != "secret/a/2")));
        assert_eq!(of(&group("least"), &failed), (5.0, f64::INFINITY, vec![5.0, 0.0, 5.0]));
        let names = cases.map(|(name, _)| name);
        let most = |name| with_validator(&group("sum")).most(name, names.iter());
        assert_eq!(
            ["secret/a/1", "secret/b/1", "sample/1"].map(most),
            [Some(f64::INFINITY), Some(10.0), None]
        );
        let marks = with_validator(&group("sum")).marks(&cases).unwrap();
        let written = serde_json::to_string(&marks).unwrap();
        assert!(written.starts_with(r#"{"points":2535.5,"of":null"#), "{written}");
        assert_eq!(serde_json::from_str::<super::Marks>(&written).unwrap(), marks);
        for (text, why) in [
            (group("sum"), "needs a `validator`"),
            (format!("validator = 'v.py'\n[case.'']\npoints = 1\n{}", open("")), "in `` there is"),
        ] {
            let Err(fault) = Challenge::read(&format!("title = 'A'\n[cases]\n{text}")) else {
                panic!("{text}")
            };
            assert!(fault.to_string().contains(why), "{fault}");
        }
    }

    fn with_validator(text: &str) -> Cases {
        read(&format!("validator = 'v.py'\n{text}"))
    }

    fn of(text: &str, cases: &[CaseShare<'_>]) -> (f64, f64, Vec<f64>) {
        let marks = with_validator(text).marks(cases).unwrap();
        (marks.points, marks.of, marks.groups.iter().map(|group| group.points).collect())
    }
}
