//! Judging one submission.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::catalogue::Entry;
use super::digest::digest;
use super::queue::Job;
use judging::check::{CheckError, judge};
use judging::execution::Level;
use judging::files::FileError;
use judging::golf::{self, GatherError, Harness, Languages, Toolchain, ToolchainError, gather};
use judging::process::{Interrupt, Isolation, Scratch};
use judging::report::{Conditions, Heading, Log};
use judging::runner::{Candidate, CandidateReport, Program, Settings, Status};
use judging::transcript::Profile;
use judging::verdict::Verdict;

/// How much output of a submission's runs is stored, in bytes: one database holds thousands of submissions.
const LARGEST_LOG: usize = 1 << 20;

/// How submissions are judged: with the defaults of `judge check`.
#[derive(Clone, Debug)]
pub struct Judging {
    /// The languages of submissions.
    pub languages: Languages,
    /// Those of validators.
    pub validator_languages: Languages,
    pub isolation: Isolation,
    pub profile: Profile,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub verdict: String,
    pub log: Vec<u8>,
    /// Whether another run would certainly have the same result.
    pub is_lasting: bool,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum JudgingError {
    #[error("interrupted")]
    Interrupted,
    #[error(
        "a file in its folder is not as it was at the start, so nothing is judged by it until it is, or the judge is restarted"
    )]
    Changed,
    #[error("the suites cannot be made: {0}")]
    Suites(String),
    #[error("{}", in_words(.0))]
    Check(#[from] CheckError),
    #[error(transparent)]
    Include(#[from] FileError),
    #[error("cannot write the source: {0}")]
    Write(#[from] std::io::Error),
    #[error(transparent)]
    Gather(#[from] GatherError),
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    #[error(transparent)]
    Validator(#[from] golf::ValidatorError),
}

/// The message. That of a reference does not say what it is about.
fn in_words(why: &CheckError) -> String {
    match why {
        CheckError::Reference(why) => format!("the reference: {why}"),
        why => why.to_string(),
    }
}

impl Judging {
    /// A digest of all that the ruling on a job depends on besides the submission and the challenge. `None` if its
    /// language is unknown.
    pub(super) fn tools(&self, job: &Job, toolchain: &Toolchain<'_>) -> Option<String> {
        let language = self.languages.iter().find(|language| language.name == job.language)?;
        let tools = toolchain.tools(language).ok()?;
        let version = toolchain.version(language, &tools);
        let how = format!(
            "{language:?} {tools:?} {version} {:?} {:?} {}",
            self.profile,
            self.isolation.level(),
            build()
        );
        Some(digest(&[how.as_bytes()]))
    }

    pub(super) fn judge(
        &self,
        job: &Job,
        entry: &Entry,
        toolchain: &Toolchain<'_>,
        interrupt: &Interrupt,
    ) -> Result<Outcome, JudgingError> {
        let plan = entry.plan().map_err(|why| JudgingError::Suites(why.to_owned()))?;
        let folder = Scratch::new()?;
        let candidate = match job.is_command {
            true => self.command(job),
            false => self.source(job, folder.path(), entry, toolchain)?,
        };
        let is_module = matches!(&candidate.program, Program::Ready(command) if command.is_module());
        let validators = toolchain.validators(&entry.dialect, &self.validator_languages)?;
        let mut settings = Settings::new(&entry.dialect, self.isolation.clone());
        (settings.criteria.validators, settings.criteria.profile) = (validators, self.profile);
        (settings.conditions.jobs, settings.reports_facts) = (1, true);
        // Here it matters to others that a program is right.
        settings.conditions.is_confirmed = true;
        let mut log =
            Log::new(heading(&settings, entry), Conditions::of(&settings, None)).within(LARGEST_LOG);
        let reports = judge(
            &settings,
            plan,
            &[candidate.into()],
            &self.languages,
            toolchain,
            interrupt,
            &mut [&mut log],
        )?;
        let report = reports.first().ok_or(JudgingError::Interrupted)?;
        Ok(Outcome {
            verdict: report.verdict().to_owned(),
            // The path on this machine is private, and differs from run to run.
            log: log.json().replace(&format!("{}/", folder.path().display()), "").into_bytes(),
            is_lasting: is_lasting(report, is_module),
        })
    }

    /// A command of an interpreter. Its words are not files of this machine.
    fn command(&self, job: &Job) -> Candidate {
        let words = shlex::split(&String::from_utf8_lossy(&job.source)).unwrap_or_default();
        let mut rest = words.iter().map(OsString::from);
        let mut command = golf::command(&rest.next().unwrap_or_default(), &self.languages, &self.isolation);
        command.args.extend(rest);
        let program = match self.isolation.level() {
            Level::Namespaces | Level::Cgroup => Program::Ready(command),
            // The words are the program's text, and `/proc` shows the words of all processes.
            level => Program::CannotRun(format!(
                "commands are not judged at isolation {}, where other programs could read their words: submit a file",
                level.name()
            )),
        };
        let name = words.join(" ");
        Candidate { as_typed: Some(words), ..Candidate::new(name, program) }
    }

    /// A source, which is written into a folder.
    fn source(
        &self,
        job: &Job,
        folder: &Path,
        entry: &Entry,
        toolchain: &Toolchain<'_>,
    ) -> Result<Candidate, JudgingError> {
        let path = folder.join(Path::new(&job.name).file_name().unwrap_or_else(|| "program".as_ref()));
        std::fs::write(&path, &job.source)?;
        let harness = Harness::of(&entry.dialect, &self.languages)?;
        let submission = gather(&path, &entry.dialect, &self.languages)?.remove(0).within(&harness);
        let candidate = toolchain.prepare(&submission, &self.languages)?;
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        let as_typed = as_typed(&candidate.program, folder, &name);
        Ok(Candidate { name: name.display().to_string(), path: Some(name), as_typed, ..candidate })
    }
}

/// The command of a program as its author would type it: tools by their names, and the source in the current folder.
fn as_typed(program: &Program, folder: &Path, name: &Path) -> Option<Vec<String>> {
    let Program::Ready(command) = program else { return None };
    let own = |word: &OsStr| match Path::new(word).strip_prefix(folder) {
        Ok(below) => below.to_string_lossy().into_owned(),
        Err(_) if Path::new(word).is_absolute() => {
            // A file of the judge's own cache was made from the source.
            let made = word.to_string_lossy().contains("/judge/compiled/");
            let last = if made { name.file_stem() } else { Path::new(word).file_name() };
            last.unwrap_or_default().to_string_lossy().into_owned()
        }
        Err(_) => word.to_string_lossy().into_owned(),
    };
    let words = [command.program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
    Some(words.map(own).collect())
}

/// The build of this judge: its version and a digest of the program, so that two builds always differ.
pub(crate) fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let program = std::fs::read("/proc/self/exe").unwrap_or_default();
        format!("{}+{}", env!("CARGO_PKG_VERSION"), &digest(&[&program])[..8])
    })
}

fn heading(settings: &Settings, entry: &Entry) -> Heading {
    Heading {
        dialect: settings.dialect().clone(),
        profile: settings.criteria.profile,
        suite: entry.suite.clone(),
    }
}

/// Whether another run would have the same result: it depended neither on randomness nor on the machine's load.
fn is_lasting(report: &CandidateReport, is_module: bool) -> bool {
    let is_flaky = report.failure.as_ref().is_some_and(judging::runner::Failure::is_flaky);
    match report.status {
        Status::Skipped(_) => false,
        Status::Judged(verdict) => !is_flaky && !depends_on_machine(verdict, is_module),
    }
}

/// Whether another machine may give another verdict. The limits of a WebAssembly module are the same everywhere; a compiler
/// may have lacked time, memory or room.
fn depends_on_machine(verdict: Verdict, is_module: bool) -> bool {
    match verdict {
        Verdict::JudgeError
        | Verdict::CannotRun
        | Verdict::CompileError
        | Verdict::WallTime
        | Verdict::Idle => true,
        Verdict::Memory | Verdict::CpuTime => !is_module,
        Verdict::Accepted
        | Verdict::Wrong
        | Verdict::Early
        | Verdict::Extra
        | Verdict::Processes
        | Verdict::Files
        | Verdict::Output
        | Verdict::Forbidden
        | Verdict::Crashed => false,
    }
}
