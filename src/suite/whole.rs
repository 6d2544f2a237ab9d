//! The suite of a challenge of whole cases.

use super::{Case, Level, Suite};
use crate::dialect::{Dialect, WholeCases};

impl Suite {
    /// The cases of the challenge; none for other levels.
    pub(super) fn of_whole(whole: &WholeCases, level: Level) -> Option<Suite> {
        let dialect = Dialect::Whole(whole.clone());
        let cases = whole.list().iter().map(|case| Case::whole(&dialect, &case.name)).collect();
        (level == Level::Fixtures).then(|| Suite::of_named(level, &dialect, cases, Vec::new()))
    }
}
