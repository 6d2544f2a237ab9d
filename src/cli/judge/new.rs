//! `judge new`: makes a challenge, from a template or from an existing program.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{Failure, GOOD, at, print, tell};
use super::recording::recorder;
use judging::catalogue::NewChallenge;
use judging::challenge::Recording;
use judging::files;
use judging::process::Interrupt;
use judging::report;
use judging::runner::{Recorder, quoted};
use judging::suite::explore::lines;
use judging::transcript::visible;

/// Make a challenge from a template, or by recording a program
#[derive(Debug, Args)]
#[command(mut_args = brief(&["inputs", "languages"]), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct NewArguments {
    /// The folder to make
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The program to record
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    /// A file of inputs, one per line, to record; may be repeated [default: standard input]
    #[arg(long, value_name = "FILE", requires = "command")]
    inputs: Vec<PathBuf>,

    #[command(flatten)]
    running: super::running::RunningArguments,
}

const EXAMPLES: &str = "\
Examples:
  judge new counter                                       a template with two rules, to be edited
  judge new bank -- python3 bank.py                       type the inputs, see the answers
  judge new bank --inputs first.txt -- python3 bank.py    the inputs are in a file";

pub(super) fn new(arguments: &NewArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let challenge = NewChallenge::at(&arguments.folder)?;
    let folder = quoted(arguments.folder.as_os_str().as_bytes());
    let Some(recorder) = recorder(&arguments.running, &arguments.command, interrupt)? else {
        let file = challenge.make_from_template()?;
        print(&format!("{}\nEdit it, then run `judge challenge {folder}`.\n", file.display()))?;
        return Ok(GOOD);
    };
    let recordings = match &arguments.inputs[..] {
        [] => vec![("first".to_owned(), of_stdin(&recorder)?)],
        files => recorder.of_files(files)?,
    };
    recorder.confirm(recordings.iter().map(|(_, recording)| recording))?;
    let (file, made) = challenge.make_from_recordings(&recordings, recorder.given())?;
    let mut notes = String::new();
    for (path, (_, recording)) in arguments.inputs.iter().zip(&recordings) {
        let given = lines(&files::read(path, files::TEXT).map_err(at(path))?).len();
        if recording.turns.len() < given {
            notes +=
                &format!("note: it took {} of {given} inputs of {}\n", recording.turns.len(), path.display());
        }
    }
    let command: Vec<_> = arguments.command.iter().map(|word| quoted(word.as_bytes())).collect();
    print(&format!(
        "{}{notes}`judge check --challenge {folder} -- {}` finds out whether the program still answers so.\n",
        report::new_challenge(&file, &made, &recordings),
        command.join(" ")
    ))?;
    Ok(GOOD)
}

/// A recording of what is read from standard input, or of what a person types there.
fn of_stdin(recorder: &Recorder) -> Result<Recording, Failure> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        let text = files::bounded(stdin.as_fd().try_clone_to_owned()?.into(), files::TEXT);
        return Ok(recorder.record(&lines(&text.map_err(at("standard input"))?))?);
    }
    print("Type inputs, one a line; Ctrl-D ends the recording.\n\n")?;
    let recording = recorder.typed(&mut stdin.lock(), |heard| match heard {
        Ok(said) => print(&visible(said.as_bytes())),
        Err(why) => {
            tell("judge", &format!("{why}; the line is left out"));
            Ok(())
        }
    })?;
    print("\n")?;
    Ok(recording)
}
