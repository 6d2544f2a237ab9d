//! `judge languages`: which languages can be judged on this machine, and what to install for the rest.

use std::path::PathBuf;

use clap::Args;

use super::super::{Failure, GOOD, print};
use judging::golf::{Languages, Toolchain};
use judging::process::Interrupt;
use judging::report;

/// List the languages of submissions, and what to install for those missing here
#[derive(Debug, Args)]
pub(super) struct LanguagesArguments {
    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,
}

pub(super) fn list(arguments: &LanguagesArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let languages = Languages::of_file(arguments.languages.as_deref())?;
    let toolchain = Toolchain::new(interrupt);
    let found = languages.iter().map(|language| (language, toolchain.tools(language)));
    print(&report::languages(found))?;
    Ok(GOOD)
}
