//! What could not be done in a sandbox, and why.

/// What could not be done, and why.
pub(super) type Refusal = (String, String);

/// The name in words of what failed.
pub(super) fn refused<E: ToString>(what: &'static str) -> impl FnOnce(E) -> Refusal {
    move |why| (what.to_owned(), why.to_string())
}
