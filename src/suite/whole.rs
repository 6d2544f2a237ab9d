//! The suite of a challenge of whole cases.

use super::{Case, Level, Suite};
use crate::dialect::{Dialect, WholeCase, WholeCases};

impl Suite {
    /// The cases of the challenge; none for other levels. Their inputs are texts, which are read when they are needed.
    pub(super) fn of_whole(whole: &WholeCases, level: Level) -> Option<Suite> {
        let dialect = Dialect::Whole(whole.clone());
        let case = |WholeCase { name, .. }: &WholeCase| Case {
            name: name.clone(),
            dialect: dialect.clone(),
            inputs: Vec::new(),
        };
        let cases = whole.list().iter().map(case).collect();
        (level == Level::Fixtures).then(|| Suite::of_named(level, &dialect, cases, Vec::new()))
    }
}
