//! Bounds on expressions. A challenge may come from anywhere, so no expression in it may overflow the stack, make
//! gigabytes or go on without end.
//!
//! Length and depth are checked when an expression is read. What an evaluation makes is known only then: parts
//! that may grow, and those that loops repeat, are put into calls of [`WITHIN`], a function that counts steps and
//! measures its argument. It fails when there are too many steps, or when its argument is too large.
//!
//! A bound computed before the evaluation would refuse expressions that are small for the values they get.

use std::cell::Cell;

use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue};
use cel::{Context, ExecutionError, Value};

/// The longest expression, in bytes.
pub(super) const LONGEST: usize = 2048;

/// How deep the parts of an expression may be nested. A sum of this many terms is as deep.
pub(super) const DEEPEST: usize = 200;

/// How many steps an evaluation may take: one for each round of a loop, and for each 16 bytes that are made.
const STEPS: u64 = 1_000_000;

/// The largest text or list, in bytes.
pub(super) const LARGEST: usize = 1 << 16;

/// The largest text that functions repeat or look for at each place, in bytes.
const LARGEST_REPEATED: usize = 1 << 10;

/// How much an element of a list counts besides its text, in bytes.
pub(super) const ELEMENT: usize = 16;

const WITHIN: &str = "@within";
const REPEATED: &str = "@repeated";
const SEARCHED: &str = "@searched";
const COUNTED: &str = "@counted";

const LONGEST_RANGE: i64 = 1000;

/// How many steps it counts to look for a pattern, which the interpreter reads anew each time.
const PATTERN: usize = 1000;

/// Functions whose results may be larger than all they are given, or that take longer than to read it.
const GROWING: [&str; 10] =
    ["_+_", "replace", "join", "format", "split", "flatten", "quote", "distinct", "indexOf", "lastIndexOf"];

/// Those that use their arguments at each place.
const REPEATING: [&str; 4] = ["replace", "join", "indexOf", "lastIndexOf"];

