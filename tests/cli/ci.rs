//! How the action for GitHub and the template for GitLab install the judge and run it. `tests/long.sh integrations` has the tools
//! of others run them.

use std::path::Path;
use std::process::{Command, Output};

use crate::candidates::SHELL;
use crate::needs;
use crate::program::{folder, home};

/// A program that stands for the judge.
const STANDIN: &str = "#!/bin/sh\necho judge 1.2.3\n";

/// Installs the judge from a file or an address into a folder.
fn install(from: &str, folder: &Path, digest: &str) -> Output {
    let mut script = Command::new(home().join("ci/install.sh"));
    script.arg(from).arg(folder).arg(digest).output().unwrap()
}

/// Runs a line of a shell in a folder.
fn shell(folder: &Path, line: &str) -> String {
    let told = Command::new("sh").args(["-ec", line]).current_dir(folder).output().unwrap();
    assert!(told.status.success(), "{line}: {told:?}");
    String::from_utf8(told.stdout).unwrap()
}

#[test]
fn the_judge_is_installed_from_a_program_an_archive_or_a_wheel() {
    needs::program("python3");
    let (_kept, folder) = folder(&[("judge", STANDIN)]);
    shell(&folder, "mkdir judge-1 && cp judge judge-1/ && tar -czf a.tar.gz judge-1");
    shell(
        &folder,
        "mkdir -p j.data/scripts && mv judge-1/judge j.data/scripts && python3 -m zipfile -c j.whl j.data",
    );
    shell(&folder, "tar -czf none.tar.gz --files-from /dev/null");
    let address = format!("file://{}/a.tar.gz", folder.display());
    let has_curl = Command::new("curl").arg("--version").output().is_ok();
    let file = |name: &str| folder.join(name).display().to_string();
    let mut all = vec![file("judge"), file("a.tar.gz"), file("j.whl")];
    if has_curl {
        all.push(address);
    } else {
        needs::leaves_out("curl", "apt-get install curl");
    }
    for (number, from) in all.iter().enumerate() {
        let place = folder.join(number.to_string());
        let told = install(from, &place, "");
        assert_eq!((told.status.code(), &*told.stdout), (Some(0), &b"judge 1.2.3\n"[..]), "{from}: {told:?}");
        assert_eq!(shell(&place, "./judge"), "judge 1.2.3\n");
    }
    let digest = shell(&folder, "sha256sum judge | cut -d ' ' -f 1");
    let place = folder.join("checked");
    assert_eq!(install(&file("judge"), &place, digest.trim()).status.code(), Some(0));
    for (from, digest) in
        [("judge", "0".repeat(64)), ("none.tar.gz", String::new()), ("nothing", String::new())]
    {
        let place = folder.join("not");
        let told = install(&file(from), &place, &digest);
        assert!(!told.status.success() && !place.join("judge").exists(), "{from}: {told:?}");
    }
}

#[test]
fn a_github_step_annotates_and_keeps_the_exit_status() {
    let wrong = SHELL.replace("invalid.", "Invalid.");
    let (_kept, folder) = folder(&[("a b.sh", &wrong), ("path", ""), ("summary", "")]);
    let step = |arguments: &str| {
        let mut step = Command::new(home().join("ci/check.sh"));
        step.current_dir(&folder)
            .env("JUDGE_FROM", env!("CARGO_BIN_EXE_judge"))
            .env("JUDGE_ARGUMENTS", arguments);
        step.env("RUNNER_TEMP", folder.join("temp")).env("GITHUB_PATH", folder.join("path"));
        step.env("GITHUB_ACTIONS", "true").env("GITHUB_WORKSPACE", &folder).env("NO_COLOR", "1");
        step.env("GITHUB_STEP_SUMMARY", folder.join("summary")).output().unwrap()
    };
    let told = step("--suite smoke\n--isolation rlimits 'a b.sh'");
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    let (report, annotations) =
        (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(report.contains("\n    got       `Invalid.`\n"), "{report}");
    assert!(annotations.contains("::error file=a b.sh,title=judge%3A wrong::"), "{annotations}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("summary").starts_with("### judge: 0 of 1 passed"), "{}", read("summary"));
    assert_eq!(read("path").trim_end(), folder.join("temp/judge").to_str().unwrap());
    // Nothing is expanded.
    let told = step("--isolation rlimits '$(touch owned)' `touch owned`");
    assert_ne!(told.status.code(), Some(0), "{told:?}");
    assert!(!folder.join("owned").exists());
}

#[test]
fn the_template_for_gitlab_installs_as_the_action_does() {
    let read = |name: &str| std::fs::read_to_string(home().join("ci").join(name)).unwrap();
    let indented = |line: &str| if line.is_empty() { String::new() } else { format!("      {line}") };
    let script: Vec<_> = read("install.sh").lines().map(indented).collect();
    assert!(read("gitlab.yml").contains(&format!("<<'END'\n{}\n      END\n", script.join("\n"))));
}
