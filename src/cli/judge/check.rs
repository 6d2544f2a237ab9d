//! `judge check`: gathers candidates, compiles them if necessary, judges them and prints the report.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, RUNNING, brief};
use super::super::{BAD, FAILED, Failure, GOOD, INTERRUPTED, failure, print, save, try_out};
use super::candidates::{bare, gathered, own};
use super::form::{Form, Live};
use super::options::duration;
use super::rerun::Rerun;
use crate::catalogue::{self, FixtureSource, offers_with};
use crate::dialect::Dialect;
use crate::golf::{Languages, Toolchain, distinct};
use crate::process::{Interrupt, Isolation};
use crate::report::{self, Conditions, Heading, Log, Origin, Part, Progress, Record, Report};
use crate::runner::{self, BUDGET, Candidate, CandidateReport, Event, Plan, Settings, Shard, Status};
use crate::suite::{FIXTURES, Fixture, Offer, ROBUST, Suite, SuiteKind, offer_of, offers};
use crate::transcript::Profile;
use crate::verdict::Verdict;

/// Check programs: submissions, folders of them, executables or any command
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// A submission, a folder of submissions, or an executable [default: golf; for a challenge of whole
    /// cases its own right/ and wrong/ programs]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// A command to judge, in addition to any paths
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    #[command(flatten)]
    which: super::super::which::Which,

    #[command(flatten)]
    io_options: super::io_options::Arguments,

    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = super::options::suites(),
          hide_possible_values = true, help = suites(), help_heading = SUITES)]
    suite: Vec<SuiteKind>,

    #[arg(long, value_name = "TIME", value_parser = duration, help = budget(), help_heading = SUITES)]
    budget: Option<Duration>,

    /// The folder of move lists [default: fixtures/DIALECT, or the built-in ones]
    #[arg(long, value_name = "FOLDER", help_heading = SUITES)]
    fixtures: Option<PathBuf>,

    #[command(flatten)]
    form: Form,

    /// Also rerun programs that pass, alone and in parallel, and compare the transcripts; failures in
    /// other surroundings (locale, HOME, folder, name, input from a file, terminal) then count
    #[arg(long, help_heading = SUITES)]
    cross_check: bool,

    /// Also count lines that nobody types: control characters, bytes that are not UTF-8, lines of more than 255
    /// bytes. By default, and unless the challenge says otherwise, failures there are only noted
    #[arg(long, help_heading = SUITES)]
    robust: bool,

    /// Judge again what failed, was flaky or was not judged in a saved run, by its challenge, suites and limits
    #[arg(long, value_name = "RUN.json", conflicts_with_all = ["paths", "command"], help_heading = SUITES)]
    rerun: Option<PathBuf>,

    /// Judge only a share of the programs, I of N, by their names; `judge merge` makes one run of all
    #[arg(long, value_name = "I/N", help_heading = RUNNING)]
    shard: Option<Shard>,

    /// Save the run for `judge report`, `explain`, `compare`, `merge` and `--rerun`
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    save: Option<PathBuf>,

    /// Play the whole suite even after a failure
    #[arg(long, help_heading = SUITES)]
    keep_going: bool,

    /// Start the program anew for each run (slower)
    #[arg(long, help_heading = RUNNING)]
    clean: bool,

    /// End a run when the interpreter begins its own cleanup (saves CPython some milliseconds a run);
    /// output printed after that is seen only in clean runs: the first 20 and one in 50
    #[arg(long, conflicts_with = "clean", help_heading = RUNNING)]
    skip_tidying: bool,

    #[command(flatten)]
    running: super::running::Arguments,
}

/// The heading of what is played.
const SUITES: &str = "Suites";

/// The options that `-h` shows.
const BRIEF: [&str; 10] =
    ["dialect", "challenge", "suite", "keep_going", "input", "format", "verbose", "out", "save", "jobs"];

const EXAMPLES: &str = "\
Examples:
  judge check my.py                                a program in a file
  judge check -- ./my --flag                       any command
  judge check golf                                 a folder of submissions, as a leaderboard
  judge check --challenge bank my.py               by a challenge of your own
  judge check --suite exhaustive my.py             every game there is
  judge check --format html --out page.html golf   a page
  judge check --require-isolation namespaces golf  programs of strangers

Exit status: 0 every program passed, 1 one did not, 2 the judge could not do its work, 130 interrupted.";

