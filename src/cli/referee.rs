//! `referee`: plays a game on standard input and output, or from its arguments.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use super::{Failure, conclude, failure, table};
use crate::dialect::Lines;
use crate::play::{self, Settings};

/// Play a console game exactly by its specification.
#[derive(Debug, Parser)]
#[command(name = "referee", version, after_help = EXAMPLES, max_term_width = 100)]
struct Arguments {
    /// The inputs, one each, or a list with commas; without any they are read from standard input,
    /// one a line
    #[arg(value_name = "INPUT", allow_negative_numbers = true)]
    inputs: Vec<OsString>,

    #[command(flatten)]
    which: super::which::Which,

    #[command(flatten)]
    table: table::Options,

    /// Whether the board is shown once more before the result (auto: on a terminal)
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    final_board: When,
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
  printf '6\\n4\\n0\\n' | referee         moves from a pipe, one a line
  referee < fixtures/tictactoe/win-for-o.moves
  referee -- 4 - 4                     an input that begins with a dash";

/// The program: plays one game; the exit code is 0 unless reading or writing failed.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    conclude("referee", play(arguments))
}

fn play(arguments: Arguments) -> Result<u8, Failure> {
    let is_shown = io::stdout().is_terminal();
    let final_board = match arguments.final_board {
        When::Auto => is_shown,
        When::Always => true,
        When::Never => false,
    };
    let dialect = arguments.which.dialect()?;
    let inputs: Vec<_> = arguments.inputs.into_iter().flat_map(inputs_of).collect();
    if let Some(place) = arguments.table.place(dialect)? {
        return table::play(&place, inputs, Stdout);
    }
    let settings = Settings { dialect, final_board };
    let ended = if inputs.is_empty() {
        let stdin = io::stdin().lock();
        if is_shown && stdin.is_terminal() {
            eprintln!("{}", settings.dialect.greeting());
        }
        play::from_reader(settings, stdin, Stdout)
    } else {
        play::from_inputs(settings, &inputs, Stdout)
    };
    match ended {
        // The shell's prompt would otherwise stand behind the game's.
        Ok(false) if is_shown => println!(),
        Ok(_) => {}
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => {}
        Err(why) => return Err(failure(format!("the game broke off: {why}"))),
    }
    Ok(super::GOOD)
}

/// The inputs that one argument stands for: a list if it holds a comma, else itself.
fn inputs_of(argument: OsString) -> Vec<Vec<u8>> {
    let bytes = argument.into_vec();
    if bytes.contains(&b',') { Lines::with_lists().split(&bytes) } else { vec![bytes] }
}

/// Standard output without the line-wise buffer of the standard library, which would only cut into
/// pieces what `play` has gathered.
struct Stdout;

impl io::Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
