//! Judges a program by the challenge in a folder: `cargo run --example folder fixtures/vending python3 /home/me/my.py`.

use referee::process::{Command, Interrupt, Isolation, serve_if_called};
use referee::{Check, catalogue};
use std::{path::Path, process::ExitCode};

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    if let Some(code) = serve_if_called() {
        return Ok(code);
    }
    let words: Vec<_> = std::env::args().skip(1).collect();
    let [folder, program, arguments @ ..] = &words[..] else {
        return Err("name a folder, and a command".into());
    };
    let challenge = catalogue::open(Path::new(folder), &Interrupt::on_signals()?)?;
    let shown: Vec<_> = arguments.iter().filter(|word| Path::new(word).is_file()).map(Into::into).collect();
    let reports = Check::new(&challenge)
        .plan(catalogue::plan(&challenge)?)
        .isolated(Isolation::best(&std::env::current_exe()?).showing(&shown)?)
        .command(program, Command::new(program, arguments))
        .run()?;
    println!("{}", reports[0].verdict());
    Ok(if reports[0].conforms() == Some(true) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
