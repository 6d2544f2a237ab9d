//! `judge check`: gathers candidates, compiles them if necessary, judges them and prints the report.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::super::help::{MORE, RUNNING, brief};
use super::super::{BAD, FAILED, Failure, GOOD, INTERRUPTED, failure, print, save, try_out_beside};
use super::candidates::programs;
use super::conditions::{Played, SUITES, judging};
use super::form::Form;
use super::options::duration;
use judging::catalogue::SuiteChoice;
use judging::check::{Judging, Rerun};
use judging::dialect::Dialect;
use judging::golf::{Gathered, Languages, Preparation, Toolchain, command_candidate};
use judging::process::{Interrupt, Isolation};
use judging::report::{Log, Outcome, Part, Progress};
use judging::runner::{BUDGET, Candidate, Settings, Shard};
use judging::suite::SuiteKind;
use judging::transcript::Profile;

/// Check programs: submissions, folders of them, executables or any command
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct CheckArguments {
    /// A submission, a folder of submissions, or an executable [default: the programs in right/ and wrong/
    /// of the folder of --challenge, or else those in golf]
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,

    /// A command to judge, in addition to any paths
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    #[command(flatten)]
    pub(super) played: Played,

    #[arg(long, value_name = "TIME", value_parser = duration, help = budget(), help_heading = SUITES)]
    pub(super) budget: Option<Duration>,

    /// The folder of move lists [default: fixtures/DIALECT, or the built-in ones]
    #[arg(long, value_name = "FOLDER", help_heading = SUITES)]
    fixtures: Option<PathBuf>,

    #[command(flatten)]
    pub(super) form: Form,

    #[command(flatten)]
    pub(super) marking: super::marking::Marking,

    /// Also rerun programs that pass, alone and in parallel, and compare the transcripts; failures in
    /// other surroundings (locale, HOME, folder, name, input from a file, terminal) then count
    #[arg(long, help_heading = SUITES)]
    cross_check: bool,

    /// Also count lines that nobody types: control characters, bytes that are not UTF-8, lines of more than 40
    /// bytes. By default, and unless the challenge says otherwise, failures there are only noted
    #[arg(long, help_heading = SUITES)]
    robust: bool,

    /// Judge again the programs of a saved run that failed, were flaky or were not judged, by its challenge, suites and limits
    #[arg(long, value_name = "RUN.json", conflicts_with_all = ["paths", "command"], help_heading = SUITES)]
    rerun: Option<PathBuf>,

    /// Judge only a share of the programs, I of N, by their names; `judge merge` makes one run of all
    #[arg(long, value_name = "I/N", help_heading = RUNNING)]
    pub(super) shard: Option<Shard>,

    /// Save the run for `judge report`, `explain`, `compare`, `merge` and `--rerun`
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub(super) save: Option<PathBuf>,

    /// Play the whole suite even after a failure
    #[arg(long, help_heading = SUITES)]
    keep_going: bool,

    /// Start the program anew for each run (slower)
    #[arg(long, help_heading = RUNNING)]
    clean: bool,

    /// Check a random tenth of the runs by starting the program anew, instead of a fiftieth. A program that notices when it is
    /// started anew, and is wrong only then, in K runs, passes with a chance of 0.9 to the power of K
    #[arg(long, conflicts_with = "clean", help_heading = RUNNING)]
    confirm: bool,

    /// End a run when the interpreter begins its own cleanup (saves CPython some milliseconds a run);
    /// output printed after that is seen only in clean runs: the first 20 and one in 50
    #[arg(long, conflicts_with = "clean", help_heading = RUNNING)]
    skip_tidying: bool,

    #[command(flatten)]
    pub(super) parallel: super::conditions::Parallel,
}

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
  judge check --challenge week1 --challenge week2 handed-in
                                                   a class: a folder for each student
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

impl CheckArguments {
    /// Whether it is a class whose programs are judged.
    pub(super) fn is_for_class(&self) -> bool {
        self.marking.is_wanted() || self.played.which.challenge.len() > 1
    }

    /// The challenge that is named, or that of the run that is judged again.
    fn challenge(&self, rerun: Option<&Rerun>) -> Result<Dialect, Failure> {
        let named = || self.played.which.challenge();
        let Some(rerun) = rerun else { return named() };
        let named = self.played.which.is_given().then(named).transpose()?;
        Ok(rerun.challenge(named)?)
    }

    /// The kinds of suites: those that were chosen, or those of the run that is judged again.
    fn kinds(&self, rerun: Option<&Rerun>) -> Result<Vec<SuiteKind>, Failure> {
        match rerun.filter(|_| self.played.suite.is_empty() && self.budget.is_none()) {
            Some(rerun) => Ok(rerun.suites()?),
            None => Ok(self.played.suite.clone()),
        }
    }

