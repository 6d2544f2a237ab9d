//! `judge languages`: which languages can be judged on this machine, and what to install for the rest.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::{Failure, GOOD, INTERRUPTED, failure, print};
use crate::files;
use crate::golf::{Lack, Languages, Toolchain};
use crate::process::Interrupt;

/// List the languages of submissions, and what to install for those missing here
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,
}

/// The names of the built-in languages.
#[cfg(feature = "service")]
pub(super) fn names() -> Vec<String> {
    Languages::built_in().iter().map(|language| language.name.clone()).collect()
}

/// The built-in languages, overridden by those of a user's file.
pub(super) fn load(file: Option<&Path>) -> Result<Languages, Failure> {
    let Some(path) = file else { return Ok(Languages::built_in()) };
    let of_file = |why: &dyn std::error::Error| failure(format!("{}: {why}", path.display()));
    let text = files::read_trusted(path, files::TEXT).and_then(files::text).map_err(|why| of_file(&why))?;
    Languages::built_in().with(&text).map_err(|why| of_file(&why))
}

pub(super) fn list(arguments: Arguments) -> Result<u8, Failure> {
    let languages = load(arguments.languages.as_deref())?;
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let toolchain = Toolchain::new(&interrupt);
    let mut text = String::new();
    for language in languages.iter() {
        let endings =
            language.endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" ");
        let found = match toolchain.tools(language) {
            Ok(tools) if tools.version.is_empty() => "found".to_owned(),
            Ok(tools) => tools.version,
            Err(Lack::Missing) => format!("missing: {}", language.install),
            Err(Lack::Hidden(tool)) => format!("only root may use {}", tool.display()),
        };
        text += &format!(
            "{:12}{endings:15}{}\n",
            language.name,
            crate::transcript::visible_line(found.as_bytes())
        );
    }
    print(&text)?;
    Ok(GOOD)
}
