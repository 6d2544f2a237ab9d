//! `completions` and `man`, which both programs have: made from the parser, so that they name what there is.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use super::{Failure, GOOD, at, failure, print};

/// Print a script with which a shell completes the options, and the names of challenges, suites, boards and formats
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

/// Print the manual page of a command, or write those of all commands
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// The command, such as check [default: the program itself]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,

    /// Write the pages of all commands into a folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Completions {
    /// Prints the script for a program.
    pub(super) fn print(&self, mut program: Command) -> Result<u8, Failure> {
        let (name, mut script) = (program.get_name().to_owned(), Vec::new());
        clap_complete::generate(self.shell, &mut program, &name, &mut script);
        let script = String::from_utf8_lossy(&script);
        match self.shell {
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

impl Manual {
    /// Prints or writes the pages of a program.
    pub(super) fn print(&self, mut program: Command) -> Result<u8, Failure> {
        if let Some(folder) = &self.out {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
            clap_mangen::generate_to(program, folder).map_err(at(folder))?;
            return Ok(GOOD);
        }
        program.build();
        let named = self.command.iter().try_fold(&program, Command::find_subcommand);
        let unknown = || failure(format!("there is no command `{}`", self.command.join(" ")));
        let mut page = Vec::new();
        clap_mangen::Man::new(named.ok_or_else(unknown)?.clone()).render(&mut page)?;
        print(&String::from_utf8_lossy(&page))?;
        Ok(GOOD)
    }
}
