//! The README shows what really happens: its `console` blocks are run and compared.

use std::process::Command;

use crate::program::home;

#[test]
fn what_the_readme_shows_is_what_is_printed() {
    let readme = std::fs::read_to_string(home().join("README.md")).unwrap();
    let blocks: Vec<_> =
        readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 2);
    for block in blocks {
        let (command, shown) = block.strip_prefix("$ ").unwrap().split_once('\n').unwrap();
        assert_eq!(run(command), shown, "{command}");
    }
}

fn run(command: &str) -> String {
    let programs = std::path::Path::new(env!("CARGO_BIN_EXE_judge")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("bash");
    shell.args(["-c", command]).current_dir(home()).env("PATH", path).env("NO_COLOR", "1").env_remove("CI");
    String::from_utf8(shell.output().unwrap().stdout).unwrap()
}
