//! `challenge.toml` as it is written. Everything unknown is refused; the JSON schema is made from the same types.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

use super::Fault;
use super::exit_status::ExitStatus;
use super::matcher::Matcher;

/// A challenge: what is true of a program, and what may differ. The truth is a table of rules, a reference program, whole
/// cases, a game that is built in, or without all of these the recordings in the folder.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    /// What the program is, in a few words.
    pub title: Placed<String>,
    /// The name of a game whose rules and words are built in, such as `reversi`. Only a title and `show` may stand beside it.
    pub rules: Option<Placed<String>>,
    /// The command of a program that is right. It may use the files of the folder, and no others. Beside rules it judges
    /// nothing; it is checked whether the two agree.
    pub reference: Option<Placed<CommandForm>>,
    /// Files and folders of the folder that lie in the folder of each run, for programs that read them by their names. Only
    /// beside recordings or a reference without rules.
    #[serde(default)]
    pub files: Vec<Placed<String>>,
    /// Files of the folder with sessions, whose lines are fed as they stand; a line `---` begins the next. Only beside rules
    /// or a reference.
    #[serde(default)]
    pub sessions: Vec<Placed<String>>,
    /// Whole inputs with their answers, in the folder `cases`. Nothing else may be beside it but the title and `show`.
    pub cases: Option<Placed<CasesForm>>,
    /// More about whole cases, by the name of a case or of a folder of them; empty for all. What the longest name says
    /// counts, key by key. One with an input or an answer is a case that needs no files.
    #[serde(default)]
    pub case: BTreeMap<String, Placed<CaseForm>>,
    /// How much of a failure the judging service shows to whoever submitted the program: without this key the first
    /// failure, and in cases of the folder `secret` the verdict alone.
    pub show: Option<Placed<Show>>,
    /// The words that are said before the first input.
    #[serde(default)]
    pub open: Vec<Placed<String>>,
    /// Values that never change, by name.
    #[serde(default, rename = "const")]
    pub constants: BTreeMap<String, Placed<Datum>>,
    /// What the program has to remember, by name.
    #[serde(default)]
    pub state: BTreeMap<String, Placed<StateForm>>,
    /// Values that the program chooses at the beginning and does not tell, by name.
    #[serde(default)]
    pub hidden: BTreeMap<String, Placed<HiddenForm>>,
    /// The inputs by name, each a regular expression for the whole line. The first that matches names the input.
    #[serde(default)]
    pub input: BTreeMap<String, Placed<String>>,
    /// Inputs that the specification leaves open.
    #[serde(default)]
    pub unspecified: Vec<Placed<UnspecifiedForm>>,
    /// More lines that suites feed in every state.
    #[serde(default)]
    pub samples: Vec<Placed<String>>,
    /// How many bytes a line that decides has at most, without its line end. By default 40, or twice the
    /// longest line that the challenge names, up to what every terminal takes (254, POSIX).
    #[serde(default)]
    pub longest: Option<Placed<usize>>,
    /// A regular expression for one character of lines that decide, or `ascii` for those of ASCII that are printed. By
    /// default those that a person can type: letters, marks, digits, punctuation and symbols of any script, the space and the tab.
    #[serde(default)]
    pub characters: Option<Placed<String>>,
    /// Where spaces and tabs stand in lines that are fed: anywhere by default.
    #[serde(default)]
    pub blanks: Option<Placed<Blanks>>,
    /// Regular expressions for whole lines that are never fed.
    #[serde(default)]
    pub never: Vec<Placed<String>>,
    /// Whether lines that nobody can type decide, too: control characters, bytes that are not UTF-8, very long lines.
    #[serde(default)]
    pub robust: Option<Placed<bool>>,
    /// What several rules do alike, by name.
    #[serde(default)]
    pub action: BTreeMap<String, Placed<ActionForm>>,
    /// The answers. The first rule that is on the input, and whose guard holds, answers it.
    #[serde(default)]
    pub rule: Vec<Placed<RuleForm>>,
    /// What is said at the end of the input, if the run is not over: the first whose guard holds. Without any, that is not
    /// judged.
    #[serde(default)]
    pub end: Vec<Placed<EndForm>>,
    /// Every text that there is, by name; `{…}` is an expression.
    #[serde(default)]
    pub words: BTreeMap<String, Placed<String>>,
    /// What a program may do otherwise, by profile.
    #[serde(default)]
    pub freedom: BTreeMap<String, Placed<FreedomForm>>,
    /// Runs that the specification gives.
    #[serde(default)]
    pub example: Vec<Placed<ExampleForm>>,
}

