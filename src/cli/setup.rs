//! `completions`, which both programs have: scripts and manual pages made from the parser, so that they name what there is.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::{Failure, GOOD, at, print};

/// Print a script with which a shell completes options and names, or write the manual pages
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell; its script completes the options, and the names of challenges, suites, boards and formats
    #[arg(required_unless_present = "man")]
    shell: Option<Shell>,

    /// Write the manual page of each command into a folder
    #[arg(long, value_name = "FOLDER")]
    man: Option<PathBuf>,
}

impl Completions {
    /// Prints the script for a program, and writes its pages.
    pub(super) fn print(&self, mut program: Command) -> Result<u8, Failure> {
        if let Some(folder) = &self.man {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
            clap_mangen::generate_to(program.clone(), folder).map_err(at(folder))?;
        }
        let Some(shell) = self.shell else { return Ok(GOOD) };
        let (name, mut script) = (program.get_name().to_owned(), Vec::new());
        clap_complete::generate(shell, &mut program, &name, &mut script);
        let script = String::from_utf8_lossy(&script);
        match shell {
            Shell::Fish => print(&with_open_options(&script, &name))?,
            _ => print(&script)?,
        }
        Ok(GOOD)
    }
}

/// A script for fish that also completes the value of an option of a program that has subcommands. The generator's parser
/// fails while the value is missing, so the option is left out then.
fn with_open_options(script: &str, name: &str) -> String {
    let name = name.replace('-', "_");
    let parser =
        |words: &str| format!("argparse -s (__fish_{name}_global_optspecs) -- {words} 2>/dev/null\n");
    let (usual, shorter) = (parser("$cmd"), parser("$cmd[1..-2]"));
    script.replacen(&usual, &format!("{usual}    or {shorter}"), 1)
}