/// The help of `--suite`.
pub(super) fn suites() -> String {
    let all = SuiteKind::names();
    format!(
        "The suites to play, separated by commas: {all} [default: fixtures, smoke, and the strongest in time]"
    )
}

/// The help of `--budget`.
fn budget() -> String {
    let usual = humantime::format_duration(BUDGET);
    format!(
        "Without --suite: play the strongest suite that takes a program no more processor time than this \
         [default: `complete` or, where there is none, the strongest suite, if it takes no more than {usual}]"
    )
}

impl Arguments {
    /// Takes over what a run that is judged again was made with, where nothing else is asked for.
    fn take_over(&mut self, rerun: &Rerun) -> Result<(), Failure> {
        if self.suite.is_empty() && self.budget.is_none() {
            self.suite = rerun.suites()?;
        }
        self.io_options.take_over(rerun.profile());
        self.keep_going |= rerun.keep_going();
        Ok(())
    }

    /// Whether lines outside the domain count.
    fn is_robust(&self, dialect: &Dialect) -> bool {
        self.robust || self.io_options.profile() == Profile::Exact || dialect.domain().is_robust()
    }
}

pub(super) fn check(mut arguments: Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    arguments.save.as_deref().map_or(Ok(()), try_out)?;
    arguments.form.try_out([])?;
    let rerun = arguments.rerun.as_deref().map(Rerun::of).transpose()?;
    if let Some(words) = rerun.as_ref().and_then(Rerun::nothing) {
        print(&words)?;
        return Ok(GOOD);
    }
    if let Some(rerun) = &rerun {
        arguments.take_over(rerun)?;
    }
    let dialect = challenge(&arguments, rerun.as_ref())?;
    arguments.io_options.check(&dialect)?;
    let plan = {
        let _busy = Busy::with("making the suites");
        plan(&arguments, &dialect)?
    };
    let isolation = arguments.running.isolation()?;
    let usual = Settings::new(&dialect, isolation);
    let jobs = arguments.running.jobs(usual.jobs);
    let languages = arguments.running.languages()?;
    let toolchain = Toolchain::new(&interrupt).isolated(&usual.isolation);
    let prepared = || -> Result<_, Failure> {
        let validator = toolchain.validator(&dialect, &languages)?;
        let candidates = match &rerun {
            Some(rerun) => {
                rerun.candidates(&dialect, &languages, jobs, &toolchain, &usual.isolation, arguments.shard)?
            }
            None => candidates(&arguments, &dialect, jobs, &languages, &toolchain, &usual.isolation)?,
        };
        Ok((candidates, validator))
    };
    let (candidates, validator) = match prepared() {
        Err(_) if interrupt.is_raised() => return Ok(INTERRUPTED),
        other => other?,
    };
    let (candidates, part) = share(candidates, arguments.shard);
    let limits = rerun.as_ref().map_or(usual.limits, Rerun::limits);
    let settings = Settings {
        profile: arguments.io_options.profile(),
        formats: arguments.io_options.formats(&dialect),
        feed: arguments.io_options.feed(),
        limits: arguments.running.limits(limits),
        validator,
        hypotheses: catalogue::hypotheses(&dialect, &usual.isolation, &interrupt),
        is_warm: !arguments.clean,
        skips_tidying: arguments.skip_tidying,
        jobs,
        keep_going: arguments.keep_going,
        cross_check: arguments.cross_check,
        is_robust: arguments.is_robust(&dialect),
        tells_facts: arguments.save.is_some(),
        ..usual
    };
    runner::check_reference(&dialect, []).map_err(failure)?;
    let mut reports = Reports::new(
        &arguments,
        heading(&settings, &arguments.suite),
        Conditions::of(&settings, Some(Origin::now())),
        part,
    )?;
    runner::run(&settings, &candidates, &plan, &interrupt, |event| reports.on_event(&event))?;
    let judged = || reports.record.judged();
    runner::check_reference(&dialect, judged().map(|(_, report)| report)).map_err(failure)?;
    let is_failed = |(_, report): &(&Candidate, &CandidateReport)| report.conforms() == Some(false);
    judged().filter(is_failed).try_for_each(|(candidate, _)| toolchain.confirm(candidate))?;
    reports.conclude(&arguments)
}

