//! Expressions: guards, assignments, and the parts of a text in braces. They are CEL (Common Expression
//! Language), with cel-go's extensions for strings, lists and whole numbers, and with `reduce`.
//!
//! What can be known before the first run is checked when a challenge is read: names, the types of values
//! that are compared, and the nesting of loops, so that no expression runs for ever.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue};
use cel::parser::{Macro, MacroExprHelper, ParseError};
use cel::{Context, Env, Program};
use console::visible::cut_line;

use super::bounds;
use super::fault::{Fault, no_pattern};
use super::value::{Value, ValueKind};

/// How deep `all`, `exists`, `map`, `filter` and `reduce` may be nested.
const DEEPEST: usize = 3;

/// The largest automaton of a pattern in an expression, in bytes. It is made anew for each use.
const LARGEST_PATTERN: usize = 1 << 14;

const LIBRARIES: [&str; 3] = ["lists", "math", "strings"];

/// The functions that there are besides the operators. `map`, `filter`, `all`, `exists`, `exists_one` and `reduce` are loops.
const FUNCTIONS: [&str; 28] = [
    "abs",
    "charAt",
    "contains",
    "distinct",
    "endsWith",
    "flatten",
    "format",
    "greatest",
    "indexOf",
    "int",
    "join",
    "lastIndexOf",
    "least",
    "lowerAscii",
    "matches",
    "range",
    "replace",
    "reverse",
    "sign",
    "size",
    "slice",
    "sort",
    "split",
    "startsWith",
    "string",
    "substring",
    "trim",
    "upperAscii",
];

static ENVIRONMENT: LazyLock<Arc<Env>> = LazyLock::new(|| {
    let mut env = Env::stdlib();
    for extension in [cel::extensions::strings, cel::extensions::lists, cel::extensions::math] {
        extension(&mut env).expect("the extensions declare each function once");
    }
    env.add_macro(Macro::receiver("reduce", 4, reduce)).expect("no extension has a macro of this name");
    Arc::new(env)
});

/// `list.reduce(so_far, item, first, next)`: `first` for an empty list; else what `next` makes of the value so far and each item.
/// CEL has such loops in its syntax tree, but no way to write one.
fn reduce(
    helper: &mut MacroExprHelper<'_>,
    target: &mut Option<IdedExpr>,
    args: &mut Vec<IdedExpr>,
) -> Result<Option<IdedExpr>, ParseError> {
    let ([so_far, item, _, _], Some(list)) = (args.as_slice(), target.take()) else { return Ok(None) };
    let [so_far, item] = [so_far, item].map(|arg| match &arg.expr {
        Expr::Ident(name) => Ok(name.clone()),
        _ => Err(helper.new_error(arg.id, REDUCE)),
    });
    let (so_far, item) = (so_far?, item?);
    let (next, first) = (args.pop().unwrap_or_default(), args.pop().unwrap_or_default());
    let comprehension = ComprehensionExpr {
        iter_range: list,
        iter_var: item,
        iter_var2: None,
        accu_init: first,
        loop_cond: helper.next_expr(Expr::Literal(LiteralValue::Boolean(true.into()))),
        loop_step: next,
        result: helper.next_expr(Expr::Ident(so_far.clone())),
        accu_var: so_far,
    };
    Ok(Some(helper.next_expr(Expr::Comprehension(Box::new(comprehension)))))
}

const REDUCE: &str =
    "`reduce` takes two names, the first value and the next: `list.reduce(sum, x, 0, sum + x)`";

/// The prefix, with a point, of a variable's value before a rule.
pub(super) const OLD: &str = "old";

/// The name under which the value of a variable before a rule is known.
pub(super) fn old(name: &str) -> String {
    format!("{OLD}.{name}")
}

/// The names that an expression may use, and their types.
pub(super) type Names = BTreeMap<String, ValueKind>;

