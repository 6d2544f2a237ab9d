//! Answers of a table for callers with very many questions: results are cached.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::table::{RuleTable, State, TableAnswer, TableInput, Trouble, Utterance};

/// How many lines, and how many texts of words, are cached at most.
const MOST: usize = 200_000;

/// How many bytes the cached texts may have.
const MOST_BYTES: usize = 64 << 20;

/// A table with its cached answers.
pub(super) struct Answers<'a> {
    table: &'a RuleTable,
    inputs: HashMap<Vec<u8>, TableInput>,
    /// The state of the last question.
    state: State,
    /// The answers to different inputs there.
    given: Vec<(TableInput, Arc<TableAnswer>)>,
    /// Texts of words after inputs that lead to a state, for words that depend only on the state.
    texts: HashMap<(usize, State), Utterance>,
    /// The bytes of these texts.
    bytes: usize,
    /// Whether each word depends only on the state.
    are_of_state: Vec<bool>,
}

impl<'a> Answers<'a> {
    pub(super) fn of(table: &'a RuleTable) -> Answers<'a> {
        let are_of_state = (0..table.word_count()).map(|word| table.is_of_state(word)).collect();
        Answers {
            table,
            inputs: HashMap::new(),
            state: table.start(),
            given: Vec::new(),
            texts: HashMap::new(),
            bytes: 0,
            are_of_state,
        }
    }

    /// As [`RuleTable::answer`].
    pub(super) fn answer(&mut self, state: &State, line: &[u8]) -> Result<Arc<TableAnswer>, Trouble> {
        if self.state != *state {
            self.state = Arc::clone(state);
            self.given.clear();
        }
        let input = self.input(line);
        if let Some((_, answer)) = self.given.iter().find(|(given, _)| *given == input) {
            return Ok(Arc::clone(answer));
        }
        let step = self.table.step(state, &input, line)?;
        let table = self.table;
        let answer = Arc::new(table.answered(step, |rule, next| self.say(rule, [state, next], &input))?);
        self.given.push((input, Arc::clone(&answer)));
        Ok(answer)
    }

    fn input(&mut self, line: &[u8]) -> TableInput {
        if let Some(input) = self.inputs.get(line) {
            return input.clone();
        }
        let input = self.table.input(line);
        if self.inputs.len() < MOST {
            self.inputs.insert(line.to_vec(), input.clone());
        }
        input
    }

    /// The output of a rule that answers a line and leads from one state to another.
    pub(super) fn output(
        &mut self,
        rule: usize,
        states: [&State; 2],
        line: &[u8],
    ) -> Result<Vec<Utterance>, Trouble> {
        let input = self.input(line);
        self.say(rule, states, &input)
    }

    fn say(
        &mut self,
        rule: usize,
        [before, next]: [&State; 2],
        input: &TableInput,
    ) -> Result<Vec<Utterance>, Trouble> {
        let after = OnceCell::new();
        let scope = || self.table.scope_after(before, next, input);
        let utter = |word| self.table.utter(word, after.get_or_init(scope));
        let utterance = |word: usize| {
            if !self.are_of_state[word] {
                return utter(word);
            }
            let key = (word, Arc::clone(next));
            if let Some(utterance) = self.texts.get(&key) {
                return Ok(utterance.clone());
            }
            let utterance = utter(word)?;
            if self.texts.len() < MOST && self.bytes < MOST_BYTES {
                self.bytes += utterance.length();
                self.texts.insert(key, utterance.clone());
            }
            Ok(utterance)
        };
        self.table.say(rule, utterance)
    }
}
