//! From the form of a file to a table: names are resolved, expressions read, and meaningless definitions
//! refused.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::bounds::LARGEST;
use super::cases::Cases;
use super::domain::Domain;
use super::expression::{Expression, Language, Names, OLD, old};
use super::fault::{Fault, no_pattern};
use super::form::{
    CommandForm, EndForm, Form, FreedomForm, HiddenForm, Placed, RedrawForm, RuleForm, StateForm,
    UnspecifiedForm, in_order, line_at, parse,
};
use super::freedoms::Freedoms;
use super::input::Pattern;
use super::table::{End, On, Presence, RuleTable, TableRule, Unspecified, Variable, Word};
use super::template::{Piece, Template};
use super::tokens::MOST_WAYS;
use super::value::{Value, ValueKind};

/// Names with a meaning in expressions.
const RESERVED: &str = "as break const continue else false for function if import in let loop package namespace null return \
                        true var void while lists math strings size int string";

/// How many hidden choices a program may have at most; of several, all combinations count.
const MOST_CHOICES: usize = 10_000;

/// How many states, inputs and rules there are at most, each. Reading a thousand takes some seconds.
const MOST: usize = 1_000;

/// The profile whose freedoms can be given; under the other, `exact`, there are none.
const PROFILE: &str = "golf";

/// The definition of the right output.
#[derive(Debug)]
pub enum Challenge {
    Table(Box<RuleTable>),
    /// Observed output of a program.
    Seen(Manifest),
    /// A built-in game: its name, and the line with the name.
    BuiltIn(String, usize),
    Cases(Cases),
}

/// A challenge that is defined by the output of a program.
#[derive(Clone, Debug)]
pub struct Manifest {
    pub title: String,
    /// The command of the reference; without one only the recordings are known.
    pub reference: Option<Vec<String>>,
    /// What may differ under the profile `golf`.
    pub freedoms: Freedoms,
    pub examples: Vec<(String, Vec<String>)>,
    /// Lines for the reference.
    pub samples: Vec<Vec<u8>>,
    /// The paths in its folder of the files that each run gets.
    pub files: Vec<String>,
    /// The paths in its folder of files with sessions.
    pub sessions: Vec<String>,
    /// The sessions of the suite `explored`, if they were kept; else none.
    pub kept: Vec<Vec<String>>,
    pub domain: Domain,
}

impl Challenge {
    /// Reads the text of a `challenge.toml`.
    pub fn read(text: &str) -> Result<Challenge, Fault> {
        let form = Form::parse(text)?;
        let reader = FormReader { text, form: &form, is_mutant: false };
        let first_case = form.case.values().min_by_key(|case| case.start());
        match (
            &form.rules,
            form.cases.as_ref().map(|all| reader.line(all)).or(first_case.map(|one| reader.line(one))),
        ) {
            (Some(rules), _) => reader.built_in(rules),
            (None, Some(line)) => reader.cases(line).map(Challenge::Cases),
            (None, None) if form.rule.is_empty() => reader.manifest().map(Challenge::Seen),
            (None, None) => reader.table().map(|table| Challenge::Table(Box::new(table))),
        }
    }
}

impl RuleTable {
    /// Reads the text of a `challenge.toml` with a table of rules.
    pub fn read(text: &str) -> Result<RuleTable, Fault> {
        let form = Form::parse(text)?;
        FormReader { text, form: &form, is_mutant: false }.table()
    }
}

/// The table of a form that was changed: unused words are allowed, and numbers have no range.
pub(super) fn of_mutant(text: &str, form: &Form) -> Result<RuleTable, Fault> {
    let mut table = FormReader { text, form, is_mutant: true }.table()?;
    table.variables.iter_mut().for_each(|variable| variable.range = None);
    Ok(table)
}

struct FormReader<'a> {
    text: &'a str,
    form: &'a Form,
    is_mutant: bool,
}