/// How outputs of whole inputs are judged.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CasesForm {
    /// The source of a program that judges outputs: it leaves with the exit status 42 if one is right, 43 if not.
    /// Without one, outputs are compared with the answers token by token.
    pub validator: Option<String>,
    /// The source of a program that judges sources, in cases that are `static`: it gets the language, the file (of Java the
    /// class) with which the program begins and a folder for its messages as arguments, and runs in a folder with the sources.
    /// Its exit status says what that of a validator says.
    pub static_validator: Option<String>,
    /// Whether the validator talks with the program: what one writes the other reads.
    #[serde(default)]
    pub interactive: bool,
    /// Whether the answers to the cases are handed in, and no programs: a file for each case, such as `secret/1.out`.
    #[serde(default)]
    pub answers: bool,
    /// How often the program is run in a case, at most: again with the input that the validator leaves as `nextpass.in`. Once
    /// by default.
    pub passes: Option<u32>,
    /// How outputs are compared with answers, by default `tokens`.
    pub compare: Option<Matcher>,
    /// Whether a program may write files into the folder of its run, as it may by default.
    pub writes: Option<bool>,
    /// Arguments of the validator, or of the comparison, by the folder or the name of cases.
    #[serde(default)]
    pub arguments: BTreeMap<String, Vec<String>>,
    /// Processor time of a run, in seconds.
    pub time: Option<f64>,
    /// Memory of a run, in units of 2^20 bytes.
    pub memory: Option<u64>,
    /// Output of a run, in units of 2^20 bytes.
    pub output: Option<u64>,
    /// The languages that programs may be in, by name or by the codes of problem packages; without any all may be used.
    #[serde(default)]
    pub languages: Vec<String>,
    /// How large the files of a program may be together, in units of 2^10 bytes.
    pub code: Option<u64>,
    /// Processor time of a run of the validator, in seconds.
    pub validator_time: Option<f64>,
    /// Memory of a run of the validator, in units of 2^20 bytes.
    pub validator_memory: Option<u64>,
}

/// What is true of a case, or of all cases in a folder.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CaseForm {
    /// A name for people.
    pub title: Option<String>,
    /// What is said to whoever fails it.
    pub hint: Option<String>,
    /// Arguments of the program.
    pub args: Option<Vec<String>>,
    /// What it reads from standard input, in place of a file.
    pub input: Option<String>,
    /// What it must print, in place of a file.
    pub answer: Option<String>,
    /// Files in the folder of the run, with their content, in addition to those of a folder.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Files that it must leave there, with their content, which is compared as the output is.
    #[serde(default)]
    pub creates: BTreeMap<String, String>,
    /// How an output is compared with the answer.
    pub compare: Option<Matcher>,
    /// Other answers that are right.
    #[serde(default)]
    pub also: Vec<AnswerForm>,
    /// The exit status that is right, by default 0.
    pub exit: Option<ExitStatus>,
    /// What it must write to standard error, in place of a file; without both that does not count.
    pub stderr: Option<String>,
    /// Whether the static validator judges the sources of the program in place of a run.
    #[serde(default, rename = "static")]
    pub is_static: bool,
    /// Arguments of the validator, or of the comparison.
    pub arguments: Option<Vec<String>>,
    /// Points of a case; of a folder those of all its cases together. `inf` is no highest number: the validator says how many.
    pub points: Option<f64>,
    /// How the points of a folder follow from its cases: by default `all` if it has points with a highest number,
    /// otherwise `sum`.
    pub score: Option<Score>,
    /// Cases and folders that must be right, or there are no points.
    #[serde(default)]
    pub requires: Vec<String>,
    /// How much of a failure is shown to whoever wrote the program.
    pub show: Option<Show>,
    /// Processor time of a run, in seconds.
    pub time: Option<f64>,
    /// Memory of a run, in units of 2^20 bytes.
    pub memory: Option<u64>,
    /// Output of a run, in units of 2^20 bytes.
    pub output: Option<u64>,
}

/// Another right answer.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerForm {
    pub answer: String,
    /// How an output is compared with it, by default as with the first answer.
    pub compare: Option<Matcher>,
}

