//! `judge import`: makes a challenge from a problem package, or from an exercise of another system.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::busy::Busy;
use super::super::which::unpacked;
use super::super::{Failure, GOOD, print};
use judging::import::found;
use judging::package::{Import, PackageError, usual_folder};
use judging::process::Interrupt;
use judging::transcript::visible_line;

/// Make a challenge from a problem package, or from an exercise of another system
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ImportArguments {
    /// The folder of the package or the exercise, the file that describes it, or an archive (.zip, .kpp)
    #[arg(value_name = "SOURCE", value_parser = unpacked())]
    source: PathBuf,

    /// The folder to make [default: the source's name, in the current folder]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    tools: super::running::Tools,
}

const EXAMPLES: &str = "\
The format is found out by what is in it: a problem package of Kattis (2025-09, 2023-07 or legacy), GitHub Classroom
(autograding.json, a workflow) and Classroom 50, questions of Moodle's CodeRunner in XML, VPL (vpl_evaluate.cases),
tko (tests.toml), Polygon (problem.xml), DMOJ (init.yml), CMS (task.yaml), check50, a folder of inputs and answers.
What cannot be carried over is named. If a Kattis package names no time limit, it is measured by running the accepted
submissions, isolated.

Examples:
  judge import autograding.json week1
  judge import quiz.xml                      makes ./quiz, with a folder for each question
  judge import packages/guess guess
  judge check --challenge guess              do its submissions get their expected verdicts?
  judge check --challenge week1 my.py";

pub(super) fn run(arguments: &ImportArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let source = &arguments.source;
    let named =
        |usual: &dyn Fn() -> Result<PathBuf, PackageError>| arguments.folder.clone().map_or_else(usual, Ok);
    if let Some(mut found) = found(source)? {
        let folder = named(&|| found.usual_folder())?;
        let first = found.write(&folder, interrupt)?;
        return tell(&folder, &found, &first, found.has_programs());
    }
    let folder = named(&|| usual_folder(source))?;
    let (languages, isolation) = (arguments.tools.languages()?, arguments.tools.isolation()?);
    let import =
        Import { package: source, folder: &folder, languages: &languages, isolation: &isolation, interrupt };
    let imported = {
        let busy = Busy::with("importing");
        import.run(&|done, all| busy.measuring(done, all))?
    };
    tell(&folder, &imported, &folder, imported.has_programs())
}

/// Says what was made, and what to type next for a challenge in it.
fn tell(made: &Path, what: &dyn Display, challenge: &Path, has_programs: bool) -> Result<u8, Failure> {
    let [made, challenge] = [made, challenge].map(|path| visible_line(path.as_os_str().as_encoded_bytes()));
    let next = match has_programs {
        true => format!("`judge check --challenge {challenge}` judges its own programs."),
        false => format!("`judge check --challenge {challenge} PROGRAM` judges a program."),
    };
    print(&format!("{made}: {what}{next}\n"))?;
    Ok(GOOD)
}
