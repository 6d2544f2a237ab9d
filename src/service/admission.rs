//! Whether a worker may judge programs in a language: it must accept one that is known to be right. Where a toolchain is
//! broken, every program would be wrong.

use rust_embed::RustEmbed;

use super::catalogue::Entry;
use super::judging::Judging;
use super::queue::Job;
use crate::dialect::Dialect;
use crate::golf::{Language, Toolchain};
use crate::process::Interrupt;
use crate::suite::{Level, Suite};

/// Programs that play tic-tac-toe.
#[derive(RustEmbed)]
#[folder = "golf/tictactoe"]
struct Known;

/// Whether a language's programs are judged rightly here; a language without a program that is known is let in.
///
/// # Errors
/// Why they are not.
pub(super) fn is_admitted(
    judging: &Judging,
    language: &Language,
    toolchain: &Toolchain<'_>,
    stop: &Interrupt,
) -> Result<(), String> {
    let has_ending = |name: &str| language.endings.iter().any(|ending| name.ends_with(&format!(".{ending}")));
    let Some(name) = Known::iter().find(|name| has_ending(name) && name.starts_with("ttt.")) else {
        return Ok(());
    };
    let source = Known::get(&name).map(|file| file.data.into_owned()).unwrap_or_default();
    let dialect = Dialect::Tictactoe;
    let entry = Entry::new(dialect.name(), dialect, String::new(), "examples", &[], move || {
        Ok(Suite::generate(dialect, Level::Examples).into_iter().collect())
    });
    let (language, challenge) = (language.name.clone(), String::new());
    let job =
        Job { id: 0, attempt: 1, name: name.to_string(), source, language, challenge, may_recall: false };
    let outcome = judging.judge(&job, &entry, toolchain, stop).map_err(|why| why.to_string())?;
    match outcome.verdict.as_str() {
        "accepted" => Ok(()),
        verdict => Err(format!("{name}, which is right, was ruled {verdict}")),
    }
}
