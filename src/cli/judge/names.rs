//! Options whose values are the names of an enum.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use strum::{ParseError, VariantNames};

/// A value, or none for `auto`.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrAuto<T>(pub(super) Option<T>);

pub(super) trait Named:
    FromStr<Err = ParseError> + VariantNames + Clone + Send + Sync + 'static
{
}

impl<T: FromStr<Err = ParseError> + VariantNames + Clone + Send + Sync + 'static> Named for T {}

pub(super) fn name<T: Named>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::VARIANTS).try_map(|name| name.parse::<T>())
}

pub(super) fn name_or_auto<T: Named>() -> impl TypedValueParser<Value = OrAuto<T>> {
    let names = ["auto"].iter().chain(T::VARIANTS).copied();
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        "auto" => Ok(OrAuto(None)),
        name => name.parse::<T>().map(|value| OrAuto(Some(value))),
    })
}
