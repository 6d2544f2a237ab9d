//! Lines that follow from the answers, for programs with a hidden choice. Each line narrows down the choices
//! that are still possible, until one is left. Then follow the lines on the rarest way to an end, or to another choice: the one
//! that the fewest other lines lead along, and that shows what was chosen.
//!
//! The lines are chosen while the program runs: the helper in the sandbox asks the judge for each one, with the
//! output so far. Afterwards the case is the list of lines that were given, and is judged like any other. A badly
//! chosen line makes a run useless, but never a verdict wrong. A tree of lines made in advance would need a branch
//! for each answer, and something in the sandbox that reads the answers.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::Arc;

use crate::challenge::{Arrow, Node, RuleTable, Space, State};
use crate::dialect::{Declared, Dialect};
use crate::suite::Case;
use crate::suite::dice::Dice;
use crate::transcript::{Possible, possible};

/// How many lines a run has at most.
const LONGEST: usize = 100;

/// How many choices a program makes, one after the other.
const GAMES: usize = 3;

/// How many lines are compared, and for how many choices.
const LINES: usize = 32;
const CHOICES: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub(crate) enum Tactic {
    /// The line that leaves the fewest choices in the worst case.
    Bisect,
    /// The line that leaves the fewest choices, fed twice.
    Repeat,
    /// The first line that distinguishes any choices, then the last, and so on.
    Extremes,
    /// A random line that distinguishes any choices, with this seed.
    Random(u64),
}

/// A tactic's name, the tactic of the run with this number, and how often it is played in `smoke`.
type TacticRuns = (&'static str, fn(u64) -> Tactic, u64);

/// Programs choose anew in each run, so each tactic is played several times.
const RUNS: [TacticRuns; 4] = [
    ("bisect", |_| Tactic::Bisect, 3),
    ("repeat", |_| Tactic::Repeat, 2),
    ("extremes", |_| Tactic::Extremes, 2),
    ("random", Tactic::Random, 9),
];

/// The runs of `smoke`, this many times: each with a name, and the lines for a program that gets all input at
/// once. These are the lines that follow if every answer is the one that most choices would give.
pub(super) fn runs(declared: &Declared, times: u64) -> Vec<(String, Tactic, Vec<Vec<u8>>)> {
    if times == 0 {
        return Vec::new();
    }
    let runs = |(name, tactic, count): TacticRuns| {
        let lines = Guide::new(declared, tactic(1)).likeliest();
        (1..=count * times).map(move |run| (format!("adaptive-{name}-{run}"), tactic(run), lines.clone()))
    };
    RUNS.into_iter().flat_map(runs).collect()
}

/// A run by its name, which any suite may have: how its lines are chosen, and the lines for a program that
/// gets all input at once. None if there is no run of this name, or no hidden choice in this challenge.
pub(crate) fn adaptive_case(declared: &Declared, name: &str) -> Option<(Case, Tactic)> {
    let tactic = tactic_of(declared, name)?;
    let inputs = Guide::new(declared, tactic).likeliest();
    Some((Case { name: name.to_owned(), dialect: Dialect::Declared(declared.clone()), inputs }, tactic))
}

/// How the lines of a run of this name are chosen, if it is the name of such a run.
pub(crate) fn tactic_of(declared: &Declared, name: &str) -> Option<Tactic> {
    let (kind, number) = name.strip_prefix("adaptive-")?.rsplit_once('-')?;
    let (_, tactic, _) =
        RUNS.into_iter().find(|(known, ..)| *known == kind && declared.table().has_hidden())?;
    Some(tactic(number.parse().ok()?))
}

/// Chooses the lines of a run.
pub(crate) struct Guide {
    declared: Declared,
    tactic: Tactic,
    /// The distance of each state to an end; larger than any distance if no end can be reached.
    to_end: OnceCell<Vec<usize>>,
}

/// The next step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The next line, without its line feed. `None` if there is nothing more to find out.
    pub line: Option<Vec<u8>>,
    /// Whether the run is over, or its answers contradict each other.
    pub is_over: bool,
    /// Whether the program has not shown its answers yet, so that the line cannot follow from them.
    pub is_guess: bool,
}

/// A line to which the remaining choices do not all give the same answer.
struct WeighedLine {
    line: Arc<[u8]>,
    /// How many choices remain in the worst case, and how many groups of choices the answers distinguish.
    largest: (usize, Reverse<usize>),
}

impl Guide {
    pub(crate) fn new(declared: &Declared, tactic: Tactic) -> Guide {
        Guide { declared: declared.clone(), tactic, to_end: OnceCell::new() }
    }