impl FormReader<'_> {
    fn line<T>(&self, placed: &Placed<T>) -> usize {
        line_at(self.text, placed.start())
    }

    /// A built-in game: all that the judge knows of it is built in, too.
    fn built_in(&self, rules: &Placed<String>) -> Result<Challenge, Fault> {
        let keys: toml::Table = parse(self.text)?;
        match keys.keys().find(|key| !["title", "rules", "show"].contains(&key.as_str())) {
            Some(key) => {
                let what =
                    format!("{key} stands beside `rules`; the words and freedoms of a game are built in");
                Err(Fault::at(self.line(rules), what).hint("leave one of the two out"))
            }
            None => Ok(Challenge::BuiltIn(rules.get().clone(), self.line(rules))),
        }
    }

    /// Whole cases, of which the file speaks in this line.
    fn cases(&self, line: usize) -> Result<Cases, Fault> {
        let [shared, of_table] = self.first_keys();
        if let Some((key, line)) = shared.or(of_table) {
            return Err(Fault::at(line, format!("{key} cannot stand beside [cases] or [case]")));
        }
        let golf = self.golf(&HashMap::new())?;
        if let Some((key, line)) = golf.and_then(|(line, form)| Some((form.of_sessions()?, line))) {
            return Err(Fault::at(line, format!("`{key}` of [freedom.golf] has no meaning for whole cases")));
        }
        let form = self.form.cases.as_ref().map(|cases| cases.get().clone()).unwrap_or_default();
        let usual = form.compare.unwrap_or_default().freedoms();
        let freedoms = golf.map(|_| self.freedoms(golf, &usual)).transpose()?;
        let ways = freedoms.as_ref().map_or(1, Freedoms::ways);
        if let Some((line, _)) = golf.filter(|_| ways > MOST_WAYS) {
            let what =
                format!("`choose` allows {ways} ways to choose; in whole cases {MOST_WAYS} are the most");
            return Err(Fault::at(line, what).hint("leave out texts"));
        }
        let places =
            self.form.case.iter().map(|(place, one)| (place.clone(), (self.line(one), one.get().clone())));
        Cases::of_form(self.form.title.get(), &form, line, freedoms, places.collect())
    }

    /// The first key that a challenge without rules may have, too, and the first that only a table of rules may have, with
    /// their lines. Every key is named, so that the compiler asks where a new one may stand.
    fn first_keys(&self) -> [Option<(&'static str, usize)>; 2] {
        let Form {
            title: _,
            show: _,
            rules: _,
            cases: _,
            case: _,
            reference,
            files,
            sessions,
            samples,
            action,
            rule,
            end,
            freedom: _,
            example,
            open,
            constants,
            state,
            hidden,
            input,
            unspecified,
            longest,
            characters,
            blanks,
            never,
            robust,
            words,
        } = self.form;
        let shared = [
            reference.as_ref().map(|one| ("`reference`", self.line(one))),
            files.first().map(|one| ("`files`", self.line(one))),
            sessions.first().map(|one| ("`sessions`", self.line(one))),
            longest.as_ref().map(|one| ("longest", self.line(one))),
            characters.as_ref().map(|one| ("characters", self.line(one))),
            blanks.as_ref().map(|one| ("blanks", self.line(one))),
            never.first().map(|one| ("never", self.line(one))),
            samples.first().map(|one| ("`samples`", self.line(one))),
            rule.first().map(|one| ("[[rule]]", self.line(one))),
            example.first().map(|one| ("[[example]]", self.line(one))),
        ];
        let of_table = [
            open.first().map(|one| ("open", self.line(one))),
            action.values().next().map(|one| ("[action]", self.line(one))),
            end.first().map(|one| ("[[end]]", self.line(one))),
            constants.values().next().map(|one| ("[const]", self.line(one))),
            state.values().next().map(|one| ("[state]", self.line(one))),
            hidden.values().next().map(|one| ("[hidden]", self.line(one))),
            input.values().next().map(|one| ("[input]", self.line(one))),
            unspecified.first().map(|one| ("[[unspecified]]", self.line(one))),
            robust.as_ref().map(|one| ("robust", self.line(one))),
            words.values().next().map(|one| ("[words]", self.line(one))),
        ];
        [shared.into_iter().flatten().next(), of_table.into_iter().flatten().next()]
    }

    /// A challenge without rules.
    fn manifest(&self) -> Result<Manifest, Fault> {
        if let [_, Some((key, line))] = self.first_keys() {
            return Err(Fault::at(
                line,
                format!("{key} belongs to a table of rules, and there is no [[rule]]"),
            )
            .hint("add rules, or leave it out: then recordings or a `reference` say what is right"));
        }
        let golf = self.golf(&HashMap::new())?;
        let reference = self.reference()?;
        let domain = self.domain()?;
        let samples = self.samples(&domain)?;
        let examples = self.examples()?;
        let sessions = self.sessions();
        if reference.is_none() && !(samples.is_empty() && examples.is_empty() && sessions.is_empty()) {
            let what = "samples, examples and sessions need a `reference` or rules to answer them";
            return Err(Fault::of_all(what));
        }
        Ok(Manifest {
            title: self.form.title.get().clone(),
            reference,
            freedoms: self.freedoms(golf, &Freedoms::default())?,
            examples,
            samples,
            files: self.form.files.iter().map(|file| file.get().clone()).collect(),
            sessions,
            kept: Vec::new(),
            domain,
        })
    }

    fn reference(&self) -> Result<Option<Vec<String>>, Fault> {
        let Some(reference) = &self.form.reference else { return Ok(None) };
        let words = match reference.get() {
            CommandForm::Program(program) => vec![program.clone()],
            CommandForm::Words(words) => words.clone(),
        };
        match words.first().is_none_or(String::is_empty) {
            true => Err(Fault::at(self.line(reference), "the reference has no command")),
            false => Ok(Some(words)),
        }
    }

    fn sessions(&self) -> Vec<String> {
        self.form.sessions.iter().map(|file| file.get().clone()).collect()
    }

    fn table(&self) -> Result<RuleTable, Fault> {
        if let Some(file) = self.form.files.first() {
            let what = "`files` cannot stand beside rules";
            return Err(Fault::at(self.line(file), what).hint("give them with --file"));
        }
        self.check_size()?;
        let constants = self.constants()?;
        let language = Language::new(&constants);
        let mut variables = self.variables(language.constants())?;
        variables.extend(self.hidden(language.constants())?);
        let inputs = self.inputs()?;
        let globals = Self::globals(&language, &variables);
        Self::check_parts(&inputs, &globals)?;
        let places: HashMap<_, _> =
            in_order(&self.form.words).iter().map(|(name, _)| *name).zip(0..).collect();
        let rules = self.rules(&globals, &variables, &inputs, &places)?;
        let open = self.form.open.iter().map(|word| self.place(word, &places, "word"));
        let open = open.collect::<Result<Vec<_>, _>>()?;
        let ends = self.ends(&globals, &places)?;
        let golf = self.golf(&places)?;
        Self::check_total(&rules, &inputs)?;
        let without_input: Vec<_> = ends.iter().flat_map(|end| &end.say).chain(&open).copied().collect();
        let words = self.words(&globals, &inputs, &rules, &without_input, golf)?;
        let old = used_before(&words, &rules, &variables);
        let domain = self.domain()?;
        let freedoms = self.freedoms(golf, &Freedoms::default())?;
        for word in &words {
            let fixed = [&word.text].into_iter().chain(&word.others).flat_map(|text| &text.pieces);
            let mut fixed =
                fixed.filter_map(|piece| if let Piece::Fixed(text) = piece { Some(text) } else { None });
            let checked = fixed.try_for_each(|text| freedoms.check_patterns(text.as_bytes()));
            checked.map_err(|why| Fault::at(word.line, why))?;
        }
        Ok(RuleTable {
            title: self.form.title.get().clone(),
            unspecified: self.unspecified(&language)?,
            samples: self.samples(&domain)?,
            domain,
            freedoms,
            examples: self.examples()?,
            sessions: self.sessions(),
            kept: Vec::new(),
            reference: self.reference()?,
            language,
            variables,
            inputs,
            rules,
            words,
            open,
            old,
            ends,
        })
    }

    /// The outputs at the end of the input.
    fn ends(&self, globals: &Names, words: &HashMap<&str, usize>) -> Result<Vec<End>, Fault> {
        let one = |placed: &Placed<EndForm>| {
            let (line, EndForm { when, say }) = (self.line(placed), placed.get());
            let guard = |when: &Placed<String>| {
                Expression::read(when.get(), self.line(when), globals)?.of_kind(ValueKind::Bool)
            };
            let say = say.iter().map(|word| self.place(word, words, "word"));
            Ok(End { when: when.as_ref().map(guard).transpose()?, say: say.collect::<Result<_, _>>()?, line })
        };
        self.form.end.iter().map(one).collect()
    }

    fn check_name(name: &str, line: usize) -> Result<(), Fault> {
        let mut signs = name.chars();
        let is_plain = signs.next().is_some_and(|sign| sign.is_ascii_alphabetic() || sign == '_')
            && signs.all(|sign| sign.is_ascii_alphanumeric() || sign == '_');
        match is_plain && !RESERVED.split(' ').any(|word| word == name) {
            true => Ok(()),
            false => Err(Fault::at(line, format!("`{name}` cannot be a name"))
                .hint("a name is made of letters, digits and `_`, and is no word of the expressions")),
        }
    }

    fn check_size(&self) -> Result<(), Fault> {
        let beyond = |what, line: Option<usize>| match line {
            Some(line) => Err(Fault::at(line, format!("there are more than {MOST} {what}"))),
            None => Ok(()),
        };
        let (states, inputs) = (in_order(&self.form.state), in_order(&self.form.input));
        beyond("states", states.get(MOST).map(|(_, state)| self.line(state)))?;
        beyond("inputs", inputs.get(MOST).map(|(_, input)| self.line(input)))?;
        beyond("rules", self.form.rule.get(MOST).map(|rule| self.line(rule)))
    }

    fn constants(&self) -> Result<BTreeMap<String, Value>, Fault> {
        let constant = |(name, value): (&str, &Placed<_>)| {
            let line = self.line(value);
            Self::check_name(name, line)?;
            let value = Value::of(value.get());
            match value.size() {
                0..=LARGEST => Ok((name.to_owned(), value)),
                _ => Err(Fault::at(line, format!("`{name}` has more than {LARGEST} bytes"))),
            }
        };
        in_order(&self.form.constants).into_iter().map(constant).collect()
    }

    fn variables(&self, constants: &Names) -> Result<Vec<Variable>, Fault> {
        let variable = |(name, placed): (&str, &Placed<StateForm>)| {
            let (line, form) = (self.line(placed), placed.get());
            Self::check_name(name, line)?;
            if constants.contains_key(name) {
                return Err(Fault::at(line, format!("`{name}` is a constant, too")));
            }
            let values = form.values.as_ref().map(|values| values.iter().map(Value::of).collect());
            let variable = Variable {
                name: name.to_owned(),
                init: Value::of(&form.init),
                range: form.range,
                values,
                is_hidden: false,
                line,
            };
            if let Some([least, most]) = variable.range.filter(|[least, most]| least > most) {
                return Err(Fault::at(line, format!("the range [{least}, {most}] of `{name}` is backwards"))
                    .hint(format!("write `range = [{most}, {least}]`")));
            }
            if variable.is_endless() && !self.form.hidden.is_empty() {
                return Err(Fault::at(line, format!("the number `{name}` has no range")).hint(
                    "say how far it can go: `range = [0, 100]`; with [hidden], all states are explored",
                ));
            }
            if variable.kind() != ValueKind::Int && variable.range.is_some() {
                return Err(Fault::at(line, format!("`{name}` is no number, so it has no range"))
                    .hint("list its `values`, or leave the range out"));
            }
            variable
                .check(&variable.init)
                .map_err(|why| Fault::at(line, format!("at the beginning {why}")))?;
            Ok(variable)
        };
        in_order(&self.form.state).into_iter().map(variable).collect()
    }

    fn hidden(&self, constants: &Names) -> Result<Vec<Variable>, Fault> {
        let mut count = 1;
        let variable = |(name, placed): (&str, &Placed<HiddenForm>)| {
            let line = self.line(placed);
            Self::check_name(name, line)?;
            if constants.contains_key(name) || self.form.state.contains_key(name) {
                return Err(Fault::at(line, format!("`{name}` is a state or a constant, too")));
            }
            let (variable, choices) = hidden(name, placed.get(), line)?;
            count = choices.saturating_mul(count);
            match count {
                0..=MOST_CHOICES => Ok(variable),
                _ => {
                    Err(Fault::at(line, format!("there are more than {MOST_CHOICES} values to choose from"))
                        .hint("choose from fewer; all of them are followed"))
                }
            }
        };
        in_order(&self.form.hidden).into_iter().map(variable).collect()
    }

    fn inputs(&self) -> Result<Vec<(String, Pattern)>, Fault> {
        let input = |(name, source): (&str, &Placed<String>)| {
            let line = self.line(source);
            if name == "*" {
                return Err(Fault::at(line, "`*` is every line, and needs no pattern"));
            }
            Ok((name.to_owned(), Pattern::read(source.get(), line)?))
        };
        in_order(&self.form.input).into_iter().map(input).collect()
    }

    fn globals(language: &Language, variables: &[Variable]) -> Names {
        let variables = variables.iter().map(|variable| (variable.name.clone(), variable.kind()));
        language.constants().clone().into_iter().chain(variables).collect()
    }

    fn check_parts(inputs: &[(String, Pattern)], globals: &Names) -> Result<(), Fault> {
        for (_, pattern) in inputs {
            for (name, _) in pattern.parts() {
                Self::check_name(name, pattern.line())?;
                if globals.contains_key(name) {
                    return Err(Fault::at(pattern.line(), format!("`{name}` is a state or a constant, too")));
                }
            }
        }
        Ok(())
    }

    fn place(
        &self,
        name: &Placed<String>,
        places: &HashMap<&str, usize>,
        what: &str,
    ) -> Result<usize, Fault> {
        places.get(name.get().as_str()).copied().ok_or_else(|| {
            let mut known: Vec<_> = places.keys().copied().collect();
            known.sort_unstable();
            Fault::at(self.line(name), format!("there is no {what} `{}`", name.get()))
                .hint(format!("there are: {}", known.join(", ")))
        })
    }

    fn rules(
        &self,
        globals: &Names,
        variables: &[Variable],
        inputs: &[(String, Pattern)],
        words: &HashMap<&str, usize>,
    ) -> Result<Vec<TableRule>, Fault> {
        let mut rules: Vec<TableRule> = Vec::new();
        for (place, placed) in self.form.rule.iter().enumerate() {
            let (line, form) = (self.line(placed), placed.get());
            let name = form.name.clone().unwrap_or_else(|| format!("rule {}", place + 1));
            if let Some(other) = rules.iter().find(|other| other.name == name) {
                return Err(Fault::at(line, format!("a rule `{name}` stands in line {}, too", other.line)));
            }
            let on = self.on(form, inputs)?;
            let names = [globals.clone(), common_parts(&on, inputs)].into_iter().flatten().collect();
            let when = form
                .when
                .as_ref()
                .map(|when| Expression::read(when.get(), self.line(when), &names)?.of_kind(ValueKind::Bool));
            let set = self.set(form, variables, &names)?;
            let say = form.say.iter().map(|word| self.place(word, words, "word"));
            let say = say.collect::<Result<_, _>>()?;
            let redraw = self.redraw(form, variables, &names)?;
            rules.push(TableRule {
                name,
                on,
                when: when.transpose()?,
                set,
                say,
                redraw,
                end: form.end,
                line,
            });
        }
        Ok(rules)
    }

    fn on(&self, form: &RuleForm, inputs: &[(String, Pattern)]) -> Result<On, Fault> {
        let names = form.on.get().all();
        if names == ["*"] {
            return Ok(On::Any);
        }
        let place = |name: &String| {
            inputs.iter().position(|(known, _)| known == name).ok_or_else(|| {
                let known: Vec<_> = inputs.iter().map(|(name, _)| name.as_str()).chain(["*"]).collect();
                Fault::at(self.line(&form.on), format!("there is no input `{name}`"))
                    .hint(format!("there are: {}", known.join(", ")))
            })
        };
        names.iter().map(place).collect::<Result<_, _>>().map(On::Inputs)
    }

    fn set(
        &self,
        form: &RuleForm,
        variables: &[Variable],
        names: &Names,
    ) -> Result<Vec<(usize, Expression)>, Fault> {
        let one = |(name, source): (&str, &Placed<String>)| {
            let line = self.line(source);
            let place = variables.iter().position(|variable| variable.name == name);
            let place = place.ok_or_else(|| Fault::at(line, format!("there is no state `{name}`")))?;
            if variables[place].is_hidden {
                return Err(Fault::at(line, format!("`{name}` is chosen by the program")).hint(format!(
                    "`redraw = [\"{name}\"]` lets it choose anew; what rules change belongs into [state]"
                )));
            }
            let expression = Expression::read(source.get(), line, names)?.of_kind(variables[place].kind())?;
            Ok((place, expression))
        };
        in_order(&form.set).into_iter().map(one).collect()
    }

    /// The hidden choices that a rule makes anew. A condition may use the values before the rule, too.
    fn redraw(
        &self,
        form: &RuleForm,
        variables: &[Variable],
        names: &Names,
    ) -> Result<Vec<(usize, Option<Expression>)>, Fault> {
        let Some(placed) = &form.redraw else { return Ok(Vec::new()) };
        let line = self.line(placed);
        let before = variables.iter().map(|variable| (old(&variable.name), variable.kind()));
        let names = names.clone().into_iter().chain(before).collect();
        let one = |(name, when): (&String, Option<&String>)| {
            let is_it = |variable: &Variable| variable.is_hidden && variable.name == *name;
            let place = variables.iter().position(is_it).ok_or_else(|| {
                Fault::at(line, format!("there is no hidden `{name}`"))
                    .hint("only what stands in [hidden] is drawn by the program")
            })?;
            let read = |when| Expression::read(when, line, &names)?.of_kind(ValueKind::Bool);
            Ok((place, when.map(|when| read(when)).transpose()?))
        };
        match placed.get() {
            RedrawForm::Names(names) => {
                let names: BTreeSet<_> = names.iter().collect();
                names.into_iter().map(|name| one((name, None))).collect()
            }
            RedrawForm::Conditions(all) => all.iter().map(|(name, when)| one((name, Some(when)))).collect(),
        }
    }

    /// The freedoms that are given; what they do not mention is as in `usual`.
    fn freedoms(&self, golf: Option<(usize, &FreedomForm)>, usual: &Freedoms) -> Result<Freedoms, Fault> {
        golf.map_or(Ok(usual.clone()), |(_, form)| Freedoms::of_form(form, self.text, usual))
    }

    fn golf(&self, words: &HashMap<&str, usize>) -> Result<Option<(usize, &FreedomForm)>, Fault> {
        let Some((name, placed)) =
            in_order(&self.form.freedom).into_iter().find(|(name, _)| *name != PROFILE)
        else {
            let golf = self.form.freedom.get(PROFILE);
            if let Some(form) = golf.map(Placed::get) {
                let named = form.optional.iter().chain(&form.extra);
                named.map(|word| self.place(word, words, "word")).collect::<Result<Vec<_>, _>>()?;
                if let Some(both) =
                    form.extra.iter().find(|word| form.optional.iter().any(|other| other.get() == word.get()))
                {
                    return Err(Fault::at(self.line(both), format!("`{}` is `optional`, too", both.get())));
                }
                if let Some((name, other)) =
                    in_order(&form.accept).into_iter().find(|(name, _)| !words.contains_key(name))
                {
                    return Err(Fault::at(self.line(other), format!("there is no word `{name}`")));
                }
            }
            return Ok(golf.map(|placed| (self.line(placed), placed.get())));
        };
        Err(Fault::at(self.line(placed), format!("there is no profile `{name}`")).hint(
            "the profiles are `golf`, whose freedoms stand in [freedom.golf], and `exact`, which has none",
        ))
    }

    fn words(
        &self,
        globals: &Names,
        inputs: &[(String, Pattern)],
        rules: &[TableRule],
        without_input: &[usize],
        golf: Option<(usize, &FreedomForm)>,
    ) -> Result<Vec<Word>, Fault> {
        let word = |(place, (name, text)): (usize, (&str, &Placed<String>))| {
            let line = self.line(text);
            let sayers: Vec<_> = rules.iter().filter(|rule| rule.say.contains(&place)).collect();
            let is_without_input = without_input.contains(&place);
            if sayers.is_empty() && !is_without_input && !self.is_mutant {
                return Err(Fault::at(line, format!("nobody says `{name}`"))
                    .hint("leave it out, or let a rule say it"));
            }
            let parts = sayers.iter().map(|rule| common_parts(&rule.on, inputs));
            let parts = parts.reduce(|one, other| common(&one, &other)).filter(|_| !is_without_input);
            let before = globals.iter().filter(|(name, _)| !self.form.constants.contains_key(*name));
            let before = before.filter(|_| !is_without_input).map(|(name, kind)| (old(name), *kind));
            let names: Names =
                globals.clone().into_iter().chain(parts.unwrap_or_default()).chain(before).collect();
            let accepted = golf.and_then(|(_, form)| form.accept.get(name));
            let others = accepted.map_or(&[][..], |accepted| accepted.get());
            let other_line = accepted.map_or(line, |accepted| self.line(accepted));
            let others = others.iter().map(|other| Template::read(other, other_line, &names));
            let is_in = |words: &[Placed<String>]| words.iter().any(|word| word.get() == name);
            let presence = match golf {
                Some((_, form)) if is_in(&form.optional) => Presence::Optional,
                Some((_, form)) if is_in(&form.extra) => Presence::Extra,
                _ => Presence::Required,
            };
            let text = Template::read(text.get(), line, &names)?;
            Ok(Word { name: name.into(), text, others: others.collect::<Result<_, _>>()?, presence, line })
        };
        in_order(&self.form.words).into_iter().enumerate().map(word).collect()
    }

    /// Refuses a table in which some line may have no answer.
    fn check_total(rules: &[TableRule], inputs: &[(String, Pattern)]) -> Result<(), Fault> {
        let last = rules.last().map_or(1, |rule| rule.line);
        let named = |(place, (name, pattern)): (usize, &(String, Pattern))| {
            (format!("input `{name}`"), Some(place), pattern.line())
        };
        let all = inputs.iter().enumerate().map(named);
        for (what, input, line) in all.chain([("a line that is no input".to_owned(), None, last)]) {
            let always = rules.iter().position(|rule| rule.is_on(input) && rule.when.is_none());
            if always.is_none() {
                let what = format!("{what} may have no answer: no rule without `when` is on it");
                return Err(
                    Fault::at(line, what).hint("end the table with a rule `on = \"*\"` without `when`")
                );
            }
        }
        Ok(())
    }

    fn unspecified(&self, language: &Language) -> Result<Vec<Unspecified>, Fault> {
        let one = |placed: &Placed<UnspecifiedForm>| {
            let form = placed.get();
            let pattern = Pattern::read(form.input.get(), self.line(&form.input))?;
            let parts = pattern.parts().iter().cloned();
            let names = language.constants().clone().into_iter().chain(parts).collect();
            let reading = |text: &Placed<String>| Template::read(text.get(), self.line(text), &names);
            let readings = form.readings.iter().map(reading).collect::<Result<_, _>>()?;
            Ok(Unspecified { pattern, readings, silence: form.silence, words: form.words })
        };
        self.form.unspecified.iter().map(one).collect()
    }

    fn sample(&self, line: &Placed<String>) -> Result<Vec<u8>, Fault> {
        match line.get().contains('\n') {
            true => Err(Fault::at(self.line(line), "an input is one line")),
            false => Ok(line.get().clone().into_bytes()),
        }
    }

    /// The samples, none of which may be a line that is never fed.
    fn samples(&self, domain: &Domain) -> Result<Vec<Vec<u8>>, Fault> {
        let sample = |line: &Placed<String>| match domain.is_never(line.get().as_bytes()) {
            true => Err(Fault::at(self.line(line), format!("the sample {:?} is `never` fed", line.get()))),
            false => self.sample(line),
        };
        self.form.samples.iter().map(sample).collect()
    }

    /// The lengths of the lines that it names: samples, examples, and the longest of each pattern that has one.
    fn lengths(&self) -> impl Iterator<Item = usize> {
        let lines = self.form.example.iter().flat_map(|example| &example.get().inputs);
        let lines = lines.chain(self.form.samples.iter().map(Placed::get)).map(String::len);
        let patterns = self.form.input.values().filter_map(|input| regex_syntax::parse(input.get()).ok());
        lines.chain(patterns.filter_map(|pattern| pattern.properties().maximum_len()))
    }

    fn domain(&self) -> Result<Domain, Fault> {
        let Form { longest, characters, blanks, never, robust, .. } = self.form;
        let limits = [longest.as_ref().map(|one| ("longest", self.line(one)))]
            .into_iter()
            .chain([characters.as_ref().map(|one| ("characters", self.line(one)))]);
        let is_robust = robust.as_ref().is_some_and(|robust| *robust.get());
        if let Some((key, line)) = limits.flatten().next().filter(|_| is_robust) {
            return Err(Fault::at(line, format!("with `robust = true` lines beyond `{key}` decide, too"))
                .hint("leave one of the two out"));
        }
        let mut domain = Domain::default().naming(self.lengths());
        if let Some(longest) = longest {
            domain = domain.up_to(*longest.get());
        }
        if let Some(characters) = characters {
            domain =
                domain.of_characters(characters.get()).map_err(|why| self.no_expression(characters, &why))?;
        }
        for line in blanks.iter().flat_map(|blanks| blanks.get().never()) {
            domain = domain.without(line).expect("the expressions are well-formed");
        }
        for line in never {
            domain = domain.without(line.get()).map_err(|why| self.no_expression(line, &why))?;
        }
        Ok(if is_robust { domain.robust() } else { domain })
    }

    fn no_expression(&self, source: &Placed<String>, why: &regex::Error) -> Fault {
        Fault::at(self.line(source), no_pattern(source.get(), why))
    }

    fn examples(&self) -> Result<Vec<(String, Vec<String>)>, Fault> {
        let one = |placed: &Placed<super::form::ExampleForm>| {
            let form = placed.get();
            match form.inputs.iter().any(|line| line.contains('\n')) {
                true => Err(Fault::at(self.line(placed), "an input is one line")),
                false => Ok((form.name.clone(), form.inputs.clone())),
            }
        };
        self.form.example.iter().map(one).collect()
    }
}