/// All receivers of events: the progress bar, the report, and the saved run.
struct Reports {
    progress: Progress,
    record: Record,
    log: Option<Log>,
    events: Option<Live>,
}

impl Reports {
    fn new(
        arguments: &Arguments,
        heading: Heading,
        conditions: Conditions,
        part: Option<Part>,
    ) -> Result<Reports, Failure> {
        let log = || Log::new(heading.clone(), conditions.clone()).part_of(part);
        let log = arguments.save.as_ref().map(|_| log());
        Ok(Reports {
            progress: Progress::new(heading.dialect.noun()),
            events: arguments.form.events(&heading)?,
            record: Record::new(heading, conditions),
            log,
        })
    }

    /// Writes the report, and saves the run.
    fn conclude(self, arguments: &Arguments) -> Result<u8, Failure> {
        match self.events {
            Some(events) => {
                written(events)?;
                arguments.form.write_beside(&self.record)?;
            }
            None => arguments.form.write_report(&self.record)?,
        }
        if let (Some(log), Some(file)) = (&self.log, &arguments.save) {
            save(file, log.json().as_bytes())?;
        }
        // Of few programs a shard may have none.
        let is_share_of_none = arguments.shard.is_some() && self.record.tally().1 == 0;
        match exit_code(&self.record) {
            Err(_) if is_share_of_none => Ok(GOOD),
            code => code,
        }
    }
}

impl Report for Reports {
    fn on_event(&mut self, event: &Event<'_>) {
        self.progress.on_event(event);
        self.record.on_event(event);
        self.log.iter_mut().for_each(|log| log.on_event(event));
        self.events.iter_mut().for_each(|events| events.on_event(event));
    }
}

/// Whether all events could be written. A closed pipe is not a failure.
fn written(events: Live) -> Result<(), Failure> {
    match events.finish() {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => Err(failure(format!("events: {why}"))),
        _ => Ok(()),
    }
}

pub(super) fn heading(settings: &Settings, kinds: &[SuiteKind]) -> Heading {
    let names: Vec<_> = kinds.iter().map(|kind| kind.name).collect();
    Heading {
        dialect: settings.dialect.clone(),
        profile: settings.profile,
        suite: if names.is_empty() { report::USUAL.to_owned() } else { names.join(",") },
    }
}

/// What is played.
pub(super) struct Played<'a> {
    /// The folder of move lists that was named.
    pub(super) fixtures: Option<PathBuf>,
    pub(super) kinds: &'a [SuiteKind],
    pub(super) budget: Option<Duration>,
    pub(super) is_robust: bool,
}

fn plan(arguments: &Arguments, dialect: &Dialect) -> Result<Plan, Failure> {
    if arguments.fixtures.is_some() && dialect.brings_cases() {
        return Err(failure(format!("{} has its own cases, so --fixtures has no use", dialect.name())));
    }
    let played = Played {
        fixtures: arguments.fixtures.clone().or(arguments.which.folder()),
        kinds: &arguments.suite,
        budget: arguments.budget,
        is_robust: arguments.is_robust(dialect),
    };
    planned(&played, dialect)
}

/// The named suites; by default the fixtures, small suites, and the usual one, or the strongest within a given budget.
pub(super) fn planned(played: &Played<'_>, dialect: &Dialect) -> Result<Plan, Failure> {
    let Played { fixtures, kinds, budget, is_robust } = played;
    let is_robust = *is_robust;
    let source = FixtureSource::choose(fixtures.clone(), dialect);
    let has_lists = offers(dialect).iter().any(Offer::is_of_files);
    let source = match has_lists && (kinds.is_empty() || kinds.contains(&FIXTURES)) {
        true => FixtureSource::Read(known_fixtures(&source, dialect)?),
        false => source,
    };
    let offers = offers_with(dialect, &source);
    if kinds.is_empty() {
        return Ok(Plan::of_offers(&offers, *budget, is_robust)?);
    }
    let is_left_out = is_robust && kinds.iter().all(|kind| kind.reach < ROBUST.reach);
    let robust = Suite::of(dialect, ROBUST.name).ok().filter(|_| is_left_out);
    let make = |kind: &SuiteKind| -> Result<Suite, Failure> {
        Ok(offer_of(&offers, dialect, kind.name)?.make()?.counting(is_robust))
    };
    let suites: Result<Vec<_>, Failure> = kinds.iter().map(make).collect();
    Ok(Plan::new(robust.into_iter().chain(suites?)))
}

