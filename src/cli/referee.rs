//! `referee`: plays a game on standard input and output, or from its arguments.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, ValueEnum};

use super::help::{MORE, brief};
use super::{Failure, GOOD, at, failure, greet, unless_closed};
#[cfg(feature = "play")]
use super::{seats, table};
use judging::dialect::Lines;
use judging::play::{self, BulkError, Settings};

/// Play a console game exactly by its specification.
#[derive(Debug, Parser)]
#[command(name = "referee", version, max_term_width = 100)]
#[command(mut_args = brief(&["final_board", "dialect", "challenge", "board", "first", "second", "third", "clock", "seed"]))]
#[command(after_help = MORE, after_long_help = examples())]
#[command(args_conflicts_with_subcommands = true)]
#[cfg_attr(feature = "play", command(group(clap::ArgGroup::new("players").args(["first", "second", "third"]).multiple(true))))]
#[cfg_attr(feature = "play", command(mut_group("IsolationArguments", |group| group.requires("players"))))]
struct RefereeArguments {
    #[command(subcommand)]
    command: Option<RefereeCommand>,

    /// Moves, or a list separated by commas [default: read from standard input, one per line]
    #[arg(value_name = "INPUT", allow_negative_numbers = true)]
    inputs: Vec<OsString>,

    /// When to show the board again before the result (auto: on a terminal)
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    final_board: When,

    /// Play a game for each line of a file, or of standard input (-), and print each transcript as a JSON
    /// string; a line is a list separated by commas, or a JSON array as `judge suite` prints
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    #[cfg_attr(feature = "play", arg(conflicts_with_all = ["table", "first", "second", "third"]))]
    bulk: Option<PathBuf>,

    #[command(flatten)]
    which: super::which::Which,

    #[cfg(feature = "play")]
    #[command(flatten)]
    seats: seats::Players,

    /// Random seed [default: a new one each time]
    #[cfg(not(feature = "play"))]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    #[cfg(feature = "play")]
    #[command(flatten)]
    table: table::TableArguments,
}

