//! How many of the wrong programs in `tests/references` a search finds, over the number of its sessions.
//!
//! Every program has one fault that its author knew; the search sees only the reference. With `FINDING` in the environment, the
//! table is also drawn into the file of that name.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::programs::JUDGE;
use crate::wrong::write_wrong;

/// The numbers of sessions in the table.
const SESSIONS: [usize; 8] = [1, 3, 10, 30, 100, 300, 1000, 3000];

/// The wrong programs of a challenge.
struct Found {
    challenge: String,
    /// How many could be run.
    programs: usize,
    /// The numbers of the sessions that found them, in rising order.
    sessions: Vec<usize>,
}

impl Found {
    fn within(&self, sessions: usize) -> usize {
        self.sessions.partition_point(|session| *session <= sessions)
    }
}

pub(crate) fn measure() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/references");
    let entries =
        std::fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.unwrap().path());
    let mut challenges: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    challenges.sort();
    print!("{:14}", "found within");
    SESSIONS.iter().for_each(|sessions| print!("{sessions:>6}"));
    println!("{:>6}", "of");
    let found: Vec<_> = challenges.iter().map(found).inspect(row).collect();
    let mut sessions: Vec<_> = found.iter().flat_map(|one| one.sessions.clone()).collect();
    sessions.sort_unstable();
    let programs = found.iter().map(|one| one.programs).sum();
    let all = Found { challenge: "all".to_owned(), programs, sessions };
    row(&all);
    if let Ok(file) = std::env::var("FINDING") {
        std::fs::write(file, drawn(&all)).expect("the file can be written");
    }
}

fn row(found: &Found) {
    print!("{:14}", found.challenge);
    SESSIONS.iter().for_each(|sessions| print!("{:>6}", found.within(*sessions)));
    println!("{:>6}", found.programs);
}

/// Judges the wrong programs of a challenge by the suite `explored` alone.
fn found(challenge: &PathBuf) -> Found {
    let place = tempfile::tempdir().expect("a folder for temporary files");
    let programs = place.path().join("wrong");
    write_wrong(challenge, &programs);
    let mut judge = Command::new(JUDGE);
    judge.args(["check", "--suite", "explored", "--format", "json", "--wall", "60", "--challenge"]);
    let run = judge.arg(challenge).arg(&programs).stderr(Stdio::null()).output().expect("the judge starts");
    let run: Value = serde_json::from_slice(&run.stdout).expect("a run in JSON");
    let rulings = run["candidates"].as_array().expect("a list of rulings");
    let is_run = |ruling: &&Value| ruling["verdict"] != "skipped";
    let session = |ruling: &Value| {
        let case = ruling["failure"]["case"].as_str()?;
        case.strip_prefix("explored-").and_then(|number| number.parse().ok())
    };
    let mut sessions: Vec<_> = rulings.iter().filter_map(session).collect();
    sessions.sort_unstable();
    let challenge = challenge.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Found { challenge, programs: rulings.iter().filter(is_run).count(), sessions }
}

/// The size of the drawing, and its margins.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 48.0;
const BELOW: f64 = 40.0;
const OTHERS: f64 = 12.0;

/// The share that was found over the number of sessions, on a logarithmic scale, as SVG.
fn drawn(all: &Found) -> String {
    let last = SESSIONS[SESSIONS.len() - 1] as f64;
    let x = |sessions: f64| LEFT + (WIDTH - LEFT - OTHERS) * sessions.ln() / last.ln();
    let y = |share: f64| HEIGHT - BELOW - (HEIGHT - BELOW - OTHERS) * share;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" fill=\"#555\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent) / 100.0);
        let right = WIDTH - OTHERS;
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
            LEFT - 6.0,
            at + 4.0
        );
    }
    for sessions in SESSIONS {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{sessions}</text>",
            x(sessions as f64).min(WIDTH - OTHERS - 10.0),
            HEIGHT - BELOW + 16.0
        );
    }
    let middle = f64::midpoint(LEFT, WIDTH);
    let _ =
        writeln!(svg, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">sessions</text>", HEIGHT - 6.0);
    // A step for each session that finds something.
    let mut way = format!("M{:.1} {:.1}", x(1.0), y(0.0));
    for (place, session) in all.sessions.iter().enumerate() {
        let share = (place + 1) as f64 / all.programs as f64;
        let _ = write!(way, "H{:.1}V{:.1}", x(*session as f64), y(share));
    }
    let _ = writeln!(
        svg,
        "<path d=\"{way}H{:.1}\" fill=\"none\" stroke=\"#0a6\" stroke-width=\"2\"/>\n</svg>",
        x(last)
    );
    svg
}
