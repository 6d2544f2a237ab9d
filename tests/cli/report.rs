//! `judge report` and the forms of a report: made again from a saved run they are the same to the byte,
//! and nothing that a candidate printed means anything in them.

use base64::Engine;
use predicates::prelude::*;
use referee::report::Format;
use regex::Regex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use strum::VariantNames;

use crate::candidates::{HOSTILE, SHELL, in_c};
use crate::needs;
use crate::program::{folder, judge, write_file};

/// Characters that turn the direction of reading.
const TURNS: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

const FORMS: &[&str] = Format::VARIANTS;

#[test]
fn every_form_is_made_again_from_a_saved_run_to_the_byte() {
    needs::patience();
    let files =
        [("right.sh", SHELL), ("wrong.sh", "echo 1"), ("hostile.c", HOSTILE), ("no.c", "int main(){")];
    let (_kept, folder) = folder(&files);
    let run = folder.join("run.json");
    // Events are told as they happen, in more lines than of a run that is over.
    for form in FORMS.iter().copied().filter(|form| *form != "events") {
        let told = judge()
            .args(["check", "--suite", "examples", "--format", form, "--save"])
            .args([&run, &folder])
            .output()
            .unwrap();
        assert_eq!(told.status.code(), Some(1));
        let again = || {
            let mut command = judge();
            command.arg("report").arg(&run).args(["--format", form]);
            command
        };
        let printed = again().assert().code(0).get_output().stdout.clone();
        assert_eq!(String::from_utf8(printed), String::from_utf8(told.stdout.clone()), "{form}");
        let file = folder.join("report");
        again().arg("--out").arg(&file).assert().code(0).stdout("");
        assert!(std::fs::read(file).unwrap() == told.stdout, "{form}");
    }
}

#[test]
fn every_format_is_as_its_snapshot() {
    let run = [
        "check",
        "--suite",
        "examples",
        "--clean",
        "--jobs",
        "1",
        "--isolation",
        "none",
        "--verbose",
        "--format",
    ];
    for format in FORMS {
        let mut command = judge();
        command
            .args(run)
            .arg(format)
            .args(["tests/programs/right.sh", "fixtures/tictactoe/wrong/lower-case-marks.sh"]);
        let told = command.assert().code(1).get_output().stdout.clone();
        let told = String::from_utf8(told).unwrap();
        let told = if *format == "events" { by_candidate(&told) } else { told };
        insta::assert_snapshot!(format!("format-{format}"), steady(&told));
    }
}

/// Events of one candidate after those of another. Who is judged first depends on how long their runs take.
fn by_candidate(events: &str) -> String {
    let mut lines: Vec<_> = events.split_inclusive('\n').collect();
    lines.sort_by_key(|line| {
        let event: Value = serde_json::from_str(line).unwrap();
        (event["event"] == "run-finished", event["candidate"].as_u64())
    });
    lines.concat()
}

