//! Challenges in the browser: a person types the input of a program, and sees the right answers.
//!
//! The page keeps the lines of the run and sends all of them each time; the server stores nothing.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::error::ApiError;
use super::game::Unfit;
use judging::catalogue;
use judging::challenge::Trouble;
use judging::dialect::Speech;
use judging::dialect::{Declared, Dialect};
use judging::files::FileError;
use judging::runner::quoted;
use judging::session::Event;

/// The challenges that are offered, read when they are first asked for.
pub(crate) type Challenges = LazyLock<Vec<Declared>, Box<dyn FnOnce() -> Vec<Declared> + Send>>;

/// The challenges that were opened from these folders, and the built-in ones, unless a folder has the same name.
/// Fails if one has no rules, or two have the same name.
pub fn offered(given: &[(PathBuf, Dialect)]) -> Result<Challenges, FileError> {
    let mut all: Vec<Declared> = Vec::new();
    for (folder, dialect) in given {
        let challenge = with_rules(folder, dialect)?;
        if all.iter().any(|known| known.name() == challenge.name()) {
            let why = format!("another challenge is called {}", challenge.name());
            return Err(FileError::at(folder)(why));
        }
        all.push(challenge);
    }
    Ok(Challenges::new(Box::new(move || {
        for name in catalogue::built_in_names() {
            let is_known = all.iter().any(|known| known.name() == name);
            let built_in = catalogue::built_in(&name).ok().flatten();
            let built_in = built_in.as_ref().and_then(Dialect::declared).cloned();
            all.extend(built_in.filter(|_| !is_known));
        }
        all
    })))
}

fn with_rules(folder: &Path, dialect: &Dialect) -> Result<Declared, FileError> {
    let why = match dialect.is_challenge() {
        true => "it has no rules; others cannot be played in the browser",
        false => "a game that is built in is offered anyway",
    };
    dialect.declared().cloned().ok_or(why).map_err(FileError::at(folder))
}

/// The most lines of a run, and the longest of them in bytes.
const MOST_LINES: usize = 1_000;
const LONGEST_LINE: usize = 200;

/// A run in the form of the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Run {
    inputs: Vec<String>,
    /// The hidden choice, if there is one: the choice with this number, counted from 0, modulo their number.
    seed: u64,
}

/// The names and titles.
pub(super) fn list(challenges: &Challenges) -> Value {
    let entry = |known: &Declared| json!({ "name": known.name(), "title": known.table().title() });
    challenges.iter().map(entry).collect()
}

/// The challenge of this name.
pub(super) fn find(challenges: &Challenges, name: &str) -> Result<Declared, ApiError> {
    challenges.iter().find(|known| known.name() == name).cloned().ok_or(ApiError::Unknown)
}

/// The output before the first line and after each, and the inputs to choose from.
/// Fails if the run is too long, if a line is invalid, or if the table has no answer to it.
pub(super) fn play(challenge: &Declared, run: &Run) -> Result<Value, Unfit> {
    check(run)?;
    let table = challenge.table();
    let mut referee = challenge.referee_choosing(false, run.seed);
    let text = |events: &[Event]| {
        let mut text = Vec::new();
        challenge.write_answer(events, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    let mut outputs = vec![text(&referee.open())];
    for line in &run.inputs {
        if referee.has_ended() {
            break;
        }
        table.answer(&referee.states()[0], line.as_bytes()).map_err(|why| unanswered(&why))?;
        outputs.push(text(&referee.answer(line.as_bytes()).0));
    }
    let is_over = referee.has_ended();
    Ok(json!({
        "title": table.title(),
        "command": command(challenge, run),
        "outputs": outputs,
        "offers": if is_over { Vec::new() } else { table.offers(&referee.states()[0]) },
        "over": is_over,
    }))
}

fn check(run: &Run) -> Result<(), Unfit> {
    if run.inputs.len() > MOST_LINES {
        return Err(Unfit(format!("In the browser a run has at most {MOST_LINES} lines.")));
    }
    match run.inputs.iter().find(|line| line.len() > LONGEST_LINE || line.contains(['\n', '\r'])) {
        Some(_) => {
            Err(Unfit(format!("In the browser a line has at most {LONGEST_LINE} bytes and no line feed.")))
        }
        None => Ok(()),
    }
}

fn unanswered(why: &Trouble) -> Unfit {
    Unfit(format!("The challenge has no answer to this: line {} of its file: {why}", why.line))
}

/// The shell command that plays the same run at a terminal.
fn command(challenge: &Declared, run: &Run) -> String {
    let seed = if challenge.table().has_hidden() { format!(" --seed {}", run.seed) } else { String::new() };
    let which = match challenge.folder() {
        Some(folder) => format!("--challenge {}", quoted(folder.as_os_str().as_encoded_bytes())),
        None => format!("--dialect {}", challenge.name()),
    };
    let lines: Vec<_> = run.inputs.iter().map(|line| quoted(line.as_bytes())).collect();
    let given =
        if lines.is_empty() { String::new() } else { format!("printf '%s\\n' {} | ", lines.join(" ")) };
    format!("{given}referee {which}{seed}")
}
