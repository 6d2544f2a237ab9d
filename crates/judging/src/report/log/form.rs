//! The form of a saved run. It has the judge's own types, but for candidates and facts: a file has less of these, and what it
//! says must be checked.

use std::borrow::Cow;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::execution::{Execution, FeedMode, Limits, ListOfBytes};
use crate::golf::Gathered;
use crate::process::Command;
use crate::report::heading::HeadingDto;
use crate::report::heading::SubmissionSummary;
use crate::report::record::Conditions;
use crate::runner::{Candidate, CandidateReport, Facts, Program, Shard};
use crate::suite::{Case, InputFormat, IoMode};
use crate::transcript::{Profile, whole_characters};
use crate::verdict::{Settled, Verdict, settle};

/// The number of the format.
pub(super) const NUMBER: u32 = 6;

/// How much of an output is saved after the first difference, and how much of standard error, in bytes; and how long the mark
/// of what was left out may be.
const KEPT: usize = 8 << 10;
const MARK: usize = 64;

/// A saved run.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(title = "A run saved by judge check --save", deny_unknown_fields)]
pub(super) struct LogDto<'a> {
    /// The version of this format.
    #[schemars(extend("const" = NUMBER))]
    pub(super) schema: u32,
    #[serde(flatten)]
    pub(super) heading: HeadingDto,
    /// How it was judged.
    pub(super) conditions: Cow<'a, Conditions>,
    /// Which part of a run it is, if it is a shard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<Cow<'a, Part>>,
    /// Whether it was interrupted.
    pub(super) interrupted: bool,
    /// The candidates, in the order in which they were given.
    pub(super) candidates: Cow<'a, [CandidateDto]>,
    /// For how many cases the facts were left out to limit the size.
    pub(super) left_out: usize,
}

/// The part of a run that was judged as a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// Which shard.
    #[serde(flatten)]
    pub shard: Shard,
    /// The names of all programs of the run, those of other shards, too, in their order.
    pub programs: Vec<String>,
}

impl Part {
    /// The part that a shard is of a run of these programs, of which only its own stay.
    pub fn share(shard: Shard, all: &mut Vec<Gathered<'_>>) -> Part {
        let programs = all.iter().map(|one| one.candidate.name.clone()).collect();
        all.retain(|one| shard.has(&one.candidate.name));
        Part { shard, programs }
    }
}

/// A candidate, in text, and what became of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Candidate")]
pub(super) struct CandidateDto {
    #[serde(flatten)]
    pub(super) submission: SubmissionSummary,
    /// Its source, if it is text of 64 KiB at most.
    pub(super) source: Option<String>,
    #[serde(flatten)]
    pub(super) program: ProgramDto,
    /// Its result; null if the run was interrupted before.
    pub(super) report: Option<Box<CandidateReport>>,
    /// What decided the verdicts on its first cases and its first failures, in the suite's order.
    pub(super) facts: Vec<FactsDto>,
}

/// The command that is run, or why none is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Program")]
pub(super) enum ProgramDto {
    /// The program and its arguments, if it can be run.
    Command(Vec<String>),
    /// The message of the compiler, if it failed.
    CompileError(String),
    /// Why it cannot be started, if that is known before any run.
    CannotRun(String),
    /// Why it is not run, for example because a tool is missing.
    Skipped(String),
}

