//! A program under judgement.

use std::path::PathBuf;

use super::expectation::Expectation;
use crate::process::Command;

/// A program under judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its name in reports.
    pub name: String,
    /// Its source or executable, if it is a file.
    pub path: Option<PathBuf>,
    /// The language it is written in, if it is known.
    pub language: Option<String>,
    /// Its size in bytes, if it is a file.
    pub bytes: Option<u64>,
    /// Its size in characters, if it is a file of UTF-8 text.
    pub chars: Option<u64>,
    /// Its source, if it is a file of UTF-8 text, and not too long to be shown.
    pub source: Option<String>,
    /// How it is run, or why it is not.
    pub program: Program,
    /// The words with which its author would run it, if those are not the words of its command: another machine has other
    /// paths. They name its path as it is given here.
    pub as_typed: Option<Vec<String>>,
    /// The verdicts that are expected of it, where that is known beforehand.
    pub expected: Option<Expectation>,
}

impl Candidate {
    /// A program of which nothing else is known.
    pub fn new(name: impl Into<String>, program: Program) -> Candidate {
        Candidate {
            name: name.into(),
            path: None,
            language: None,
            bytes: None,
            chars: None,
            source: None,
            program,
            as_typed: None,
            expected: None,
        }
    }

    /// The command that runs it, if it can be run.
    pub fn command(&self) -> Option<&Command> {
        match &self.program {
            Program::Ready(command) => Some(command),
            Program::CompileError(_) | Program::CannotRun(_) | Program::Skipped(_) => None,
        }
    }
}

/// How a candidate is run, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// By this command.
    Ready(Command),
    /// Its compiler failed with this message.
    CompileError(String),
    /// It cannot be started, for this reason.
    CannotRun(String),
    /// It needs something that is missing on this machine.
    Skipped(String),
}
