//! Other tools that can run a program on an input and look at its output, on the same games.

use std::fs::File;
use std::path::Path;
use std::process::{Command as Program, Output, Stdio};

use referee::process::Command;

use crate::contest::{Contestant, GAMES};

/// The argument with which this program runs trycmd, a library, on the folder of cases that is named next.
pub(crate) const TRYCMD: &str = "trycmd-only";

/// Those that are installed, with their files in a folder. They are told to expect what the program says.
pub(crate) fn contestants<'a>(command: &'a Command, folder: &'a Path) -> Vec<Contestant<'a>> {
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
    let cases = folder.join("trycmd");
    trycmd(command, &ran, folder, &cases);
    let this = std::env::current_exe().expect("this program");
    enter(
        "trycmd, a case each",
        &this.display().to_string(),
        Box::new(move || {
            let mut program = Program::new(&this);
            let run = program.arg(TRYCMD).arg(&cases).env("RAYON_NUM_THREADS", "1").stderr(Stdio::null());
            assert!(run.status().expect("it starts").success(), "trycmd fails");
        }),
    );
    enter("cram, one file", "cram3", tool("cram3", "games.t"));
    enter("bats, a test each", "bats", tool("bats", "games.bats"));
    let (program, inputs) = (command.program.clone(), folder.to_owned());
    enter("bubblewrap --unshare-all, a start each", "bwrap", Box::new(move || bubblewrap(&program, &inputs)));
    found
}

/// Files of trycmd for the games, in a folder of their own, since others there would mean something to it.
fn trycmd(command: &Command, ran: &[Output], inputs: &Path, folder: &Path) {
    std::fs::create_dir(folder).expect("a folder");
    for (number, ran) in ran.iter().enumerate() {
        let file = |ending| folder.join(format!("{number}.{ending}"));
        let status = ran.status.code().expect("it exits");
        let program = &command.program;
        let case = format!("bin.path = {program:?}\nargs = []\nstatus.code = {status}\n");
        std::fs::write(file("toml"), case).expect("a file");
        std::fs::write(file("stdout"), &ran.stdout).expect("a file");
        std::fs::copy(inputs.join(format!("{number}.in")), file("stdin")).expect("a file");
    }
}

/// Runs trycmd on the cases in a folder, and ends this program if one of them fails.
pub(crate) fn run_trycmd(folder: &str) {
    trycmd::TestCases::new().case(format!("{folder}/*.toml")).run();
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