/// How the points of a group of cases follow from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Score {
    /// All points if every case is right, or else none.
    All,
    /// As large a share of the points as the worst case has.
    Least,
    /// The points of each case.
    Sum,
}

/// Something to remember.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StateForm {
    /// The value at the beginning.
    pub init: Datum,
    /// The least and the greatest value of a number.
    pub range: Option<[i64; 2]>,
    /// All values that it may have.
    pub values: Option<Vec<Datum>>,
}

/// The values that a program may choose from.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a range, `\"1..=100\"`, or a list of values")]
pub(super) enum HiddenForm {
    /// The least and the greatest number: `1..=100`.
    Range(String),
    /// All values.
    Values(Vec<Datum>),
}

/// An input that may be read in several ways.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UnspecifiedForm {
    /// A regular expression for the whole line.
    pub input: Placed<String>,
    /// The lines that it may be taken for; `{…}` is an expression.
    #[serde(default)]
    pub readings: Vec<Placed<String>>,
    /// Whether it may have no answer at all.
    #[serde(default)]
    pub silence: bool,
    /// Whether each of its words may be taken for an input.
    #[serde(default)]
    pub words: bool,
}

/// An answer.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleForm {
    /// Its name in reports.
    pub name: Option<String>,
    /// The inputs that it answers; `*` is every line.
    pub on: Placed<OneOrMany>,
    /// An expression that must be true.
    pub when: Option<Placed<String>>,
    /// What is remembered from then on, an expression each.
    #[serde(default)]
    pub set: BTreeMap<String, Placed<String>>,
    /// The words that are said.
    #[serde(default)]
    pub say: Vec<Placed<String>>,
    /// The hidden values that the program chooses anew.
    pub redraw: Option<Placed<RedrawForm>>,
    /// Whether the run is over.
    #[serde(default)]
    pub end: bool,
    /// Actions, which are done with the rule, in this order.
    #[serde(default, rename = "do")]
    pub actions: Vec<Placed<String>>,
}

/// What several rules do alike.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ActionForm {
    /// What is remembered from then on, an expression each, unless the rule sets it otherwise.
    #[serde(default)]
    pub set: BTreeMap<String, Placed<String>>,
    /// The words that are said after those of the rule.
    #[serde(default)]
    pub say: Vec<Placed<String>>,
    /// The hidden values that the program chooses anew, unless the rule says which.
    pub redraw: Option<Placed<RedrawForm>>,
    /// Whether the run is over.
    #[serde(default)]
    pub end: bool,
}

/// Hidden values that the program chooses anew.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a list of hidden values, or conditions: `{ secret = \"secret != old.secret\" }`"
)]
pub(super) enum RedrawForm {
    /// Each may be any of its values, also the one that it was.
    Names(Vec<String>),
    /// Each with an expression that is true of the new values; `old.` stands before names of those before the rule.
    Conditions(BTreeMap<String, String>),
}

/// What is said at the end of the input.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EndForm {
    /// An expression that must be true.
    pub when: Option<Placed<String>>,
    /// The words that are said.
    #[serde(default)]
    pub say: Vec<Placed<String>>,
}

/// What may differ under a profile.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FreedomForm {
    /// Whether more new-lines than written may stand around words.
    #[serde(default)]
    pub newlines: Strictness,
    /// Whether capital letters count. They do by default, but not in whole cases.
    pub case: Option<Folding>,
    /// Whether it counts how many spaces stand in a row. It does by default, but not in whole cases.
    pub spaces: Option<Folding>,
    /// How far a number may be off: one number for the largest absolute or relative error, or both by name.
    pub numbers: Option<Placed<NumbersForm>>,
    /// Texts that are replaced in the right output and in that of a program, before they are compared, in this order.
    #[serde(default)]
    pub replace: Vec<Placed<ReplaceForm>>,
    /// Regular expressions for lines that may be in any order where they follow one another.
    #[serde(default)]
    pub unordered: Vec<Placed<String>>,
    /// Whether `{{…}}` in a right text is a regular expression for a part of a line.
    #[serde(default)]
    pub patterns: bool,
    /// Lists of texts, of each of which a program may choose one, and keep to it. The first is that of the reference.
    #[serde(default)]
    pub choose: Vec<Placed<Vec<String>>>,
    /// Words that may be left out.
    #[serde(default)]
    pub optional: Vec<Placed<String>>,
    /// Words that the reference leaves out, but that may be said.
    #[serde(default)]
    pub extra: Vec<Placed<String>>,
    /// Other spellings of words.
    #[serde(default)]
    pub accept: BTreeMap<String, Placed<Vec<String>>>,
    /// Whether a program may take its inputs in any format, not only one a line.
    #[serde(default)]
    pub inputs: Formats,
}

