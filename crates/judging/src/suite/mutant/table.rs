//! How rows of `mutants.toml` become mutants. The head of that file describes its form.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;
use toml::Value;

use super::faulty::Mutant;
use crate::challenge::LONGEST_TYPED;

pub(super) static FILE: LazyLock<MutantsFile> =
    LazyLock::new(|| toml::from_str(include_str!("mutants.toml")).expect("it has its form"));

static FAMILY: LazyLock<Vec<Mutant>> = LazyLock::new(|| FILE.make(&FILE.mutants));
static FAMILY_OF_ENDINGS: LazyLock<Vec<Mutant>> = LazyLock::new(|| FILE.make(&FILE.endings));
static FAMILY_OF_LENGTHS: LazyLock<Vec<Mutant>> = LazyLock::new(of_lengths);

/// A name in braces.
static NAME: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{([a-z_]+)\}").expect("it is valid"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MutantsFile {
    pub equivalent: BTreeMap<String, String>,
    words: toml::Table,
    lists: BTreeMap<String, List>,
    mutants: Vec<FaultTable>,
    endings: Vec<FaultTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    columns: Vec<String>,
    rows: Vec<Vec<Value>>,
}

/// A table of mutants: single rows, or combinations of the rows of lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultTable {
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    rows: Vec<Vec<Value>>,
    #[serde(default)]
    of: Vec<String>,
    form: Value,
}

/// The values of names in a row, or in a combination of rows.
type Names<'a> = Vec<(&'a str, &'a Value)>;

impl Mutant {
    /// All mutants with wrong transcripts (or, if marked so, equivalent ones), in the order in which they are
    /// considered: the plain before the special, the general before its part.
    pub fn family() -> &'static [Mutant] {
        &FAMILY
    }

    /// Mutants with a right transcript that end wrongly.
    pub fn family_of_endings() -> &'static [Mutant] {
        &FAMILY_OF_ENDINGS
    }

    /// Mutants that fail at lines beyond a length which is not that of a common buffer.
    pub fn family_of_lengths() -> &'static [Mutant] {
        &FAMILY_OF_LENGTHS
    }

    /// Games that tell apart mutants which fail at different lengths: a long line that is refused, one whose last sign is a
    /// move, and zeros with a last sign that makes them no number; the middle lengths first.
    pub fn games_of_lengths() -> Vec<Vec<Vec<u8>>> {
        let line = |length: usize, sign: u8, last: u8| [&vec![sign; length - 1][..], &[last]].concat();
        let games = |length: &usize| {
            let lines = [(b'a', b'a'), (b'a', b'0'), (b'0', b'a')];
            lines.map(|(sign, last)| vec![line(*length, sign, last), b"1".to_vec()])
        };
        middle_first(1, LONGEST_TYPED).iter().flat_map(games).collect()
    }
}

/// All numbers from one to another, each in the middle of the largest gap between those before it.
fn middle_first(first: usize, last: usize) -> Vec<usize> {
    let mut gaps = VecDeque::from([(first, last)]);
    let mut order = Vec::new();
    while let Some((first, last)) = gaps.pop_front() {
        let middle = first.midpoint(last);
        order.push(middle);
        gaps.extend(
            [(first, middle - 1), (middle + 1, last)].into_iter().filter(|(first, last)| first <= last),
        );
    }
    order
}

/// What fails at a line of more than {n} bytes, for every length that can be typed; without those of the family.
fn of_lengths() -> Vec<Mutant> {
    let family: HashSet<_> = FAMILY.iter().map(|mutant| &mutant.name).collect();
    let forms = ["dies", "splits", "cuts"].map(|form| &FILE.words[form]);
    let mutant = |form, length: usize| FILE.mutant(form, &vec![("n", &Value::from(length as i64))]);
    let all = forms.into_iter().flat_map(|form| (1..=LONGEST_TYPED).map(move |length| mutant(form, length)));
    all.filter(|mutant| !family.contains(&mutant.name)).collect()
}

impl MutantsFile {
    fn make(&'static self, tables: &[FaultTable]) -> Vec<Mutant> {
        let make = |table: &FaultTable| -> Vec<Mutant> {
            self.rows(table).iter().map(|row| self.mutant(&table.form, row)).collect()
        };
        tables.iter().flat_map(make).collect()
    }

    /// The rows of a table, or all combinations of rows of its lists.
    fn rows<'a>(&'a self, table: &'a FaultTable) -> Vec<Names<'a>> {
        let mut all = if table.of.is_empty() { rows(&table.columns, &table.rows) } else { vec![Vec::new()] };
        for lists in &table.of {
            let lists = lists.split(" + ").map(|list| &self.lists[list]);
            let next: Vec<_> = lists.flat_map(|list| rows(&list.columns, &list.rows)).collect();
            all = all.iter().flat_map(|row| next.iter().map(|more| [&row[..], more].concat())).collect();
        }
        all
    }

    fn mutant(&'static self, form: &Value, row: &Names) -> Mutant {
        let mut made = self.filled(form, row);
        let keys = made.as_table_mut().expect("a form is a table");
        for key in ["name", "fault"] {
            keys.entry(key).or_insert_with(|| self.named(key, row));
        }
        let mut mutant = Mutant::deserialize(made).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        mutant.equivalent = self.equivalent.get(&mutant.name).map(String::as_str);
        mutant
    }

    /// A value, with the names in braces replaced.
    fn filled(&self, value: &Value, row: &Names) -> Value {
        match value {
            Value::String(text) => match NAME.captures(text) {
                Some(found) if found[0] == *text => self.named(&found[1], row),
                _ => Value::String(self.text(text, row)),
            },
            Value::Array(values) => {
                Value::Array(values.iter().map(|value| self.filled(value, row)).collect())
            }
            Value::Table(table) => Value::Table(
                table.iter().map(|(key, value)| (self.text(key, row), self.filled(value, row))).collect(),
            ),
            _ => value.clone(),
        }
    }

    /// A text, with the names in braces replaced.
    fn text(&self, text: &str, row: &Names) -> String {
        let word = |found: &Captures| match self.named(&found[1], row) {
            Value::String(text) => text,
            value => value.to_string(),
        };
        NAME.replace_all(text, word).into_owned()
    }

    fn named(&self, name: &str, row: &Names) -> Value {
        let own = row.iter().find(|(column, _)| *column == name).map(|(_, value)| *value);
        let value = own.or_else(|| self.words.get(name));
        self.filled(value.unwrap_or_else(|| panic!("what is {name} in {row:?}?")), row)
    }
}

fn rows<'a>(columns: &'a [String], rows: &'a [Vec<Value>]) -> Vec<Names<'a>> {
    let row = |values: &'a Vec<Value>| {
        assert_eq!(columns.len(), values.len(), "{values:?}");
        columns.iter().map(String::as_str).zip(values).collect()
    };
    rows.iter().map(row).collect()
}
