//! Sessions for tables without an end of states: ways to states in which other rules answer than before, and there each rule once,
//! and then all rules again.
//!
//! A state is looked at by which rules answer which kinds of lines in it, the numbers in them left out. So a limit that is
//! reached makes another state, and a sum on the way there does not: there are few such states, and the lines at the
//! boundaries of the guards lead from one to the next. A program that forgets to reset what a guard reads, or resets it when
//! it should not, shows that when the guard's rule is asked again.

use std::collections::{BTreeMap, HashSet, VecDeque};

use crate::challenge::{LineMeaning, RuleTable, Sampler, State, TableAnswer, Value, evaluation_steps};
use crate::suite::explore::Session;

/// How many states are looked at, how many sessions there are, and how many lines follow the one that matters.
const STATES: usize = 120;
const SESSIONS: usize = 1_000;
const AFTER: usize = 40;

/// How many steps of evaluations it may take.
const STEPS: u64 = 10_000_000;

/// What is alike in a line for a program that does not look at numbers: the input, its texts, and the rule that answers it.
type AnsweredClass = (Option<usize>, Vec<Value>, usize);

/// Lines of a state by their classes, each with its answer.
type Answered = BTreeMap<AnsweredClass, Vec<(Vec<u8>, TableAnswer)>>;

/// The sessions, those with fewer lines first.
pub(in crate::suite) fn driven(table: &RuleTable) -> Vec<Session> {
    let sampler = Sampler::new(table).aiming();
    let began = evaluation_steps();
    let start = answered(table, &sampler, &table.start());
    let (mut known, mut sessions) = (HashSet::from([classes(&start)]), Vec::new());
    let mut open = VecDeque::from([(Session::new(), start)]);
    while let Some((way, lines)) = open.pop_front() {
        for (line, answer) in lines.values().flat_map(|lines| ends(lines)) {
            if sessions.len() == SESSIONS || evaluation_steps() - began > STEPS {
                return sessions;
            }
            let way = [&way[..], std::slice::from_ref(line)].concat();
            if answer.ends {
                sessions.push(way);
                continue;
            }
            let after = answered(table, &sampler, &answer.next);
            sessions.push([&way[..], &all_again(&answer.next, &after)].concat());
            if known.len() < STATES && known.insert(classes(&after)) {
                open.push_back((way, after));
            }
        }
    }
    sessions
}

fn answered(table: &RuleTable, sampler: &Sampler<'_>, state: &State) -> Answered {
    let mut lines = Answered::new();
    for line in sampler.lines(state) {
        let Ok(answer) = table.answer(state, &line) else { continue };
        let (input, values) = match table.classify(&line) {
            LineMeaning::Input(input, values) => (Some(input), values),
            LineMeaning::Other | LineMeaning::Open(_) => (None, Vec::new()),
        };
        let texts = values.into_iter().filter(|value| !matches!(value, Value::Int(_))).collect();
        lines.entry((input, texts, answer.rule)).or_default().push((line, answer));
    }
    lines
}

fn classes(lines: &Answered) -> Vec<AnsweredClass> {
    lines.keys().cloned().collect()
}

/// The first of some lines and the last, if they lead to different states.
fn ends(lines: &[(Vec<u8>, TableAnswer)]) -> impl Iterator<Item = &(Vec<u8>, TableAnswer)> {
    let (first, last) = (lines.first(), lines.last());
    let last = last.filter(|last| first.is_some_and(|first| first.1.next != last.1.next));
    first.into_iter().chain(last)
}

/// The first line of each class, those before others that change nothing: what changes something hides what was before it.
fn all_again(state: &State, lines: &Answered) -> Session {
    let mut first: Vec<_> = lines.values().filter_map(|lines| lines.first()).collect();
    first.sort_by_key(|(_, answer)| (answer.ends, answer.next != *state));
    let last = first.iter().position(|(_, answer)| answer.ends).map_or(first.len(), |end| end + 1);
    first[..last.min(AFTER)].iter().map(|(line, _)| line.clone()).collect()
}