/// How far a number may be off.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number, or `{ absolute = 0.01, relative = 1e-6 }`")]
pub(super) enum NumbersForm {
    /// The largest error, absolute or relative.
    Either(f64),
    /// The largest errors.
    Each(ErrorsForm),
}

/// The largest errors of a number.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ErrorsForm {
    /// The largest difference.
    pub absolute: Option<f64>,
    /// The largest difference, as a part of the right number.
    pub relative: Option<f64>,
}

/// What is replaced on both sides.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplaceForm {
    /// A regular expression for a part of a line.
    pub pattern: String,
    /// What takes its place; `$1` is its first group. Nothing by default: then the text is ignored, and so is a line of
    /// which nothing is left.
    #[serde(default)]
    pub with: String,
}

/// What somebody whose program failed gets to know of a challenge.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// The first failure, and the saved run, which has the rules and answers of the challenge in it.
    All,
    /// The first failure.
    First,
    /// The verdict alone, but the failure in cases of the folder `sample`.
    Verdict,
}

impl Show {
    /// What the text of a `challenge.toml` says, if it says anything.
    pub fn of(text: &str) -> Option<Show> {
        Form::parse(text).ok()?.show.map(|show| *show.get())
    }
}

/// Where spaces and tabs stand in a line.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Blanks {
    /// Not at its ends.
    Inner,
    /// Not at its ends, and not two in a row.
    Single,
}

impl Blanks {
    /// Regular expressions for the lines that are not fed.
    pub(super) fn never(self) -> &'static [&'static str] {
        match self {
            Blanks::Inner => &[r"[ \t].*", r".*[ \t]"],
            Blanks::Single => &[r"[ \t].*", r".*[ \t]", r".*[ \t]{2}.*"],
        }
    }
}

/// How strictly new-lines are judged.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Strictness {
    /// As they are written.
    #[default]
    Exact,
    /// More may stand around words.
    Around,
}

/// Whether small differences count.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Folding {
    /// They do.
    #[default]
    Exact,
    /// They do not.
    Fold,
}

/// The input formats that a program may choose from.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Formats {
    /// One input a line on standard input.
    #[default]
    Lines,
    /// Also words in a line, a list with commas, or arguments.
    Any,
}

/// A run that the specification gives.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExampleForm {
    /// Its name.
    pub name: String,
    /// The lines that are fed.
    pub inputs: Vec<String>,
}

/// A program, with arguments or without.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the file of a program, or a command as a list of words")]
pub(super) enum CommandForm {
    /// A program.
    Program(String),
    /// A program and its arguments.
    Words(Vec<String>),
}

/// One name or several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the name of an input, or a list of names")]
pub(super) enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

/// A value.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a whole number, a string, true, false, or a list of these")]
pub(super) enum Datum {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Text.
    Text(String),
    /// A list of values.
    List(Vec<Datum>),
}

/// A part of the file, and where it stands.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Placed<T>(toml::Spanned<T>);

impl<T> Placed<T> {
    pub(super) fn get(&self) -> &T {
        self.0.get_ref()
    }

    /// Something else in the same place.
    pub(super) fn with<U>(&self, other: U) -> Placed<U> {
        Placed(toml::Spanned::new(self.0.span(), other))
    }

    /// Where it begins, in bytes.
    pub(super) fn start(&self) -> usize {
        self.0.span().start
    }
}

impl<T: JsonSchema> JsonSchema for Placed<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

impl RuleForm {
    /// Does what an action does, too.
    fn follow(&mut self, action: &ActionForm) {
        let ActionForm { set, say, redraw, end } = action;
        for (name, value) in set {
            self.set.entry(name.clone()).or_insert_with(|| value.clone());
        }
        self.say.extend(say.iter().cloned());
        self.redraw = self.redraw.take().or_else(|| redraw.clone());
        self.end |= end;
    }
}

