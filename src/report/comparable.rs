//! Whether two saved runs judged programs by the same challenge and rules.

use super::heading::Heading;

/// Why two runs cannot be compared.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotComparable {
    /// They are of different challenges.
    #[error("the runs are of different challenges: {0} and {1}")]
    Challenge(String, String),
    /// They were judged by different rules.
    #[error("the runs have different rules: {0} and {1}")]
    Profile(&'static str, &'static str),
    /// They are not the same part of a run.
    #[error("the runs are not of the same shard; merge the shards of a run first: judge merge RUN.json…")]
    Part,
}

/// Checks that two runs are of one challenge and profile.
///
/// # Errors
/// [`NotComparable`] if they are not.
pub(super) fn comparable(old: &Heading, new: &Heading) -> Result<(), NotComparable> {
    let [one, other] = [old, new].map(Heading::game);
    if one != other {
        return Err(NotComparable::Challenge(one, other));
    }
    if old.profile != new.profile {
        return Err(NotComparable::Profile(old.profile.name(), new.profile.name()));
    }
    Ok(())
}
