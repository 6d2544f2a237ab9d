//! The form of a saved run. It has the judge's own types, but for events, candidates and facts: a file has less of these, and
//! what it says must be checked.

use std::borrow::Cow;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::part::Part;
use crate::dialect::Dialect;
use crate::execution::{Execution, FeedMode, Limits, ListOfBytes};
use crate::process::Command;
use crate::report::heading::HeadingDto;
use crate::report::record::Conditions;
use crate::report::submission::Submission;
use crate::runner::{Candidate, CandidateReport, Facts, Program};
use crate::suite::{Case, InputFormat, IoMode};
use crate::transcript::Profile;
use crate::verdict::{Settled, Verdict, settle};

/// The number of the format.
pub(super) const NUMBER: u32 = 3;

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
    /// What happened: the beginning, the plans, the results and the facts of cases, each by candidate, and the end.
    pub(super) events: Cow<'a, [EventDto]>,
    /// For how many cases the facts were left out to limit the size.
    pub(super) left_out: usize,
}

/// An event of a run.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Event")]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum EventDto {
    /// The candidates are known.
    RunStarted {
        /// All of them; the other events name them by their place here, from 0.
        candidates: Vec<CandidateDto>,
    },
    /// It is known how many cases a candidate plays.
    CasesPlanned {
        /// Which candidate.
        candidate: usize,
        /// How many.
        cases: usize,
    },
    /// What decided the verdict on a case.
    CaseFinished {
        /// Which candidate.
        candidate: usize,
        /// The facts.
        facts: FactsDto,
    },
    /// A candidate was judged.
    CandidateJudged {
        /// Which candidate.
        candidate: usize,
        /// Its result.
        report: Box<CandidateReport>,
    },
    /// The run is over.
    RunFinished {
        /// Whether it was interrupted.
        interrupted: bool,
    },
}

/// A candidate, in text.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Candidate")]
pub(super) struct CandidateDto {
    #[serde(flatten)]
    pub(super) submission: Submission,
    /// Its source, if it is text of 64 KiB at most.
    pub(super) source: Option<String>,
    #[serde(flatten)]
    pub(super) program: ProgramDto,
}

/// What is run, or why nothing is.
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
    /// What is missing on this machine.
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

impl EventDto {
    /// By what events are sorted in the file; those of one kind and candidate keep their order.
    pub(super) fn order(&self) -> (u8, usize, usize) {
        match self {
            EventDto::RunStarted { .. } => (0, 0, 0),
            EventDto::CasesPlanned { candidate, .. } => (1, *candidate, 0),
            EventDto::CandidateJudged { candidate, .. } => (2, *candidate, 0),
            EventDto::CaseFinished { candidate, facts } => (3, *candidate, facts.place),
            EventDto::RunFinished { .. } => (4, 0, 0),
        }
    }

    /// The verdict on the case, if it is the event of a case.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        match self {
            EventDto::CaseFinished { facts, .. } => Some(facts.settled.verdict),
            _ => None,
        }
    }
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
        CandidateDto { submission: Submission::of(candidate), source: candidate.source.clone(), program }
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
        let Submission { name, path, language, bytes, chars } = self.submission.clone();
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
        let divergence = settled.result.divergence.as_ref();
        VerdictDto {
            verdict: settled.result.verdict,
            run: settled.run,
            is_flaky: settled.is_flaky,
            step: divergence.map(|divergence| divergence.step),
            at: divergence.map(|divergence| divergence.at),
        }
    }
}