    /// The next question to a program that has printed this after these lines.
    pub(crate) fn ask(&self, given: &[Vec<u8>], output: &[u8]) -> Question {
        let Some(Possible { states, after_end, redraws, is_guess }) = possible(&self.declared, given, output)
        else {
            return Question { line: None, is_over: true, is_guess: false };
        };
        let line = match after_end {
            _ if given.len() >= LONGEST || redraws == GAMES => None,
            // One more line, for a program that does not end.
            Some(0) => self.space().arrows().first().map(|arrow| arrow.line.to_vec()),
            Some(_) => None,
            None => self.choose(&states, given),
        };
        Question { line, is_over: after_end.is_some(), is_guess }
    }

    /// The lines for a program that answers as most choices would.
    pub(crate) fn likeliest(&self) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        while let Some(line) = self.ask(&lines, b"").line {
            lines.push(line);
        }
        lines
    }

    fn space(&self) -> &Space {
        self.declared.space()
    }

    fn choose(&self, states: &[State], given: &[Vec<u8>]) -> Option<Vec<u8>> {
        let count = given.len();
        if let (Tactic::Repeat, false, Some(last)) = (self.tactic, count.is_multiple_of(2), given.last()) {
            return Some(last.clone());
        }
        let mut weighed_lines = self.weighed_lines(states);
        let (first, last) = (0, weighed_lines.len().saturating_sub(1));
        let place = match self.tactic {
            _ if weighed_lines.is_empty() => return self.to_an_end(states, given),
            Tactic::Bisect | Tactic::Repeat => {
                (first..=last).min_by_key(|place| weighed_lines[*place].largest)?
            }
            Tactic::Extremes if count.is_multiple_of(2) => first,
            Tactic::Extremes => last,
            Tactic::Random(seed) => Dice(seed << 32 | count as u64).below(weighed_lines.len()),
        };
        Some(weighed_lines.swap_remove(place).line.to_vec())
    }

    /// The lines that distinguish the remaining choices, in their order.
    fn weighed_lines(&self, states: &[State]) -> Vec<WeighedLine> {
        let some = self.declared.among(evenly(states, CHOICES));
        let lines: BTreeSet<_> = states.iter().flat_map(|state| self.lines(state)).collect();
        let lines: Vec<_> = lines.into_iter().map(|(_, line)| line).collect();
        let lines = match self.tactic {
            Tactic::Extremes if lines.len() > LINES => {
                [&lines[..LINES / 2], &lines[lines.len() - LINES / 2..]].concat()
            }
            _ => evenly(&lines, LINES),
        };
        let weighed = lines.into_iter().map(|line| {
            let parts: Vec<_> = some.answers(&line).iter().map(|(_, part)| part.states().len()).collect();
            WeighedLine { largest: (parts.iter().copied().max().unwrap_or(0), Reverse(parts.len())), line }
        });
        weighed.filter(|WeighedLine { largest: (_, Reverse(parts)), .. }| *parts > 1).collect()
    }

    /// The lines that are fed in a state, with their lengths.
    fn lines(&self, state: &State) -> impl Iterator<Item = (usize, Arc<[u8]>)> {
        let space = self.space();
        let places = self.place_of(state).map(|place| space.out_of(place));
        let arrows = places.into_iter().flatten().map(|place| &space.arrows()[place]);
        arrows.map(|arrow| (arrow.line.len(), Arc::clone(&arrow.line)))
    }

    fn place_of(&self, state: &State) -> Option<usize> {
        self.space().place_of(&Node { state: Arc::clone(state), is_over: false })
    }

    /// The next line on the rarest way to an end, so that a program must reveal its choice. If no end can be
    /// reached, this is the rarest line, and the last one.
    fn to_an_end(&self, states: &[State], given: &[Vec<u8>]) -> Option<Vec<u8>> {
        let (space, place) = (self.space(), self.place_of(states.first()?)?);
        let table = self.declared.table();
        let to_end = self.to_end.get_or_init(|| distances(table, space));
        let cost = |arrow: usize| match silence(table, space, arrow) {
            Some(silence) => (silence, rarity(space, arrow)),
            None => (to_end[space.arrows()[arrow].to], rarity(space, arrow)),
        };
        let next = space.out_of(place).min_by_key(|arrow| {
            let (to_end, rarity) = cost(*arrow);
            (to_end.saturating_add(rarity), rarity)
        })?;
        let line = &space.arrows()[next].line;
        let is_end_in_sight = to_end[place] != usize::MAX;
        (is_end_in_sight || given.last().is_none_or(|last| **last != **line)).then(|| line.to_vec())
    }
}

/// At most this many of some things, evenly spread, with the first and the last.
fn evenly<T: Clone>(all: &[T], most: usize) -> Vec<T> {
    if all.len() <= most {
        return all.to_vec();
    }
    (0..most).map(|place| all[place * (all.len() - 1) / (most - 1)].clone()).collect()
}

/// How many of the lines that are fed in a state the rule of a transition's line answers.
fn rarity(space: &Space, arrow: usize) -> usize {
    let taken = &space.arrows()[arrow];
    let all = &space.arrows()[space.out_of(taken.from)];
    all.iter().filter(|other| other.rule == taken.rule).count()
}

