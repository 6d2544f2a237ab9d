//! `judge import`: makes a challenge from a problem package.

use std::path::PathBuf;

use clap::Args;

use super::super::busy::Busy;
use super::super::{Failure, GOOD, print};
use judging::package::{Import, usual_folder};
use judging::process::Interrupt;
use judging::transcript::visible_line;

/// Make a challenge from a Kattis problem package (format 2023-07 or legacy)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ImportArguments {
    /// The folder of the package, with its `problem.yaml`
    #[arg(value_name = "PACKAGE")]
    package: PathBuf,

    /// The folder to make [default: the package's name, in the current folder]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    tools: super::running::Tools,
}

const EXAMPLES: &str = "\
The cases, the output validator with its arguments, the limits and the submissions are carried over. If the package
names no time limit, it is measured by running the accepted submissions, isolated.

Examples:
  judge import different                     makes ./different from a package elsewhere: name its path
  judge import packages/guess guess
  judge check --challenge guess              do its submissions get their expected verdicts?
  judge check --challenge guess my.py";

pub(super) fn run(arguments: &ImportArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let package = &arguments.package;
    let folder = arguments.folder.clone().map_or_else(|| usual_folder(package), Ok)?;
    let (languages, isolation) = (arguments.tools.languages()?, arguments.tools.isolation()?);
    let import = Import { package, folder: &folder, languages: &languages, isolation: &isolation, interrupt };
    let imported = {
        let busy = Busy::with("importing");
        import.run(&|done, all| busy.say(format!("preparing: {done} of {all}")))?
    };
    let shown = visible_line(folder.as_os_str().as_encoded_bytes());
    let next = match imported.has_programs() {
        true => format!("`judge check --challenge {shown}` judges its own programs."),
        false => format!("`judge check --challenge {shown} PROGRAM` judges a program."),
    };
    print(&format!("{shown}: {imported}{next}\n"))?;
    Ok(GOOD)
}
