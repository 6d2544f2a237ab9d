//! The lines that are tried in a state: for every guard the values at its boundaries and one beyond, the ends
//! of each number, every text in a rule, a constant or the state, and lines that are not inputs.

use std::collections::BTreeSet;

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue};

use super::example::texts;
use super::input::Pattern;
use super::table::{LineMeaning, RuleTable, State};
use super::value::{Value, ValueKind};

/// A pattern with at most this many texts is tried with all of them.
const ALL: usize = 32;

/// How many values of a part, and how many lines of an input, are tried at most.
const VALUES: usize = 32;
const LINES: usize = 200;

/// How many inputs of one kind are offered, unless these are all.
const FEW: usize = 12;

/// How many further spellings of an input are tried that differ only outside its parts.
const SPELLINGS: usize = 2;

/// Lines that are not inputs, unless a pattern matches them.
const STRANGE: [&str; 2] = ["?", "hello"];

/// Numbers in spellings that some languages read as another number, or not at all.
const ODD: [&str; 5] = ["08", "010", "001", "-0", "00"];

/// The empty line, and words that are not ASCII, without a digit of any script.
const FOREIGN: [&str; 6] = ["", "é", "Ж", "あ", "naïve", "😀"];

/// Among how many texts of a pattern the longest is looked for.
const ENDS: usize = 6;

/// The line with each of its characters twice, and without it.
fn miscounted(line: &str) -> impl Iterator<Item = String> {
    let places = line.char_indices().map(|(at, sign)| (&line[..at], sign, &line[at + sign.len_utf8()..]));
    places.flat_map(|(before, sign, after)| {
        [format!("{before}{sign}{sign}{after}"), format!("{before}{after}")]
    })
}

/// The lines that are tried in the states of a table.
pub struct Sampler<'a> {
    table: &'a RuleTable,
    /// Lines that are tried in every state.
    fixed: Vec<Vec<u8>>,
    /// Inputs whose values depend on the state.
    varying: Vec<Varying<'a>>,
    /// Whether numbers are tried, too, that lead to the boundary of a guard on another input.
    is_aiming: bool,
}

struct Varying<'a> {
    input: usize,
    pattern: &'a Pattern,
    /// Comparisons in guards.
    comparisons: Vec<Sides<'a>>,
    /// Comparisons in guards on other inputs.
    others: Vec<Sides<'a>>,
    /// Values in rules and constants.
    named: BTreeSet<Value>,
    /// For each part the texts that follow from its pattern alone.
    own: Vec<Vec<String>>,
}

/// The operands of a comparison.
type Sides<'a> = (&'a IdedExpr, &'a IdedExpr);

impl<'a> Sampler<'a> {
    pub fn new(table: &'a RuleTable) -> Sampler<'a> {
        let mut fixed: BTreeSet<Vec<u8>> = table.samples.iter().cloned().collect();
        let mut varying = Vec::new();
        for (input, (_, pattern)) in table.inputs.iter().enumerate() {
            let all = texts(pattern.hir(), ALL, &[]);
            let first = all.texts.first().cloned().unwrap_or_default();
            let cut = first.char_indices().next_back().map(|(at, _)| first[..at].to_owned());
            let near = [Some(first.clone() + "x"), cut].into_iter().flatten();
            let near = near.chain(beyond(table, input, &first));
            let near = near.filter(|line| table.is_no_input(line.as_bytes()) && !line.trim().is_empty());
            fixed.extend(near.map(String::into_bytes));
            if all.are_all || pattern.parts().is_empty() {
                fixed.extend(within(table, all.texts.into_iter().map(String::into_bytes).collect()));
            } else {
                varying.push(Varying::new(table, input, pattern));
            }
        }
        fixed.extend(STRANGE.into_iter().filter(|line| table.is_no_input(line.as_bytes())).map(Vec::from));
        let is_certain = |line: &Vec<u8>| {
            !matches!(table.classify(line), LineMeaning::Open(_)) && !table.domain.is_never(line)
        };
        let fixed = fixed.into_iter().filter(is_certain).collect();
        Sampler { table, fixed, varying, is_aiming: false }
    }

    /// Tries numbers, too, after which the guard of a rule on another input is at its boundary.
    pub fn aiming(self) -> Sampler<'a> {
        Sampler { is_aiming: true, ..self }
    }

