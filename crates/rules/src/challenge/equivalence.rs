//! Whether any run can distinguish two tables.

use std::collections::HashSet;
use std::sync::Arc;

use super::answers::Answers;
use super::sample::Sampler;
use super::table::{Presence, RuleTable, State, TableAnswer, Utterance};

/// How many pairs of states are compared before the question is left open.
const MOST: usize = 100_000;

/// Whether a program that follows the second table gives only answers that the first one allows, for all
/// lines that are tried in any state of either. All pairs of states that the same lines lead to are explored.
pub fn is_allowed(table: &RuleTable, other: &RuleTable) -> bool {
    let (starts, others) = (table.starts(), other.starts());
    let pairs: Vec<_> = starts.into_iter().zip(others).collect();
    let opens_alike = |(one, two): &(State, State)| match (table.opening(one), other.opening(two)) {
        (Ok(one), Ok(two)) => is_answer_allowed((table, &one), (other, &two)),
        _ => false,
    };
    pairs.iter().all(opens_alike) && are_answers_allowed(table, other, pairs)
}

fn are_answers_allowed(table: &RuleTable, other: &RuleTable, mut open: Vec<(State, State)>) -> bool {
    let samplers = [Sampler::new(table), Sampler::new(other)];
    let (mut answers, mut given_answers) = (Answers::of(table), Answers::of(other));
    let mut known: HashSet<_> = open.iter().cloned().collect();
    while let Some((one, two)) = open.pop() {
        for line in [samplers[0].lines(&one), samplers[1].lines(&two)].concat() {
            let (Ok(answer), Ok(given)) = (answers.answer(&one, &line), given_answers.answer(&two, &line))
            else {
                return false;
            };
            let Some(next) = next([table, other], &answer, &given) else { return false };
            open.extend(next.into_iter().filter(|pair| known.insert(pair.clone())));
            if known.len() > MOST {
                return false;
            }
        }
    }
    true
}

/// The states that come after an answer that is given, with those of the first table; `None` if it is not allowed. Each hidden choice
/// that is made anew must be one that the first table allows.
fn next(tables: [&RuleTable; 2], answer: &TableAnswer, given: &TableAnswer) -> Option<Vec<(State, State)>> {
    let mut next = Vec::new();
    for given in [given].into_iter().chain(&given.others) {
        let chosen = |place: usize, answer: &TableAnswer| tables[place].start_of(&answer.next);
        let mut answers = [answer].into_iter().chain(&answer.others);
        let answer = match answer.others.is_empty() {
            true => answer,
            false => answers.find(|answer| chosen(0, answer) == chosen(1, given))?,
        };
        if answer.ends != given.ends
            || !is_answer_allowed((tables[0], &answer.output), (tables[1], &given.output))
        {
            return None;
        }
        next.extend((!given.ends).then(|| (Arc::clone(&answer.next), Arc::clone(&given.next))));
    }
    Some(next)
}

/// Whether the words of one answer equal those of another, except for some that may be left out.
fn is_answer_allowed(answer: (&RuleTable, &[Utterance]), given: (&RuleTable, &[Utterance])) -> bool {
    let without_extra = |(table, output): (&RuleTable, &[Utterance])| {
        let is_expected = |utterance: &&Utterance| table.presence(utterance.word) != Presence::Extra;
        output.iter().filter(is_expected).cloned().collect::<Vec<_>>()
    };
    let is_optional = |utterance: &Utterance| answer.0.presence(utterance.word) == Presence::Optional;
    let is_it =
        |utterance: &Utterance, text: &String| utterance.text == *text || utterance.others.contains(text);
    let words = without_extra(answer);
    let mut left = words.iter();
    let is_there = |given: &Utterance| {
        left.by_ref()
            .find(|utterance| is_it(utterance, &given.text) || !is_optional(utterance))
            .is_some_and(|utterance| is_it(utterance, &given.text))
    };
    without_extra(given).iter().all(is_there) && left.all(is_optional)
}
