//! What a runner tells.

use std::path::PathBuf;

use super::Ruling;
use crate::process::Command;

/// A program under judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What it is called in reports.
    pub name: String,
    /// Its source or executable, if it is a file.
    pub path: Option<PathBuf>,
    /// The language it is written in, if it is known.
    pub language: Option<String>,
    /// Its size in bytes, if it is a file.
    pub bytes: Option<u64>,
    /// Its size in characters, if it is a file of UTF-8 text.
    pub chars: Option<u64>,
    /// How it is run, or why it is not.
    pub program: Program,
}

/// How a candidate is run, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// By this command.
    Ready(Command),
    /// Its compiler refuses it, with these words.
    CompileError(String),
    /// The machine lacks something that it needs: this.
    Skipped(String),
}

/// Something that happened in a run.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// The run has begun.
    RunStarted {
        /// The candidates, in the order of their rulings.
        candidates: &'a [Candidate],
    },
    /// A candidate will be tried on so many cases in all, if it fails none; told again when more are
    /// added.
    CasesPlanned {
        /// The candidate's place in the list.
        candidate: usize,
        /// How many.
        cases: usize,
    },
    /// A case was tried; told as it happens, in no order.
    CaseFinished {
        /// The candidate's place in the list.
        candidate: usize,
    },
    /// A candidate was judged; told in the candidates' order, of which an interrupted run leaves some
    /// out.
    CandidateJudged {
        /// The candidate's place in the list.
        candidate: usize,
        /// The ruling.
        ruling: &'a Ruling,
    },
    /// The run is over; if it was interrupted, the candidates that were not judged have no ruling.
    RunFinished {
        /// Whether it was interrupted.
        interrupted: bool,
    },
}