impl OneOrMany {
    pub(super) fn all(&self) -> &[String] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl FreedomForm {
    /// The first key that is given and has a meaning only where lines are answered one by one.
    pub(super) fn of_sessions(&self) -> Option<&'static str> {
        let FreedomForm {
            newlines,
            optional,
            extra,
            accept,
            inputs,
            patterns: _,
            choose: _,
            case: _,
            spaces: _,
            numbers: _,
            replace: _,
            unordered: _,
        } = self;
        [
            ("newlines", *newlines != Strictness::Exact),
            ("optional", !optional.is_empty()),
            ("extra", !extra.is_empty()),
            ("accept", !accept.is_empty()),
            ("inputs", *inputs != Formats::Lines),
        ]
        .into_iter()
        .find_map(|(key, is_given)| is_given.then_some(key))
    }
}

impl Form {
    pub(super) fn parse(text: &str) -> Result<Form, Fault> {
        let mut form: Form = parse(text)?;
        form.check_actions(text)?;
        let Form { rule, action, .. } = &mut form;
        for placed in rule {
            let mut rule = placed.get().clone();
            let actions = std::mem::take(&mut rule.actions);
            actions
                .iter()
                .filter_map(|name| action.get(name.get()))
                .for_each(|action| rule.follow(action.get()));
            *placed = placed.with(rule);
        }
        Ok(form)
    }

    /// Refuses names of actions that are none, and actions that no rule names.
    fn check_actions(&self, text: &str) -> Result<(), Fault> {
        let named = || self.rule.iter().flat_map(|rule| &rule.get().actions);
        let fault = |at: usize, what: String| Fault::at(line_at(text, at), what);
        if let Some(name) = named().find(|name| !self.action.contains_key(name.get())) {
            let known: Vec<_> = self.action.keys().map(String::as_str).collect();
            return Err(fault(name.start(), format!("there is no action `{}`", name.get()))
                .hint(format!("there are: {}", known.join(", "))));
        }
        match in_order(&self.action).into_iter().find(|(known, _)| !named().any(|name| name.get() == known)) {
            Some((name, action)) => Err(fault(action.start(), format!("no rule does `{name}`"))
                .hint(format!("leave it out, or write `do = [\"{name}\"]`"))),
            None => Ok(()),
        }
    }
}

pub(super) fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Fault> {
    toml::from_str(text).map_err(|why| {
        let line = why.span().map(|span| line_at(text, span.start));
        let what = why.message().trim_end().replace('\n', "; ");
        let given = line.and_then(|line| text.lines().nth(line - 1)).unwrap_or_default();
        let (what, remedy) = match Mistaken::read(&what, given) {
            Some(mistaken) => (mistaken.to_string(), mistaken.remedy()),
            None => (what, None),
        };
        let hint = remedy.or_else(|| unclosed(text, line?));
        Fault { line, what, hint }
    })
}

/// A value of the wrong type, as the library that reads TOML tells it.
struct Mistaken<'a> {
    /// The kind of what was found.
    kind: &'a str,
    /// The value, if it has one that is told.
    value: &'a str,
    wanted: &'a str,
    /// The name before it in its line.
    key: &'a str,
    /// Whether the line is the head of a table.
    is_head: bool,
}