    /// The lines to be tried in a state, each once.
    pub fn lines(&self, state: &State) -> Vec<Vec<u8>> {
        let mut lines = self.fixed.clone();
        let mut known: BTreeSet<_> = lines.iter().cloned().collect();
        for varying in &self.varying {
            let more = within(self.table, varying.lines(self.table, state, self.is_aiming)).into_iter();
            let may_be_fed = |line: &Vec<u8>| !self.table.domain.is_never(line);
            lines.extend(more.filter(|line| may_be_fed(line) && known.insert(line.clone())));
        }
        lines
    }

    /// Lines that the specification leaves open.
    pub(super) fn open(&self) -> Vec<Vec<u8>> {
        let all = self.table.unspecified.iter().flat_map(|open| texts(open.pattern.hir(), 3, &[]).texts);
        let is_open = |line: &String| {
            matches!(self.table.classify(line.as_bytes()), LineMeaning::Open(_))
                && self.table.domain.decides(line.as_bytes())
        };
        all.filter(is_open).map(String::into_bytes).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

impl RuleTable {
    /// Lines that programs confuse with inputs: the empty line, and those that a program takes for an input if it looks for that in a
    /// line, at its beginning, or in any case, or if it does not count characters. Words that are not ASCII. And inputs with numbers
    /// that are written in an odd way, as far as a pattern has it.
    pub fn near_inputs(&self) -> Vec<Vec<u8>> {
        let (mut near, mut odd) = (BTreeSet::from(FOREIGN.map(str::to_owned)), BTreeSet::new());
        for (place, (_, pattern)) in self.inputs.iter().enumerate() {
            let numbers = pattern.parts().iter().filter(|(_, kind)| *kind == ValueKind::Int);
            let spelled = numbers.flat_map(|(name, _)| ODD.map(|number| [(name.as_str(), number)]));
            let lines = spelled.flat_map(|chosen| texts(pattern.hir(), 1, &chosen).texts);
            let lines = lines.filter(|line| self.is_input(place, line));
            odd.extend(lines.filter(|line| self.domain.decides(line.as_bytes())));
            let inputs = texts(pattern.hir(), ENDS, &[]).texts;
            let longest = inputs.iter().filter(|input| self.domain.decides(input.as_bytes()));
            near.extend(
                longest.max_by_key(|input| input.len()).into_iter().flat_map(|input| miscounted(input)),
            );
            let Some(input) = inputs.into_iter().next() else { continue };
            let others = [input.to_uppercase(), input.to_lowercase()];
            near.extend([
                format!("{input} x"),
                format!("{input}1"),
                format!("x{input}"),
                format!("x {input}"),
                format!("{input}é"),
            ]);
            near.extend(others);
        }
        let near = near.into_iter().filter(|line| self.is_no_input(line.as_bytes()));
        near.chain(odd).map(String::into_bytes).collect()
    }

    /// Whether a line that decides is no input.
    fn is_no_input(&self, line: &[u8]) -> bool {
        self.classify(line) == LineMeaning::Other && self.domain.decides(line)
    }

    /// Whether a line is this input, by its place.
    fn is_input(&self, place: usize, line: &str) -> bool {
        matches!(self.classify(line.as_bytes()), LineMeaning::Input(input, _) if input == place)
    }

    /// Inputs for a person to choose from in a state. For a kind of input with few spellings, these are all
    /// that are not answered like a line that is not an input. For other kinds they are the inputs that
    /// change the state, if they are few. They do not depend on hidden choices.
    pub fn offers(&self, state: &State) -> Vec<String> {
        let sampler = Sampler::new(self);
        let lines = if self.has_hidden() { sampler.fixed } else { sampler.lines(state) };
        let offered = self.inputs.iter().enumerate().flat_map(|(kind, (_, pattern))| {
            let is_of_kind =
                |line: &&Vec<u8>| matches!(self.classify(line), LineMeaning::Input(heard, _) if heard == kind);
            let lines = lines.iter().filter(is_of_kind);
            if texts(pattern.hir(), ALL, &[]).are_all {
                return lines.filter(|line| self.has_hidden() || !self.is_refused(state, line)).collect();
            }
            let is_taken = |line: &&Vec<u8>| !self.has_hidden() && self.changes(state, line);
            let taken: Vec<_> = lines.filter(is_taken).collect();
            if taken.len() <= FEW { taken } else { Vec::new() }
        });
        offered.map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    }

    /// Whether a line is answered like one that is not an input.
    fn is_refused(&self, state: &State, line: &[u8]) -> bool {
        let strange = STRANGE.into_iter().find(|line| self.classify(line.as_bytes()) == LineMeaning::Other);
        let answer = |line: &[u8]| {
            self.answer(state, line).ok().map(|answer| (answer.next, answer.output, answer.ends))
        };
        strange.is_some_and(|strange| answer(strange.as_bytes()) == answer(line))
    }

    fn changes(&self, state: &State, line: &[u8]) -> bool {
        self.answer(state, line).is_ok_and(|answer| answer.ends || answer.next != *state)
    }
}

impl<'a> Varying<'a> {
    fn new(table: &'a RuleTable, input: usize, pattern: &'a Pattern) -> Varying<'a> {
        let own = pattern.parts().iter().map(|(name, _)| own_texts(pattern, name)).collect();
        let (comparisons, others, named) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut varying = Varying { input, pattern, comparisons, others, named, own };
        for guard in
            table.rules.iter().filter(|rule| !rule.is_on(Some(input))).filter_map(|rule| rule.when.as_ref())
        {
            varying.gather(guard.syntax());
        }
        varying.others = std::mem::take(&mut varying.comparisons);
        varying.named.clear();
        for rule in table.rules.iter().filter(|rule| rule.is_on(Some(input))) {
            let set = rule.set.iter().map(|(_, expression)| expression);
            rule.when.iter().chain(set).for_each(|expression| varying.gather(expression.syntax()));
        }
        for value in table.language.values() {
            varying.named.extend(flat(value));
        }
        varying
    }

    fn gather(&mut self, part: &'a IdedExpr) {
        match &part.expr {
            Expr::Literal(LiteralValue::Int(number)) => {
                self.named.insert(Value::Int(*number.inner()));
            }
            Expr::Literal(LiteralValue::String(text)) => {
                self.named.insert(Value::Text(text.inner().into()));
            }
            Expr::List(list) => list.elements.iter().for_each(|part| self.gather(part)),
            Expr::Call(call) => self.gather_call(call),
            Expr::Comprehension(comprehension) => {
                self.gather(&comprehension.iter_range);
                self.gather(&comprehension.loop_step);
            }
            _ => {}
        }
    }

    fn gather_call(&mut self, call: &'a CallExpr) {
        if let ("_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_", [one, other]) =
            (call.func_name.as_str(), call.args.as_slice())
        {
            self.comparisons.push((one, other));
        }
        call.target.as_deref().into_iter().chain(&call.args).for_each(|part| self.gather(part));
    }

    fn lines(&self, table: &RuleTable, state: &State, is_aiming: bool) -> Vec<Vec<u8>> {
        let mut rows: Vec<Vec<String>> = vec![Vec::new()];
        for (place, (_, kind)) in self.pattern.parts().iter().enumerate() {
            let mut values = self.values(table, state, place, *kind);
            if is_aiming && *kind == ValueKind::Int {
                values.extend(self.aims(table, state, place));
            }
            let longer = |row: &Vec<String>| {
                values
                    .iter()
                    .map(|value| [&row[..], std::slice::from_ref(value)].concat())
                    .collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).take(LINES).collect();
        }
        let names: Vec<_> = self.pattern.parts().iter().map(|(name, _)| name.as_str()).collect();
        let spelled = rows.iter().flat_map(|row| {
            let chosen: Vec<_> = names.iter().copied().zip(row.iter().map(String::as_str)).collect();
            texts(self.pattern.hir(), SPELLINGS, &chosen).texts
        });
        spelled.filter(|line| table.is_input(self.input, line)).map(String::into_bytes).collect()
    }

    /// The values of a part that are tried, as text.
    fn values(&self, table: &RuleTable, state: &State, place: usize, kind: ValueKind) -> Vec<String> {
        let (name, _) = &self.pattern.parts()[place];
        let state_values = state.iter().flat_map(flat);
        let named = self.named.iter().cloned().chain(state_values).filter(|value| value.kind() == kind);
        let mut values: Vec<String> = match kind {
            ValueKind::Int => {
                let numbers = named.flat_map(|value| around(&value));
                let numbers: BTreeSet<i64> =
                    self.boundaries(table, state, place).into_iter().chain(numbers).collect();
                let width = self.pattern.least_length(name);
                numbers.iter().map(|number| format!("{number:0width$}")).collect()
            }
            _ => named.filter_map(|value| text_of(&value)).collect(),
        };
        let is_possible = |value: &String| {
            let chosen = [(name.as_str(), value.as_str())];
            let lines = texts(self.pattern.hir(), 1, &chosen).texts;
            lines.iter().any(|line| self.pattern.values(line.as_bytes()).is_some())
        };
        values.retain(is_possible);
        values.truncate(VALUES);
        let is_new = |text: &&String| !values.contains(text);
        let own: Vec<_> = self.own[place].iter().filter(is_new).cloned().collect();
        values.extend(own);
        values
    }

    /// The numbers after which a comparison in the guard of a rule on another input is at its boundary, or beside it.
    fn aims(&self, table: &RuleTable, state: &State, place: usize) -> Vec<String> {
        let text = |place: usize| self.values(table, state, place, ValueKind::Text).into_iter().next();
        let parts = self.pattern.parts().iter().enumerate();
        let usual: Vec<Value> = parts
            .map(|(place, (_, kind))| match kind {
                ValueKind::Int => Value::Int(1),
                _ => Value::Text(text(place).unwrap_or_default().into()),
            })
            .collect();
        let after = |number: i64| {
            let mut values = usual.clone();
            values[place] = Value::Int(number);
            let next = table.step(state, &Some((self.input, values)), b"").ok()?.next.swap_remove(0);
            (next != *state).then_some(next)
        };
        let difference = |(one, other): &Sides<'_>, state: &State| {
            let scope = table.scope(state, &None);
            match (scope.part(one)?, scope.part(other)?) {
                (Value::Int(one), Value::Int(other)) => one.checked_sub(other),
                _ => None,
            }
        };
        let (Some(one), Some(two)) = (after(1), after(2)) else { return Vec::new() };
        let mut found = BTreeSet::new();
        for sides in &self.others {
            let (Some(at_one), Some(at_two)) = (difference(sides, &one), difference(sides, &two)) else {
                continue;
            };
            let steps = at_two.checked_sub(at_one).and_then(|slope| at_one.checked_neg()?.checked_div(slope));
            let root = steps.and_then(|steps| steps.checked_add(1));
            found.extend(root.iter().flat_map(|root| around(&Value::Int(*root))));
        }
        let width = self.pattern.least_length(&self.pattern.parts()[place].0);
        found
            .into_iter()
            .filter(|number| after(*number).is_some())
            .map(|number| format!("{number:0width$}"))
            .collect()
    }