/// A report without what is different at another time, on another machine, or after a change of the style; in HTML each tag
/// is on a line of its own.
fn steady(report: &str) -> String {
    let changes = [
        (r"(?s)<(style|script)>.*?</(style|script)>", "<$1></$2>"),
        (r"sha256-[^']*", "sha256-…"),
        (r"<td>[0-9.]+ (ms|s|MiB)</td>", "<td>… $1</td>"),
        (r"><", ">\n<"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d", "(time)"),
        (r#"time="[\d.]+""#, r#"time="(seconds)""#),
        (r#""(seconds|wall|cpu|asleep|memory)": [\d.e-]+"#, r#""$1": 0"#),
        (r#""(duration|execution_time)": \d+"#, r#""$1": 0"#),
        (r#""seconds":[\d.e-]+"#, r#""seconds":0"#),
        (r#"number pace" data-key="[\d.]+">[\d.]+"#, r#"number pace" data-key="0">0"#),
        (r"<dd>Linux [^<]*", "<dd>(machine)"),
        (r"[-/.\w]*/(ba|da)?sh ", "sh "),
        (r"judge \d+\.\d+\.\d+", "judge (version)"),
    ];
    changes.iter().fold(report.to_owned(), |text, (found, shown)| {
        Regex::new(found).unwrap().replace_all(&text, *shown).into_owned()
    })
}

#[test]
fn what_is_no_saved_run_is_told_plainly() {
    let (_kept, folder) = folder(&[("right.sh", SHELL)]);
    let run = folder.join("run.json");
    judge().args(["check", "--suite", "examples", "--save"]).args([&run, &folder]).assert().code(0);
    let text = std::fs::read_to_string(&run).unwrap();
    let of = |text: &str, why: &str| {
        write_file(&run, text);
        let plain = predicate::str::contains(why).and(predicate::str::contains("panicked").not());
        judge().arg("report").arg(&run).assert().code(2).stdout("").stderr(plain);
    };
    of(&text[..text.len() / 2], "not a run saved by `judge check --save`");
    of("", "not a run saved by `judge check --save`");
    of("[]", "not a run saved by `judge check --save`");
    of(
        &text.replacen("\"schema\": 6", "\"schema\": 5", 1),
        "the saved run has format 5; this judge reads format 6",
    );
    of("{\"schema\": 9}", "the saved run has format 9");
    of(&text.replacen("\"golf\"", "\"silver\"", 1), "unknown variant `silver`, expected `golf` or `exact`");
    of(&text.replacen("\"tictactoe\"", "\"chess\"", 1), "there is no game \"chess\"");
    // Every value is of the judge's own types, which another program may not write.
    let with = |place: &str, value: Value| {
        let mut run: Value = serde_json::from_str(&text).unwrap();
        *run.pointer_mut(place).expect(place) = value;
        run.to_string()
    };
    let of_report = |field: &str, value| with(&format!("/candidates/0/report/{field}"), value);
    of(&of_report("seconds", json!(-1)), "cannot convert float seconds to Duration");
    of(&of_report("seconds", json!(1e300)), "cannot convert float seconds to Duration");
    of(&of_report("verdict", json!("skipped")), "a program was skipped for no reason");
    of(&of_report("verdict", json!("silver")), "there is no verdict \"silver\"");
    of(&of_report("input", json!("silver")), "unknown variant `silver`");
    let facts = "/candidates/0/facts/0";
    of(&with(&format!("{facts}/inputs"), json!([{ "hex": "f" }])), "no pairs of hexadecimal digits");
    of(&with(&format!("{facts}/runs/0/stdout"), json!({ "hex": "fg" })), "no pairs of hexadecimal digits");
    of(&with(&format!("{facts}/runs/0/ending"), json!({ "exited": "0" })), "invalid type: string");
    of(&with(&format!("{facts}/runs"), json!([])), "do not decide its verdict");
    let shard = json!({ "number": 4, "of": 3, "programs": ["right.pl"] });
    let mut part: Value = serde_json::from_str(&text).unwrap();
    part["part"] = shard;
    of(&part.to_string(), "there is no shard 4 of 3");
    judge()
        .args(["report", "nowhere.json"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("nowhere.json: "));
    judge().arg("report").arg(&run).args(["--out", "/no/such/report"]).assert().code(2).stdout("");
}

#[test]
fn a_run_is_saved_with_its_board() {
    let (_kept, folder) = folder(&[("my.board", "....\n.WB.\n.BW.\n....\n"), ("begins.sh", "echo White\n")]);
    for board in ["square-6", folder.join("my.board").to_str().unwrap()] {
        let run = folder.join("run.json");
        let told = judge()
            .args(["check", "--dialect", "reversi", "--board", board, "--suite", "smoke", "--format", "json"])
            .arg("--save")
            .args([&run, &folder.join("begins.sh")])
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&told.stdout).unwrap();
        assert_eq!(report["board"], board);
        let command = report["candidates"][0]["failure"]["replay"].as_str().unwrap();
        let words = shlex::split(command).unwrap();
        let place = words.iter().position(|word| word == "--board").expect(command);
        assert_eq!(words[place + 1], board);
        judge().args(&words[1..]).assert().code(1).stdout(predicate::str::contains("White"));
        if board == "square-6" {
            continue;
        }
        // The board is in the saved run, not only its name.
        std::fs::remove_file(board).unwrap();
        judge().arg("report").arg(&run).args(["--format", "json"]).assert().code(0).stdout(told.stdout);
    }
}

#[test]
fn a_page_is_inert_whatever_a_candidate_printed() {
    let (_kept, folder) = folder(&[("<img src=x onerror=alert(1)>.c", HOSTILE)]);
    let told =
        judge().args(["check", "--suite", "examples", "--format", "html"]).arg(&folder).output().unwrap();
    let page = String::from_utf8(told.stdout).unwrap();
    let count = |text: &str| page.matches(text).count();
    assert_eq!((count("<script"), count("</script"), count("<style"), count("</style")), (1, 1, 1, 1));
    assert_eq!((count("<img"), count("<a href=\"javascript"), count("<b&gt;"), count("<!--")), (0, 0, 0, 0));
    assert!(page.contains("&lt;script&gt;window.hacked=1"));
    let odd = page.chars().find(|&c| c != '\n' && (c.is_control() || TURNS.contains(&c)));
    assert_eq!(odd, None, "every character can be seen");
    // Nothing is fetched, and nothing runs but what the policy names.
    // The name of a picture's language is no address.
    let addresses = count("http://") - count("xmlns='http://www.w3.org/2000/svg'");
    assert_eq!((addresses, count("https://"), count("src=") - count("src=x"), count("url(")), (0, 0, 0, 0));
    for (tag, rule) in [("script", "script-src"), ("style", "style-src")] {
        let start = page.find(&format!("<{tag}>")).unwrap() + tag.len() + 2;
        let end = page.find(&format!("</{tag}>")).unwrap();
        let digest = base64::prelude::BASE64_STANDARD.encode(Sha256::digest(&page.as_bytes()[start..end]));
        assert!(page.contains(&format!("{rule} 'sha256-{digest}'")), "{rule}");
    }
}

/// Prints what breaks a rule that Ant's schema or that of Jenkins' xunit plugin (junit-10) has; then the counts, and the texts of
/// the failures and of the suite.
const JUNIT: &str = r"
import re,sys,xml.etree.ElementTree as e
root=e.parse(sys.stdin.buffer).getroot()
def has(node,needs,may=()):
    names=set(node.attrib)
    if not set(needs.split())<=names<=set(needs.split())|set(may): print('attributes of',node.tag,sorted(names))
def order(node,*tags):
    names=[child.tag for child in node]
    if not re.fullmatch(''.join(tags),''.join(name+' ' for name in names)): print('children of',node.tag,names)
has(root,'')
order(root,'(testsuite )*')
for number,suite in enumerate(root):
    has(suite,'name package id timestamp hostname tests failures errors time',['skipped'])
    order(suite,'properties ','(testcase )*','system-out ','system-err ')
    shapes=dict(id=str(number),timestamp=r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d',time=r'\d{1,3}\.\d*')
    shapes.update((name,r'\d+') for name in 'tests failures errors skipped'.split())
    for name,shape in shapes.items():
        if not re.fullmatch(shape,suite.get(name,'')): print(name,suite.get(name))
    for case in suite.iter('testcase'):
        has(case,'name classname time')
        order(case,'((skipped|error|failure) )?')
        for failure in case.iter('failure'): has(failure,'type message')
    cases=len(list(suite.iter('testcase')))
    if [cases,len(list(suite.iter('failure')))]!=[int(suite.get(name)) for name in ('tests','failures')]: print('counts')
    print(cases,suite.get('failures'),suite.get('skipped'))
    for failure in suite.iter('failure'): print(failure.text)
    print(suite.find('system-out').text)
";

#[test]
fn junit_is_valid_and_has_the_game_and_its_command() {
    needs::program("python3");
    let wrong = SHELL.replace("invalid.", "Invalid.");
    let dies = in_c("", "if (strchr(l, 255)) exit(1);");
    let files = [("dies.c", &*dies), ("hostile.c", HOSTILE), ("wrong.sh", &*wrong)];
    let (_kept, folder) = folder(&files);
    let told =
        judge().args(["check", "--suite", "smoke", "--format", "junit"]).arg(&folder).output().unwrap();
    let mut python = assert_cmd::Command::new("python3");
    let told =
        python.args(["-c", JUNIT]).write_stdin(told.stdout).assert().code(0).get_output().stdout.clone();
    let told = String::from_utf8(told).unwrap();
    assert!(told.starts_with("3 2 0\n"), "{told}");
    for part in [
        "\nexpected  `...",
        "X> 9\n\nexpected  `invalid.`\ngot       `Invalid.`\n",
        "\ncompare   judge replay ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.contains("dies.c: dies on bytes that are not UTF-8 (`judge replay '[[255]]'"), "{told}");
}

#[test]
fn a_comment_on_a_pull_request_has_the_games() {
    let wrong = SHELL.replace("invalid.", "'`Invalid`'");
    let (_kept, folder) = folder(&[("hostile.c", HOSTILE), ("wrong.sh", &*wrong)]);
    let told =
        judge().args(["check", "--suite", "smoke", "--format", "markdown"]).arg(&folder).output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let game = "```text\n...\n...\n...\nX> 9\n\nexpected  `invalid.`\ngot       ``Invalid``\n";
    assert!(told.contains(game) && told.contains("\ncompare   judge replay '[\"9\"]' "), "{told}");
    assert_eq!((told.matches("<details>").count(), told.matches("</details>").count()), (2, 2), "{told}");
    assert!(!told.contains("<img") && !told.replace("```text", "").contains("<script>"), "{told}");
}

#[test]
fn the_page_of_many_wrong_programs_is_small() {
    needs::patience();
    let files: Vec<_> = (0..40)
        .map(|number| (format!("{number}.sh"), SHELL.replace("tie.", &format!("tie {number}."))))
        .collect();
    let files: Vec<_> = files.iter().map(|(name, source)| (name.as_str(), source.as_str())).collect();
    let (_kept, folder) = folder(&files);
    let page = |more: &[&str]| {
        let check = ["check", "--isolation", "rlimits", "--suite", "examples", "--format", "html"];
        String::from_utf8(judge().args(check).args(more).arg(&folder).output().unwrap().stdout).unwrap()
    };
    let many = page(&[]);
    assert!(many.len() <= 40 * 300_000 / 115, "{} bytes", many.len());
    assert_eq!(many.matches("\nexpected  `tie.`\ngot       `tie ").count(), 40);
    assert_eq!(many.matches("\ncompare   judge replay ").count(), 40);
    assert!(many.contains("More than 30 programs failed") && !many.contains("<svg class=\"board\""));
}

#[test]
fn the_ending_of_the_file_chooses_the_format() {
    let (_kept, place) = folder(&[("my.sh", "echo no\n")]);
    let check = ["check", "--suite", "examples", "my.sh", "--out"];
    let made = |more: &[&str]| {
        judge().current_dir(&place).args(check).args(more).assert().code(1);
        std::fs::read_to_string(place.join(more[0])).unwrap()
    };
    for (name, begins) in [
        ("r.html", "<!DOCTYPE html>"),
        ("r.json", "{"),
        ("r.md", "| # |"),
        ("r.xml", "<?xml"),
        ("r.txt", "#  bytes"),
    ] {
        assert!(made(&[name]).starts_with(begins), "{name}");
    }
    assert!(made(&["r.json", "--format", "junit"]).starts_with("<?xml"));
}
