//! Checks of a challenge: every rule can fire, and no freedom makes two answers look alike.

use std::collections::{BTreeSet, HashSet};

use regex_syntax::hir::{Class, Hir, HirKind};

use super::Fault;
use super::answers::Answers;
use super::space::Space;
use super::table::{Presence, RuleTable, State, Utterance};

/// How many spellings of one answer are compared.
pub(super) const SPELLINGS: usize = 256;

/// How many faults of each kind are reported.
const SHOWN: usize = 5;

pub fn faults(table: &RuleTable, space: &Space) -> Vec<Fault> {
    // What is never used among the first states may be used later.
    let mut faults = if space.unexplored().is_none() { unused(table, space) } else { Vec::new() };
    faults.extend(wrong_examples(table));
    faults.extend(alike(table, space));
    faults
}

/// Probable mistakes: lines that are left open although they are inputs, and rules and words that are never used as far as the table
/// was explored.
pub fn remarks(table: &RuleTable, space: &Space) -> Vec<String> {
    let unused = if space.unexplored().is_some() { unused(table, space) } else { Vec::new() };
    let unused = unused.into_iter().map(|Fault { line, what, .. }| match line {
        Some(line) => format!("line {line}: {what} in the states that were explored"),
        None => what,
    });
    let mut reported = BTreeSet::new();
    let remark = |line: &Vec<u8>| {
        let (open, input) = table.open_input(line)?;
        reported.insert(open).then(|| {
            let line = String::from_utf8_lossy(line);
            format!("line {open} leaves `{line}` open, which is an input `{input}`: it may be answered like a line that is no input")
        })
    };
    let beyond = table.inputs.iter().filter(|(_, pattern)| takes_controls(pattern.hir()));
    let beyond = beyond.map(|(name, pattern)| {
        format!(
            "line {}: `{name}` takes control characters, too; only lines that a person can type are fed",
            pattern.line()
        )
    });
    space.open.iter().filter_map(remark).chain(unused).chain(beyond).collect()
}

/// Whether a pattern has a class with control characters among others, as `\S` has. Who writes `.` means any character.
fn takes_controls(pattern: &Hir) -> bool {
    match pattern.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            let holds =
                |sign: char| class.ranges().iter().any(|range| range.start() <= sign && sign <= range.end());
            holds('\u{1}') && !(holds(' ') && holds('\t') && holds('\r'))
        }
        HirKind::Repetition(repetition) => takes_controls(&repetition.sub),
        HirKind::Capture(capture) => takes_controls(&capture.sub),
        HirKind::Concat(all) | HirKind::Alternation(all) => all.iter().any(takes_controls),
        _ => false,
    }
}

/// The rules that never fire, and what is never said at the end of the input.
fn unused(table: &RuleTable, space: &Space) -> Vec<Fault> {
    [unused_rules(table, space), unused_ends(table, space)].concat()
}

fn unused_rules(table: &RuleTable, space: &Space) -> Vec<Fault> {
    let fired: HashSet<_> = space.arrows().iter().map(|arrow| arrow.rule).collect();
    let unused = table.rules.iter().enumerate().filter(|(place, _)| !fired.contains(place));
    let fault = |(_, rule): (usize, &super::table::TableRule)| {
        Fault::at(rule.line, format!("`{}` never fires", rule.name))
            .hint("an earlier rule takes its inputs, its guard never holds, or no line is tried that it answers: add one to `samples`")
    };
    unused.take(SHOWN).map(fault).collect()
}

/// The outputs at the end of the input that are never used.
fn unused_ends(table: &RuleTable, space: &Space) -> Vec<Fault> {
    let open = space.nodes().iter().filter(|node| !node.is_over);
    let used: HashSet<_> = open.filter_map(|node| table.closing(&node.state).ok()?.0).collect();
    let unused = table.ends.iter().enumerate().filter(|(place, _)| !used.contains(place));
    let fault = |(_, end): (usize, &super::table::End)| {
        Fault::at(end.line, "this [[end]] is never used")
            .hint("an earlier one takes its states, or its guard never holds")
    };
    unused.map(fault).collect()
}

/// Examples in which a line has no answer.
fn wrong_examples(table: &RuleTable) -> Vec<Fault> {
    let starts = table.starts();
    let trouble = |start: &State, (name, lines): &(String, Vec<String>)| {
        let trouble = table.trouble_in(State::clone(start), lines.iter().map(String::as_bytes))?;
        Some(Fault::at(trouble.line, format!("example `{name}`: {trouble}")))
    };
    let of_example = |example| starts.iter().find_map(|start| trouble(start, example));
    table.examples().iter().filter_map(of_example).collect()
}

