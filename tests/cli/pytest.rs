//! `pytest --judge`, in the real pytest that `.ci/run` installs, or one that is on the path.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::str::contains;

use crate::candidates::SHELL;
use crate::needs;
use crate::program::{MISSING_LANGUAGE, folder, home, write_file};

/// A program that notices if pytest imports it.
const TRAP: &str = "import os\nif 'PYTEST_VERSION' in os.environ: open('imported', 'w')\nprint('no')\n";

/// A version of pytest that works here.
fn pytest() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_BIN_EXE_judge")).ancestors().nth(2).unwrap();
    [target.join("pytest/bin/pytest"), home().join("target/pytest/bin/pytest"), "pytest".into()]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_ok())
}

/// pytest with the plugin, in a folder.
fn run(program: &Path, folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(program);
    command.current_dir(folder).env("PYTHONPATH", home().join("python")).env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("GITHUB_ACTIONS", "true").env_remove("PYTEST_ADDOPTS");
    let judge = format!("judge_program={}", env!("CARGO_BIN_EXE_judge"));
    command.args(["-p", "no:cacheprovider", "-p", "pytest_judge", "-o", &judge]);
    command.args(["-o", "judge_args=--isolation rlimits --languages languages.toml", "--judge", "programs"]);
    command.args(["--judge-args", "--suite smoke"]).args(arguments).assert()
}

#[test]
fn programs_are_tests_of_pytest() {
    let Some(program) = pytest() else {
        needs::leaves_out("pytest", "pip install pytest");
        return;
    };
    let (_kept, folder) =
        folder(&[("languages.toml", MISSING_LANGUAGE), ("test_own.py", "def test_own(): pass\n")]);
    std::fs::create_dir(folder.join("programs")).unwrap();
    let wrong = SHELL.replace("invalid.", "Invalid.");
    let files =
        [("a.sh", SHELL), ("b.sh", &wrong), ("c.zzz", "?"), ("conftest.py", TRAP), ("test_d.py", TRAP)];
    files.iter().for_each(|(name, text)| write_file(folder.join("programs").join(name), text));

    let all = run(&program, &folder, &["-rsf"]).code(1).stdout(contains("3 failed, 2 passed, 1 skipped"));
    let told = String::from_utf8(all.get_output().stdout.clone()).unwrap();
    let game = "\n    X> 9\n\n    expected  `invalid.`\n    got       `Invalid.`\n";
    for part in [game, "FAILED programs/b.sh - ✗ programs/b.sh: wrong in the game ", "Zzz is not installed"]
    {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(!told.contains("::error"), "{told}");
    // Nothing that is judged is imported, also if it has the name of a test.
    assert!(!folder.join("imported").exists());

    run(&program, &folder, &["-k", "a.sh"]).code(0).stdout(contains("1 passed, 5 deselected"));
    run(&program, &folder, &["--judge", "nowhere"]).code(4).stderr(contains("nowhere: No such file"));
    run(&program, &folder, &["-o", "judge_program=nothing"])
        .code(4)
        .stderr(contains("cannot start nothing: "));
}