#[derive(Clone, Debug)]
pub(super) struct Expression {
    program: Arc<Program>,
    /// `program` with checks of how much it makes, if that may be much.
    bounded: Option<Arc<IdedExpr>>,
    source: String,
    line: usize,
    /// The type of its value, if known.
    kind: Option<ValueKind>,
}

/// The constants, and the interpreter.
pub(super) struct Language {
    root: Context<'static, 'static>,
    values: Vec<Value>,
    constants: Names,
}

/// Names and values for evaluating expressions.
pub(super) struct Scope<'a> {
    names: Vec<(&'a str, &'a Value)>,
    context: Context<'a, 'static>,
}

impl Language {
    pub(super) fn new(constants: &BTreeMap<String, Value>) -> Language {
        let mut root = Context::with_env(Arc::clone(&ENVIRONMENT));
        bounds::add_to(&mut root);
        for (name, value) in constants {
            root.add_variable_from_value(name.as_str(), value.to_cel());
        }
        let values = constants.values().cloned().collect();
        let constants = constants.iter().map(|(name, value)| (name.clone(), value.kind())).collect();
        Language { root, constants, values }
    }

    /// The values of the constants.
    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.values.iter()
    }

    pub(super) fn constants(&self) -> &Names {
        &self.constants
    }

    /// Names and values, in addition to the constants.
    pub(super) fn scope<'a>(&'a self, names: Vec<(&'a str, &'a Value)>) -> Scope<'a> {
        bounds::count(names.len());
        let mut context = self.root.new_inner_scope();
        for (name, value) in &names {
            context.add_variable_from_value(*name, value.to_cel());
        }
        Scope { names, context }
    }
}

impl Scope<'_> {
    /// The value of an expression.
    pub(super) fn value(&self, expression: &Expression) -> Result<Value, String> {
        bounds::begin();
        let found = match &expression.bounded {
            Some(bounded) => cel::Value::resolve(bounded, &self.context),
            None => expression.program.execute(&self.context),
        };
        Value::of_cel(&found.map_err(|why| in_words(&why.to_string()))?)
    }

    /// Whether a guard holds.
    pub(super) fn holds(&self, guard: &Expression) -> Result<bool, String> {
        match self.value(guard)? {
            Value::Bool(holds) => Ok(holds),
            other => Err(format!("it is {}, not true or false", other.kind().name())),
        }
    }

    /// The value of a part of an expression; `None` if it has none.
    pub(super) fn part(&self, part: &IdedExpr) -> Option<Value> {
        bounds::begin();
        let found = cel::Value::resolve(part, &self.context).ok()?;
        Value::of_cel(&found).ok()
    }

    /// Which of the parts of a guard that `&&`, `||` and `!` join are true; `None` for those that have no value.
    pub(super) fn truths(&self, guard: &Expression) -> Vec<Option<bool>> {
        let truth = |part: &IdedExpr| match self.part(part)? {
            Value::Bool(holds) => Some(holds),
            _ => None,
        };
        joined(guard.syntax()).into_iter().map(truth).collect()
    }

    /// The names and the beginnings of their values, to follow an error message.
    pub(super) fn in_words(&self) -> String {
        let named = |(name, value): &(&str, &Value)| cut_line(&format!("{name} = {value}"));
        let values: Vec<_> = self.names.iter().map(named).collect();
        if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) }
    }
}

