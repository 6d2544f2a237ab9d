//! `judge`: checks whether programs play a game by its specification.

mod candidates;
mod challenge;
mod check;
mod class;
mod compare;
mod conditions;
mod diff;
mod doctor;
mod explain;
mod form;
mod import;
mod io_options;
pub(super) mod isolation;
mod languages;
mod limits;
mod marking;
mod merge;
mod names;
mod new;
pub(super) mod options;
mod recording;
mod replay;
mod report;
mod running;
#[cfg(feature = "service")]
mod service;
mod shorten;
mod snapshots;
mod suite;
mod watch;

use std::process::ExitCode;

use clap::{Command, CommandFactory, Parser, Subcommand};

use super::help::grouped;
use super::{Failure, absent, interruptible, setup};
use judging::process::Interrupt;

/// Check whether programs play a console game exactly by its specification.
#[derive(Debug, Parser)]
#[command(name = "judge", version, max_term_width = 100)]
#[command(help_template = groups(), after_long_help = EXAMPLES)]
#[command(override_usage = "judge <COMMAND>\n       judge <COMMAND> --help")]
struct JudgeArguments {
    #[command(subcommand)]
    command: Chosen,
}

#[derive(Debug, Subcommand)]
enum Chosen {
    #[command(flatten)]
    Judging(Judging),
    #[command(flatten)]
    Authoring(Authoring),
    #[cfg(feature = "service")]
    #[command(flatten)]
    Serving(service::Command),
    #[command(flatten)]
    SettingUp(SettingUp),
}

/// The commands that judge programs.
#[derive(Debug, Subcommand)]
enum Judging {
    Check(Box<check::CheckArguments>),
    Diff(Box<diff::DiffArguments>),
    Replay(Box<replay::ReplayArguments>),
    Shorten(Box<shorten::ShortenArguments>),
    Watch(Box<watch::WatchArguments>),
    Report(report::ReportArguments),
    Compare(compare::CompareArguments),
    Merge(merge::MergeArguments),
    Explain(explain::ExplainArguments),
    Languages(languages::LanguagesArguments),
    Doctor(doctor::DoctorArguments),
}

/// The commands for authors of challenges.
#[derive(Debug, Subcommand)]
enum Authoring {
    New(Box<new::NewArguments>),
    Import(Box<import::ImportArguments>),
    Challenge(challenge::ChallengeArguments),
    /// Propose the expected transcripts that are missing or wrong
    Record(Box<snapshots::RecordArguments>),
    /// Accept the proposed expected transcripts
    Accept(snapshots::SnapshotsArguments),
    Suite(suite::SuiteArguments),
}

/// The commands that set the program up.
#[derive(Debug, Subcommand)]
enum SettingUp {
    Completions(setup::Completions),
}

fn groups() -> String {
    let groups = grouped(&[
        ("Judge programs", Judging::augment_subcommands(Command::new("judge"))),
        ("Make challenges", Authoring::augment_subcommands(Command::new("judge"))),
        #[cfg(feature = "service")]
        ("Run a service", service::Command::augment_subcommands(Command::new("judge"))),
        ("Set up", SettingUp::augment_subcommands(Command::new("judge"))),
    ]);
    let lines = [groups, absent::note("judge")];
    lines.join("\n\n").trim_end().to_owned()
}

const EXAMPLES: &str = "\
Examples:
  judge check my.py                    a program in a file
  judge check -- ./my --flag           any command
  judge check                          the submissions in golf/, as a leaderboard
  judge replay 2,0,4,1,6 -- ./my       one game, side by side with the reference
  judge shorten my.lua --out short.lua a shorter program that is accepted, too
  judge diff old.py new.py             a session in which they differ, if there is one
  judge check --save run.json my.py    save the run
  judge report run.json --format html  a saved run as a page
  judge explain run.json my.py         why a program got its verdict
  judge compare old.json run.json      what got better or worse since another run
  judge compare runs/*.json            how each program got shorter from run to run
  judge new bank -- python3 bank.py    record a program, to detect changes later
  judge challenge bank                 whether a challenge of your own is sound
  judge check --challenge bank my.py   by your own challenge

Exit status: 0 every program passed, 1 one did not, 2 the judge could not do its work,
130 interrupted.";

pub fn command() -> Command {
    JudgeArguments::command()
}

pub fn main() -> ExitCode {
    super::start("judge", || {
        judging::process::seal()?;
        match super::tips::parse::<JudgeArguments>().command {
            Chosen::Judging(command) => interruptible(|interrupt| judging(command, interrupt)),
            Chosen::Authoring(command) => interruptible(|interrupt| authoring(command, interrupt)),
            #[cfg(feature = "service")]
            Chosen::Serving(command) => service::run(&command),
            Chosen::SettingUp(SettingUp::Completions(arguments)) => arguments.print(self::command()),
        }
    })
}

fn judging(command: Judging, interrupt: &Interrupt) -> Result<u8, Failure> {
    match command {
        Judging::Check(arguments) if arguments.is_for_class() => class::mark(&arguments, interrupt),
        Judging::Check(arguments) => check::check(&arguments, interrupt),
        Judging::Diff(arguments) => diff::diff(&arguments, interrupt),
        Judging::Replay(arguments) => replay::replay(&arguments, interrupt),
        Judging::Shorten(arguments) => shorten::shorten(&arguments, interrupt),
        Judging::Watch(arguments) => watch::watch(&arguments, interrupt),
        Judging::Report(arguments) => report::report(arguments),
        Judging::Compare(arguments) => compare::compare(&arguments),
        Judging::Merge(arguments) => merge::merge(&arguments),
        Judging::Explain(arguments) => explain::explain(&arguments),
        Judging::Languages(arguments) => languages::list(&arguments, interrupt),
        Judging::Doctor(arguments) => doctor::examine(arguments),
    }
}

fn authoring(command: Authoring, interrupt: &Interrupt) -> Result<u8, Failure> {
    match command {
        Authoring::New(arguments) => new::new(&arguments, interrupt),
        Authoring::Import(arguments) => import::run(&arguments, interrupt),
        Authoring::Challenge(arguments) => challenge::challenge(&arguments, interrupt),
        Authoring::Record(arguments) => snapshots::record(&arguments, interrupt),
        Authoring::Accept(arguments) => snapshots::accept(arguments),
        Authoring::Suite(arguments) => suite::suite(&arguments),
    }
}
