//! Freedoms that a person names where there is no challenge.

use super::freedoms::{Freedoms, Replacement};

/// A freedom that has no more to it than its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[derive(strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub(crate) enum Freedom {
    /// [`Freedoms::newlines`].
    Newlines,
    /// [`Freedoms::case`].
    Case,
    /// [`Freedoms::spaces`].
    Spaces,
}

impl Freedoms {
    /// These freedoms, and what is replaced.
    pub(crate) fn of(named: &[Freedom], replace: Vec<Replacement>) -> Freedoms {
        let has = |freedom| named.contains(&freedom);
        let [newlines, case, spaces] = [Freedom::Newlines, Freedom::Case, Freedom::Spaces].map(has);
        Freedoms { newlines, case, spaces, replace, ..Freedoms::default() }
    }
}