    /// Settings with what no other options are about.
    pub(super) fn applied_to(&self, mut usual: Settings) -> Settings {
        usual.conditions.is_warm = !self.clean;
        usual.conditions.is_confirmed = self.confirm;
        usual.conditions.skips_tidying = self.skip_tidying;
        usual.criteria.is_robust |= self.robust || usual.criteria.profile == Profile::Exact;
        // Marks need the verdict on each case.
        let gives_marks = self.form.gives_marks() || self.is_for_class();
        let has_marks = gives_marks && usual.dialect().whole().is_some();
        Settings {
            keep_going: self.keep_going || usual.keep_going || has_marks,
            cross_check: self.cross_check,
            reports_facts: self.save.is_some(),
            ..usual
        }
    }

    /// The programs that were named, or those of the run that is judged again; if none was named, those in the challenge's own
    /// folder, or else the submissions in `golf`.
    fn programs<'a>(
        &self,
        rerun: Option<&Rerun>,
        judging: &'a Judging,
        toolchain: &'a Toolchain<'a>,
    ) -> Result<Vec<Gathered<'a>>, Failure> {
        let Judging { settings, languages, .. } = judging;
        let (dialect, isolation) = (settings.dialect(), &settings.conditions.isolation);
        let preparation = Preparation { toolchain, languages, shard: self.shard };
        let mut found = match rerun {
            Some(rerun) => rerun.programs(&preparation, dialect)?,
            None if self.paths.is_empty() && !self.command.is_empty() => Vec::new(),
            None => programs(&preparation, &self.paths, dialect)?,
        };
        if let [program, args @ ..] = self.command.as_slice() {
            found.push(command(program, args, languages, isolation)?.into());
        }
        Ok(found)
    }
}

pub(super) fn check(arguments: &CheckArguments, interrupt: &Interrupt) -> Result<u8, Failure> {
    let CheckArguments { form, played, parallel, shard, budget, .. } = arguments;
    let running = &parallel.running;
    try_out_beside([], arguments.save.as_deref())?;
    form.try_out([])?;
    if arguments.save.as_deref().is_some_and(|file| Some(file) == form.out()) {
        return Err(failure("--save and --out name one file, and one would replace the other; name another"));
    }
    let rerun = arguments.rerun.as_deref().map(Rerun::open).transpose()?;
    let rerun = rerun.as_ref();
    if let Some(rerun) = rerun.filter(|rerun| rerun.is_empty()) {
        print(&format!("nothing to judge again: in {} every program passed\n", rerun.file.display()))?;
        return Ok(GOOD);
    }
    let kinds = &arguments.kinds(rerun)?;
    let dialect = arguments.challenge(rerun)?;
    let usual = Settings::new(&dialect, running.tools.isolation()?);
    let usual = match rerun {
        Some(rerun) => rerun.applied_to(usual),
        None => usual,
    };
    let settings = arguments.applied_to(played.applied_to(parallel, usual)?);
    if arguments.fixtures.is_some() && dialect.brings_cases() {
        return Err(failure(format!("{} has its own cases, so --fixtures has no use", dialect.name())));
    }
    let chosen = played.suites(&settings);
    let fixtures = arguments.fixtures.clone().or(chosen.fixtures);
    let suites = SuiteChoice { fixtures, kinds, budget: *budget, ..chosen };
    let isolation = settings.conditions.isolation.clone();
    let toolchain = Toolchain::new(interrupt).isolated(&isolation);
    let judging = judging(settings, &suites, running, &toolchain)?;
    let mut found = arguments.programs(rerun, &judging, &toolchain)?;
    let part = shard.map(|shard| Part::share(shard, &mut found));
    let mut record = judging.record();
    let log = |_| Log::new(record.heading.clone(), record.conditions.clone()).part_of(part);
    let mut log = arguments.save.as_ref().map(log);
    let mut events = form.events(&record.heading)?;
    let mut progress = Progress::new(dialect.noun());
    judging.run(&found, &toolchain, &mut [&mut progress, &mut record, &mut log, &mut events])?;
    form.write(&record, events)?;
    if let (Some(log), Some(file)) = (&log, &arguments.save) {
        save(file, log.json())?;
    }
    match record.outcome() {
        // Of few programs a shard may have none.
        Outcome::Nothing if shard.is_some() => Ok(GOOD),
        outcome => exit_code(outcome),
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
        return Err(failure(format!("{word:?} after `--` is no command; options go before `--`")));
    }
    for option in args.iter().filter(|arg| is_option(arg)) {
        let option = judging::transcript::visible_line(option.as_encoded_bytes());
        anstream::eprintln!("judge: {option} comes after `--`, so it is passed to the program");
    }
    Ok(command_candidate(program, args, languages, isolation)?)
}

fn is_option(word: &OsString) -> bool {
    let word = word.to_string_lossy();
    let name = word.strip_prefix("--").map(|rest| rest.split('=').next().unwrap_or(rest));
    let own = CheckArguments::augment_args(clap::Command::new("check"));
    name.is_some_and(|name| own.get_arguments().any(|own| own.get_long() == Some(name)))
}

pub(super) fn exit_code(outcome: Outcome) -> Result<u8, Failure> {
    match outcome {
        Outcome::Interrupted => Ok(INTERRUPTED),
        Outcome::JudgeError => Ok(FAILED),
        Outcome::Nothing => Err(failure("nothing could be judged")),
        Outcome::Passed => Ok(GOOD),
        Outcome::Failed => Ok(BAD),
    }
}
