//! What failed in a sandbox, and why.

/// What failed, and why.
pub(super) type Refusal = (String, String);

/// Adds what failed, in words, to an error.
pub(super) fn refused<E: ToString>(what: &'static str) -> impl FnOnce(E) -> Refusal {
    move |why| (what.to_owned(), why.to_string())
}