/// Different answers in one state, one of which may be written like the other. If both have the same words,
/// it does not matter that both may leave out those that differ.
fn alike(table: &RuleTable, space: &Space) -> Vec<Fault> {
    let mut reported = BTreeSet::new();
    let mut faults = Vec::new();
    let mut known = Answers::of(table);
    for place in 0..space.nodes().len() {
        for (one, other) in pairs_alike(table, &answers_in(&mut known, table, space, place)) {
            let words = [words(&one), words(&other)];
            if faults.len() < SHOWN && reported.insert(words.iter().min().cloned()) {
                faults.push(pair(table, &one, &other));
            }
        }
    }
    faults
}

/// The answers in a state with different output of the reference.
fn answers_in(answers: &mut Answers, table: &RuleTable, space: &Space, place: usize) -> Vec<Vec<Utterance>> {
    let mut known = HashSet::new();
    let arrows = space.arrows()[space.out_of(place)].iter();
    let outputs =
        arrows.filter_map(|arrow| answers.output(arrow.rule, space.states_of(arrow), &arrow.line).ok());
    outputs.filter(|output| known.insert(table.printed(output))).collect()
}

/// All outputs in the states that were explored: before the first input, as answers, and at the end of the input.
pub fn answers(table: &RuleTable, space: &Space) -> BTreeSet<String> {
    let mut known = Answers::of(table);
    let mut all = BTreeSet::new();
    for (place, node) in space.nodes().iter().enumerate() {
        let closing = table.closing(&node.state).ok().filter(|_| !node.is_over).map(|(_, answer)| answer);
        let beside = [table.opening(&table.start_of(&node.state)).ok(), closing];
        let answers = answers_in(&mut known, table, space, place);
        let outputs = answers.into_iter().chain(beside.into_iter().flatten());
        all.extend(outputs.map(|output| table.printed(&output)).filter(|text| !text.is_empty()));
    }
    all
}

fn pairs_alike(table: &RuleTable, answers: &[Vec<Utterance>]) -> Vec<(Vec<Utterance>, Vec<Utterance>)> {
    let spelled = answers.iter().flat_map(|answer| {
        spellings(table, answer).into_iter().map(move |(text, is_whole)| (text, is_whole, answer))
    });
    let spelled: Vec<_> = spelled.collect();
    let texts: Vec<_> = spelled.iter().map(|(text, ..)| text.as_str()).collect();
    let is_pair = |one: usize, other: usize| {
        let ((_, is_whole, one), (_, other_whole, other)) = (&spelled[one], &spelled[other]);
        one != other && ((*is_whole && *other_whole) || words(one) != words(other))
    };
    let pairs = table.freedoms().pairs_alike(&texts, is_pair);
    pairs.into_iter().map(|(one, other)| (spelled[one].2.clone(), spelled[other].2.clone())).collect()
}

fn words(answer: &[Utterance]) -> Vec<usize> {
    answer.iter().map(|answer| answer.word).collect()
}

/// All spellings of the words of an answer, and whether each leaves out nothing.
pub(super) fn spellings(table: &RuleTable, answer: &[Utterance]) -> BTreeSet<(String, bool)> {
    let freedoms = table.freedoms();
    let mut all = BTreeSet::from([(String::new(), true)]);
    for utterance in answer {
        let presence = table.presence(utterance.word);
        let without =
            all.iter().map(|(head, is_whole)| (head.clone(), *is_whole && presence == Presence::Extra));
        let mut next: BTreeSet<_> = without.filter(|_| presence != Presence::Required).collect();
        for text in [&utterance.text].into_iter().chain(&utterance.others) {
            let between = if freedoms.newlines { "\n" } else { "" };
            next.extend(all.iter().map(|(head, is_whole)| (format!("{head}{between}{text}"), *is_whole)));
        }
        all = next.into_iter().take(SPELLINGS).collect();
    }
    all
}

fn pair(table: &RuleTable, one: &[Utterance], other: &[Utterance]) -> Fault {
    let named = |answer: &[Utterance]| {
        let words: Vec<_> =
            answer.iter().map(|answer| format!("`{}`", table.word_name(answer.word))).collect();
        format!(
            "{:?} ({})",
            table.printed(answer),
            if words.is_empty() { "no words".to_owned() } else { words.join(", ") }
        )
    };
    let of = |answer: &[Utterance]| answer.last().map(|answer| table.words[answer.word].line);
    let fault = format!("two answers look alike under [freedom.golf]: {} and {}", named(one), named(other));
    Fault { line: of(other).or(of(one)), what: fault, hint: None }
        .hint("give one of these words another text, or less freedom")
}
