//! Saved runs that are compared: read from files, and shown. The JSON is described by a JSON Schema, [`compare_schema`].

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::SystemTime;

use schemars::JsonSchema;
use serde::Serialize;

use super::change::{self, Counted, ProgramChange};
use super::programs::{SavedProgram, SavedRun, programs};
use super::progress::{self, ProgramProgress, progress};
use super::table::Head;
use crate::files::FileError;
use crate::golf::Measure;
use crate::report::heading::{Heading, board_name};
use crate::report::json::pretty;
use crate::report::json_schema;
use crate::report::log::Log;
use crate::report::view::View;
use crate::transcript::{Profile, visible_line};

/// The format of a comparison of saved runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum RunsFormat {
    /// For people at a terminal, in colours.
    #[default]
    Terminal,
    /// A table in Markdown.
    Markdown,
    /// A page.
    Html,
    /// JSON, by [`compare_schema`](crate::report::compare_schema): each program in each run.
    Json,
}

/// Saved runs of one challenge and profile.
#[derive(Clone, Debug)]
pub struct SavedRuns {
    /// The subject of the latest of two runs, or of the first of more.
    heading: Heading,
    head: Head,
    /// When the runs began: two as they were given, more with the oldest first.
    dates: Vec<Option<String>>,
    /// The programs, those of the latest run first.
    programs: Vec<SavedProgram>,
    /// Their changes, if there are two runs.
    changes: Option<Vec<ProgramChange>>,
}

#[derive(Debug, thiserror::Error)]
pub enum NotComparable {
    #[error("the runs are of different challenges: {0} and {1}")]
    Challenge(String, String),
    #[error("the runs have different rules: {0} and {1}")]
    Profile(&'static str, &'static str),
    #[error("the runs are not of the same shard; merge the shards of a run first: judge merge RUN.json…")]
    Part,
    #[error("it does not say when it was made, so it has no place among other runs")]
    Undated,
    #[error("its date is {0:?}, not one such as 2026-11-22T20:58:00Z")]
    Date(String),
    #[error(transparent)]
    File(#[from] FileError),
}

impl SavedRuns {
    /// The runs that were saved in these files; of programs that pass in both of two, this counts besides.
    /// Fails if one cannot be read, or they are of different challenges or rules.
    pub fn open(files: &[PathBuf], counted: &[Counted]) -> Result<SavedRuns, NotComparable> {
        match files {
            [old, new] => SavedRuns::two(&Log::open(old)?, &Log::open(new)?, counted),
            files => SavedRuns::many(files),
        }
    }

    fn two(old: &Log, new: &Log, counted: &[Counted]) -> Result<SavedRuns, NotComparable> {
        comparable(&old.heading, &new.heading)?;
        let [was, is] = [old, new].map(|log| log.part.as_ref().map(|part| part.shard));
        if was != is {
            return Err(NotComparable::Part);
        }
        let (is_timed, notes) = notes_on_two(old, new);
        let runs = [old, new].map(|log| SavedRun::of(log, date(log).ok(), is_timed));
        let runs = SavedRuns::of(new.heading.clone(), notes, runs.to_vec());
        Ok(SavedRuns { changes: Some(change::changes(&runs.programs, counted)), ..runs })
    }

    /// A run that is given twice counts once.
    fn many(files: &[PathBuf]) -> Result<SavedRuns, NotComparable> {
        let (mut runs, mut suites, mut has_changed) = (Vec::new(), BTreeSet::new(), false);
        let mut first: Option<Heading> = None;
        for file in files {
            let log = Log::open(file)?;
            let heading = first.get_or_insert_with(|| log.heading.clone());
            let run = comparable(heading, &log.heading)
                .and_then(|()| Ok(SavedRun::of(&log, Some(date(&log)?), false)));
            let run = run.map_err(FileError::at(file))?;
            has_changed |= heading.dialect != log.heading.dialect;
            suites.insert(visible_line(log.heading.suite.as_bytes()));
            if !runs.contains(&run) {
                runs.push(run);
            }
        }
        runs.sort_by_key(|run| run.when);
        let suites: Vec<_> = suites.into_iter().collect();
        let of_suites = format!("the runs played different suites: {}", suites.join(" and "));
        let of_challenge = "the challenge has changed between the runs".to_owned();
        let notes = [(suites.len() > 1, of_suites), (has_changed, of_challenge)];
        let notes = notes.into_iter().filter_map(|(is_so, note)| is_so.then_some(note)).collect();
        let heading = first.expect("a command line names two runs at least");
        Ok(SavedRuns::of(heading, notes, runs))
    }