/// The facts of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Facts", deny_unknown_fields)]
pub(super) struct FactsDto {
    /// The index among all cases of the candidate, from 0.
    pub(super) place: usize,
    /// The name of the case.
    pub(super) case: String,
    /// Its inputs.
    #[serde(with = "ListOfBytes")]
    pub(super) inputs: Vec<Vec<u8>>,
    /// The input format.
    pub(super) input: InputFormat,
    /// The feed mode.
    pub(super) feed: FeedMode,
    /// One run, or more close to a time limit.
    #[schemars(length(min = 1, max = 3))]
    pub(super) runs: Vec<Execution>,
    /// The verdict that follows.
    pub(super) settled: VerdictDto,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Settled", deny_unknown_fields)]
pub(super) struct VerdictDto {
    /// The verdict on the case.
    pub(super) verdict: Verdict,
    /// The run that decided.
    #[schemars(range(max = 2))]
    pub(super) run: usize,
    /// Whether another run had another verdict.
    pub(super) is_flaky: bool,
    /// The number of inputs before the first difference.
    pub(super) step: Option<usize>,
    /// Where it is, as an offset in standard output, in bytes.
    pub(super) at: Option<usize>,
}

impl ProgramDto {
    fn of(program: &Program, as_typed: Option<&[String]>) -> ProgramDto {
        match (program, as_typed) {
            (Program::Ready(_), Some(words)) => ProgramDto::Command(words.to_vec()),
            (Program::Ready(command), None) => {
                let words =
                    [command.program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
                ProgramDto::Command(words.map(|word| word.to_string_lossy().into_owned()).collect())
            }
            (Program::CompileError(why), _) => ProgramDto::CompileError(why.clone()),
            (Program::CannotRun(why), _) => ProgramDto::CannotRun(why.clone()),
            (Program::Skipped(why), _) => ProgramDto::Skipped(why.clone()),
        }
    }
}

impl CandidateDto {
    pub(super) fn of(candidate: &Candidate) -> CandidateDto {
        let program = ProgramDto::of(&candidate.program, candidate.as_typed.as_deref());
        let (submission, source) = (SubmissionSummary::of(candidate), candidate.source.clone());
        CandidateDto { submission, source, program, report: None, facts: Vec::new() }
    }

    /// Records how it is run.
    pub(super) fn prepare(&mut self, program: &Program) {
        self.program = ProgramDto::of(program, None);
    }

    pub(super) fn candidate(&self) -> Candidate {
        let program = match &self.program {
            ProgramDto::Command(words) => {
                let (program, args) =
                    words.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
                Program::Ready(Command::new(program, args))
            }
            ProgramDto::CompileError(why) => Program::CompileError(why.clone()),
            ProgramDto::CannotRun(why) => Program::CannotRun(why.clone()),
            ProgramDto::Skipped(why) => Program::Skipped(why.clone()),
        };
        let SubmissionSummary { name, path, language, bytes, chars } = self.submission.clone();
        let (path, source) = (path.map(PathBuf::from), self.source.clone());
        Candidate { path, language, bytes, chars, source, ..Candidate::new(name, program) }
    }
}

impl FactsDto {
    pub(super) fn of(facts: &Facts) -> FactsDto {
        FactsDto {
            place: facts.place,
            case: facts.case.name.clone(),
            inputs: facts.case.inputs.clone(),
            input: facts.mode.format,
            feed: facts.mode.feed,
            runs: facts.runs.clone(),
            settled: VerdictDto::of(&facts.settled),
        }
    }

    /// Shortens the outputs to some bytes after the first difference, and standard error to its end. `None` if nothing needs to be
    /// shortened.
    pub(super) fn cut(&self) -> Option<FactsDto> {
        let most = self.settled.at.unwrap_or(0) + KEPT;
        let is_long = |run: &Execution| run.stdout.len() > most + MARK || run.stderr.len() > KEPT + MARK;
        if !self.runs.iter().any(is_long) {
            return None;
        }
        let mark = |text: &[u8]| format!("\n… ({} bytes in all)\n", text.len()).into_bytes();
        let mut cut = self.clone();
        for Execution { stdout, stderr, .. } in &mut cut.runs {
            if stdout.len() > most + MARK {
                *stdout = [whole_characters(&stdout[..most]), &mark(stdout)].concat();
            }
            if stderr.len() > KEPT + MARK {
                *stderr = [&mark(stderr), &stderr[stderr.len() - KEPT..]].concat();
            }
        }
        Some(cut)
    }

    /// The facts, with the verdict that follows from them; `None` if they do not settle it.
    pub(super) fn facts(&self, dialect: &Dialect, profile: Profile, limits: &Limits) -> Option<Facts> {
        let (inputs, runs) = (self.inputs.clone(), self.runs.clone());
        let case = Case { name: self.case.clone(), dialect: dialect.clone(), inputs };
        let settled = (1..=runs.len()).find_map(|count| settle(&case, profile, limits, &runs[..count]));
        Some(Facts {
            place: self.place,
            case,
            mode: IoMode { format: self.input, feed: self.feed },
            runs,
            settled: settled?,
        })
    }
}

impl VerdictDto {
    pub(super) fn of(settled: &Settled) -> VerdictDto {
        let divergence = settled.result.divergence();
        VerdictDto {
            verdict: settled.result.verdict,
            run: settled.run,
            is_flaky: settled.is_flaky,
            step: divergence.map(|divergence| divergence.step),
            at: divergence.map(|divergence| divergence.at),
        }
    }
}
