//! The form of a saved run: events, candidates and facts in the form of the file. They are separate types, so
//! that the file does not change with the judge's internals.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::dialect::Dialect;
use crate::execution::{Bytes, Execution, FeedMode, Limits};
use crate::process::Command;
use crate::runner::{Candidate, CandidateReport, Facts, Program};
use crate::suite::{Case, InputFormat, IoMode};
use crate::transcript::Profile;
use crate::verdict::{Settled, Verdict, settle};

/// An event of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(super) enum EventDto {
    RunStarted { candidates: Vec<CandidateDto> },
    CasesPlanned { candidate: usize, cases: usize },
    CaseFinished { candidate: usize, facts: FactsDto },
    CandidateJudged { candidate: usize, report: Box<CandidateReport> },
    RunFinished { interrupted: bool },
}

/// A candidate, in text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CandidateDto {
    pub(super) name: String,
    pub(super) path: Option<String>,
    pub(super) language: Option<String>,
    pub(super) bytes: Option<u64>,
    pub(super) chars: Option<u64>,
    pub(super) source: Option<String>,
    #[serde(flatten)]
    pub(super) program: ProgramDto,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ProgramDto {
    Command(Vec<String>),
    CompileError(String),
    CannotRun(String),
    Skipped(String),
}

/// The facts of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FactsDto {
    pub(super) place: usize,
    pub(super) case: String,
    pub(super) inputs: Vec<Bytes>,
    pub(super) input: InputFormat,
    pub(super) feed: FeedMode,
    pub(super) runs: Vec<Execution>,
    pub(super) settled: VerdictDto,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct VerdictDto {
    pub(super) verdict: Verdict,
    pub(super) run: usize,
    pub(super) is_flaky: bool,
    pub(super) step: Option<usize>,
    pub(super) at: Option<usize>,
}

impl EventDto {
    /// The verdict on the case, if it is the event of a case.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        match self {
            EventDto::CaseFinished { facts, .. } => Some(facts.settled.verdict),
            _ => None,
        }
    }
}

impl CandidateDto {
    pub(super) fn of(candidate: &Candidate) -> CandidateDto {
        let program = match &candidate.program {
            Program::Ready(_) if candidate.as_typed.is_some() => {
                ProgramDto::Command(candidate.as_typed.clone().unwrap_or_default())
            }
            Program::Ready(command) => {
                let words =
                    [command.program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
                ProgramDto::Command(words.map(|word| word.to_string_lossy().into_owned()).collect())
            }
            Program::CompileError(why) => ProgramDto::CompileError(why.clone()),
            Program::CannotRun(why) => ProgramDto::CannotRun(why.clone()),
            Program::Skipped(why) => ProgramDto::Skipped(why.clone()),
        };
        CandidateDto {
            name: candidate.name.clone(),
            path: candidate.path.as_ref().map(|path| path.display().to_string()),
            language: candidate.language.clone(),
            bytes: candidate.bytes,
            chars: candidate.chars,
            source: candidate.source.clone(),
            program,
        }
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
        Candidate {
            path: self.path.as_ref().map(PathBuf::from),
            language: self.language.clone(),
            bytes: self.bytes,
            chars: self.chars,
            source: self.source.clone(),
            ..Candidate::new(self.name.clone(), program)
        }
    }
}

impl FactsDto {
    pub(super) fn of(facts: &Facts) -> FactsDto {
        FactsDto {
            place: facts.place,
            case: facts.case.name.clone(),
            inputs: facts.case.inputs.iter().cloned().map(Bytes).collect(),
            input: facts.mode.format,
            feed: facts.mode.feed,
            runs: facts.runs.clone(),
            settled: VerdictDto::of(&facts.settled),
        }
    }

    /// The facts, with the verdict that follows from them; `None` if they do not settle it.
    pub(super) fn facts(&self, dialect: &Dialect, profile: Profile, limits: &Limits) -> Option<Facts> {
        let inputs = self.inputs.iter().map(|input| input.0.clone()).collect();
        let case = Case { name: self.case.clone(), dialect: dialect.clone(), inputs };
        let settled =
            (1..=self.runs.len()).find_map(|runs| settle(&case, profile, limits, &self.runs[..runs]));
        Some(Facts {
            place: self.place,
            case,
            mode: IoMode { format: self.input, feed: self.feed },
            runs: self.runs.clone(),
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