thread_local! {
    /// How many steps of this thread's evaluation are left.
    static LEFT: Cell<u64> = const { Cell::new(STEPS) };
    /// The steps of all evaluations of this thread.
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// Begins an evaluation, which has its own number of steps.
pub(super) fn begin() {
    LEFT.set(STEPS);
    count(1);
}

/// Counts steps besides those of an evaluation.
pub(super) fn count(steps: usize) {
    WORK.set(WORK.get() + steps as u64);
}

/// The steps of all evaluations of this thread so far.
pub fn work() -> u64 {
    WORK.get()
}

/// Adds the functions that count and measure.
pub(super) fn add_to(context: &mut Context<'_, '_>) {
    let within = |value: Value| check(value, WITHIN, LARGEST);
    let repeated = |value: Value| check(value, REPEATED, LARGEST_REPEATED);
    let searched = |value: Value| {
        take(PATTERN);
        check(value, SEARCHED, LARGEST_REPEATED)
    };
    context.add_function(WITHIN, within).expect("no other function has this name");
    context.add_function(REPEATED, repeated).expect("no other function has this name");
    context.add_function(SEARCHED, searched).expect("no other function has this name");
    context.add_function(COUNTED, counted).expect("no other function has this name");
}

fn counted(value: Value) -> Result<Value, ExecutionError> {
    match value {
        Value::Int(count) if count > LONGEST_RANGE => {
            let what = format!("it makes a list of more than {LONGEST_RANGE} numbers");
            Err(ExecutionError::function_error(COUNTED, what))
        }
        other => Ok(other),
    }
}

/// Takes steps of the evaluation; returns how many are left.
fn take(steps: usize) -> u64 {
    count(steps);
    let left = LEFT.get().saturating_sub(steps as u64);
    LEFT.set(left);
    left
}

fn check(value: Value, function: &str, most: usize) -> Result<Value, ExecutionError> {
    let size = size(&value);
    let left = take(1 + size / ELEMENT);
    let fault = |what: String| Err(ExecutionError::function_error(function, what));
    match size {
        _ if left == 0 => fault(format!("it takes more than {STEPS} steps")),
        size if size > most => fault(format!("it makes a text or a list of more than {most} bytes")),
        _ => Ok(value),
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::List(items) => items.iter().map(|item| ELEMENT + size(item)).sum(),
        _ => 0,
    }
}

/// The message of these functions within an error of the interpreter.
pub(super) fn message(why: &str) -> Option<&str> {
    [WITHIN, REPEATED, SEARCHED, COUNTED]
        .iter()
        .find_map(|function| Some(why.split_once(&format!("'{function}': "))?.1))
}

/// Whether parts are nested deeper than is allowed; without recursion, since they may be nested very deep.
pub(super) fn is_too_deep(part: &IdedExpr) -> bool {
    let mut left = vec![(part, 1)];
    while let Some((part, depth)) = left.pop() {
        if depth > DEEPEST {
            return true;
        }
        left.extend(parts(part).into_iter().map(|part| (part, depth + 1)));
    }
    false
}

/// An expression with checks in it. `None` if it cannot grow.
pub(super) fn bounded(part: &IdedExpr) -> Option<IdedExpr> {
    let mut checked = part.clone();
    put_checks(&mut checked).then_some(checked)
}

/// Puts checks into a part; returns whether there was need for any.
fn put_checks(part: &mut IdedExpr) -> bool {
    let mut any = false;
    for inner in parts_mut(part) {
        any |= put_checks(inner);
    }
    match &mut part.expr {
        Expr::Comprehension(comprehension) => {
            put_checks_into(comprehension);
            true
        }
        Expr::Call(call) if call.func_name == "range" => {
            call.args.iter_mut().for_each(|arg| put_into(arg, COUNTED));
            put_into(part, WITHIN);
            true
        }
        Expr::Call(call) if call.func_name == "matches" => {
            let text = call.target.as_deref_mut().or(call.args.first_mut());
            text.into_iter().for_each(|text| put_into(text, SEARCHED));
            true
        }
        Expr::Call(call) if is_growing(call) => {
            if REPEATING.contains(&call.func_name.as_str()) {
                call.args.iter_mut().for_each(|arg| put_into(arg, REPEATED));
            }
            call.target.iter_mut().for_each(|target| put_into(target, WITHIN));
            put_into(part, WITHIN);
            true
        }
        _ => any,
    }
}

/// Counts each round of a loop. What a round adds to is left alone, so that it is not measured in each round; but a `reduce` may
/// make anything of it.
fn put_checks_into(comprehension: &mut ComprehensionExpr) {
    put_into(&mut comprehension.iter_range, WITHIN);
    if is_internal(&comprehension.accu_var) {
        put_into_others(&mut comprehension.loop_step, &comprehension.accu_var);
    } else {
        put_into(&mut comprehension.loop_step, WITHIN);
    }
}

/// Whether a name is one that the interpreter gives.
fn is_internal(name: &str) -> bool {
    name.starts_with('@')
}

/// Puts all parts that do not mention a name into calls.
fn put_into_others(part: &mut IdedExpr, name: &str) {
    // The interpreter knows `map` and `filter` by the list in them.
    if mentions(part, name) || matches!(part.expr, Expr::List(_)) {
        parts_mut(part).into_iter().for_each(|inner| put_into_others(inner, name));
    } else {
        put_into(part, WITHIN);
    }
}

fn put_into(part: &mut IdedExpr, function: &str) {
    let inner = std::mem::take(part);
    let call = CallExpr { func_name: function.to_owned(), target: None, args: vec![inner] };
    *part = IdedExpr { id: call.args[0].id, expr: Expr::Call(call) };
}

/// Whether a call may make more than it is given. A sum with a number is a number, and one with the result of a
/// loop so far belongs to the loop.
fn is_growing(call: &CallExpr) -> bool {
    let is_number = |arg: &IdedExpr| matches!(arg.expr, Expr::Literal(LiteralValue::Int(_)));
    let is_of_loop = |arg: &IdedExpr| matches!(&arg.expr, Expr::Ident(name) if is_internal(name));
    let is_sum = call.func_name == "_+_";
    let is_small = is_sum && call.args.iter().any(|arg| is_number(arg) || is_of_loop(arg));
    GROWING.contains(&call.func_name.as_str()) && !is_small
}

fn mentions(part: &IdedExpr, name: &str) -> bool {
    matches!(&part.expr, Expr::Ident(known) if known == name)
        || parts(part).into_iter().any(|part| mentions(part, name))
}

/// The parts of a part. Maps, fields and structures are refused before.
fn parts(part: &IdedExpr) -> Vec<&IdedExpr> {
    match &part.expr {
        Expr::Call(call) => call.target.as_deref().into_iter().chain(&call.args).collect(),
        Expr::List(list) => list.elements.iter().collect(),
        Expr::Select(select) => vec![&select.operand],
        Expr::Comprehension(comprehension) => {
            let ComprehensionExpr { iter_range, accu_init, loop_cond, loop_step, result, .. } =
                &**comprehension;
            vec![iter_range, accu_init, loop_cond, loop_step, result]
        }
        _ => Vec::new(),
    }
}

pub(super) fn parts_mut(part: &mut IdedExpr) -> Vec<&mut IdedExpr> {
    match &mut part.expr {
        Expr::Call(call) => call.target.as_deref_mut().into_iter().chain(&mut call.args).collect(),
        Expr::List(list) => list.elements.iter_mut().collect(),
        Expr::Comprehension(comprehension) => {
            let ComprehensionExpr { iter_range, accu_init, loop_cond, loop_step, result, .. } =
                &mut **comprehension;
            vec![iter_range, accu_init, loop_cond, loop_step, result]
        }
        _ => Vec::new(),
    }
}
