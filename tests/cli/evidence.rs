//! What a report shows is what the program printed.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use referee::dialect::Dialect;
use referee::suite::Case;
use referee::transcript::{Profile, visible};
use serde_json::Value;

use crate::needs;
use crate::program::{check, home, judge};

/// Whether a shown game is an output from its beginning, with some of the inputs typed in between, each on the rest of its
/// line, in their order.
fn is_shown(game: &str, output: &str, inputs: &[String]) -> bool {
    let (game, output) = (game.as_bytes(), output.as_bytes());
    // At each place of the game: how much of the output, and how many inputs, may be before it.
    let mut before = vec![HashSet::new(); game.len() + 1];
    before[0].insert((0, 0));
    for place in 0..game.len() {
        for (printed, typed) in std::mem::take(&mut before[place]) {
            if output.get(printed) == Some(&game[place]) {
                before[place + 1].insert((printed + 1, typed));
            }
            let line = inputs.get(typed).map(|input| [input.as_bytes(), b"\n"].concat());
            if let Some(line) = line.filter(|line| game[place..].starts_with(line)) {
                before[place + line.len()].insert((printed, typed + 1));
            }
        }
    }
    !before[game.len()].is_empty()
}

/// What a program prints if it gets these lines at once.
fn printed(command: &[&str], inputs: &[Vec<u8>]) -> Vec<u8> {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for input in inputs {
        // A program that has ended reads no more.
        let _ = stdin.write_all(&[input, &b"\n"[..]].concat());
    }
    drop(stdin);
    child.wait_with_output().unwrap().stdout
}

/// What runs a program, if that is a program that is there.
fn interpreter(path: &str) -> Option<&'static str> {
    let known = [(".py", "python3"), (".pl", "perl"), (".sh", "sh"), (".bash", "bash")];
    known
        .into_iter()
        .find(|(end, name)| path.ends_with(end) && which::which(name).is_ok())
        .map(|(_, name)| name)
}

/// Run as it is, without the judge, each wrong program prints what its report shows.
#[test]
fn the_game_shown_is_what_the_program_prints() {
    needs::patience();
    let folder = home().join("fixtures/tictactoe/wrong");
    let paths = folder.read_dir().unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_owned());
    let paths: Vec<_> = paths.filter(|path| interpreter(path).is_some()).collect();
    let arguments =
        ["--suite", "smoke", "--input", "lines"].into_iter().chain(paths.iter().map(String::as_str));
    let (run, _) = check(&arguments.collect::<Vec<_>>());
    let mut compared = 0;
    for ruling in run["candidates"].as_array().unwrap() {
        let Value::Object(failure) = &ruling["failure"] else { continue };
        let path = ruling["path"].as_str().unwrap();
        let moves: Vec<String> = serde_json::from_value(failure["moves"].clone()).unwrap();
        let game = failure["game"].as_str().unwrap();
        // Endless outputs and flaky programs cannot be compared, and what is not text is spelled out.
        let is_plain =
            moves.iter().all(|line| line.chars().all(|letter| !letter.is_control() && letter != '\\'));
        if ["output", "idle", "cpu-time", "wall-time"].contains(&failure["kind"].as_str().unwrap())
            || failure["is_flaky"] == true
            || game.contains(" characters)")
            || !is_plain
        {
            continue;
        }
        let command = [interpreter(path).unwrap(), path];
        let inputs: Vec<_> = moves.iter().map(|line| line.clone().into_bytes()).collect();
        let output = visible(&printed(&command, &inputs));
        assert!(is_shown(game, &output, &moves), "{path}: shown:\n{game}\nprinted:\n{output}");
        compared += 1;
    }
    eprintln!("{compared} programs");
    let has_all = ["a.py", "a.pl"].map(|name| needs::can_run(Path::new(name)));
    assert!(compared >= if has_all == [true; 2] { 30 } else { 1 });
}

/// A right output is its own game, however it is written.
#[test]
fn inputs_are_typed_in_behind_the_answers_before_them() {
    let inputs = ["4", "a", "", "0", "8"].map(|line| line.as_bytes().to_vec()).to_vec();
    let case = Case { name: String::new(), dialect: Dialect::Tictactoe, inputs };
    let expected = case.expected(Profile::Golf);
    let board = "\n...\n.X.\n...\n\nO> invalid.\n...\n.X.\n...\nO> ";
    let output = format!("...\n...\n...\nX> {board}O..\n.X.\n...\nX> O..\n.X.\n..X\nO> ");
    let game = expected.typed(output.as_bytes(), None, &case.inputs);
    let shown = "...\n...\n...\nX> 4\n\n...\n.X.\n...\n\nO> a\ninvalid.\n...\n.X.\n...\nO> \n0\nO..\n.X.\n...\nX> 8\nO..\n.X.\n..X\nO> ";
    assert_eq!(String::from_utf8(game).unwrap(), shown);
}

#[test]
fn a_program_that_never_waits_again_is_shown_by_the_line_before() {
    needs::program("gcc");
    let path = home().join("tests/strangers/wrong/c/09-magic-square.c");
    let (run, _) = check(&["--suite", "smoke", path.to_str().unwrap()]);
    let failure = &run["candidates"][0]["failure"];
    assert_eq!(
        (&failure["kind"], &failure["moves"]),
        (&"output".into(), &serde_json::json!(["a"])),
        "{failure:#}"
    );
    assert_eq!(failure["expected"], "it to wait for the next line");
    let replay = judge().args(["replay", "--feed", "turn", r#"["a"]"#]).arg(path).assert().code(1);
    let told = String::from_utf8(replay.get_output().stdout.clone()).unwrap();
    assert!(told.ends_with("\noutput: stopped: too much on standard output\n"), "{told}");
}

#[test]
fn both_columns_of_a_replay_stand_beside_each_other() {
    // It shows the board again after a refusal.
    let told = judge().args(["replay", "0,a,0,4", "golf/tictactoe/ttt.pl"]).output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let rows: Vec<_> = told.lines().collect();
    for (begins, times) in [("X> 0", 1), ("O> a", 1), ("invalid.", 2)] {
        let beside = rows.iter().filter(|row| row.matches(begins).count() == 2).count();
        assert_eq!(beside, times, "{told}");
    }
}
