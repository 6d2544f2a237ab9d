//! The formats in which a history is shown, by name.

use super::form::json;
use super::markdown::markdown;
use super::runs::History;
use super::terminal::terminal;
use crate::report::view::View;

/// The format of a history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub(crate) enum HistoryFormat {
    /// For people at a terminal, in colours.
    #[default]
    Terminal,
    /// A table in Markdown.
    Markdown,
    /// JSON, by [`history_schema`](crate::report::history_schema), with all runs.
    Json,
}

impl HistoryFormat {
    /// The history in this format.
    pub(crate) fn render(self, history: &History, view: View) -> String {
        match self {
            HistoryFormat::Terminal => terminal(history, view),
            HistoryFormat::Markdown => markdown(history, view.is_verbose),
            HistoryFormat::Json => json(history),
        }
    }
}
