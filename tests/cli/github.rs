//! What GitHub Actions gets: annotations and the summary of a job, within its limits.

use std::path::Path;

use crate::candidates::{HOSTILE, SHELL, perl};
use crate::program::{folder, judge, write_file};

const CHECK: [&str; 5] = ["check", "--isolation", "rlimits", "--suite", "examples"];

/// Judges `programs` in a folder as a step of GitHub Actions does.
fn step(folder: &Path, more: &[&str]) -> (String, String) {
    let mut command = judge();
    command.current_dir(folder.join("programs")).args(CHECK).args(more).arg(".");
    command.env("GITHUB_ACTIONS", "true").env("GITHUB_WORKSPACE", folder);
    let output = command.env("GITHUB_STEP_SUMMARY", folder.join("summary.md")).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn put(folder: &Path, files: &[(&str, &str)]) {
    std::fs::create_dir_all(folder.join("programs")).unwrap();
    files.iter().for_each(|(name, text)| write_file(folder.join("programs").join(name), text));
}

#[test]
fn failures_are_annotated_at_their_lines_beside_the_report() {
    let (_kept, folder) = folder(&[]);
    let dies = perl::right().replace("out('tie.')", "die 'no';");
    put(
        &folder,
        &[
            ("a.sh", SHELL),
            ("b.pl", "\n\ndie 'oh, no: 100%'"),
            ("c.c", "int x;\nint main(){"),
            ("d,e.pl", &dies),
        ],
    );
    let (told, annotated) = step(&folder, &[]);
    assert!(told.contains("1 of 4 passed") && !told.contains("::error"), "{told}");
    for part in [
        "::error file=programs/b.pl,line=3,title=judge%3A early::crashed with oh, no: 100%25",
        "::error file=programs/c.c,line=2,title=judge%3A compile-error::",
        "::error file=programs/d%2Ce.pl,line=",
    ] {
        assert!(annotated.contains(part), "{part}\n{annotated}");
    }
    assert!(annotated.contains("%0Ajudge replay "), "{annotated}");
    let summary = std::fs::read_to_string(folder.join("summary.md")).unwrap();
    assert!(
        summary.starts_with("### judge: 1 of 4 passed (tictactoe, golf rules, suite examples)\n\n| # |"),
        "{summary}"
    );
    let place = |name: &str| summary.find(&format!("`./{name}`")).unwrap();
    assert!(place("b.pl") < place("a.sh") && summary.contains("<details>"), "{summary}");

    // By itself the format prints only annotations; another step of the job adds to its summary.
    let (alone, errors) = step(&folder, &["--format", "github"]);
    assert_eq!((alone, errors.as_str()), (annotated.clone(), ""));
    assert_eq!(std::fs::read_to_string(folder.join("summary.md")).unwrap(), summary.repeat(2));
    // A file in any format is written besides, and JSON on standard output stays JSON.
    let (told, errors) = step(&folder, &["--format", "junit", "--out", "junit.xml"]);
    assert_eq!((told.as_str(), &errors), ("", &annotated));
    let (told, errors) = step(&folder, &["--format", "json"]);
    assert!(serde_json::from_str::<serde_json::Value>(&told).is_ok() && errors.is_empty(), "{errors}");
    // Elsewhere nothing is added.
    let told = judge().current_dir(&folder).args(CHECK).arg("programs").output().unwrap();
    assert_eq!(told.stderr, b"");
}

#[test]
fn no_more_is_annotated_and_summarised_than_github_takes() {
    let (_kept, folder) = folder(&[]);
    let files: Vec<_> = (0..15).map(|number| (format!("{number}.sh"), format!("exit # {number}"))).collect();
    put(&folder, &files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>());
    let summary = folder.join("summary.md");
    let room = 20_000;
    write_file(&summary, "x".repeat((1 << 20) - room));
    let noise = "for n in 1 2 3 4 5 6 7 8 9; do printf '%05000d\\n' $n; done";
    put(&folder, &[("noise.sh", noise), ("other.sh", noise)]);
    let (annotated, _) = step(&folder, &["--format", "github"]);
    assert_eq!(annotated.lines().count(), 10);
    assert!(
        annotated.ends_with(
            "::error title=judge::8 more programs failed; the summary of the job and the log list them.\n"
        ),
        "{annotated}"
    );
    let length = std::fs::metadata(&summary).unwrap().len();
    assert!(length <= 1 << 20, "{length}");
    write_file(&summary, "x".repeat((1 << 20) - 2500));
    step(&folder, &["--format", "github"]);
    let text = std::fs::read_to_string(&summary).unwrap();
    assert!(text.len() <= 1 << 20 && text.contains("For lack of room "), "{}", &text[(1 << 20) - 2500..]);
    // A game is in it whole or not at all.
    assert_eq!(text.matches("<details>").count(), text.matches("</details>").count());
}

#[test]
fn nothing_that_a_program_printed_is_a_command() {
    let (_kept, folder) = folder(&[]);
    let says = "printf '::error::x\\n::set-output name=a::b\\n##[error]y\\n::stop-commands::z\\n'";
    put(&folder, &[("a.sh", says), ("b.sh", &format!("{says} >&2; exit 1")), ("d.c", HOSTILE)]);
    let (told, annotated) = step(&folder, &[]);
    let summary = std::fs::read_to_string(folder.join("summary.md")).unwrap();
    for text in [&told, &summary, &annotated] {
        let is_command =
            |line: &&str| line.trim_start().starts_with("::") && !line.starts_with("::error file=programs/");
        assert_eq!(text.lines().find(is_command), None, "{text}");
        assert!(!text.contains("##["), "{text}");
    }
    assert!(!summary.contains("<script") && !summary.contains("<img"), "{summary}");
}

#[test]
fn a_summary_that_cannot_be_written_is_told() {
    let (_kept, folder) = folder(&[]);
    put(&folder, &[("a.sh", "exit")]);
    let step = |more: &[&str]| {
        let mut command = judge();
        command.current_dir(folder.join("programs")).args(CHECK).args(more).arg(".");
        command
            .env("GITHUB_ACTIONS", "true")
            .env("GITHUB_STEP_SUMMARY", "/no/such/summary.md")
            .output()
            .unwrap()
    };
    // It was not asked for, so the verdict stands.
    for (more, code) in [(&[][..], 1), (&["--format", "github"], 2)] {
        let output = step(more);
        assert_eq!(output.status.code(), Some(code));
        let why = String::from_utf8(output.stderr).unwrap();
        assert!(why.contains("/no/such/summary.md: No such file"), "{why}");
    }
}
