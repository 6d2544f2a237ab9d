//! The help of every command of both programs, as snapshots. The commands come from the parsers, so a new one
//! cannot be missed.

use clap::Command;

use crate::program::{judge, referee};

#[test]
fn every_help_is_as_its_snapshot() {
    let programs =
        [(referee::cli::judge::command(), judge as fn() -> _), (referee::cli::referee::command(), referee)];
    for (command, program) in programs {
        for words in commands(&command) {
            let help = |how: &str| {
                let output =
                    program().args(&words[1..]).arg(how).assert().code(0).get_output().stdout.clone();
                String::from_utf8(output).unwrap()
            };
            let (short, long) = (help("-h"), help("--help"));
            let text = if short == long { short } else { format!("{short}\n=== --help\n\n{long}") };
            insta::assert_snapshot!(format!("help-{}", words.join("-")), text);
        }
    }
}

/// The words of a command and of all below it.
fn commands(command: &Command) -> Vec<Vec<String>> {
    let name = command.get_name().to_owned();
    let below = command.get_subcommands().flat_map(commands);
    let below = below.map(|words| [vec![name.clone()], words].concat());
    [vec![name.clone()]].into_iter().chain(below).collect()
}
