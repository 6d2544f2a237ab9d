//! What one mutant does in the suites, and in further sessions.

use std::collections::HashSet;
use std::time::Instant;

use super::super::player::{Player, Target};
use super::super::warmth::Start;
use super::shortening::Shortening;
use crate::process::{Command, Interrupt, RunError};
use crate::suite::explore::Session;
use crate::suite::{Fate, Suite};
use crate::verdict::Verdict;

/// How many cases a mutant gets at a time: few at first, since most fail early, and each may take its time to be stopped. The
/// first of each suite it gets with a start of its own: to hold it for that would be another start.
const CHUNKS: [(usize, Start); 4] =
    [(1, Start::Clean), (8, Start::Warm), (32, Start::Warm), (128, Start::Warm)];

/// The same for all mutants.
pub(super) struct Trial<'a> {
    /// What candidates are given.
    pub(super) suites: &'a [Suite],
    /// The sessions of each suite.
    pub(super) sessions: Vec<HashSet<Session>>,
    pub(super) shortening: Shortening<'a>,
    /// Until when.
    pub(super) until: Instant,
    pub(super) interrupt: &'a Interrupt,
}

/// How a mutant did in a suite.
enum Outcome {
    Right,
    Wrong(Session, Verdict),
    /// The time was over.
    Cut,
}

impl Trial<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.interrupt.is_raised() || Instant::now() >= self.until
    }

    /// Which suites find a mutant.
    pub(super) fn by_suites(&self, player: &mut Player<'_>, command: &Command) -> Result<Fate, RunError> {
        let (mut found, mut shows) = (Vec::new(), HashSet::new());
        for (suite, sessions) in self.suites.iter().zip(&self.sessions) {
            // Many suites have the examples, too.
            if !sessions.is_disjoint(&shows) {
                found.push(true);
                continue;
            }
            match self.play(player, command, suite)? {
                Outcome::Right => found.push(false),
                Outcome::Wrong(_, Verdict::CompileError | Verdict::CannotRun) => return Ok(Fate::NotStarted),
                Outcome::Wrong(session, _) => {
                    found.push(true);
                    shows.insert(session);
                }
                Outcome::Cut => return Ok(Fate::Untried),
            }
        }
        Ok(if found.contains(&true) { Fate::Found(found) } else { Fate::Alike })
    }

    /// Whether a further session shows a mutant that no suite finds.
    pub(super) fn by_further(
        &self,
        player: &mut Player<'_>,
        command: &Command,
        further: &[Suite],
    ) -> Result<Fate, RunError> {
        for suite in further {
            match self.play(player, command, suite)? {
                Outcome::Right => {}
                Outcome::Wrong(session, _) => {
                    return Ok(Fate::Missed(self.shortening.shortened(player, command, session)));
                }
                Outcome::Cut => return Ok(Fate::Untried),
            }
        }
        Ok(Fate::Alike)
    }

    /// Plays a suite up to the first case in which a mutant is not right.
    fn play(&self, player: &mut Player<'_>, command: &Command, suite: &Suite) -> Result<Outcome, RunError> {
        let target = Target { command, mode: self.shortening.mode };
        let (mut place, mut chunks) = (0, CHUNKS.into_iter().chain(std::iter::repeat(CHUNKS[3])));
        while place < suite.len() {
            if self.is_over() {
                return Ok(Outcome::Cut);
            }
            let (size, start) = chunks.next().unwrap_or(CHUNKS[3]);
            let cases = (place..suite.len().min(place + size)).map(|place| (suite.case(place), start));
            let cases: Vec<_> = cases.collect();
            let attempts = player.attempt(target, &cases, false)?;
            let wrong = attempts.iter().zip(cases).find(|(attempt, _)| !attempt.settled.result.is_accepted());
            if let Some((attempt, (case, _))) = wrong {
                return Ok(Outcome::Wrong(case.inputs, attempt.settled.result.verdict));
            }
            place += size;
        }
        Ok(Outcome::Right)
    }
}
