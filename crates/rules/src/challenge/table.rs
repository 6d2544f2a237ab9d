//! A specification as a table: what to remember, what may be printed, and which rule answers what.

use std::sync::Arc;

use super::domain::Domain;
use super::expression::{Expression, Language, OLD, Scope};
use super::freedoms::Freedoms;
use super::input::Pattern;
use super::template::{LONGEST, Template};
use super::value::{Value, ValueKind};

/// The values of all variables, in the order of the file.
pub type State = Arc<[Value]>;

/// A specification.
pub struct RuleTable {
    pub(super) title: String,
    pub(super) language: Language,
    pub(super) variables: Vec<Variable>,
    pub(super) inputs: Vec<(String, Pattern)>,
    pub(super) unspecified: Vec<Unspecified>,
    /// Further lines to feed.
    pub samples: Vec<Vec<u8>>,
    pub(super) domain: Domain,
    pub(super) rules: Vec<TableRule>,
    pub(super) words: Vec<Word>,
    /// The words before the first input, by their places.
    pub(super) open: Vec<usize>,
    /// The variables whose values before a rule some word or condition uses, by their places, and the names of these values.
    pub(super) old: Vec<(usize, String)>,
    /// The outputs at the end of the input: the first whose guard holds. If there is none, the end is not judged.
    pub(super) ends: Vec<End>,
    pub(super) freedoms: Freedoms,
    pub(super) examples: Vec<(String, Vec<String>)>,
    /// The paths in its folder of files with sessions.
    pub sessions: Vec<String>,
    /// The sessions of the suite `explored`, if they were kept; else none.
    pub kept: Vec<Vec<String>>,
    /// The command of a program that should answer as the rules do.
    pub(super) reference: Option<Vec<String>>,
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    pub init: Value,
    /// The least and the greatest value of a number; any without it.
    pub range: Option<[i64; 2]>,
    /// All values, if they are listed.
    pub values: Option<Vec<Value>>,
    /// Whether it is a hidden choice: the program chooses it at the beginning, and does not show it.
    pub is_hidden: bool,
    pub line: usize,
}

/// Lines that may be read in several ways.
#[derive(Clone, Debug)]
pub(super) struct Unspecified {
    pub pattern: Pattern,
    pub readings: Vec<Template>,
    pub silence: bool,
    pub words: bool,
}

/// How a line that the specification leaves open may be read; in any case as a line that is not an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub lines: Vec<String>,
    /// Whether it may get no answer at all.
    pub silence: bool,
    /// How many answers there may be.
    pub answers: usize,
}

#[derive(Clone, Debug)]
pub(super) struct TableRule {
    /// Its name, or its number.
    pub name: String,
    pub on: On,
    pub when: Option<Expression>,
    /// Variables by their places, and their new values.
    pub set: Vec<(usize, Expression)>,
    pub say: Vec<usize>,
    /// The hidden choices that are made anew, by their places, and what must be true of the new values.
    pub redraw: Vec<(usize, Option<Expression>)>,
    pub end: bool,
    pub line: usize,
}

/// An output at the end of the input.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub when: Option<Expression>,
    pub say: Vec<usize>,
    pub line: usize,
}

/// The lines that a rule answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum On {
    Any,
    /// These inputs, by their places.
    Inputs(Vec<usize>),
}

/// A text with a name.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub name: Arc<str>,
    pub text: Template,
    /// Other spellings.
    pub others: Vec<Template>,
    pub presence: Presence,
    pub line: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Required,
    /// The reference prints it, and others may leave it out.
    Optional,
    /// The reference leaves it out, and others may print it.
    Extra,
}

/// The meaning of a line for a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineMeaning {
    /// As this input, with these values of its parts.
    Input(usize, Vec<Value>),
    Other,
    /// The specification leaves it open: the place of the pattern.
    Open(usize),
}

/// An input by its place, and the values of its parts. `None` for a line that is not an input.
pub(super) type TableInput = Option<(usize, Vec<Value>)>;

