//! `judge check`: gathers candidates, compiles them if necessary, judges them and prints the report.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::super::help::{MORE, RUNNING, brief};
use super::super::{
    BAD, FAILED, Failure, GOOD, INTERRUPTED, at, failure, print, save, try_out, unless_interrupted,
};
use super::candidates::{prepare, programs};
use super::form::{Form, Live};
use super::judging::{judging, suites};
use super::options::{duration, is_ci};
use super::report::saved;
use crate::catalogue::{self, SuiteChoice};
use crate::check::{Judging, Rerun, RerunError};
use crate::dialect::Dialect;
use crate::golf::{Languages, Toolchain, command_candidate};
use crate::process::{Interrupt, Isolation};
use crate::report::{Conditions, Heading, Log, Origin, Part, Progress, Record};
use crate::runner::{BUDGET, Candidate, Settings, Shard, Status};
use crate::suite::SuiteKind;
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
    fn take_over(&mut self, rerun: &Rerun) -> Result<(), RerunError> {
        if self.suite.is_empty() && self.budget.is_none() {
            self.suite = rerun.suites()?;
        }
        self.io_options.take_over(rerun.heading.profile);
        self.keep_going |= rerun.conditions.keep_going;
        Ok(())
    }

    /// The challenge that is named, or that of the run that is judged again.
    fn challenge(&self, rerun: Option<&Rerun>) -> Result<Dialect, Failure> {
        let named = || self.which.challenge();
        let Some(rerun) = rerun else { return named() };
        let named = self.which.is_given().then(named).transpose()?;
        rerun.challenge(named).map_err(|why| self.of_rerun(why))
    }

    /// Why a run cannot be judged again, with its file.
    fn of_rerun(&self, why: RerunError) -> Failure {
        let hint = match why {
            RerunError::NoChallenge(_) => ", by --challenge FOLDER or --dialect NAME",
            RerunError::Preparation(_) | RerunError::Command(_) => return why.into(),
            _ => "",
        };
        at(self.rerun.as_deref().unwrap_or(Path::new("")))(format!("{why}{hint}"))
    }

    fn suites(&self, dialect: &Dialect, is_robust: bool) -> Result<SuiteChoice<'_>, Failure> {
        if self.fixtures.is_some() && dialect.brings_cases() {
            return Err(failure(format!("{} has its own cases, so --fixtures has no use", dialect.name())));
        }
        Ok(SuiteChoice {
            fixtures: self.fixtures.clone().or(self.which.folder()),
            kinds: &self.suite,
            budget: self.budget,
            is_robust,
            is_strict: is_ci(),
        })
    }

    /// The settings that no other options are about.
    fn settings(
        &self,
        dialect: &Dialect,
        rerun: Option<&Rerun>,
        interrupt: &Interrupt,
    ) -> Result<Settings, Failure> {
        let usual = Settings::new(dialect, self.running.isolation()?);
        Ok(Settings {
            limits: rerun.map_or(usual.limits, |rerun| rerun.conditions.limits),
            hypotheses: catalogue::hypotheses(dialect, &usual.isolation, interrupt),
            is_warm: !self.clean,
            skips_tidying: self.skip_tidying,
            keep_going: self.keep_going,
            cross_check: self.cross_check,
            is_robust: self.robust || self.io_options.profile() == Profile::Exact || usual.is_robust,
            tells_facts: self.save.is_some(),
            ..usual
        })
    }

    /// The programs that were named, or those of the run that is judged again; if none was named, those in the challenge's own
    /// folder, or else the submissions in `golf`.
    fn candidates(
        &self,
        rerun: Option<&Rerun>,
        judging: &Judging,
        toolchain: &Toolchain<'_>,
    ) -> Result<Vec<Candidate>, Failure> {
        let Judging { settings: Settings { dialect, jobs, isolation, .. }, languages, .. } = judging;
        let mut candidates = prepare(languages, *jobs, toolchain, self.shard, |all| match rerun {
            Some(rerun) => rerun.candidates(all, dialect).map_err(|why| self.of_rerun(why)),
            None if self.paths.is_empty() && !self.command.is_empty() => Ok(Vec::new()),
            None => programs(all, &self.paths, dialect),
        })?;
        if let [program, args @ ..] = self.command.as_slice() {
            candidates.push(command(program, args, languages, isolation)?);
        }
        Ok(candidates)
    }
}

pub(super) fn check(mut arguments: Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    arguments.save.as_deref().map_or(Ok(()), try_out)?;
    arguments.form.try_out([])?;
    let rerun = arguments.rerun.as_deref().map(saved).transpose()?.map(|log| Rerun::of(&log));
    if let Some(rerun) = &rerun {
        if rerun.is_empty() {
            let file = arguments.rerun.unwrap_or_default();
            print(&format!("nothing to judge again: in {} every program passed\n", file.display()))?;
            return Ok(GOOD);
        }
        arguments.take_over(rerun).map_err(|why| arguments.of_rerun(why))?;
    }
    let dialect = arguments.challenge(rerun.as_ref())?;
    let settings = arguments.settings(&dialect, rerun.as_ref(), &interrupt)?;
    let toolchain = Toolchain::new(&interrupt).isolated(&settings.isolation);
    let suites = arguments.suites(&dialect, settings.is_robust)?;
    let prepared = judging(settings, &suites, &arguments.io_options, &arguments.running, &toolchain)
        .and_then(|judging| Ok((arguments.candidates(rerun.as_ref(), &judging, &toolchain)?, judging)));
    let (mut candidates, judging) = unless_interrupted(&interrupt, prepared)?;
    let part = arguments.shard.map(|shard| Part::share(shard, &mut candidates));
    judged(&arguments, &judging, &candidates, part, &toolchain)
}

/// Judges the programs, writes the report, and saves the run.
fn judged(
    arguments: &Arguments,
    judging: &Judging,
    candidates: &[Candidate],
    part: Option<Part>,
    toolchain: &Toolchain<'_>,
) -> Result<u8, Failure> {
    let heading = Heading::of(&judging.settings, &arguments.suite);
    let conditions = Conditions::of(&judging.settings, Some(Origin::now()));
    let log = |_| Log::new(heading.clone(), conditions.clone()).part_of(part);
    let mut log = arguments.save.as_ref().map(log);
    let mut events = arguments.form.events(&heading)?;
    let mut progress = Progress::new(heading.dialect.noun());
    let mut record = Record::new(heading, conditions);
    judging.run(candidates, toolchain, &mut [&mut progress, &mut record, &mut log, &mut events])?;
    match events {
        Some(events) => {
            written(events)?;
            arguments.form.write_beside(&record)?;
        }
        None => arguments.form.write_report(&record)?,
    }
    if let (Some(log), Some(file)) = (&log, &arguments.save) {
        save(file, log.json().as_bytes())?;
    }
    // Of few programs a shard may have none.
    let is_share_of_none = arguments.shard.is_some() && record.tally().1 == 0;
    match exit_code(&record) {
        Err(_) if is_share_of_none => Ok(GOOD),
        code => code,
    }
}

/// Whether all events could be written. A closed pipe is not a failure.
fn written(events: Live) -> Result<(), Failure> {
    match events.finish() {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => Err(failure(format!("events: {why}"))),
        _ => Ok(()),
    }
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
    Ok(command_candidate(program, args, languages, isolation)?)
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