impl Expression {
    /// Reads an expression at this line of the file, which may use these names.
    pub(super) fn read(source: &str, line: usize, names: &Names) -> Result<Expression, Fault> {
        let begin = || source.chars().take(40).collect::<String>();
        if source.len() > bounds::LONGEST {
            let what = format!("`{}…` is longer than {} bytes", begin(), bounds::LONGEST);
            return Err(Fault::at(line, what).hint("remember parts of it in [state], or split the rule"));
        }
        let program = ENVIRONMENT.compile(source).map_err(|why| {
            let why = why.to_string();
            let message = why.lines().next().unwrap_or_default().trim_start_matches("ERROR: <input>:");
            // The parser lists what it would have taken by internal names.
            let message = message.split(" expecting {").next().unwrap_or_default();
            Fault {
                hint: remedy(source),
                ..Fault::at(line, format!("`{source}` is no expression: {message}"))
            }
        })?;
        if bounds::is_too_deep(program.expression()) {
            let what = format!("`{}…`: its parts are nested deeper than {}", begin(), bounds::DEEPEST);
            return Err(Fault::at(line, what).hint("a sum of so many terms is as deep"));
        }
        let reader = ExpressionChecker { source, line, names };
        reader.check(program.expression(), &mut Vec::new(), 0)?;
        let kind = reader.kind(program.expression(), &[])?;
        let mut syntax = program.expression().clone();
        let has_old = name_old(&mut syntax);
        let bounded = bounds::bounded(&syntax).or(has_old.then_some(syntax)).map(Arc::new);
        Ok(Expression { program: Arc::new(program), bounded, source: source.to_owned(), line, kind })
    }

    /// Refuses an expression whose value is known to have another type.
    pub(super) fn of_kind(self, wanted: ValueKind) -> Result<Expression, Fault> {
        match self.kind {
            Some(kind) if kind != wanted => {
                let Expression { source, line, .. } = self;
                Err(Fault::at(line, format!("`{source}` is {}, not {}", kind.name(), wanted.name())))
            }
            _ => Ok(self),
        }
    }

    pub(super) fn mentions(&self, name: &str) -> bool {
        self.program.references().has_variable(name)
    }

    pub(super) fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn kind(&self) -> Option<ValueKind> {
        self.kind
    }

    /// Its syntax, with checks of what it makes.
    pub(super) fn syntax(&self) -> &IdedExpr {
        self.bounded.as_deref().unwrap_or_else(|| self.program.expression())
    }
}

/// The parts that `&&`, `||` and `!` join.
fn joined(part: &IdedExpr) -> Vec<&IdedExpr> {
    match &part.expr {
        Expr::Call(call) if ["_&&_", "_||_", "!_"].contains(&call.func_name.as_str()) => {
            call.args.iter().flat_map(joined).collect()
        }
        _ => vec![part],
    }
}

/// Makes one name of each value before a rule. Returns whether there is any.
fn name_old(part: &mut IdedExpr) -> bool {
    if let Some(name) = old_name(&part.expr) {
        part.expr = Expr::Ident(name);
        return true;
    }
    bounds::parts_mut(part).into_iter().fold(false, |any, part| name_old(part) | any)
}

/// The name of a value before a rule: of `old.credit`.
fn old_name(part: &Expr) -> Option<String> {
    let Expr::Select(select) = part else { return None };
    let is_old = matches!(&select.operand.expr, Expr::Ident(name) if name == OLD) && !select.test;
    is_old.then(|| old(&select.field))
}

/// Checks an expression.
struct ExpressionChecker<'a> {
    source: &'a str,
    line: usize,
    names: &'a Names,
}

