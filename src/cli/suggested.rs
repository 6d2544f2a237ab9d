//! Options whose values are usually one of some names: shells complete these, and other values are taken as well.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// Takes what `read` takes, and has these names completed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suggested<T> {
    read: fn(&str) -> Result<T, String>,
    names: fn() -> Vec<String>,
}

pub(super) fn suggested<T>(read: fn(&str) -> Result<T, String>, names: fn() -> Vec<String>) -> Suggested<T> {
    Suggested { read, names }
}

/// Takes any text, and has these names completed.
pub(super) fn text(names: fn() -> Vec<String>) -> Suggested<String> {
    suggested(|text| Ok(text.to_owned()), names)
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Suggested<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        self.read.parse_ref(command, arg, value)
    }

    /// Asked for once, when a script is made.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // It takes names that live as long as the program.
        let names = (self.names)().into_iter().map(|name| PossibleValue::new(&*name.leak()));
        Some(Box::new(names))
    }
}
