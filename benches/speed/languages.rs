//! How programs in each language are run: whether they are held, and what `complete` costs then, with all starts and clean
//! runs that the judge makes, against a start for each game and against the floor.

use std::path::{Path, PathBuf};
use std::process::Command as Program;
use std::thread::available_parallelism;

use referee::dialect::Dialect;
use referee::execution::ProgramInput;
use referee::process::{Command, Interrupt, Isolation, RunDir};
use referee::suite::{COMPLETE, InputFormat, SMOKE, Suite, SuiteKind};

use crate::contest::Contestant;
use crate::machine::{longest, time};
use crate::programs::{self, JUDGE};
use crate::runs::{clean, floor, games, take_turns, write_inputs};

/// How many games are played one by one, for the floor and the time of a clean run.
const GAMES: usize = 20;

/// Programs that read their input line by line in other ways than the submissions, in `tests/programs/threads`.
const HABITS: [&str; 4] = ["events.js", "prompt.js", "Buffers.java", "Scans.java"];

/// How many seconds `complete` should take on two idle cores, by the ending of the file.
const AIMS: [(&str, f64); 6] =
    [("bash", 15.0), ("c", 0.25), ("java", 15.0), ("js", 8.0), ("php", 10.0), ("py", 6.0)];

pub(crate) fn measure() {
    let interrupt = Interrupt::on_signals().expect("signals");
    println!(
        "`complete` by language: seconds; that ÷ as many clean runs, ÷ as many floors, and what is aimed at, ÷ floors"
    );
    println!(
        "{:12} {:>9} {:>7} {:>10} {:>7} {:>7} {:>7} {:>6}  why runs are clean",
        "", "floor, µs", "clean ÷", "complete", "÷ clean", "÷ floor", "aim ÷", "starts"
    );
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(project.join("golf/tictactoe")).expect("the submissions");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    // Modules of WebAssembly run in the judge itself.
    files.retain(|file| file.file_stem().is_some_and(|stem| stem == "ttt") && ending(file) != "wat");
    files.sort();
    files.extend(HABITS.iter().map(|name| project.join("tests/programs/threads").join(name)));
    let count = Suite::of(&Dialect::Tictactoe, COMPLETE.name).expect("it is generated").len();
    files.iter().for_each(|file| row(file, count, &interrupt));
}

fn ending(file: &Path) -> &str {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// Measures a program on the suite, which has so many games.
fn row(file: &Path, count: usize, interrupt: &Interrupt) {
    let name = file.file_name().expect("a file").to_string_lossy();
    let Some(command) = programs::ready_at(file, interrupt) else {
        return println!("{name:12} skipped, not installed");
    };
    let Some(smoke) = judged(file, SMOKE) else { return println!("{name:12} not accepted") };
    let [floor, clean] = one_by_one(&command, smoke.format, interrupt);
    let at_once = available_parallelism().map_or(1, usize::from);
    let all = |seconds: f64| seconds * count as f64 / at_once as f64;
    let is_reckoned = !smoke.is_held && all(clean) > longest();
    let complete =
        if is_reckoned { Some(Judged { seconds: all(clean), ..smoke }) } else { judged(file, COMPLETE) };
    let Some(complete) = complete else { return println!("{name:12} not accepted by `complete`") };
    let aim = AIMS.iter().find(|(of, _)| *of == ending(file));
    println!(
        "{name:12} {:9.0} {:7.2} {:>10} {:7.2} {:7.2} {:>7} {:>6}  {}",
        floor * 1e6,
        clean / floor,
        format!("{}{:.2}", if is_reckoned { "~" } else { "" }, complete.seconds),
        complete.seconds / all(clean),
        complete.seconds / all(floor),
        aim.map_or_else(String::new, |(_, aim)| format!("{:.2}", aim / all(floor))),
        complete.starts,
        complete.why_clean,
    );
}

/// Seconds for a game: the least that any judge can do, and a clean run of this one.
fn one_by_one(command: &Command, format: InputFormat, interrupt: &Interrupt) -> [f64; 2] {
    let games = games(GAMES);
    let inputs: Vec<ProgramInput> = games.iter().map(|game| format.program_input(&game.inputs)).collect();
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    write_inputs(&inputs, folder.path());
    let mut run_dir = RunDir::isolated(&Isolation::best(Path::new(JUDGE))).expect("a run dir");
    // The first time, files are read from disk.
    floor(command, &inputs[..1], folder.path());
    let mut contestants: [Contestant<'_>; 2] = [
        ("floor", Box::new(|| floor(command, &inputs, folder.path()))),
        ("clean", Box::new(|| clean(command, &inputs, &mut run_dir, interrupt))),
    ];
    let times = take_turns(&mut contestants);
    [times[0], times[1]].map(|time| time.as_secs_f64() / GAMES as f64)
}

/// What a run of the judge took, and how it ran the program.
struct Judged {
    seconds: f64,
    format: InputFormat,
    is_held: bool,
    starts: u64,
    why_clean: String,
}

/// None if the program was not accepted.
fn judged(file: &Path, kind: SuiteKind) -> Option<Judged> {
    let mut judge = Program::new(JUDGE);
    judge.args(["check", "--suite", kind.name, "--format", "json"]).arg(file);
    let mut ran = None;
    let seconds = time(|| ran = Some(judge.output().expect("the judge starts"))).as_secs_f64();
    let ran = ran.filter(|ran| ran.status.success())?;
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    let candidate = &json["candidates"][0];
    let format = candidate["input"].as_str().expect("a word").parse().expect("an input format");
    let runs = &candidate["runs"];
    let number = |name: &str| runs[name].as_u64().expect("a number");
    Some(Judged {
        seconds,
        format,
        is_held: number("warm") > 0,
        starts: number("starts"),
        why_clean: runs["why_clean"].as_str().unwrap_or_default().to_owned(),
    })
}
