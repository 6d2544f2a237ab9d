//! Tables with one fault each, made from a table: the faults that a suite must find, and hypotheses about
//! wrong programs.
//!
//! The form of the file is changed in one place and read again, so every check of the reader holds for mutants,
//! too.
//!
//! A reference program has no mutants. Changes of its source (an operator, a number, a statement left out) were
//! tried. They took five seconds for each refused program and named 2 of 16 faults. Of the 24 faults in
//! `tests/references` that were put into a reference's own source, only 4 are one such change.

use super::form::{EndForm, Form, Placed, RuleForm};
use super::read::of_mutant;
use super::table::RuleTable;
use super::value::{Value, ValueKind};

#[derive(Debug)]
pub(crate) struct TableMutant {
    /// Its fault; completes a sentence that begins with "it".
    pub fault: String,
    /// Whether a program with this fault prints exactly what the table does; otherwise it only differs at the
    /// same places.
    pub is_exact: bool,
    pub table: RuleTable,
}

/// All tables that differ from the table of a file in one of these: a rule is missing or comes after the
/// next; a guard has another bound or operator, or is missing; a variable is not set, set to something else,
/// or set though it should not be; a word is missing, or comes after the next; a run ends or goes on; a word
/// has another text.
///
/// Likely faults come before unlikely ones. Variables have no ranges, since a program with a fault may well
/// exceed them. Changes that make the file invalid, such as a missing rule without which a line has no
/// answer, are left out.
pub(crate) fn mutants(text: &str) -> Vec<TableMutant> {
    let Ok(form) = Form::parse(text) else { return Vec::new() };
    let places = || 0..form.rule.len();
    let rules = places().flat_map(|place| of_rule(&form, place));
    let settings = places().flat_map(|place| of_other_variables(&form, place));
    let changed =
        of_order(&form).into_iter().chain(rules).chain(settings).chain(of_ends(&form)).chain(of_words(&form));
    let table = |Change { fault, is_exact, form }: Change| {
        Some(TableMutant { fault, is_exact, table: of_mutant(text, &form).ok()? })
    };
    changed.filter_map(table).collect()
}

/// A form with one fault.
struct Change {
    fault: String,
    is_exact: bool,
    form: Form,
}

impl Change {
    fn of_rule(form: &Form, place: usize, fault: String, to: &dyn Fn(&mut RuleForm)) -> Change {
        let mut rule = form.rule[place].get().clone();
        to(&mut rule);
        let mut form = form.clone();
        form.rule[place] = form.rule[place].with(rule);
        Change { fault, is_exact: true, form }
    }
}

/// The name of a rule in messages.
fn name(form: &Form, place: usize) -> String {
    let name = &form.rule[place].get().name;
    name.as_ref().map_or_else(|| format!("rule {}", place + 1), |name| format!("`{name}`"))
}

fn of_rule(form: &Form, place: usize) -> Vec<Change> {
    let rule = form.rule[place].get();
    let mut changes = Vec::new();
    let called = name(form, place);
    let mut change = |fault: String, to: &dyn Fn(&mut RuleForm)| {
        changes.push(Change::of_rule(form, place, fault, to));
    };
    if let Some(when) = &rule.when {
        let old = when.get();
        for new in variants(old) {
            change(format!("decides {called} by `{new}` instead of `{old}`"), &|rule| {
                rule.when = Some(when.with(new.clone()));
            });
        }
        change(format!("follows {called} whether or not `{old}`"), &|rule| rule.when = None);
    }
    for (variable, value) in &rule.set {
        let old = value.get();
        change(format!("does not change `{variable}` in {called}"), &|rule| {
            rule.set.remove(variable);
        });
        for new in variants(old) {
            change(format!("sets `{variable}` to `{new}` instead of `{old}` in {called}"), &|rule| {
                rule.set.insert(variable.clone(), value.with(new.clone()));
            });
        }
    }
    for word in 0..rule.say.len() {
        let name_of = |word: usize| rule.say[word].get();
        change(format!("does not say `{}` in {called}", name_of(word)), &|rule| {
            rule.say.remove(word);
        });
        if word > 0 {
            let fault = format!("says `{}` before `{}` in {called}", name_of(word), name_of(word - 1));
            change(fault, &|rule| rule.say.swap(word - 1, word));
        }
    }
    if rule.say.len() > 1 {
        change(format!("says nothing in {called}"), &|rule| rule.say.clear());
    }
    if rule.redraw.is_some() {
        change(format!("chooses nothing anew in {called}"), &|rule| rule.redraw = None);
    }
    let what = if rule.end { "goes on after" } else { "ends after" };
    change(format!("{what} {called}"), &|rule| rule.end = !rule.end);
    changes
}

/// A rule that also sets a variable that it should not change.
fn of_other_variables(form: &Form, place: usize) -> Vec<Change> {
    let (called, rule) = (name(form, place), form.rule[place].get());
    let mut changes = Vec::new();
    for (variable, state) in form.state.iter().filter(|(name, _)| !rule.set.contains_key(*name)) {
        let init = Value::of(&state.get().init);
        let is_number = init.kind() == ValueKind::Int;
        let resets = [(format!("sets `{variable}` back to {init} in {called}"), init.to_string())];
        let steps = [("adds 1 to", "+"), ("takes 1 from", "-")]
            .map(|(what, sign)| (format!("{what} `{variable}` in {called}"), format!("{variable} {sign} 1")));
        for (fault, value) in resets.into_iter().chain(steps.into_iter().filter(|_| is_number)) {
            changes.push(Change::of_rule(form, place, fault, &|rule| {
                rule.set.insert(variable.clone(), state.with(value.clone()));
            }));
        }
    }
    changes
}

