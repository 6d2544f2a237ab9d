//! `completions`: the shells really complete what there is, and every command has its page.

use std::path::Path;
use std::process::Command;

use predicates::prelude::*;

use crate::needs;
use crate::program::{folder, home, judge, referee, write_file};

/// The script of a program for a shell, in a folder.
fn script(folder: &Path, program: &str, shell: &str) -> String {
    let mut command = if program == "judge" { judge() } else { referee() };
    let told = command.args(["completions", shell]).assert().code(0).get_output().stdout.clone();
    let file = folder.join(format!("_{program}"));
    write_file(&file, told);
    file.display().to_string()
}

/// What a shell prints, run with a text of its own; none if it is not installed, which is said.
fn run(shell: &str, arguments: &[&str], text: &str) -> Option<String> {
    let Ok(program) = which::which(shell) else {
        needs::leaves_out(shell, &format!("apt-get install {shell}"));
        return None;
    };
    let mut command = Command::new(program);
    let output = command.args(arguments).arg(text).current_dir(home()).output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr))
}

/// Lines that are begun, and words with which they can go on.
const BEGUN: [(&str, &str, &[&str]); 8] = [
    ("judge", "judge comp", &["compare", "completions"]),
    ("judge", "judge check --dialect m", &["marubatsu"]),
    ("judge", "judge check --format ", &["terminal", "github", "junit"]),
    ("judge", "judge check --suite ex", &["exhaustive", "explored"]),
    ("judge", "judge check --board squ", &["square-6"]),
    ("judge", "judge check --dialect ti", &["tictactoe"]),
    ("referee", "referee --dialect re", &["reversi"]),
    ("referee", "referee --board squ", &["square-6"]),
];

#[test]
fn bash_completes() {
    let (_kept, folder) = folder(&[]);
    let scripts = ["judge", "referee"].map(|program| script(&folder, program, "bash"));
    for (program, line, wanted) in BEGUN {
        let words: Vec<_> = line.split(' ').collect();
        let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
        let source = &scripts[usize::from(program == "referee")];
        // The function is called as bash does: the command, the word, and the word before it.
        let text = format!(
            "source {source}; COMP_WORDS=({}); COMP_CWORD={}; _{program} {program} '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
            quoted.join(" "),
            words.len() - 1,
            words[words.len() - 1],
            words[words.len() - 2]
        );
        let Some(told) = run("bash", &["--norc", "-c"], &text) else { return };
        completes(line, wanted, &told);
    }
}

#[test]
fn fish_completes() {
    let (_kept, folder) = folder(&[]);
    let scripts = ["judge", "referee"].map(|program| script(&folder, program, "fish"));
    let lines = BEGUN.map(|(_, line, _)| format!("echo '= {line}'; complete -C '{line}'")).join("\n");
    let text = format!("source {}; source {}; {lines}", scripts[0], scripts[1]);
    let Some(told) = run("fish", &["--no-config", "-c"], &text) else { return };
    for (_, line, wanted) in BEGUN {
        completes(line, wanted, of_line(&told, line));
    }
}

/// Asks a shell at a terminal of its own to complete lines.
const ZSH: &str = r#"
zmodload zsh/zpty
zpty it zsh -f -i
zpty -w it 'PS1=; fpath=(FOLDER $fpath); autoload -Uz compinit; compinit -u -D'
zpty -w it 'compadd() { builtin compadd -A found "$@"; print -r -- " $found "; }'
zpty -w it 'finish() { print E"N"DED; comppostfuncs=(finish) }; comppostfuncs=(finish)'
ask() {
  zpty -w -n it $'\x15'"$1"$'\t'
  local seen= part
  while zpty -r it part; do seen+=$part; [[ $seen == *ENDED* ]] && break; done
  print -r -- "= $1"
  print -r -- "$seen"
}
LINES
zpty -d it
"#;

#[test]
fn zsh_completes() {
    let (_kept, folder) = folder(&[]);
    for program in ["judge", "referee"] {
        script(&folder, program, "zsh");
    }
    // What would be offered is printed in place of being shown: on a terminal zsh redraws its line.
    let lines = BEGUN.map(|(_, line, _)| format!("ask '{line}'")).join("\n");
    let text = ZSH.replace("FOLDER", &folder.display().to_string()).replace("LINES", &lines);
    let Some(told) = run("zsh", &["-f", "-c"], &text) else { return };
    for (_, line, wanted) in BEGUN {
        completes(line, wanted, of_line(&told, line));
    }
}

/// What was told after a line.
fn of_line<'a>(told: &'a str, line: &str) -> &'a str {
    let (_, rest) = told.split_once(&format!("= {line}")).unwrap_or_else(|| panic!("{line}: {told}"));
    rest.split("\n= ").next().unwrap()
}

fn completes(line: &str, wanted: &[&str], told: &str) {
    for word in wanted {
        assert!(told.split_whitespace().any(|known| known == *word), "{line:?}: no {word} in {told}");
    }
}

#[test]
fn an_unknown_shell_is_told_with_those_there_are() {
    let shells = predicate::str::contains("bash, elvish, fish, powershell, zsh");
    judge().args(["completions", "tcsh"]).assert().code(2).stdout("").stderr(shells);
}

#[test]
fn names_that_are_not_completed_are_taken_as_before() {
    let (_kept, folder) = folder(&[("my.board", "....\n.WB.\n.BW.\n....\n")]);
    referee().arg("--board").arg(folder.join("my.board")).arg("a2").assert().code(0);
    referee()
        .args(["--dialect", "chess", "1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there are: tictactoe"));
}

#[test]
fn every_command_has_a_page() {
    let (_kept, folder) = folder(&[]);
    judge().args(["completions", "--man"]).arg(folder.join("pages")).assert().code(0).stdout("");
    let check = std::fs::read_to_string(folder.join("pages/judge-check.1")).unwrap();
    assert!(check.starts_with(".ie \\n(.g") && check.contains("\\-\\-shard"), "{check}");
    for page in ["judge.1", "judge-compare.1", "judge-suite.1"] {
        assert!(folder.join("pages").join(page).exists(), "{page}");
    }
    referee().args(["completions", "--man"]).arg(folder.join("pages")).assert().code(0).stdout("");
    let referee = std::fs::read_to_string(folder.join("pages/referee.1")).unwrap();
    assert!(referee.contains("\\-\\-board"), "{referee}");
    judge()
        .args(["completions", "--man", "/proc/pages"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("/proc/pages: "));
}
