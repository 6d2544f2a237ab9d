//! Other tools that can run a program on an input and look at its output, on the same games.

use std::fs::File;
use std::path::Path;
use std::process::{Command as Program, Output, Stdio};

use referee::process::Command;

use crate::runs::{Contestant, GAMES};

/// Those that are installed, with their files in a folder. They are told to expect what the program says.
pub fn contestants<'a>(command: &'a Command, folder: &'a Path) -> Vec<Contestant<'a>> {
    let ran: Vec<_> = (0..GAMES).map(|game| play(command, folder, game)).collect();
    for (number, ran) in ran.iter().enumerate() {
        std::fs::write(folder.join(format!("{number}.out")), &ran.stdout).expect("a file");
    }
    std::fs::write(folder.join("games.bats"), bats(command, folder)).expect("a file");
    std::fs::write(folder.join("games.t"), cram(command, &ran, folder)).expect("a file");
    let mut found: Vec<Contestant<'a>> = Vec::new();
    let mut enter = |name, program: &str, play: Box<dyn FnMut() + Send>| match which::which(program) {
        Ok(_) => found.push((name, play)),
        Err(_) => println!("{name}: skipped, not installed"),
    };
    let tool = |program: &'static str, file: &'static str| {
        let (folder, seed) = (folder.to_owned(), command.program.clone());
        Box::new(move || {
            let mut program = Program::new(program);
            let run = program.arg(folder.join(file)).current_dir(seed.parent().expect("a folder"));
            assert!(run.stdout(Stdio::null()).status().expect("it starts").success(), "{file} fails");
        })
    };
    enter("cram, one file", "cram3", tool("cram3", "games.t"));
    enter("bats, a test each", "bats", tool("bats", "games.bats"));
    let (program, inputs) = (command.program.clone(), folder.to_owned());
    enter("bubblewrap --unshare-all, a start each", "bwrap", Box::new(move || bubblewrap(&program, &inputs)));
    found
}

fn bats(command: &Command, folder: &Path) -> String {
    let (program, folder) = (command.program.display(), folder.display());
    let mut text = String::new();
    for game in 0..GAMES {
        text += &format!(
            "@test \"{game}\" {{ [ \"$({program} < {folder}/{game}.in)\" = \"$(cat {folder}/{game}.out)\" ]; }}\n"
        );
    }
    text
}

fn cram(command: &Command, ran: &[Output], folder: &Path) -> String {
    let (program, folder) = (command.program.display(), folder.display());
    let mut text = String::new();
    for (number, ran) in ran.iter().enumerate() {
        text += &format!("  $ {program} < {folder}/{number}.in\n");
        let output = String::from_utf8_lossy(&ran.stdout);
        text.extend(output.lines().map(|line| format!("  {line}\n")));
        if !output.ends_with('\n') {
            text.truncate(text.trim_end().len());
            text += " (no-eol)\n";
        }
        text += &ran
            .status
            .code()
            .filter(|code| *code != 0)
            .map_or(String::new(), |code| format!("  [{code}]\n"));
    }
    text
}

fn play(command: &Command, folder: &Path, game: usize) -> Output {
    let input = File::open(folder.join(format!("{game}.in"))).expect("a file");
    Program::new(&command.program).args(&command.args).stdin(input).output().expect("it starts")
}

fn bubblewrap(program: &Path, inputs: &Path) {
    for game in 0..GAMES {
        let input = File::open(inputs.join(format!("{game}.in"))).expect("a file");
        let mut jail = Program::new("bwrap");
        jail.args(["--unshare-all", "--ro-bind", "/", "/", "--"]).arg(program).env_clear();
        let jail = jail.stdin(input).stdout(Stdio::null()).stderr(Stdio::null());
        jail.status().expect("it starts");
    }
}