/// The move lists. Where nobody looks at what is proposed, the transcripts of all must have been accepted.
fn known_fixtures(source: &FixtureSource, dialect: &Dialect) -> Result<Vec<Fixture>, Failure> {
    let fixtures = source.load(dialect)?;
    let missing = fixtures.iter().filter(|fixture| fixture.snapshot.is_none());
    let missing: Vec<_> = missing.map(|fixture| fixture.name.as_str()).collect();
    if !missing.is_empty() && super::options::is_ci() {
        let names = missing.join(", ");
        return Err(failure(format!("no expected transcript for {names}; run `judge record` outside CI")));
    }
    Ok(fixtures)
}

/// The challenge that is named, or that of the run that is judged again.
fn challenge(arguments: &Arguments, rerun: Option<&Rerun>) -> Result<Dialect, Failure> {
    let named = || arguments.which.challenge();
    match rerun {
        None => named(),
        Some(rerun) => rerun.challenge(arguments.which.is_given().then(named).transpose()?),
    }
}

/// The share of the programs that a shard has, and which part of the run that is.
fn share(all: Vec<Candidate>, shard: Option<Shard>) -> (Vec<Candidate>, Option<Part>) {
    let Some(shard) = shard else { return (all, None) };
    let names = all.iter().map(|candidate| candidate.name.clone()).collect();
    let share = all.into_iter().filter(|candidate| shard.has(&candidate.name)).collect();
    (share, Some(Part::new(shard, names)))
}

/// The programs that were named; if none was, those in the challenge's own folder, or else the submissions in `golf`.
fn candidates(
    arguments: &Arguments,
    dialect: &Dialect,
    jobs: usize,
    languages: &Languages,
    toolchain: &Toolchain<'_>,
    isolation: &Isolation,
) -> Result<Vec<Candidate>, Failure> {
    let mut candidates = Vec::new();
    if arguments.command.is_empty() || !arguments.paths.is_empty() {
        let whole = dialect.whole().filter(|_| arguments.paths.is_empty());
        candidates = match whole.and_then(|whole| whole.folder()) {
            Some(folder) => own(folder, languages, jobs, toolchain, arguments.shard)?,
            None => gathered(&arguments.paths, dialect, languages, jobs, toolchain, arguments.shard)?,
        };
        candidates = distinct(candidates);
    }
    if let [program, args @ ..] = arguments.command.as_slice() {
        candidates.push(command(program, args, languages, isolation)?);
    }
    Ok(candidates)
}

/// The command after `--`. The judge's own options there are an error.
pub(super) fn command(
    program: &OsString,
    args: &[OsString],
    languages: &Languages,
    isolation: &Isolation,
) -> Result<Candidate, Failure> {
    let word = program.to_string_lossy();
    if word.starts_with('-') {
        let what = format!("{word:?} after `--` is no command; options go before `--`");
        return Err(failure(what));
    }
    for option in args.iter().filter(|arg| is_option(arg)) {
        let option = crate::transcript::visible_line(option.as_encoded_bytes());
        anstream::eprintln!("judge: {option} comes after `--`, so it is passed to the program");
    }
    bare(program, args, languages, isolation)
}

/// Whether a word is an option of this command.
fn is_option(word: &OsString) -> bool {
    let word = word.to_string_lossy();
    let name = word.strip_prefix("--").map(|rest| rest.split('=').next().unwrap_or(rest));
    let own = Arguments::augment_args(clap::Command::new("check"));
    name.is_some_and(|name| own.get_arguments().any(|own| own.get_long() == Some(name)))
}

/// Whether the judge itself failed at one of the candidates.
fn has_failed(record: &Record) -> bool {
    record.judged().any(|(_, report)| report.status == Status::Judged(Verdict::JudgeError))
}

pub(super) fn exit_code(record: &Record) -> Result<u8, Failure> {
    let (conforming, judged) = record.tally();
    match (conforming, judged) {
        _ if record.interrupted => Ok(INTERRUPTED),
        _ if has_failed(record) => Ok(FAILED),
        (_, 0) => Err(Failure { what: "nothing could be judged".to_owned(), code: FAILED }),
        (conforming, judged) if conforming == judged => Ok(GOOD),
        _ => Ok(BAD),
    }
}
