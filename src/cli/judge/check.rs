//! `judge check`: the main job. Gathers candidates, makes them ready, tries them, tells.

use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::super::fixtures::Place;
use super::super::{BAD, FAILED, Failure, GOOD, INTERRUPTED, failure, print};
use super::languages::load;
use crate::dialect::Dialect;
use crate::execution::Limits;
use crate::golf::{Submission, Workshop, WorkshopError, gather};
use crate::process::{Command, Interrupt, Isolation};
use crate::report::{self, Heading, Progress, Record, Report, Width};
use crate::runner::{self, Candidate, Program, Settings, Standing};
use crate::suite::{Suite, Way};
use crate::transcript::Tolerance;
use crate::verdict::Word;

/// Judge submissions, folders of them, executables, or any command
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A submission, a folder of submissions, or an executable [default: golf]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// A command as it is, to be judged
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    /// Which game, in which words
    #[arg(long, value_name = "NAME", default_value = "tictactoe", value_parser = super::super::dialect)]
    dialect: Dialect,

    /// What programs are held to: what the challenge allows, or the reference's bytes
    #[arg(long, value_name = "PROFILE", default_value = "golf")]
    profile: Profile,

    /// How programs are given their inputs (auto: found out by playing one game each way)
    #[arg(long, value_name = "WAY", default_value = "auto")]
    input: Input,

    /// The folder of move lists [default: fixtures/DIALECT, or those built in]
    #[arg(long, value_name = "FOLDER")]
    fixtures: Option<PathBuf>,

    /// The form of the report
    #[arg(long, value_name = "FORM", default_value = "terminal")]
    format: Format,

    /// Try a program on the whole suite even after it has failed
    #[arg(long)]
    keep_going: bool,

    /// How many runs go on at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    jobs: Option<std::num::NonZeroUsize>,

    /// How long one run may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    wall: Duration,

    /// How much one run may print on each of its streams, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().output)]
    output: usize,

    /// How much processor time one run may take, in seconds [default: as --wall]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    cpu: Option<Duration>,

    /// How much memory one run may use at once [default: 512M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// How many processes and threads one run may have at once [default: 64]
    #[arg(long, value_name = "N")]
    processes: Option<u64>,

    /// How much one run may write into files [default: 64M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    files: Option<u64>,

    /// How large the stack may grow [default: 8M]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    stack: Option<u64>,

    #[command(flatten)]
    isolation: super::isolation::Arguments,

    /// A file of languages, over those built in
    #[arg(long, value_name = "FILE")]
    languages: Option<PathBuf>,
}