/// Missing rules, and rules in another order.
fn of_order(form: &Form) -> Vec<Change> {
    let without = (0..form.rule.len()).map(|place| {
        let mut changed = form.clone();
        changed.rule.remove(place);
        Change { fault: format!("does not know {}", name(form, place)), is_exact: true, form: changed }
    });
    let swapped = (1..form.rule.len()).map(|place| {
        let mut changed = form.clone();
        changed.rule.swap(place - 1, place);
        let fault = format!("looks at {} before {}", name(form, place), name(form, place - 1));
        Change { fault, is_exact: true, form: changed }
    });
    without.chain(swapped).collect()
}

/// Other outputs at the end of the input.
fn of_ends(form: &Form) -> Vec<Change> {
    let mut changes = Vec::new();
    for place in 0..form.end.len() {
        let end = form.end[place].get();
        let mut change = |fault: String, to: &dyn Fn(&mut EndForm)| {
            let (mut changed, mut other) = (form.clone(), end.clone());
            to(&mut other);
            changed.end[place] = form.end[place].with(other);
            changes.push(Change { fault, is_exact: true, form: changed });
        };
        let which = end.when.as_ref().map_or_else(String::new, |when| format!(" when `{}`", when.get()));
        if !end.say.is_empty() {
            change(format!("says nothing at the end of the input{which}"), &|end| end.say.clear());
        }
        if let Some(when) = &end.when {
            for new in variants(when.get()) {
                let fault = format!("decides at the end of the input by `{new}` instead of `{}`", when.get());
                change(fault, &|end| end.when = Some(when.with(new.clone())));
            }
        }
    }
    changes
}

fn of_words(form: &Form) -> Vec<Change> {
    let change = |(word, text): (&String, &Placed<String>)| {
        let mut changed = form.clone();
        let body = text.get().trim_end_matches('\n');
        let other = format!("{body}!{}", &text.get()[body.len()..]);
        changed.words.insert(word.clone(), text.with(other));
        Change { fault: format!("writes `{word}` otherwise"), is_exact: false, form: changed }
    };
    form.words.iter().map(change).collect()
}

/// Likely mistakes in an expression: each number one more and one less, each operator another.
fn variants(source: &str) -> Vec<String> {
    let mut variants = Vec::new();
    for (at, token) in tokens(source) {
        let with = |other: &str| format!("{}{other}{}", &source[..at], &source[at + token.len()..]);
        if let Ok(number) = token.parse::<i64>() {
            let near = [number.checked_sub(1), number.checked_add(1)].into_iter().flatten();
            variants.extend(near.map(|number| with(&number.to_string())));
        }
        let others =
            OPERATORS.iter().find(|(operator, _)| *operator == token).map_or(&[][..], |(_, others)| others);
        variants.extend(others.iter().map(|other| with(other)));
    }
    variants
}

/// Operators, longer ones before their own prefixes, and the operators that they are confused with.
const OPERATORS: [(&str, &[&str]); 11] = [
    ("<=", &["<"]),
    (">=", &[">"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("<", &["<="]),
    (">", &[">="]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("%", &["/"]),
];

/// The numbers and operators of an expression, with their positions; not those in strings.
fn tokens(source: &str) -> Vec<(usize, &str)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        let length = match first {
            '"' | '\'' => string(rest),
            _ if is_word(first) => rest.find(|sign| !is_word(sign)).unwrap_or(rest.len()),
            _ => OPERATORS
                .iter()
                .find(|(operator, _)| rest.starts_with(operator))
                .map_or(first.len_utf8(), |(operator, _)| operator.len()),
        };
        tokens.push((at, &rest[..length]));
        at += length;
    }
    tokens
}

/// The length of the string at the beginning of a text.
fn string(text: &str) -> usize {
    let mut signs = text.char_indices();
    let quote = signs.next().map(|(_, quote)| quote);
    while let Some((at, sign)) = signs.next() {
        if sign == '\\' {
            signs.next();
        } else if Some(sign) == quote {
            return at + sign.len_utf8();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_changed_in_one_place_and_not_in_its_strings() {
        assert_eq!(variants("a <= 10"), ["a < 10", "a <= 9", "a <= 11"]);
        assert_eq!(
            variants("w == 'a<1' && x2 > y"),
            ["w != 'a<1' && x2 > y", "w == 'a<1' || x2 > y", "w == 'a<1' && x2 >= y"]
        );
        assert_eq!(variants(r#"s == "\"1" "#), [r#"s != "\"1" "#]);
    }

    #[test]
    fn every_mutant_differs_from_the_table_and_says_how() {
        let text = include_str!("../../../../fixtures/vending/challenge.toml");
        let mutants = mutants(text);
        let mut faults: Vec<_> = mutants.iter().map(|mutant| mutant.fault.as_str()).collect();
        assert!(faults.len() > 50, "{faults:#?}");
        faults.sort_unstable();
        let count = faults.len();
        faults.dedup();
        assert_eq!(faults.len(), count);
    }
}