pub(super) struct TableStep {
    /// The rule that answers it, by its place.
    pub rule: usize,
    /// The state after it; of a rule that makes hidden choices anew one for each, and the first makes the same ones if it may.
    pub next: Vec<State>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableAnswer {
    /// The rule, by its place.
    pub rule: usize,
    pub next: State,
    pub output: Vec<Utterance>,
    pub ends: bool,
    /// The answers for the other hidden choices, if the rule makes some anew.
    pub others: Vec<TableAnswer>,
}

/// A word in an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utterance {
    /// The word, by its place.
    pub word: usize,
    pub text: String,
    /// The values of its variable parts.
    pub holes: Vec<String>,
    /// Other texts that are also right.
    pub others: Vec<String>,
}

/// Why a line has no answer: a mistake in the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Trouble {
    pub line: usize,
    pub what: String,
}

impl RuleTable {
    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn reference(&self) -> Option<&[String]> {
        self.reference.as_deref()
    }

    /// The freedoms of a program under the profile `golf`.
    pub fn freedoms(&self) -> &Freedoms {
        &self.freedoms
    }

    pub fn examples(&self) -> &[(String, Vec<String>)] {
        &self.examples
    }

    pub fn with_examples(mut self, examples: Vec<(String, Vec<String>)>) -> RuleTable {
        self.domain = self.domain.naming(examples.iter().flat_map(|(_, lines)| lines).map(String::len));
        self.examples.extend(examples);
        self
    }

    /// Takes these sessions for the suite `explored`.
    pub fn keeping(mut self, sessions: Vec<Vec<String>>) -> RuleTable {
        self.kept = sessions;
        self
    }

    pub fn has_hidden(&self) -> bool {
        self.variables.iter().any(|variable| variable.is_hidden)
    }

    /// A number that may grow without end, by its name.
    pub(super) fn endless(&self) -> Option<&str> {
        let endless = self.variables.iter().find(|variable| variable.is_endless());
        endless.map(|variable| variable.name.as_str())
    }

    /// The initial state; with hidden choices, for the first choice.
    pub fn start(&self) -> State {
        self.variables.iter().map(|variable| variable.init.clone()).collect()
    }

    /// The initial states for all hidden choices; the first is [`RuleTable::start`].
    pub fn starts(&self) -> Vec<State> {
        let mut starts = vec![Vec::new()];
        for variable in &self.variables {
            let choices = variable.choices();
            let with = |start: &Vec<Value>| {
                let longer = |value: &Value| [&start[..], std::slice::from_ref(value)].concat();
                choices.iter().map(longer).collect::<Vec<_>>()
            };
            starts = starts.iter().flat_map(with).collect();
        }
        starts.into_iter().map(State::from).collect()
    }

    /// The initial state of a run that has come to this state. It depends only on the hidden choices: all
    /// else is the same in every run.
    pub fn start_of(&self, state: &State) -> State {
        let values = self.variables.iter().zip(state.iter());
        let value = |(variable, value): (&Variable, &Value)| match variable.is_hidden {
            true => value.clone(),
            false => variable.init.clone(),
        };
        values.map(value).collect()
    }

    /// The output before the first input, in this state.
    pub fn opening(&self, start: &State) -> Result<Vec<Utterance>, Trouble> {
        let scope = self.scope(start, &None);
        self.open.iter().map(|word| self.utter(*word, &scope)).collect()
    }

    /// Whether it says what is right at the end of the input.
    pub fn has_end(&self) -> bool {
        !self.ends.is_empty()
    }

    /// The output at the end of the input in this state, and the place of its rule. Empty if no guard holds.
    pub fn closing(&self, state: &State) -> Result<(Option<usize>, Vec<Utterance>), Trouble> {
        let scope = self.scope(state, &None);
        for (place, End { when, say, line: _ }) in self.ends.iter().enumerate() {
            if Self::holds(when.as_ref(), &scope)? {
                let output = say.iter().map(|word| self.utter(*word, &scope));
                return Ok((Some(place), output.collect::<Result<_, _>>()?));
            }
        }
        Ok((None, Vec::new()))
    }