impl ExpressionChecker<'_> {
    fn fault(&self, what: impl std::fmt::Display) -> Fault {
        Fault::at(self.line, format!("`{}`: {what}", self.source))
    }

    /// Checks names and loops. `bound` are the names of the enclosing loops.
    fn check(&self, part: &IdedExpr, bound: &mut Vec<String>, depth: usize) -> Result<(), Fault> {
        match &part.expr {
            Expr::Ident(name) => self.check_name(name, bound),
            Expr::Comprehension(comprehension) => self.check_loop(comprehension, bound, depth),
            Expr::Call(call) => {
                self.check_function(call)?;
                let target = call.target.as_deref().filter(|target| !is_library(target));
                target.into_iter().chain(&call.args).try_for_each(|part| self.check(part, bound, depth))
            }
            Expr::List(list) => list.elements.iter().try_for_each(|part| self.check(part, bound, depth)),
            Expr::Literal(LiteralValue::Boolean(_) | LiteralValue::Int(_) | LiteralValue::String(_)) => {
                Ok(())
            }
            Expr::Literal(_) => Err(self.fault("there are only whole numbers, strings, true and false")),
            part => match old_name(part) {
                Some(name) => self.check_name(&name, bound),
                None => Err(self.fault("maps, fields and structures are not supported")),
            },
        }
    }

    fn check_name(&self, name: &str, bound: &[String]) -> Result<(), Fault> {
        if bound.iter().any(|known| known == name) || self.names.contains_key(name) {
            return Ok(());
        }
        let known: Vec<_> = self.names.keys().map(String::as_str).collect();
        let hint = match known.is_empty() {
            true => "no names are known here".to_owned(),
            false => format!("known here: {}", known.join(", ")),
        };
        Err(self.fault(format!("what is `{name}`?")).hint(hint))
    }

    fn check_loop(
        &self,
        comprehension: &ComprehensionExpr,
        bound: &mut Vec<String>,
        depth: usize,
    ) -> Result<(), Fault> {
        if depth == DEEPEST {
            return Err(self.fault(format!("loops are nested deeper than {DEEPEST}")));
        }
        let ComprehensionExpr { iter_range, iter_var, iter_var2, accu_var, .. } = comprehension;
        self.check(iter_range, bound, depth)?;
        self.check(&comprehension.accu_init, bound, depth)?;
        let outside = bound.len();
        bound.extend([iter_var.clone(), accu_var.clone()].into_iter().chain(iter_var2.clone()));
        let inside = [&comprehension.loop_cond, &comprehension.loop_step, &comprehension.result];
        inside.into_iter().try_for_each(|part| self.check(part, bound, depth + 1))?;
        bound.truncate(outside);
        Ok(())
    }

    fn check_function(&self, call: &CallExpr) -> Result<(), Fault> {
        let name = call.func_name.as_str();
        if name == "matches" {
            self.check_pattern(call)?;
        }
        let is_operator = name.starts_with(['_', '!', '-']) || name.contains('@');
        match is_operator || FUNCTIONS.contains(&name) {
            true => Ok(()),
            false => Err(self
                .fault(format!("there is no function `{name}`"))
                .hint(format!("there are: {}; and map, filter, all, exists, reduce", FUNCTIONS.join(", ")))),
        }
    }

    /// Refuses a pattern that is not written as a string here, or is none.
    fn check_pattern(&self, call: &CallExpr) -> Result<(), Fault> {
        let Some(Expr::Literal(LiteralValue::String(pattern))) = call.args.last().map(|arg| &arg.expr) else {
            return Err(self.fault("`matches` takes a pattern that is written here, in quotes"));
        };
        let read = regex::RegexBuilder::new(pattern.inner()).size_limit(LARGEST_PATTERN).build();
        read.map(drop).map_err(|why| self.fault(no_pattern(pattern.inner(), &why)))
    }

    /// The type of an expression's value, if it follows from the form.
    fn kind(&self, part: &IdedExpr, bound: &[&str]) -> Result<Option<ValueKind>, Fault> {
        Ok(match &part.expr {
            Expr::Ident(name) if bound.contains(&name.as_str()) => None,
            Expr::Ident(name) => self.names.get(name).copied(),
            Expr::Literal(LiteralValue::Boolean(_)) => Some(ValueKind::Bool),
            Expr::Literal(LiteralValue::Int(_)) => Some(ValueKind::Int),
            Expr::Literal(LiteralValue::String(_)) => Some(ValueKind::Text),
            Expr::List(_) => Some(ValueKind::List),
            Expr::Call(call) => self.kind_of_call(call, bound)?,
            Expr::Comprehension(comprehension) => {
                let ComprehensionExpr { iter_range, iter_var, iter_var2, accu_var, .. } = &**comprehension;
                self.kind(iter_range, bound)?;
                let inner = [iter_var, accu_var].into_iter().chain(iter_var2).map(String::as_str);
                let inner: Vec<_> = bound.iter().copied().chain(inner).collect();
                self.kind(&comprehension.loop_step, &inner)?;
                self.kind(&comprehension.accu_init, bound)?
            }
            part => old_name(part).and_then(|name| self.names.get(&name).copied()),
        })
    }

    fn kind_of_call(&self, call: &CallExpr, bound: &[&str]) -> Result<Option<ValueKind>, Fault> {
        let target = call.target.as_deref().filter(|target| !is_library(target));
        let args = target.into_iter().chain(&call.args).map(|part| self.kind(part, bound));
        let args = args.collect::<Result<Vec<_>, _>>()?;
        let fits = |wanted: ValueKind| args.iter().flatten().all(|kind| *kind == wanted);
        let clash = || {
            let fault = self.fault(format!("{} does not go with {}", named(args[0]), named(args[1])));
            let is_of = |kind| args.contains(&Some(kind));
            match is_of(ValueKind::Int) && is_of(ValueKind::Text) {
                true => fault.hint("a group of 1 to 18 digits is a number: `(?<n>-?[0-9]{1,18})`; `int(n)` is that of a string"),
                false => fault,
            }
        };
        Ok(match call.func_name.as_str() {
            "_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_" | "_+_" if !agree(args[0], args[1]) => {
                return Err(clash());
            }
            "_-_" | "_*_" | "_/_" | "_%_" if !fits(ValueKind::Int) => return Err(clash()),
            "_&&_" | "_||_" | "!_" if !fits(ValueKind::Bool) => {
                return Err(self.fault("`&&`, `||` and `!` take true or false"));
            }
            "_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_" | "_&&_" | "_||_" | "!_" | "@in"
            | "startsWith" | "endsWith" | "contains" | "matches" => Some(ValueKind::Bool),
            "_+_" => args[0].or(args[1]),
            "_-_" | "_*_" | "_/_" | "_%_" | "-_" | "size" | "int" | "indexOf" | "lastIndexOf" => {
                Some(ValueKind::Int)
            }
            "_?_:_" => args[1].or(args[2]),
            "string" | "charAt" | "substring" | "join" | "replace" | "lowerAscii" | "upperAscii" | "trim" => {
                Some(ValueKind::Text)
            }
            _ => None,
        })
    }
}