    fn of(heading: Heading, notes: Vec<String>, runs: Vec<SavedRun>) -> SavedRuns {
        let written = |when: SystemTime| humantime::format_rfc3339_seconds(when).to_string();
        let dates = runs.iter().map(|run| run.when.map(written)).collect();
        let about = format!("{}, {} rules", heading.game(), heading.profile.name());
        SavedRuns { heading, head: Head { about, notes }, dates, programs: programs(runs), changes: None }
    }

    /// Whether there are two runs, and a program got worse or is gone.
    pub fn has_regression(&self) -> bool {
        self.changes.iter().flatten().any(ProgramChange::is_regression)
    }

    /// The runs in this format; a best is counted by this.
    pub fn render(&self, format: RunsFormat, scoring: Measure, view: View) -> String {
        let progress = || progress(&self.programs, &self.dates, scoring);
        let is_whole = view.is_verbose || format == RunsFormat::Html;
        let table = || match &self.changes {
            Some(changes) => change::table(changes, is_whole),
            None => progress::table(&progress(), &self.dates, is_whole),
        };
        match format {
            RunsFormat::Terminal => table().terminal(&self.head, view),
            RunsFormat::Markdown => table().markdown(&self.head),
            RunsFormat::Html => table().page(&self.head),
            RunsFormat::Json => json(&self.heading, scoring, &self.dates, &self.head.notes, &progress()),
        }
    }
}

fn comparable(old: &Heading, new: &Heading) -> Result<(), NotComparable> {
    let [one, other] = [old, new].map(Heading::game);
    if one != other {
        return Err(NotComparable::Challenge(one, other));
    }
    if old.profile != new.profile {
        return Err(NotComparable::Profile(old.profile.name(), new.profile.name()));
    }
    Ok(())
}

fn date(log: &Log) -> Result<SystemTime, NotComparable> {
    let origin = log.conditions.origin.as_ref().ok_or(NotComparable::Undated)?;
    humantime::parse_rfc3339(&origin.date).map_err(|_| NotComparable::Date(origin.date.clone()))
}

/// Whether times of two runs can be compared, and what makes the comparison weaker.
fn notes_on_two(old: &Log, new: &Log) -> (bool, Vec<String>) {
    let mut notes = Vec::new();
    let [was, is] = [old, new].map(|log| visible_line(log.heading.suite.as_bytes()));
    if was != is {
        notes.push(format!("the old run played the suite {was}, the new one {is}"));
    }
    if old.heading.dialect != new.heading.dialect {
        notes.push("the challenge has changed".to_owned());
    }
    let machine = |log: &Log| log.conditions.origin.as_ref().map(|origin| origin.machine.clone());
    let is_one_machine = machine(old).is_some_and(|old| machine(new) == Some(old));
    let is_timed = is_one_machine && old.conditions.isolation == new.conditions.isolation && was == is;
    if !is_timed {
        let why = if is_one_machine { "in other ways" } else { "on different machines" };
        notes.push(format!("the runs were made {why}, so times are not compared"));
    }
    for (log, word) in [(old, "old"), (new, "new")] {
        if log.record().interrupted {
            notes.push(format!("the {word} run was interrupted"));
        }
    }
    (is_timed, notes)
}

/// The number of the format.
const NUMBER: u32 = 1;

/// Saved runs, compared.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "Saved runs in judge compare --format json")]
struct ComparedRuns<'a> {
    /// The version of this format.
    #[schemars(extend("const" = NUMBER))]
    schema: u32,
    /// The dialect, or the name of the challenge.
    dialect: &'a str,
    /// The reversi board, if it is not the standard one.
    board: Option<String>,
    /// The profile.
    profile: Profile,
    /// The measure of a best.
    scoring: Measure,
    /// When each run began, null if it does not say so: two runs as they were given, more with the oldest first.
    runs: &'a [Option<String>],
    /// The reasons why the comparison is weaker.
    notes: &'a [String],
    /// The programs, those of the latest run first.
    programs: &'a [ProgramProgress],
}

/// The JSON Schema of `judge compare --format json`.
pub fn compare_schema() -> String {
    json_schema::of_file::<ComparedRuns<'_>>()
}

fn json(
    heading: &Heading,
    scoring: Measure,
    runs: &[Option<String>],
    notes: &[String],
    programs: &[ProgramProgress],
) -> String {
    pretty(&ComparedRuns {
        schema: NUMBER,
        dialect: heading.dialect.name(),
        board: heading.dialect.board().map(board_name),
        profile: heading.profile,
        scoring,
        runs,
        notes,
        programs,
    })
}
