//! The rulings of a run, collected.

use super::Report;
use crate::golf::Leaderboard;
use crate::runner::{Candidate, Event, Ruling};

/// What a run was about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The dialect's name.
    pub dialect: String,
    /// The profile's name.
    pub profile: String,
    /// The suite's name.
    pub suite: String,
}

/// What is known of a run so far.
#[derive(Clone, Debug)]
pub struct Record {
    /// What the run is about.
    pub heading: Heading,
    /// The candidates, in the order in which they were given.
    pub candidates: Vec<Candidate>,
    /// How many cases the suite has.
    pub cases: usize,
    /// The rulings so far, in the same order.
    pub rulings: Vec<Ruling>,
    /// Whether the run was interrupted.
    pub interrupted: bool,
}

impl Record {
    /// Nothing yet.
    pub fn new(heading: Heading) -> Record {
        Record { heading, candidates: Vec::new(), cases: 0, rulings: Vec::new(), interrupted: false }
    }

    /// Candidates and rulings in the order of merit.
    pub fn leaderboard(&self) -> Leaderboard<'_> {
        Leaderboard::new(self.candidates.iter().zip(&self.rulings))
    }

    /// How many of the judged candidates conform, and how many were judged.
    pub fn tally(&self) -> (usize, usize) {
        let judged: Vec<_> = self.rulings.iter().filter_map(Ruling::conforms).collect();
        (judged.iter().filter(|conforms| **conforms).count(), judged.len())
    }
}

impl Report for Record {
    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates, cases } => {
                self.candidates = candidates.to_vec();
                self.cases = *cases;
            }
            Event::CaseFinished { .. } => {}
            Event::CandidateJudged { ruling, .. } => self.rulings.push((*ruling).clone()),
            Event::RunFinished { interrupted } => self.interrupted = *interrupted,
        }
    }
}