fn agree(one: Option<ValueKind>, other: Option<ValueKind>) -> bool {
    one.is_none() || other.is_none() || one == other
}

fn named(kind: Option<ValueKind>) -> &'static str {
    kind.map_or("a value", ValueKind::name)
}

/// Whether this is the name of a library of functions, as in `lists.range`.
fn is_library(part: &IdedExpr) -> bool {
    matches!(&part.expr, Expr::Ident(name) if LIBRARIES.contains(&name.as_str()))
}

/// What to write in place of a sign of another language.
fn remedy(source: &str) -> Option<String> {
    let is_alone = |at: usize| {
        let sign = |place: Option<usize>| place.and_then(|place| source.as_bytes().get(place)).copied();
        let before = sign(at.checked_sub(1)).is_some_and(|byte| b"=!<>".contains(&byte));
        !before && sign(Some(at + 1)) != Some(b'=')
    };
    let has_word = |word: &str| source.split(|sign: char| !sign.is_alphanumeric()).any(|known| known == word);
    let words = [("and", "&&"), ("or", "||"), ("not", "!")];
    match source.match_indices('=').any(|(at, _)| is_alone(at)) {
        true => Some("`==` compares; new values stand in `set`".to_owned()),
        false => {
            words.iter().find(|(word, _)| has_word(word)).map(|(word, sign)| format!("`{word}` is `{sign}`"))
        }
    }
}

