//! A report as it is sent.

use axum::body::Bytes;

/// A report in one form.
#[derive(Clone, Debug)]
pub(super) struct Rendered {
    /// Its media type.
    pub kind: &'static str,
    /// Its text.
    pub text: Bytes,
}
