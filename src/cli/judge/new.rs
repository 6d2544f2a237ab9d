//! `judge new`: makes a challenge, from a template or from an existing program.

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::help::{MORE, brief};
use super::super::{Failure, GOOD, at, failure, print, tell};
use super::recording::Recorder;
use crate::catalogue::{FILE, RECORDING};
use crate::challenge::{FeedMode, Recording};
use crate::files::{self, Bundle};
use crate::suite::counted;
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

/// A template for a challenge. A test checks that it is sound.
const TEMPLATE: &str = r#"# What the program is, in a few words.
title = "Counter"

# The words that it says before the first input.
open = ["count"]

# What it remembers. A number has a range: every state is explored.
[state]
n = { init = 0, range = [0, 3] }

# Its inputs: patterns for whole lines. A named group is a part that rules can use.
[input]
add = 'add (?<by>[0-9])'

# Its answers. The first rule on the input whose guard holds answers it.
[[rule]]
on = "add"
when = "n + by <= 3"
set.n = "n + by"
say = ["count"]

# "*" is every line: what no rule before has answered is refused.
[[rule]]
on = "*"
say = ["no"]

# Every text. Expressions stand in braces.
[words]
count = "{n}\n"
no = "no\n"

# What programs may do otherwise.
[freedom.golf]
newlines = "around"
"#;

pub(super) fn new(arguments: Arguments) -> Result<u8, Failure> {
    let folder = &arguments.folder;
    let Some(name) = folder.file_name().map(|name| name.to_string_lossy().into_owned()) else {
        return Err(failure(format!("{}: a challenge needs a folder of its own", folder.display())));
    };
    if folder.join(FILE).symlink_metadata().is_ok() {
        return Err(failure(format!("{}: it is there already", folder.join(FILE).display())));
    }
    if arguments.command.is_empty() {
        write(folder, FILE, TEMPLATE)?;
        let (file, folder) = (shown(folder, FILE), folder.display());
        print(&format!("{file}\nEdit it, then run `judge challenge {folder}`.\n"))?;
        return Ok(GOOD);
    }
    let recorder = arguments.recorder.recorder(&arguments.command, &Bundle::default())?;
    let recordings = recordings(&arguments, &recorder)?;
    recorder.confirm(recordings.iter().map(|(_, recording)| recording))?;
    let files = arguments.recorder.files()?;
    write(folder, FILE, &manifest(&name, &files))?;
    files.write(folder).map_err(at(folder))?;
    print(&format!("{}\n", shown(folder, FILE)))?;
    for (name, recording) in &recordings {
        let file = format!("{name}{RECORDING}");
        write(folder, &file, &recording.text())?;
        print(&format!("{}: {}\n", shown(folder, &file), told(recording)))?;
    }
    let command: Vec<_> = arguments.command.iter().map(|word| word.to_string_lossy()).collect();
    let (folder, command) = (folder.display(), command.join(" "));
    print(&format!(
        "`judge check --challenge {folder} -- {command}` finds out whether the program still answers so.\n"
    ))?;
    Ok(GOOD)
}

/// The text of `challenge.toml` for recordings of a program that is given these files.
fn manifest(name: &str, files: &Bundle) -> String {
    let title = toml::Value::String(name.to_owned());
    let names: Vec<_> = files.names().into_iter().map(toml::Value::String).collect();
    let files = match names.is_empty() {
        true => String::new(),
        false => format!("files = {}\n", toml::Value::Array(names)),
    };
    format!(
        "# What recordings show of a program. Nothing may differ, unless [freedom.golf] says so.\ntitle = {title}\n{files}"
    )
}

/// What was recorded, in numbers, and what was not.
fn told(recording: &Recording) -> String {
    let inputs = counted(recording.turns.len(), "input");
    let end = match recording {
        _ if recording.waits => "; what it does at the end of input is not judged",
        _ if recording.is_over() => "; then it ended by itself",
        _ => "",
    };
    let place = if recording.feed == FeedMode::Terminal { " on a terminal" } else { "" };
    format!("{inputs}{place}{end}")
}

fn shown(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

/// Writes a new file; an existing one is not touched.
fn write(folder: &Path, file: &str, text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let path = folder.join(file);
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::File::create_new(&path))
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(at(&path))
}

/// The recordings to keep, each with a name.
fn recordings(arguments: &Arguments, recorder: &Recorder) -> Result<Vec<(String, Recording)>, Failure> {
    if !arguments.inputs.is_empty() {
        return recorder.of_files(&arguments.inputs);
    }
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return typed(&mut stdin.lock(), recorder).map(|run| vec![("first".to_owned(), run)]);
    }
    let text = files::bounded(std::os::fd::AsFd::as_fd(&stdin).try_clone_to_owned()?.into(), files::TEXT)
        .map_err(|why| failure(format!("standard input: {why}")))?;
    Ok(vec![("first".to_owned(), recorder.record(&super::recording::lines(&text))?)])
}

/// Plays with a person: the program is run again for each further line.
fn typed(from: &mut impl BufRead, recorder: &Recorder) -> Result<Recording, Failure> {
    print("Type inputs, one a line; Ctrl-D ends the recording.\n\n")?;
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    let mut run = recorder.record(&inputs)?;
    print(&visible(run.opening.as_bytes()))?;
    while !run.is_over() {
        let mut line = Vec::new();
        if from.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        line.truncate(line.len() - usize::from(line.ends_with(b"\n")));
        inputs.push(line);
        match recorder.record(&inputs) {
            Ok(longer) => run = longer,
            Err(why) => {
                tell("judge", &format!("{}; the line is left out", why.what));
                inputs.pop();
                continue;
            }
        }
        print(&visible(run.turns.last().map_or("", |turn| &turn.answer).as_bytes()))?;
    }
    print(&format!("{}\n", visible(run.closing.as_deref().unwrap_or_default().as_bytes())))?;
    Ok(run)
}