    /// The boundaries of comparisons that depend on a number: the value there, one before and one after.
    fn boundaries(&self, table: &RuleTable, state: &State, place: usize) -> BTreeSet<i64> {
        let middle: Vec<Value> = self
            .pattern
            .parts()
            .iter()
            .map(|(_, kind)| match kind {
                ValueKind::Int => Value::Int(1),
                _ => Value::Text("".into()),
            })
            .collect();
        let difference = |sides: &(&IdedExpr, &IdedExpr), number: i64| {
            let mut values = middle.clone();
            values[place] = Value::Int(number);
            let input = Some((self.input, values));
            let scope = table.scope(state, &input);
            match (scope.part(sides.0)?, scope.part(sides.1)?) {
                (Value::Int(one), Value::Int(other)) => one.checked_sub(other),
                _ => None,
            }
        };
        let mut found = BTreeSet::new();
        for sides in &self.comparisons {
            let (Some(at_zero), Some(at_one)) = (difference(sides, 0), difference(sides, 1)) else {
                continue;
            };
            let slope = at_one.checked_sub(at_zero);
            let root = slope.and_then(|slope| at_zero.checked_neg()?.checked_div(slope));
            found.extend(root.iter().flat_map(|root| around(&Value::Int(*root))));
        }
        found
    }
}

