//! `judge new`: makes a challenge, from a template or from an existing program.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal};
use std::os::fd::AsFd;
use std::path::PathBuf;

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{Failure, GOOD, failure, print, tell};
use crate::catalogue::NewChallenge;
use crate::challenge::Recording;
use crate::files::{self, Bundle};
use crate::report;
use crate::runner::Recorder;
use crate::suite::explore::lines;
use crate::transcript::visible;

/// Make a challenge from a template, or by recording a program
#[derive(Debug, Args)]
#[command(mut_args = brief(&["inputs", "languages"]), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
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
    recorder: super::recording::Arguments,
}

const EXAMPLES: &str = "\
Examples:
  judge new counter                                       a template with two rules, to be edited
  judge new bank -- python3 bank.py                       type the inputs, see the answers
  judge new bank --inputs first.txt -- python3 bank.py    the inputs are in a file";

pub(super) fn new(arguments: Arguments) -> Result<u8, Failure> {
    let challenge = NewChallenge::at(&arguments.folder)?;
    let folder = arguments.folder.display();
    if arguments.command.is_empty() {
        let file = challenge.make_from_template()?;
        print(&format!("{}\nEdit it, then run `judge challenge {folder}`.\n", file.display()))?;
        return Ok(GOOD);
    }
    let recorder = arguments.recorder.recorder(&arguments.command, &Bundle::default())?;
    let recordings = recordings(&arguments, &recorder)?;
    recorder.confirm(recordings.iter().map(|(_, recording)| recording))?;
    let (file, files) = challenge.make_from_recordings(&recordings, &arguments.recorder.files()?)?;
    let mut text = format!("{}\n", file.display());
    for (file, (_, recording)) in files.iter().zip(&recordings) {
        text += &format!("{}: {}\n", file.display(), report::recording(recording));
    }
    let command: Vec<_> = arguments.command.iter().map(|word| word.to_string_lossy()).collect();
    let command = command.join(" ");
    print(&format!(
        "{text}`judge check --challenge {folder} -- {command}` finds out whether the program still answers so.\n"
    ))?;
    Ok(GOOD)
}

/// The recordings to keep, each with a name.
fn recordings(arguments: &Arguments, recorder: &Recorder) -> Result<Vec<(String, Recording)>, Failure> {
    if !arguments.inputs.is_empty() {
        return Ok(recorder.of_files(&arguments.inputs)?);
    }
    let stdin = io::stdin();
    let recording = if stdin.is_terminal() {
        typed(&mut stdin.lock(), recorder)?
    } else {
        let text = files::bounded(stdin.as_fd().try_clone_to_owned()?.into(), files::TEXT)
            .map_err(|why| failure(format!("standard input: {why}")))?;
        recorder.record(&lines(&text))?
    };
    Ok(vec![("first".to_owned(), recording)])
}

/// Plays with a person: the program is run again for each further line.
fn typed(from: &mut impl BufRead, recorder: &Recorder) -> Result<Recording, Failure> {
    print("Type inputs, one a line; Ctrl-D ends the recording.\n\n")?;
    let mut run = recorder.record(&[])?;
    print(&visible(run.opening.as_bytes()))?;
    while !run.is_over() {
        let mut line = Vec::new();
        if from.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        line.pop_if(|last| *last == b'\n');
        match recorder.extended(&run, line) {
            Ok(longer) => {
                run = longer;
                print(&visible(run.turns.last().map_or("", |turn| &turn.answer).as_bytes()))?;
            }
            Err(why) => tell("judge", &format!("{why}; the line is left out")),
        }
    }
    print(&format!("{}\n", visible(run.closing.as_deref().unwrap_or_default().as_bytes())))?;
    Ok(run)
}