    pub fn hidden_names(&self) -> String {
        let names = self.variables.iter().filter(|variable| variable.is_hidden);
        names.map(|variable| format!("`{}`", variable.name)).collect::<Vec<_>>().join(" and ")
    }

    pub fn word_name(&self, word: usize) -> Arc<str> {
        Arc::clone(&self.words[word].name)
    }

    pub fn word_count(&self) -> usize {
        self.words.len()
    }

    pub fn rule_count(&self) -> usize {
        self.rules.len()
    }

    /// Whether a program may wait for input after a word.
    pub fn may_ask(&self, word: usize) -> bool {
        let going = self.rules.iter().filter(|rule| !rule.end).map(|rule| rule.say.last());
        going.chain([self.open.last()]).any(|last| last == Some(&word))
    }

    pub fn presence(&self, word: usize) -> Presence {
        self.words[word].presence
    }

    /// The text that the reference prints: all words but those that only other programs may print.
    pub fn printed(&self, output: &[Utterance]) -> String {
        let is_expected = |utterance: &&Utterance| self.presence(utterance.word) != Presence::Extra;
        output.iter().filter(is_expected).map(|utterance| utterance.text.as_str()).collect()
    }

    pub fn classify(&self, line: &[u8]) -> LineMeaning {
        let (line, is_reading) = line.strip_prefix(b"\n").map_or((line, false), |line| (line, true));
        let open =
            self.unspecified.iter().position(|open| !is_reading && open.pattern.values(line).is_some());
        if let Some(open) = open {
            return LineMeaning::Open(open);
        }
        let mut inputs = self.inputs.iter().enumerate();
        let found = inputs.find_map(|(place, (_, pattern))| Some((place, pattern.values(line)?)));
        found.map_or(LineMeaning::Other, |(place, values)| LineMeaning::Input(place, values))
    }

    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Whether a line may be fed: not if that is never done, and not if some programs read it as another line and the
    /// specification does not declare it open.
    pub fn may_be_fed(&self, line: &[u8], is_doubtful: bool) -> bool {
        !self.domain.is_never(line) && (!is_doubtful || matches!(self.classify(line), LineMeaning::Open(_)))
    }

    /// How a line may be read, if the specification leaves it open. A reading that is itself left open, such as the line as it
    /// is, stands for what the patterns make of it: it begins with a line feed, which no line has.
    pub fn readings(&self, line: &[u8]) -> Option<Reading> {
        let LineMeaning::Open(place) = self.classify(line) else { return None };
        let open = &self.unspecified[place];
        let values = open.pattern.values(line)?;
        let names = open.pattern.parts().iter().map(|(name, _)| name.as_str());
        let scope = self.language.scope(names.zip(&values).collect());
        let lines = open.readings.iter().filter_map(|reading| reading.write(&scope).ok());
        let lines = lines.map(|line| match self.classify(line.as_bytes()) {
            LineMeaning::Open(_) => format!("\n{line}"),
            LineMeaning::Input(..) | LineMeaning::Other => line,
        });
        let gaps = line.iter().filter(|byte| !byte.is_ascii_alphanumeric()).count();
        let answers = if open.words { 1 + gaps } else { 1 };
        Some(Reading { lines: lines.collect(), silence: open.silence, answers })
    }

    /// Where a line is left open that is an input, and the name of that input. `None` if it may be read as what it is.
    pub(super) fn open_input(&self, line: &[u8]) -> Option<(usize, &str)> {
        let LineMeaning::Open(place) = self.classify(line) else { return None };
        let (name, _) = self.inputs.iter().find(|(_, pattern)| pattern.values(line).is_some())?;
        let itself = [b"\n", line].concat();
        let is_read = self.readings(line)?.lines.iter().any(|reading| reading.as_bytes() == itself);
        (!is_read).then(|| (self.unspecified[place].pattern.line(), name.as_str()))
    }

