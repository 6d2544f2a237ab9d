//! `judge diff`: whether two programs do the same, and the shortest session in which they do not.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::super::busy::Busy;
use super::super::help::{MORE, RUNNING, brief};
use super::super::{BAD, Failure, GOOD, INTERRUPTED, at, failure, print};
use super::candidates::prepare;
use super::options::duration;
use crate::challenge::{Freedoms, Replacement, TextPattern};
use crate::dialect::Dialect;
use crate::files;
use crate::golf::{Languages, Preparation, Toolchain, command_candidate};
use crate::process::{Interrupt, Isolation, RunError};
use crate::report::Comparison;
use crate::runner::{Candidate, Compared, Cut, NotCompared, Program, ProgramDiff, Settings};
use crate::suite::explore::{lines, literals, strings};

/// Search for a session in which two programs differ, and show the shortest
///
/// Sessions are made from the inputs that are given, from the words in OLD's text, and from what OLD answers; NEW plays the
/// same. Every byte of the output counts unless `--accept` says otherwise, and so does whether a program ends by itself,
/// crashes or hangs. An exit status counts only if a program crashes.
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The program that is right: a file in any language, an executable, or a command in quotes
    #[arg(value_name = "OLD")]
    old: OsString,

    /// The program that is to do the same
    #[arg(value_name = "NEW")]
    new: OsString,

    /// A file of inputs, one per line, to begin with; may be repeated
    #[arg(long, value_name = "FILE")]
    inputs: Vec<PathBuf>,

    /// What may differ: newlines (empty lines, and at the end), case (A-Z), spaces (how many in a row)
    #[arg(long, value_name = "FREEDOM", value_delimiter = ',', hide_possible_values = true)]
    accept: Vec<Accepted>,

    /// A regular expression for parts of lines that do not count, such as times; may be repeated
    #[arg(long, value_name = "PATTERN", value_parser = TextPattern::read)]
    ignore: Vec<TextPattern>,

    /// Play at most so many sessions
    #[arg(long, value_name = "N", default_value = "3000")]
    sessions: NonZeroUsize,

    /// Stop after this long
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20s")]
    budget: Duration,

    /// What the sessions are drawn with
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    seed: u64,

    /// How to print the outcome
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Shape,

    /// Start the programs anew for each session (slower)
    #[arg(long, help_heading = RUNNING)]
    clean: bool,

    #[command(flatten)]
    running: super::running::Arguments,
}

/// The options that `-h` shows.
const BRIEF: [&str; 4] = ["inputs", "accept", "sessions", "format"];

const EXAMPLES: &str = "\
Examples:
  judge diff old.py new.py                          two files
  judge diff old.py new.c --inputs session.txt      begin with a session of your own
  judge diff ./old 'python3 -u new.py'              an executable, and a command
  judge diff old.py new.py --accept newlines,case   where only the words count

Exit status: 0 no difference was found, 1 they differ, 2 they could not be compared, 130 interrupted.";

/// What may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Accepted {
    Newlines,
    Case,
    Spaces,
}

/// How the outcome is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shape {
    Text,
    Json,
}

pub(super) fn diff(arguments: Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    let isolation = arguments.running.isolation()?;
    let languages = arguments.running.languages()?;
    let usual = Settings::new(&Dialect::default(), isolation);
    let toolchain = Toolchain::new(&interrupt).isolated(&usual.isolation);
    let prepare = |words: &OsString| candidate(words, &usual.isolation, &languages, &toolchain);
    let (old, new) = match prepare(&arguments.old).and_then(|old| Ok((old, prepare(&arguments.new)?))) {
        Err(_) if interrupt.is_raised() => return Ok(INTERRUPTED),
        other => other?,
    };
    let freedoms = freedoms(&arguments);
    let settings = Settings { is_warm: !arguments.clean, ..arguments.running.over(usual.clone()) };
    let read = |path: &PathBuf| Ok(lines(&files::read(path, files::TEXT).map_err(at(path))?));
    let compared = compared(
        ProgramDiff {
            old: &old,
            new: &new,
            settings: &settings,
            freedoms: &freedoms,
            seeds: arguments.inputs.iter().map(read).collect::<Result<_, Failure>>()?,
            words: words(&old),
            seed: arguments.seed,
            sessions: arguments.sessions.into(),
            until: Instant::now() + arguments.budget,
        },
        &interrupt,
    );
    let compared = match compared {
        Err(NotCompared::Run(RunError::Interrupted)) => return Ok(INTERRUPTED),
        other => other.map_err(|why| failure(not_compared(&why)))?,
    };
    let comparison = Comparison {
        compared: &compared,
        names: [&old.name, &new.name],
        freedoms: &freedoms,
        width: width(),
    };
    print(&match arguments.format {
        Shape::Text => comparison.text(),
        Shape::Json => comparison.json(),
    })?;
    Ok(exit_code(&compared))
}