/// If a transition ends a run, or makes a choice anew: how much is lost if its rule does not depend on the choice.
fn silence(table: &RuleTable, space: &Space, arrow: usize) -> Option<usize> {
    let Arrow { rule, to, .. } = &space.arrows()[arrow];
    let is_goal = table.redraws(*rule) || space.nodes()[*to].is_over;
    is_goal.then(|| if table.reveals(*rule) { 0 } else { LONGEST })
}

/// The distance of each state to an end, or to another choice. A transition counts as longer if its rule answers more lines.
fn distances(table: &RuleTable, space: &Space) -> Vec<usize> {
    let mut before = vec![Vec::new(); space.nodes().len()];
    (space.arrows().iter().enumerate()).for_each(|(place, arrow)| before[arrow.to].push(place));
    let goals = space.arrows().iter().enumerate();
    let goals = goals.filter_map(|(place, arrow)| {
        Some(Reverse((silence(table, space, place)? + rarity(space, place), arrow.from)))
    });
    let mut open: BinaryHeap<_> = goals.collect();
    let mut distances = vec![usize::MAX; before.len()];
    while let Some(Reverse((distance, place))) = open.pop() {
        if distance >= distances[place] {
            continue;
        }
        distances[place] = distance;
        for arrow in std::mem::take(&mut before[place]) {
            open.push(Reverse((distance + rarity(space, arrow), space.arrows()[arrow].from)));
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(name: &str) -> Declared {
        let file = format!("{}/../../fixtures/{name}/challenge.toml", env!("CARGO_MANIFEST_DIR"));
        Declared::read(name, &std::fs::read_to_string(file).unwrap()).unwrap()
    }

    /// The lines that a tactic gives to a program with this choice, and its output.
    fn played(declared: &Declared, tactic: Tactic, choice: usize) -> (Vec<String>, String) {
        let mut referee = declared.among(vec![declared.table().starts()[choice].clone()]);
        let (guide, mut lines, mut output) = (Guide::new(declared, tactic), Vec::new(), Vec::new());
        let dialect = crate::dialect::Dialect::Declared(declared.clone());
        let mut say = |events: Vec<crate::session::Event>| {
            events.iter().for_each(|event| dialect.write(event, &mut output));
            output.clone()
        };
        let mut output = say(referee.open());
        while let Some(line) = guide.ask(&lines, &output).line {
            output = say(referee.answer(&line).0);
            lines.push(line);
        }
        let text = |line: &Vec<u8>| String::from_utf8(line.clone()).unwrap();
        (lines.iter().map(text).collect(), text(&output))
    }

    #[test]
    fn halving_finds_every_choice_before_the_guesses_are_over() {
        let [guess, hangman] = ["guess", "hangman"].map(challenge);
        for choice in (0..100).step_by(9) {
            let (lines, output) = played(&guess, Tactic::Bisect, choice);
            assert!(output.ends_with("Right!\n"), "{lines:?} {output}");
            assert!(lines.len() <= 8, "{lines:?}: seven guesses, and a line after the end");
        }
        for choice in 0..6 {
            let (lines, output) = played(&hangman, Tactic::Bisect, choice);
            assert!(output.contains("Yes, "), "{lines:?} {output}");
        }
    }

    #[test]
    fn the_other_tactics_come_to_an_end_too() {
        let [guess, hangman] = ["guess", "hangman"].map(challenge);
        for tactic in [Tactic::Repeat, Tactic::Extremes, Tactic::Random(1), Tactic::Random(2)] {
            for (declared, end) in [(&guess, ["Right!", "It was "]), (&hangman, ["Yes, ", "It was "])] {
                for choice in 0..6 {
                    let (lines, output) = played(declared, tactic, choice);
                    assert!(end.iter().any(|end| output.contains(end)), "{tactic:?}: {lines:?} {output}");
                }
            }
        }
        let (lines, _) = played(&guess, Tactic::Repeat, 41);
        assert!(lines.chunks(2).take(3).all(|pair| pair[0] == pair[1]), "{lines:?}");
        let (lines, _) = played(&guess, Tactic::Extremes, 41);
        assert_eq!(lines[..4], ["1", "100", "2", "99"]);
    }

    #[test]
    fn a_program_that_says_nothing_gets_the_likeliest_lines() {
        let guide = Guide::new(&challenge("guess"), Tactic::Bisect);
        let lines = guide.likeliest();
        assert!(!lines.is_empty());
        assert_eq!(guide.ask(&lines[..1], b"").line.as_ref(), lines.get(1));
        assert_eq!(guide.ask(&lines, b"").line, None);
        assert_eq!(guide.ask(&[], b"What?").line, None, "nothing that it can have chosen says so");
    }

    #[test]
    fn some_are_spread_evenly() {
        let all: Vec<_> = (0..100).collect();
        assert_eq!(evenly(&all, 4), [0, 33, 66, 99]);
        assert_eq!(evenly(&all[..3], 4), [0, 1, 2]);
    }
}