impl Arguments {
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            wall: self.wall,
            cpu: self.cpu.unwrap_or(self.wall),
            memory: self.memory.unwrap_or(usual.memory),
            output: self.output,
            processes: self.processes.unwrap_or(usual.processes),
            files: self.files.unwrap_or(usual.files),
            stack: self.stack.unwrap_or(usual.stack),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Profile {
    Golf,
    Exact,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Input {
    Auto,
    Lines,
    Words,
    Commas,
    Args,
    Arg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Terminal,
    Json,
    Markdown,
}

impl From<Profile> for Tolerance {
    fn from(profile: Profile) -> Tolerance {
        match profile {
            Profile::Golf => Tolerance::Golf,
            Profile::Exact => Tolerance::Exact,
        }
    }
}

impl Input {
    /// The ways that go by this name: none for `auto`, two where a space may follow the comma.
    fn ways(self) -> &'static [Way] {
        match self {
            Input::Auto => &Way::ALL,
            Input::Lines => &[Way::Lines],
            Input::Words => &[Way::Words],
            Input::Commas => &[Way::CommasAndSpaces, Way::Commas],
            Input::Args => &[Way::Args],
            Input::Arg => &[Way::ArgAndSpaces, Way::Arg],
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds, such as 2.5".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() => Ok(duration),
        _ => Err("more than nothing, and no more than a lifetime".to_owned()),
    }
}

/// A number of bytes, with a letter for a thousand and so on, counted in powers of two.
fn size(text: &str) -> Result<u64, String> {
    let letters = ["K", "M", "G"];
    let letter = letters.iter().position(|letter| text.to_uppercase().ends_with(letter));
    let digits = letter.map_or(text, |_| &text[..text.len() - 1]);
    let shift = letter.map_or(0, |place| 10 * (place as u32 + 1));
    let number: Option<u64> = digits.parse().ok();
    let size = number.filter(|number| *number > 0).and_then(|number| number.checked_mul(1 << shift));
    size.ok_or_else(|| "a number of bytes, such as 65536, 64K, 512M or 2G".to_owned())
}

pub(super) fn check(arguments: Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals()?;
    let jobs = arguments.jobs.map_or_else(cores, usize::from);
    let suite = suite(&arguments)?;
    let isolation = arguments.isolation.choose()?;
    let candidates = match candidates(&arguments, jobs, &interrupt, &isolation) {
        Err(_) if interrupt.is_told() => return Ok(INTERRUPTED),
        other => other?,
    };
    let settings = Settings {
        dialect: arguments.dialect,
        tolerance: arguments.profile.into(),
        ways: arguments.input.ways(),
        limits: arguments.limits(),
        isolation,
        jobs,
        keep_going: arguments.keep_going,
    };
    let mut record = Record::new(heading(&settings, &suite));
    let mut progress = Progress::new();
    runner::run(&settings, &candidates, &suite, &interrupt, |event| {
        progress.hear(&event);
        record.hear(&event);
    })?;
    print(&render(&record, arguments.format))?;
    exit_code(&record)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn heading(settings: &Settings, suite: &Suite) -> Heading {
    Heading {
        dialect: settings.dialect.name().to_owned(),
        profile: settings.tolerance.name().to_owned(),
        suite: suite.name().to_owned(),
    }
}

fn suite(arguments: &Arguments) -> Result<Suite, Failure> {
    let place = Place::choose(arguments.fixtures.clone(), arguments.dialect);
    let fixtures = place.load(arguments.dialect)?;
    let missing = fixtures.iter().filter(|fixture| fixture.snapshot.is_none());
    let missing: Vec<_> = missing.map(|fixture| fixture.name.as_str()).collect();
    if !missing.is_empty() && super::snapshots::is_ci() {
        let names = missing.join(", ");
        return Err(failure(format!("no snapshot of {names}; `judge record` proposes them, outside CI")));
    }
    Ok(Suite::of_fixtures(arguments.dialect, &fixtures)?)
}

/// All that is to be judged, ready to run or with the reason why not.
fn candidates(
    arguments: &Arguments,
    jobs: usize,
    interrupt: &Interrupt,
    isolation: &Isolation,
) -> Result<Vec<Candidate>, Failure> {
    if let [program, args @ ..] = arguments.command.as_slice() {
        return Ok(vec![bare(program, args)?]);
    }
    let languages = load(arguments.languages.as_deref())?;
    let golf = [PathBuf::from("golf")];
    let paths = if arguments.paths.is_empty() { &golf[..] } else { &arguments.paths };
    let mut submissions = Vec::new();
    for path in paths {
        submissions.extend(gather(path, arguments.dialect, &languages)?);
    }
    let workshop = Workshop::new(interrupt).isolated(isolation);
    Ok(prepare(&workshop, &submissions, jobs)?)
}

/// A command as it is, but for what would mean something else in the folder that it runs in: its
/// program is looked for now, and an argument that names a file here names it there too.
fn bare(program: &OsString, args: &[OsString]) -> Result<Candidate, Failure> {
    let words = [program].into_iter().chain(args).map(|word| word.to_string_lossy());
    let name = words.collect::<Vec<_>>().join(" ");
    let program = which::which(program).or_else(|_| std::path::absolute(program))?;
    let is_file = |arg: &&OsString| std::path::Path::new(arg).is_file();
    let args: Result<Vec<_>, _> = args
        .iter()
        .map(|arg| Some(arg).filter(is_file).map_or(Ok(arg.into()), std::path::absolute))
        .collect();
    let program = Program::Ready(Command::new(program, args?));
    Ok(Candidate { name, path: None, language: None, bytes: None, chars: None, program })
}

/// Makes the submissions ready, several at once, in their order.
fn prepare(
    workshop: &Workshop<'_>,
    submissions: &[Submission<'_>],
    jobs: usize,
) -> Result<Vec<Candidate>, WorkshopError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut ready = Vec::new();
        while let Some((index, submission)) = take(&next, submissions) {
            ready.push((index, workshop.prepare(submission)));
        }
        ready
    };
    let mut ready = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("preparing does not panic"))
            .collect::<Vec<_>>()
    });
    ready.sort_by_key(|(index, _)| *index);
    ready.into_iter().map(|(_, candidate)| candidate).collect()
}

fn take<'a, T>(next: &AtomicUsize, items: &'a [T]) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

fn render(record: &Record, format: Format) -> String {
    match format {
        Format::Terminal => report::terminal(record, width()),
        Format::Json => report::json(record),
        Format::Markdown => report::markdown(record),
    }
}

/// The width of the terminal that the report goes to; a pipe has none.
fn width() -> Width {
    let stdout = std::io::stdout();
    let size = if stdout.is_terminal() { terminal_size::terminal_size_of(&stdout) } else { None };
    size.map_or(Width::Unlimited, |(width, _)| Width::Columns(width.0.into()))
}

/// Whether the judge itself failed at one of the candidates.
fn has_failed(record: &Record) -> bool {
    record.rulings.iter().any(|ruling| ruling.standing == Standing::Judged(Word::JudgeError))
}

fn exit_code(record: &Record) -> Result<u8, Failure> {
    let (conforming, judged) = record.tally();
    match (conforming, judged) {
        _ if record.interrupted => Ok(INTERRUPTED),
        _ if has_failed(record) => Ok(FAILED),
        (_, 0) => Err(Failure { what: "nothing could be judged".to_owned(), code: FAILED }),
        (conforming, judged) if conforming == judged => Ok(GOOD),
        _ => Ok(BAD),
    }
}
