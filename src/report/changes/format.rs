//! The formats in which changes are shown, by name.

use super::markdown::markdown;
use super::page::page;
use super::runs::Changes;
use super::terminal::terminal;
use crate::report::view::View;

/// The format of a comparison of two runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum ChangesFormat {
    /// For people at a terminal, in colours.
    #[default]
    Terminal,
    /// A table in Markdown.
    Markdown,
    /// A page.
    Html,
}

impl ChangesFormat {
    /// The changes in this format; only a terminal has a view.
    pub fn render(self, changes: &Changes, view: View) -> String {
        match self {
            ChangesFormat::Terminal => terminal(changes, view),
            ChangesFormat::Markdown => markdown(changes),
            ChangesFormat::Html => page(changes),
        }
    }
}
