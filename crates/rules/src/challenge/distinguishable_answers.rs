//! Which answers of a table can be distinguished, whatever its freedoms allow.

use std::collections::HashMap;

use super::Fault;
use super::answers::Answers;
use super::sound::{SPELLINGS, spellings};
use super::space::Space;
use super::table::{RuleTable, Utterance};

/// The classes of a table's answers: two with different numbers cannot be written alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks {
    of_arrows: Vec<usize>,
    /// The number for no answer.
    pub silence: usize,
}

impl Looks {
    /// Compares the answers on all transitions.
    /// Fails if one has no answer, which a space that was explored does not have.
    pub fn of(table: &RuleTable, space: &Space) -> Result<Looks, Fault> {
        let mut numbers: HashMap<Vec<(usize, String)>, usize> = HashMap::new();
        let mut answers = vec![Vec::new()];
        let mut of_arrows = Vec::with_capacity(space.arrows().len());
        numbers.insert(Vec::new(), 0);
        let mut known = Answers::of(table);
        for arrow in space.arrows() {
            let output = known.output(arrow.rule, space.states_of(arrow), &arrow.line);
            let output = output.map_err(|trouble| Fault::at(trouble.line, trouble.what))?;
            let key = output.iter().map(|utterance| (utterance.word, utterance.text.clone())).collect();
            of_arrows.push(*numbers.entry(key).or_insert_with(|| {
                answers.push(output);
                answers.len() - 1
            }));
        }
        let alike = alike(table, &answers);
        of_arrows.iter_mut().for_each(|number| *number = alike[*number]);
        Ok(Looks { of_arrows, silence: alike[0] })
    }

    /// The number of the answer on a transition, by its place.
    pub fn of_arrow(&self, place: usize) -> usize {
        self.of_arrows[place]
    }
}

/// A number for each answer. Answers have equal numbers if one may be written like the other, or if a chain
/// of such answers links them.
fn alike(table: &RuleTable, answers: &[Vec<Utterance>]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..answers.len()).collect();
    let freedoms = table.freedoms();
    let all: Vec<_> = answers.iter().map(|words| spellings(table, words)).collect();
    let has_pattern = |text: &str| freedoms.has_pattern(text.as_bytes());
    if all.iter().any(|all| all.len() >= SPELLINGS || all.iter().any(|(text, _)| has_pattern(text))) {
        // Not all of its spellings are known, so it may look like any other.
        return vec![0; answers.len()];
    }
    let places =
        || all.iter().enumerate().flat_map(|(answer, all)| all.iter().map(move |(text, _)| (answer, text)));
    let texts: Vec<_> = places().map(|(_, text)| text.as_str()).collect();
    let answer_of: Vec<_> = places().map(|(answer, _)| answer).collect();
    for (one, other) in freedoms.pairs_alike(&texts, |_, _| true) {
        let [one, other] = [one, other].map(|text| root(&mut numbers, answer_of[text]));
        numbers[one.max(other)] = one.min(other);
    }
    (0..answers.len()).map(|answer| root(&mut numbers, answer)).collect()
}

fn root(numbers: &mut [usize], mut number: usize) -> usize {
    while numbers[number] != number {
        numbers[number] = numbers[numbers[number]];
        number = numbers[number];
    }
    number
}
