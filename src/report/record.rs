//! The rulings of a run, collected.

use serde::{Deserialize, Serialize};

use super::{Heading, Report};
use crate::execution::{Level, Limits};
use crate::golf::Leaderboard;
use crate::runner::{Candidate, Event, Ruling};

/// How a run was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The limits of each run.
    pub limits: Limits,
    /// The isolation of candidates.
    pub isolation: Level,
    /// How many runs at once.
    pub jobs: usize,
    /// Whether candidates played the whole suite after a failure.
    pub keep_going: bool,
}

/// What is known of a run so far.
#[derive(Clone, Debug)]
pub struct Record {
    /// What the run is about.
    pub heading: Heading,
    /// How it is judged.
    pub conditions: Conditions,
    /// The candidates, in the order in which they were given.
    pub candidates: Vec<Candidate>,
    /// The rulings so far, by candidate.
    pub rulings: Vec<Option<Ruling>>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

impl Record {
    /// Nothing yet.
    pub fn new(heading: Heading, conditions: Conditions) -> Record {
        let (candidates, rulings) = (Vec::new(), Vec::new());
        Record { heading, conditions, candidates, rulings, interrupted: false }
    }

    /// Candidates and rulings in the order of merit.
    pub fn leaderboard(&self) -> Leaderboard<'_> {
        Leaderboard::new(self.judged())
    }

    /// The candidates that have a ruling, in the order in which they were given.
    pub fn judged(&self) -> impl Iterator<Item = (&Candidate, &Ruling)> {
        let pairs = self.candidates.iter().zip(&self.rulings);
        pairs.filter_map(|(candidate, ruling)| Some((candidate, ruling.as_ref()?)))
    }

    /// How many of the judged candidates conform, and how many were judged.
    pub fn tally(&self) -> (usize, usize) {
        let judged: Vec<_> = self.judged().filter_map(|(_, ruling)| ruling.conforms()).collect();
        (judged.iter().filter(|conforms| **conforms).count(), judged.len())
    }
}

impl Report for Record {
    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => {
                self.candidates = candidates.to_vec();
                self.rulings = vec![None; candidates.len()];
            }
            Event::CandidateStarted { .. }
            | Event::CasesPlanned { .. }
            | Event::CaseFinished { .. }
            | Event::CandidateRuled { .. } => {}
            Event::CandidateJudged { candidate, ruling } => {
                self.rulings[*candidate] = Some((*ruling).clone())
            }
            Event::RunFinished { interrupted } => self.interrupted = *interrupted,
        }
    }
}
