//! `judge import`: makes a challenge from a problem package.

use std::path::PathBuf;

use clap::Args;

use super::super::{Failure, GOOD, INTERRUPTED, at, failure, print};
use super::candidates::prepare;
use super::languages::load;
use crate::package::Import;
use crate::process::Interrupt;
use crate::transcript::visible_line;

/// Make a challenge from a Kattis problem package (format 2023-07 or legacy)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The folder of the package, with its `problem.yaml`
    #[arg(value_name = "PACKAGE")]
    package: PathBuf,

    /// The folder to make [default: the package's name, in the current folder]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// A file with more languages, which override the built-in ones
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,

    #[command(flatten)]
    isolation: super::isolation::Arguments,
}

const EXAMPLES: &str = "\
The cases, the output validator with its arguments, the limits and the submissions are carried over. If the package
names no time limit, it is measured by running the accepted submissions, isolated.

Examples:
  judge import different                     makes ./different from a package elsewhere: name its path
  judge import packages/guess guess
  judge check --challenge guess              do its submissions get their expected verdicts?
  judge check --challenge guess my.py";

pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let folder = folder(arguments)?;
    let languages = load(arguments.languages.as_deref())?;
    let isolation = arguments.isolation.choose()?;
    let import = Import {
        package: &arguments.package,
        folder: &folder,
        languages: &languages,
        isolation: &isolation,
        interrupt: &interrupt,
    };
    let imported = import.run(|folder, jobs, toolchain| {
        prepare(&languages, jobs, toolchain, None, |all| all.of_challenge(folder))
            .map_err(|why| why.to_string())
    });
    if imported.is_err() && interrupt.is_raised() {
        return Ok(INTERRUPTED);
    }
    let shown = visible_line(folder.as_os_str().as_encoded_bytes());
    print(&format!("{shown}: {}`judge check --challenge {shown}` judges its own programs.\n", imported?))?;
    Ok(GOOD)
}

/// The folder to make.
fn folder(arguments: &Arguments) -> Result<PathBuf, Failure> {
    if let Some(folder) = &arguments.folder {
        return Ok(folder.clone());
    }
    let real = arguments.package.canonicalize().map_err(at(&arguments.package))?;
    let name = real.file_name().ok_or_else(|| failure("name the folder to make"))?;
    Ok(PathBuf::from(name))
}
