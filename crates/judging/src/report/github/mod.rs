//! A run for GitHub Actions: annotations on the submissions, and a summary of the job.
//!
//! What is printed obeys GitHub's limits, so that nothing is cut in the middle or left out unsaid: it shows ten annotations of
//! a kind, and takes a summary of 1 MiB, from each step.

mod annotations;
mod summary;

pub(crate) use annotations::annotations;
pub(super) use annotations::failing_line;
pub use summary::append_summary;