fn compared(diff: ProgramDiff<'_>, interrupt: &Interrupt) -> Result<Compared, NotCompared> {
    let busy = Busy::of(diff.sessions, "comparing: sessions");
    let mut shown = 0;
    diff.run(interrupt, |sessions| {
        busy.advance(sessions.saturating_sub(shown));
        shown = sessions;
    })
}

fn exit_code(compared: &Compared) -> u8 {
    match (&compared.difference, compared.cut) {
        (Some(_), _) => BAD,
        (None, Some(Cut::Interrupted)) => INTERRUPTED,
        (None, Some(Cut::Time) | None) => GOOD,
    }
}

fn freedoms(arguments: &Arguments) -> Freedoms {
    let has = |freedom| arguments.accept.contains(&freedom);
    let [newlines, case, spaces] = [Accepted::Newlines, Accepted::Case, Accepted::Spaces].map(has);
    let ignored = |pattern: &TextPattern| Replacement { pattern: pattern.clone(), with: String::new() };
    let replace = arguments.ignore.iter().map(ignored).collect();
    Freedoms { newlines, case, spaces, replace, ..Freedoms::default() }
}

/// Why they were not compared, and what to do.
fn not_compared(why: &NotCompared) -> String {
    let hint = match why {
        NotCompared::Run(_) | NotCompared::Uncompiled(..) => "",
        NotCompared::Old(_) => {
            "\n  hint: it must answer alike in every run; take out times, random choices and what depends on the machine"
        }
        NotCompared::Dead(_) | NotCompared::NewDead(_) => {
            "\n  hint: a file that it reads is given by --file or --show; a command with arguments is quoted"
        }
        NotCompared::Flaky => "\n  hint: try --clean, and --jobs 1 on a busy machine",
    };
    format!("{why}{hint}")
}

/// How wide the outcome may be.
fn width() -> usize {
    const USUAL: usize = 80;
    let stdout = std::io::stdout();
    let size = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
    size.map_or(USUAL, |(width, _)| width.0.into())
}

/// The program at a path, or the command that these words are.
fn candidate(
    words: &OsString,
    isolation: &Isolation,
    languages: &Languages,
    toolchain: &Toolchain<'_>,
) -> Result<Candidate, Failure> {
    let path = PathBuf::from(words);
    if path.is_dir() {
        return Err(failure(format!("{}: `judge diff` takes programs, not folders", path.display())));
    }
    if path.symlink_metadata().is_ok() {
        let job = |all: &Preparation<'_>| all.at_paths(&[path], &Dialect::default());
        let mut gathered = prepare(languages, 1, toolchain, None, job)?;
        return gathered.pop().ok_or_else(|| failure("there is nothing to run"));
    }
    let split = words.to_str().and_then(shlex::split).unwrap_or_default();
    let is_program = |word: &String| Path::new(word).is_file() || which::which(word).is_ok();
    match split.as_slice() {
        [program, args @ ..] if is_program(program) => {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            Ok(command_candidate(program.as_ref(), &args, languages, isolation)?)
        }
        _ => Err(failure(format!(
            "{}: no such file, and no command (one with arguments is quoted: 'python3 my.py --flag')",
            path.display()
        ))),
    }
}

/// The words that a program's text or binary has.
fn words(candidate: &Candidate) -> Vec<Vec<u8>> {
    if let Some(source) = &candidate.source {
        return literals(source);
    }
    let of_path = candidate.path.iter().map(PathBuf::as_path);
    let command = match &candidate.program {
        Program::Ready(command) => Some(command),
        Program::CompileError(_) | Program::CannotRun(_) | Program::Skipped(_) => None,
    };
    let of_command = command.iter().flat_map(|command| &command.files).map(files::Pinned::real);
    let of_program = command.iter().map(|command| Path::new(OsStr::new(&command.program)));
    let mut texts =
        of_path.chain(of_command).chain(of_program).filter_map(|path| files::read(path, files::TEXT).ok());
    texts.next().map_or_else(Vec::new, |bytes| match str::from_utf8(&bytes) {
        Ok(text) => literals(text),
        Err(_) => strings(&bytes),
    })
}
