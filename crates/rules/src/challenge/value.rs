//! The values in a challenge's expressions.

use std::fmt;
use std::sync::Arc;

use cel::Value as Cel;

use super::bounds::{ELEMENT, LARGEST};
use super::form::Datum;

/// The longest text that a state may hold, in bytes, and the longest list.
const LONGEST_TEXT: usize = 4096;
const LONGEST_LIST: usize = 2000;

/// How deep lists may be nested.
const DEEPEST: usize = 8;

/// A value of a state, a constant, or a part of an input.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Value {
    Bool(bool),
    Int(i64),
    Text(Arc<str>),
    List(Arc<[Value]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueKind {
    Bool,
    Int,
    Text,
    List,
}

impl ValueKind {
    /// Its name, with an article.
    pub fn name(self) -> &'static str {
        match self {
            ValueKind::Bool => "a bool",
            ValueKind::Int => "an int",
            ValueKind::Text => "a string",
            ValueKind::List => "a list",
        }
    }
}

impl Value {
    pub fn kind(&self) -> ValueKind {
        match self {
            Value::Bool(_) => ValueKind::Bool,
            Value::Int(_) => ValueKind::Int,
            Value::Text(_) => ValueKind::Text,
            Value::List(_) => ValueKind::List,
        }
    }

    pub(super) fn of(datum: &Datum) -> Value {
        match datum {
            Datum::Bool(yes) => Value::Bool(*yes),
            Datum::Int(number) => Value::Int(*number),
            Datum::Text(text) => Value::Text(text.as_str().into()),
            Datum::List(items) => Value::List(items.iter().map(Value::of).collect()),
        }
    }

    pub(super) fn to_cel(&self) -> Cel {
        match self {
            Value::Bool(yes) => Cel::Bool(*yes),
            Value::Int(number) => Cel::Int(*number),
            Value::Text(text) => Cel::String(Arc::new(text.to_string())),
            Value::List(items) => Cel::List(Arc::new(items.iter().map(Value::to_cel).collect())),
        }
    }

    /// The result of an expression.
    /// The error is its actual type, if a challenge has no such values, or that it is too long.
    pub(super) fn of_cel(value: &Cel) -> Result<Value, String> {
        let found = Value::of_cel_within(value, DEEPEST)?;
        match found.size() {
            0..=LARGEST => Ok(found),
            _ => Err(format!("a list of more than {LARGEST} bytes")),
        }
    }

    /// The bytes of its texts and, for each element of a list, of that.
    pub(super) fn size(&self) -> usize {
        match self {
            Value::Bool(_) | Value::Int(_) => 0,
            Value::Text(text) => text.len(),
            Value::List(items) => items.iter().map(|item| ELEMENT + item.size()).sum(),
        }
    }

    fn of_cel_within(value: &Cel, depth: usize) -> Result<Value, String> {
        match value {
            Cel::Bool(yes) => Ok(Value::Bool(*yes)),
            Cel::Int(number) => Ok(Value::Int(*number)),
            Cel::UInt(number) => {
                i64::try_from(*number).map(Value::Int).map_err(|_| "a number too large".into())
            }
            Cel::String(text) if text.len() <= LONGEST_TEXT => Ok(Value::Text(text.as_str().into())),
            Cel::String(_) => Err(format!("a text of more than {LONGEST_TEXT} bytes")),
            Cel::List(_) if depth == 0 => Err(format!("lists that are nested deeper than {DEEPEST}")),
            Cel::List(items) if items.len() <= LONGEST_LIST => {
                let items = items.iter().map(|item| Value::of_cel_within(item, depth - 1));
                items.collect::<Result<_, _>>().map(Value::List)
            }
            Cel::List(_) => Err(format!("a list of more than {LONGEST_LIST} values")),
            other => Err(format!("a value of type {}", other.type_of())),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(yes) => write!(f, "{yes}"),
            Value::Int(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::List(items) => {
                let items: Vec<_> = items.iter().map(Value::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
        }
    }
}