/// Lines beside an input, with a letter or digit just beyond those that may stand in its place: 5 where there are 0 to 4.
fn beyond(table: &RuleTable, input: usize, line: &str) -> Vec<String> {
    let places = line.bytes().enumerate().filter(|(_, sign)| sign.is_ascii_alphanumeric());
    places.flat_map(|(at, sign)| beyond_at(table, input, line, (at, sign))).collect()
}

fn beyond_at(table: &RuleTable, input: usize, line: &str, (at, sign): (usize, u8)) -> Vec<String> {
    let with = |sign: u8| format!("{}{}{}", &line[..at], char::from(sign), &line[at + 1..]);
    let is_of_input = |sign: &u8| table.is_input(input, &with(*sign));
    let (mut below, mut above) = ((0..sign).rev(), sign + 1..=u8::MAX >> 1);
    let below = below.find(|sign| !is_of_input(sign)).unwrap_or(0);
    let above = above.find(|sign| !is_of_input(sign)).unwrap_or(u8::MAX >> 1);
    // Of a text with one spelling nothing follows for others.
    let has_others = above - below > 2;
    let ends = [below, above].into_iter().filter(|sign| has_others && sign.is_ascii_alphanumeric());
    ends.map(with).collect()
}

/// Those of the lines of a pattern that decide; all if there are none, since the challenge has named them then.
fn within(table: &RuleTable, lines: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let inside: Vec<_> = lines.iter().filter(|line| table.domain.decides(line)).cloned().collect();
    if inside.is_empty() { lines } else { inside }
}