/// The interpreter's message in simpler words.
fn in_words(why: &str) -> String {
    if let Some(message) = bounds::message(why) {
        return message.to_owned();
    }
    match why.split_once('(').map_or(why, |(head, _)| head) {
        head if head.starts_with("Division by zero") => "it divides by zero".to_owned(),
        head if head.starts_with("Remainder by zero") => "it divides by zero".to_owned(),
        head if head.starts_with("Overflow") => "a number grows too large".to_owned(),
        _ => why.replace('\n', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_that_are_named_are_those_that_there_are() {
        let uses = [
            "math.abs(-1) == 1",
            "'ab'.charAt(1) == 'b'",
            "'ab'.contains('b')",
            "[1, 1].distinct() == [1]",
            "'ab'.endsWith('b')",
            "[[1], [2]].flatten() == [1, 2]",
            "'%d'.format([1]) == '1'",
            "math.greatest(1, 2) == 2",
            "'ab'.indexOf('b') == 1",
            "int('4') == 4",
            "['a', 'b'].join('-') == 'a-b'",
            "'aba'.lastIndexOf('a') == 2",
            "math.least(1, 2) == 1",
            "'AB'.lowerAscii() == 'ab'",
            "'ab'.matches('^a')",
            "lists.range(2) == [0, 1]",
            "'ab'.replace('b', 'c') == 'ac'",
            "'ab'.reverse() == 'ba'",
            "math.sign(-3) == -1",
            "size('ab') == 2",
            "[1, 2, 3].slice(1, 2) == [2]",
            "[2, 1].sort() == [1, 2]",
            "'a b'.split(' ') == ['a', 'b']",
            "'ab'.startsWith('a')",
            "string(4) == '4'",
            "'abc'.substring(1, 2) == 'b'",
            "' a '.trim() == 'a'",
            "'ab'.upperAscii() == 'AB'",
        ];
        let language = Language::new(&BTreeMap::new());
        for (name, source) in FUNCTIONS.iter().zip(uses) {
            assert!(source.contains(name), "{name}: {source}");
            let expression = Expression::read(source, 1, &Names::new()).unwrap();
            assert_eq!(language.scope(Vec::new()).value(&expression), Ok(Value::Bool(true)), "{source}");
        }
    }

    #[test]
    fn a_list_is_folded_from_its_first_item_to_its_last() {
        let language = Language::new(&BTreeMap::new());
        let value = |source: &str| {
            let expression = Expression::read(source, 1, &Names::new()).map_err(|fault| fault.to_string())?;
            language.scope(Vec::new()).value(&expression)
        };
        let ranges = "lists.range(1000)";
        for (source, expected) in [
            ("[1, 2, 3].reduce(sum, x, 0, sum * 10 + x)", Ok(Value::Int(123))),
            ("[].reduce(sum, x, 7, sum + x)", Ok(Value::Int(7))),
            ("'a b'.split(' ').reduce(text, word, '', word + text)", Ok(Value::Text("ba".into()))),
            ("[1, 2].reduce(a, x, [], [x] + a) == [2, 1]", Ok(Value::Bool(true))),
            ("[[1, 2], [3]].reduce(a, row, 0, a + row.reduce(b, x, 0, b + x))", Ok(Value::Int(6))),
            ("[1, 0].reduce(a, x, 1, a / x)", Err("it divides by zero")),
            (
                &format!("{ranges}.reduce(a, x, [1], a + a)"),
                Err("it makes a text or a list of more than 65536 bytes"),
            ),
            (
                &format!("{ranges}.reduce(a, x, 0, {ranges}.reduce(b, y, 0, {ranges}.reduce(c, z, 0, c)))"),
                Err("it takes more than 1000000 steps"),
            ),
            (
                "[1].reduce(1, x, 0, x)",
                Err(
                    "`reduce` takes two names, the first value and the next: `list.reduce(sum, x, 0, sum + x)`",
                ),
            ),
            ("[1].reduce(sum, 0, sum + 1)", Err("there is no function `reduce`")),
            ("[1].reduce(sum, x, 0, sum + y)", Err("what is `y`?")),
        ] {
            match (value(source), expected) {
                (Err(message), Err(expected)) => assert!(message.contains(expected), "{source}: {message}"),
                (found, expected) => assert_eq!(found, expected.map_err(str::to_owned), "{source}"),
            }
        }
    }
}