/// A hidden choice, and how many values it has.
fn hidden(name: &str, form: &HiddenForm, line: usize) -> Result<(Variable, usize), Fault> {
    let fault = |what: &str| {
        Fault::at(line, format!("`{name}`: {what}"))
            .hint("write a range, `\"1..=100\"`, or a list of different values of one kind")
    };
    let (init, range, values, count) = match form {
        HiddenForm::Range(text) => {
            let ends = text.split_once("..=").and_then(|(least, most)| {
                Some([least.trim().parse::<i64>().ok()?, most.trim().parse::<i64>().ok()?])
            });
            let [least, most] = ends.ok_or_else(|| fault("this is no range"))?;
            if least > most {
                return Err(fault("the range is empty"));
            }
            let count = usize::try_from(most.abs_diff(least)).unwrap_or(usize::MAX).saturating_add(1);
            (Value::Int(least), Some([least, most]), None, count)
        }
        HiddenForm::Values(values) => {
            let values: Vec<_> = values.iter().map(Value::of).collect();
            let init = values.first().cloned().ok_or_else(|| fault("the list is empty"))?;
            let is_known = |(place, value): (usize, &Value)| values[..place].contains(value);
            if values.len() > MOST_CHOICES || values.iter().any(|value| value.kind() != init.kind()) {
                return Err(fault("the values are too many, or of different kinds"));
            }
            if values.iter().enumerate().any(is_known) {
                return Err(fault("a value is listed twice"));
            }
            let count = values.len();
            (init, None, Some(values), count)
        }
    };
    Ok((Variable { name: name.to_owned(), init, range, values, is_hidden: true, line }, count))
}

/// The variables, if some word or condition uses values before a rule, each with the name of that value.
fn used_before(words: &[Word], rules: &[TableRule], variables: &[Variable]) -> Vec<(usize, String)> {
    let mut texts = words.iter().flat_map(|word| [&word.text].into_iter().chain(&word.others));
    let mut drawn = rules.iter().flat_map(|rule| &rule.redraw).filter_map(|(_, when)| when.as_ref());
    if !texts.any(|text| text.mentions(OLD)) && !drawn.any(|when| when.mentions(OLD)) {
        return Vec::new();
    }
    variables.iter().enumerate().map(|(place, variable)| (place, old(&variable.name))).collect()
}

fn common_parts(on: &On, inputs: &[(String, Pattern)]) -> Names {
    let On::Inputs(places) = on else { return Names::new() };
    let parts = places.iter().map(|place| inputs[*place].1.parts().iter().cloned().collect());
    parts.reduce(|one, other| common(&one, &other)).unwrap_or_default()
}

fn common(one: &Names, other: &Names) -> Names {
    one.iter()
        .filter(|(name, kind)| other.get(*name) == Some(kind))
        .map(|(name, kind)| (name.clone(), *kind))
        .collect()
}