/// Texts of a part that follow from its pattern alone: the least and the longest.
fn own_texts(pattern: &Pattern, name: &str) -> Vec<String> {
    let whole = texts(pattern.hir(), ALL, &[]).texts;
    let place = pattern.parts().iter().position(|(known, _)| known == name);
    let mut own: Vec<String> =
        whole.iter().filter_map(|line| Some(shown(&pattern.values(line.as_bytes())?[place?]))).collect();
    own.sort_by_key(|text| (text.len(), text.clone()));
    own.dedup();
    let last = own.last().cloned();
    own.into_iter().take(2).chain(last).collect::<BTreeSet<_>>().into_iter().collect()
}

fn flat(value: &Value) -> Vec<Value> {
    match value {
        Value::List(items) => items.iter().flat_map(flat).collect(),
        other => vec![other.clone()],
    }
}

fn around(value: &Value) -> Vec<i64> {
    match value {
        Value::Int(number) => {
            [number.checked_sub(1), Some(*number), number.checked_add(1)].into_iter().flatten().collect()
        }
        _ => Vec::new(),
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.to_string()),
        _ => None,
    }
}

fn shown(value: &Value) -> String {
    text_of(value).unwrap_or_else(|| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_or_digit_just_beyond_those_of_a_pattern_is_tried() {
        let text = "title = 'A'\n[input]\ncall = 'call (?<floor>[1-4])'\ntake = 'take [b-dx]'\ncoin = 'coin (10|20|50)'\n\
                    all = '[0-9]{1,3}'\n[[rule]]\non = '*'\nsay = ['a']\n[words]\na = 'a'\n";
        let table = RuleTable::read(text).unwrap();
        let lines = Sampler::new(&table).lines(&table.start());
        let lines: Vec<_> = lines.iter().map(|line| str::from_utf8(line).unwrap()).collect();
        for line in ["call 0", "call 5", "take a", "take e", "coin 30"] {
            assert!(lines.contains(&line), "{line} is not in {lines:?}");
        }
        assert!(!lines.iter().any(|line| ["ball 1", "dall 1", "call a"].contains(line)), "{lines:?}");
    }
}
