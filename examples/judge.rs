//! Judges a command, isolated as well as the machine allows: `cargo run --example judge python3 my.py`.

use std::process::ExitCode;

use referee::Check;
use referee::dialect::Dialect;
use referee::golf::{self, Languages};
use referee::process::{Command, Isolation, serve_if_called};
use referee::suite::Suite;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    // Isolated programs are started by further processes of this one, which end here.
    if let Some(code) = serve_if_called() {
        return Ok(code);
    }
    let command: Vec<_> = std::env::args().skip(1).collect();
    let [program, arguments @ ..] = &command[..] else { return Err("name a command".into()) };
    // It runs in a folder of its own: what names a file here is to name it there, too, and to be shown to it.
    let absolute = |word: &String| std::fs::canonicalize(word).unwrap_or(word.into());
    let arguments: Vec<_> = arguments.iter().map(absolute).collect();
    let shown: Vec<_> = arguments.iter().filter(|path| path.is_file()).cloned().collect();
    let isolation = Isolation::best(&std::env::current_exe()?).showing(&shown)?;
    // What is known of its language: its messages, and the settings below `/etc` that it needs.
    let known = golf::command(program.as_ref(), &Languages::built_in(), &isolation);
    let command = Command { args: arguments.into_iter().map(Into::into).collect(), ..known };
    let reports = Check::new(&Dialect::Tictactoe)
        .suites([Suite::of(&Dialect::Tictactoe, "smoke")?])
        .isolated(isolation)
        .command(program, command)
        .run()?;
    let report = &reports[0];
    println!("{}", report.verdict());
    if let Some(failure) = &report.failure {
        println!("{}", failure.reason());
    }
    Ok(if report.conforms() == Some(true) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