    /// The answer to a line. A line that is left open is answered like one that is not an input.
    pub fn answer(&self, state: &State, line: &[u8]) -> Result<TableAnswer, Trouble> {
        let input = self.input(line);
        let step = self.step(state, &input, line)?;
        self.answered(step, |rule, next| {
            let after = self.scope_after(state, next, &input);
            self.say(rule, |word| self.utter(word, &after))
        })
    }

    /// The answer of a step, by what its rule says when it leads to a state.
    pub(super) fn answered(
        &self,
        TableStep { rule, next }: TableStep,
        mut say: impl FnMut(usize, &State) -> Result<Vec<Utterance>, Trouble>,
    ) -> Result<TableAnswer, Trouble> {
        let ends = self.rules[rule].end;
        let answers = next
            .into_iter()
            .map(|next| Ok(TableAnswer { rule, output: say(rule, &next)?, next, ends, others: Vec::new() }));
        let mut answers = answers.collect::<Result<Vec<_>, Trouble>>()?;
        let first = answers.remove(0);
        Ok(TableAnswer { others: answers, ..first })
    }

    /// Why the table has no answer to one of these lines, one after the other from this state. `None` if it has.
    pub fn trouble_in<'a>(
        &self,
        mut state: State,
        lines: impl IntoIterator<Item = &'a [u8]>,
    ) -> Option<Trouble> {
        for line in lines {
            match self.answer(&state, line) {
                Ok(answer) if answer.ends => return None,
                Ok(answer) => state = answer.next,
                Err(trouble) => return Some(trouble),
            }
        }
        None
    }

    /// The input that a line is. `None` for a line that is not an input or is left open.
    pub(super) fn input(&self, line: &[u8]) -> TableInput {
        match self.classify(line) {
            LineMeaning::Input(kind, values) => Some((kind, values)),
            LineMeaning::Other | LineMeaning::Open(_) => None,
        }
    }

    /// The rule that answers an input, and the state after it.
    pub(super) fn step(&self, state: &State, input: &TableInput, line: &[u8]) -> Result<TableStep, Trouble> {
        let scope = self.scope(state, input);
        let kind = input.as_ref().map(|(kind, _)| *kind);
        for (place, rule) in self.rules.iter().enumerate().filter(|(_, rule)| rule.is_on(kind)) {
            if Self::holds(rule.when.as_ref(), &scope)? {
                let next = self.next(rule, state, &scope)?;
                return Ok(TableStep { rule: place, next: self.drawn(rule, state, next, input)? });
            }
        }
        let line = String::from_utf8_lossy(line).into_owned();
        Err(Trouble { line: 1, what: format!("no rule answers {line:?} in {}", self.in_words(state)) })
    }

    /// How lines are answered one after the other from this state: for each the place of the rule, and then for each part of the
    /// guards that were looked at 0 or 1 for its truth, 2 if it has none. It ends with the run, or where there is no answer.
    pub(crate) fn branches<'a>(
        &self,
        mut state: State,
        lines: impl IntoIterator<Item = &'a [u8]>,
    ) -> Vec<Vec<u64>> {
        let mut branches = Vec::new();
        for line in lines {
            let input = self.input(line);
            let Ok(TableStep { rule, mut next }) = self.step(&state, &input, line) else { break };
            let scope = self.scope(&state, &input);
            let kind = input.as_ref().map(|(kind, _)| *kind);
            let asked = self.rules[..=rule].iter().filter(|rule| rule.is_on(kind));
            let truths = asked.filter_map(|rule| rule.when.as_ref()).flat_map(|guard| scope.truths(guard));
            let truths = truths.map(|truth| truth.map_or(2, u64::from));
            branches.push([rule as u64].into_iter().chain(truths).collect());
            if self.rules[rule].end {
                break;
            }
            state = next.swap_remove(0);
        }
        branches
    }

    /// Whether a word is the same after all inputs that lead to a state.
    pub(super) fn is_of_state(&self, word: usize) -> bool {
        let mut parts = self.inputs.iter().flat_map(|(_, pattern)| pattern.parts());
        let Word { text, others, .. } = &self.words[word];
        let mentions = |name: &str| [text].into_iter().chain(others).any(|text| text.mentions(name));
        !mentions(OLD) && !parts.any(|(name, _)| mentions(name))
    }

    /// All that an expression may use.
    pub(super) fn scope<'a>(&'a self, state: &'a State, input: &'a TableInput) -> Scope<'a> {
        self.language.scope(self.names(state, input).collect())
    }

    /// All that a word may use which a rule says: also the values before the rule.
    pub(super) fn scope_after<'a>(
        &'a self,
        before: &'a State,
        next: &'a State,
        input: &'a TableInput,
    ) -> Scope<'a> {
        let old = self.old.iter().map(|(place, name)| (name.as_str(), &before[*place]));
        self.language.scope(self.names(next, input).chain(old).collect())
    }

    fn names<'a>(
        &'a self,
        state: &'a State,
        input: &'a TableInput,
    ) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let names = self.variables.iter().map(|variable| variable.name.as_str()).zip(state.iter());
        let parts = input.iter().flat_map(|(kind, values)| {
            self.inputs[*kind].1.parts().iter().map(|(name, _)| name.as_str()).zip(values)
        });
        names.chain(parts)
    }

    pub fn in_words(&self, state: &State) -> String {
        let names = self.variables.iter().map(|variable| &variable.name);
        let values: Vec<_> =
            names.zip(state.iter()).map(|(name, value)| format!("{name} = {value}")).collect();
        if values.is_empty() { "the only state".to_owned() } else { values.join(", ") }
    }

    fn holds(guard: Option<&Expression>, scope: &Scope) -> Result<bool, Trouble> {
        let Some(guard) = guard else { return Ok(true) };
        scope.holds(guard).map_err(|why| Self::trouble(guard, &why, scope))
    }

    fn next(&self, rule: &TableRule, state: &State, scope: &Scope) -> Result<State, Trouble> {
        if rule.set.is_empty() {
            return Ok(Arc::clone(state));
        }
        let mut next = state.to_vec();
        for (variable, expression) in &rule.set {
            let value = scope.value(expression);
            let value = value.map_err(|why| Self::trouble(expression, &why, scope))?;
            self.variables[*variable].check(&value).map_err(|why| Self::trouble(expression, &why, scope))?;
            next[*variable] = value;
        }
        Ok(next.into())
    }

    /// The states that a rule leads to which makes hidden choices anew: this one with each of the values that it may choose.
    fn drawn(
        &self,
        rule: &TableRule,
        before: &State,
        next: State,
        input: &TableInput,
    ) -> Result<Vec<State>, Trouble> {
        let mut all = vec![next.to_vec()];
        for (place, _) in &rule.redraw {
            let choices = self.variables[*place].choices();
            let with = |state: &Vec<Value>, value: &Value| {
                let mut state = state.clone();
                state[*place] = value.clone();
                state
            };
            all = all.iter().flat_map(|state| choices.iter().map(|value| with(state, value))).collect();
        }
        let mut all: Vec<State> = all.into_iter().map(State::from).collect();
        for when in rule.redraw.iter().filter_map(|(_, when)| when.as_ref()) {
            let mut left = Vec::new();
            for state in all {
                let may_be = Self::holds(Some(when), &self.scope_after(before, &state, input))?;
                left.extend(may_be.then_some(state));
            }
            all = left;
        }
        let same = all.iter().position(|state| *state == next).unwrap_or_default();
        match all.get_mut(..=same) {
            Some(first) => first.rotate_right(1),
            None => {
                let what = format!("`{}` has no value to draw in {}", rule.name, self.in_words(before));
                return Err(Trouble { line: rule.line, what });
            }
        }
        Ok(all)
    }

    /// Whether the answer of a rule, or that it answers, shows something of a hidden choice.
    pub fn reveals(&self, rule: usize) -> bool {
        let TableRule { when, say, .. } = &self.rules[rule];
        let mut hidden = self.variables.iter().filter(|variable| variable.is_hidden);
        hidden.any(|Variable { name, .. }| {
            when.as_ref().is_some_and(|when| when.mentions(name))
                || say.iter().any(|word| self.words[*word].text.mentions(name))
        })
    }

    /// Whether a rule makes hidden choices anew.
    pub fn redraws(&self, rule: usize) -> bool {
        !self.rules[rule].redraw.is_empty()
    }

    /// The output of a rule, from the texts of its words.
    /// Fails if a word has no text, or all together are too long.
    pub(super) fn say(
        &self,
        rule: usize,
        mut utter: impl FnMut(usize) -> Result<Utterance, Trouble>,
    ) -> Result<Vec<Utterance>, Trouble> {
        let TableRule { say, name, line, .. } = &self.rules[rule];
        let (mut output, mut length) = (Vec::new(), 0);
        for word in say {
            let uttered = utter(*word)?;
            length += uttered.length();
            if length > LONGEST {
                let what = format!("`{name}` says more than {LONGEST} bytes at once");
                return Err(Trouble { line: *line, what });
            }
            output.push(uttered);
        }
        Ok(output)
    }

    /// The text of a word.
    pub(super) fn utter(&self, place: usize, scope: &Scope) -> Result<Utterance, Trouble> {
        let word = &self.words[place];
        let trouble = |why| Trouble { line: word.line, what: format!("word `{}`: {why}", word.name) };
        let others = word.others.iter().map(|other| other.write(scope));
        let others = others.collect::<Result<_, _>>().map_err(trouble)?;
        let (text, holes) = word.text.write_with_holes(scope).map_err(trouble)?;
        Ok(Utterance { word: place, text, holes, others })
    }

    fn trouble(expression: &Expression, why: &str, scope: &Scope) -> Trouble {
        let what = format!("`{}`{}: {why}", expression.source(), scope.in_words());
        Trouble { line: expression.line(), what }
    }
}