#[derive(Debug, clap::Subcommand)]
enum RefereeCommand {
    #[cfg(feature = "play")]
    Match(Box<seats::Match>),
    #[cfg(feature = "browser")]
    Serve(super::serve::Serve),
    Completions(super::setup::Completions),
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

const EXAMPLES: &str = "\
Examples:
  referee                              two people at one keyboard
  referee 6 4 0 3 1 5                  a game from its moves
  referee \"6, 4, 0, 3, 1, 5\"           the same
  printf '6\\n4\\n0\\n' | referee         moves from a pipe, one per line
  referee < fixtures/tictactoe/win-for-o.moves
  referee -- 4 - 4                     an input that begins with a dash
  referee --second perfect             against the computer
  judge suite exhaustive | referee --bulk -   many games in one process";

const SEED_FOR_NOTHING: &str =
    "`--seed` goes with --first <PLAYER>, or with a challenge in which the program chooses something";

/// The examples that this build can play.
fn examples() -> String {
    let lines = EXAMPLES.lines().filter(|line| cfg!(feature = "play") || !line.contains("--second"));
    lines.chain(super::absent::note("referee").lines()).collect::<Vec<_>>().join("\n")
}

pub fn command() -> clap::Command {
    RefereeArguments::command()
}

/// The program: plays games; the exit code is 2 if it could not, 1 if a player forfeited one.
pub fn main() -> ExitCode {
    super::start("referee", || run(super::tips::parse()))
}

fn run(arguments: RefereeArguments) -> Result<u8, Failure> {
    match &arguments.command {
        #[cfg(feature = "play")]
        Some(RefereeCommand::Match(arguments)) => {
            judging::process::seal()?;
            return seats::play_match(arguments);
        }
        #[cfg(feature = "browser")]
        Some(RefereeCommand::Serve(arguments)) => return super::serve::run(arguments),
        Some(RefereeCommand::Completions(arguments)) => return arguments.print(command()),
        None => {}
    }
    #[cfg(feature = "play")]
    if arguments.seats.are_given() {
        judging::process::seal()?;
        return arguments.seats.play(&arguments.which.dialect()?);
    }
    play(arguments)
}

fn play(arguments: RefereeArguments) -> Result<u8, Failure> {
    #[cfg(feature = "play")]
    let seed = arguments.seats.seed();
    #[cfg(not(feature = "play"))]
    let seed = arguments.seed;
    let is_shown = io::stdout().is_terminal() && arguments.bulk.is_none();
    let final_board = match arguments.final_board {
        When::Auto => is_shown,
        When::Always => true,
        When::Never => false,
    };
    let dialect = arguments.which.dialect()?;
    if let [only] = &arguments.inputs[..] {
        misread(only);
    }
    let inputs: Vec<_> = arguments.inputs.into_iter().flat_map(inputs_of).collect();
    #[cfg(feature = "play")]
    if let Some(options) = arguments.table.for_table(&dialect)? {
        return table::play(&options, inputs, stdout()?);
    }
    if seed.is_some() && !dialect.has_hidden() {
        return Err(failure(SEED_FOR_NOTHING));
    }
    let settings = Settings { dialect, final_board, choice: seed.unwrap_or_else(|| fastrand::u64(..)) };
    if let Some(file) = &arguments.bulk {
        return bulk(file, &settings);
    }
    let ended = match &inputs[..] {
        [] => listen(&settings, stdout()?),
        inputs => play::from_inputs(&settings, inputs, stdout()?),
    };
    // Otherwise the shell's prompt would be on the same line as the game's.
    if is_shown && matches!(ended, Ok(false)) {
        println!();
    }
    unless_closed("the game stopped", ended)?;
    Ok(GOOD)
}

/// Plays the input from standard input.
fn listen(settings: &Settings, stdout: File) -> io::Result<bool> {
    greet(&settings.dialect);
    play::from_reader(settings, io::stdin().lock(), stdout)
}

/// Plays the game of each line of a file, or of standard input if it is `-`, and prints the transcripts.
fn bulk(file: &Path, settings: &Settings) -> Result<u8, Failure> {
    let is_stdin = file.as_os_str() == "-";
    let name = if is_stdin { Path::new("standard input") } else { file };
    let games: Box<dyn BufRead> = match is_stdin {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(file).map_err(at(name))?)),
    };
    match play::bulk(settings, games, BufWriter::with_capacity(1 << 16, io::stdout().lock())) {
        Ok(()) => Ok(()),
        Err(BulkError::Write(why)) => unless_closed("standard output", Err::<(), _>(why)),
        Err(why) => Err(at(name)(why)),
    }?;
    Ok(GOOD)
}

/// Words that name a command elsewhere.
const COMMANDS: [&str; 4] = ["play", "start", "new", "help"];

/// Tells that a single argument is read as a move, if it probably was not meant as one.
fn misread(argument: &OsString) {
    let name = judging::transcript::visible_line(argument.as_encoded_bytes());
    if argument.to_string_lossy().contains('.') && Path::new(argument).is_file() {
        eprintln!("referee: `{name}` is read as a move; to play the moves in the file: referee < {name}");
    } else if COMMANDS.iter().any(|command| argument == command) {
        eprintln!("referee: `{name}` is read as a move; `referee` alone plays at the keyboard, see --help");
    }
}

/// The inputs in one argument: a list if it contains a comma, otherwise the argument itself, as far as a line is read.
fn inputs_of(argument: OsString) -> Vec<Vec<u8>> {
    let bytes = argument.into_vec();
    if bytes.is_empty() { vec![bytes] } else { Lines::with_lists().split(&bytes) }
}

/// Standard output without the line buffer of the standard library, which would split what `play` has
/// collected.
fn stdout() -> io::Result<File> {
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}
