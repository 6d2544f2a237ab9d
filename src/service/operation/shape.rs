//! The form of an operation.

use crate::service::value::Kind;

/// An operation on the tables.
pub(in crate::service) struct Operation {
    /// Its name: on PostgreSQL that of its function.
    pub name: &'static str,
    /// The kinds of its parameters, `$1`, `$2` and so on.
    pub takes: &'static [Kind],
    /// The kinds of the columns that it returns.
    pub gives: &'static [Kind],
    /// Its statements, in order.
    pub statements: &'static [&'static str],
}