impl Utterance {
    /// The bytes of all its texts.
    pub(super) fn length(&self) -> usize {
        self.text.len() + self.others.iter().map(String::len).sum::<usize>()
    }
}

impl TableRule {
    /// Whether it answers this input, or a line that is not an input.
    pub(super) fn is_on(&self, input: Option<usize>) -> bool {
        match &self.on {
            On::Any => true,
            On::Inputs(places) => input.is_some_and(|input| places.contains(&input)),
        }
    }
}

impl Variable {
    pub(super) fn kind(&self) -> ValueKind {
        self.init.kind()
    }

    /// Whether it is a number that may grow without end.
    pub(super) fn is_endless(&self) -> bool {
        self.kind() == ValueKind::Int && self.range.is_none() && self.values.is_none()
    }

    fn choices(&self) -> Vec<Value> {
        match (&self.values, self.range) {
            _ if !self.is_hidden => vec![self.init.clone()],
            (Some(values), _) => values.clone(),
            (None, Some([least, most])) => (least..=most).map(Value::Int).collect(),
            (None, None) => vec![self.init.clone()],
        }
    }

    pub(super) fn check(&self, value: &Value) -> Result<(), String> {
        let name = &self.name;
        if value.kind() != self.kind() {
            return Err(format!("`{name}` is {}, not {}", self.kind().name(), value.kind().name()));
        }
        match (value, self.range) {
            (Value::Int(number), Some([least, most])) if !(least..=most).contains(number) => {
                Err(format!("`{name}` becomes {number}, outside its range [{least}, {most}]"))
            }
            _ if self.values.as_ref().is_some_and(|values| !values.contains(value)) => {
                Err(format!("`{name}` becomes {value}, which is none of its values"))
            }
            _ => Ok(()),
        }
    }
}

impl std::fmt::Debug for RuleTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RuleTable").field("title", &self.title).finish_non_exhaustive()
    }
}
