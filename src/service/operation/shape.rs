//! What an operation is.

use crate::service::value::Kind;

/// Something that is done to the tables.
pub(in crate::service) struct Operation {
    /// Its name: on PostgreSQL that of its function.
    pub name: &'static str,
    /// The kinds of what it is given, as `$1`, `$2` and so on.
    pub takes: &'static [Kind],
    /// The kinds of the columns that it gives.
    pub gives: &'static [Kind],
    /// What it does, one after the other.
    pub statements: &'static [&'static str],
}