impl<'a> Mistaken<'a> {
    fn read(what: &'a str, line: &'a str) -> Option<Mistaken<'a>> {
        let rest = ["invalid type: ", "invalid value: "].iter().find_map(|head| what.strip_prefix(head))?;
        let (found, wanted) = rest.split_once(", expected ")?;
        let at = found.find(['`', '"']).unwrap_or(found.len());
        let key = line.split_once('=').map_or(line, |(key, _)| key).trim();
        Some(Mistaken {
            kind: found[..at].trim(),
            value: found[at..].trim_start_matches(['`', '"']).split('`').next()?.trim_end_matches('"'),
            wanted,
            key: key.trim_matches(['[', ']']),
            is_head: key.starts_with('['),
        })
    }

    /// What to write in its place.
    fn remedy(&self) -> Option<String> {
        let Mistaken { kind, value, wanted, key, is_head } = *self;
        let words =
            || value.split_whitespace().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
        match (kind, wanted) {
            ("integer" | "boolean" | "floating point", "a string") => {
                Some(format!("write it in quotes: `\"{value}\"`"))
            }
            ("string", "an array of length 2") => {
                let (least, most) = value.split_once("..")?;
                Some(format!("write `[{}, {}]`", least.trim(), most.trim_start_matches('=').trim()))
            }
            ("string", "a boolean") => {
                Some(format!("write `{key} = true` or `{key} = false`, without quotes"))
            }
            ("string", _) if is_number(wanted) => {
                let digits = value.trim_end_matches(|letter: char| !letter.is_ascii_digit());
                let unit = value[digits.len()..].trim().to_lowercase();
                let is_size = matches!(key.rsplit('-').next(), Some("memory" | "output"));
                let (factor, named) = match (is_size, &*unit) {
                    (true, "k" | "kb" | "kib") => (1.0 / 1024.0, "; the unit is MiB, 2^20 bytes"),
                    (true, "g" | "gb" | "gib") => (1024.0, "; the unit is MiB, 2^20 bytes"),
                    (true, _) => (1.0, "; the unit is MiB, 2^20 bytes"),
                    (false, "ms") => (1e-3, "; the unit is the second"),
                    (false, "m" | "min") => (60.0, "; the unit is the second"),
                    (false, "h") => (3600.0, "; the unit is the second"),
                    (false, _) if key.ends_with("time") => (1.0, "; the unit is the second"),
                    _ => (1.0, ""),
                };
                let number = digits.parse::<f64>().ok()? * factor;
                let number = if wanted == "f64" { number } else { number.ceil() };
                Some(format!("write it without quotes: `{key} = {number}`{named}"))
            }
            ("string", "a map") if key == "arguments" => {
                Some(format!("name the cases, \"\" for all: `arguments = {{ \"\" = [{}] }}`", words()))
            }
            ("sequence", "a map") if key == "arguments" => {
                Some("name the cases, \"\" for all: `arguments = { \"\" = [...] }`".to_owned())
            }
            ("string", "a sequence") if key.starts_with("arguments") => {
                Some(format!("write a list: `[{}]`", words()))
            }
            ("string", "a sequence") => Some(format!("write a list: `[{value:?}]`")),
            ("map", "a sequence") if is_head => Some(format!("write `[[{key}]]`")),
            ("sequence", "a string") if is_head && key == "rules" => Some("write `[[rule]]`".to_owned()),
            ("integer" | "boolean", "struct StateForm") => {
                Some(format!("write `{key} = {{ init = {value} }}`"))
            }
            ("string", "struct StateForm") => Some(format!("write `{key} = {{ init = {value:?} }}`")),
            _ => None,
        }
    }
}

fn is_number(wanted: &str) -> bool {
    matches!(wanted, "u64" | "usize" | "i64" | "u32" | "f64")
}

impl fmt::Display for Mistaken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistaken { kind, value, wanted, .. } = *self;
        let found = match kind {
            "sequence" => "a list",
            "map" => "a table",
            "integer" | "floating point" => "a number",
            "string" => "a string",
            other => other,
        };
        let wanted = match wanted {
            "f64" if kind == "integer" => "a smaller one",
            "f64" => "a number",
            wanted if is_number(wanted) && kind == "integer" => "one from 0, and not huge",
            wanted if is_number(wanted) => "a whole number",
            "a sequence" => "a list",
            wanted if wanted == "a map" || wanted.starts_with("struct ") => "a table",
            wanted => wanted,
        };
        match value {
            "" => write!(f, "here is {found}: expected {wanted}"),
            _ if kind == "boolean" => write!(f, "`{value}`: expected {wanted}"),
            _ => write!(f, "`{value}` is {found}: expected {wanted}"),
        }
    }
}

/// The line before a fault that opens a string and does not close it, if there is one.
fn unclosed(text: &str, fault: usize) -> Option<String> {
    let is_open = |line: &str| {
        let text = line.replace("\\\"", "");
        let is_literal = text.contains("\"\"\"") || text.contains('\'') || text.trim_start().starts_with('#');
        !is_literal && text.matches('"').count() % 2 == 1
    };
    let line = 1 + text.lines().take(fault).position(is_open)?;
    Some(format!("a quote that line {line} opens is not closed there"))
}

/// The line in which a byte stands, from 1.
pub(super) fn line_at(text: &str, at: usize) -> usize {
    1 + text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count()
}

/// The entries of a table in the order in which they stand in the file.
pub(super) fn in_order<T>(table: &BTreeMap<String, Placed<T>>) -> Vec<(&str, &Placed<T>)> {
    let mut entries: Vec<_> = table.iter().map(|(name, value)| (name.as_str(), value)).collect();
    entries.sort_by_key(|(_, value)| value.start());
    entries
}

/// The JSON schema of `challenge.toml`.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Form).to_value()
}
