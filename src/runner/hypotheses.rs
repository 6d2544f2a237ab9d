//! Names the fault of a candidate by a small change of the reference: the changed reference that prints what the candidate
//! prints, where that is wrong and where it is right.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::NamedFault;
use super::mutants::{Mutated, in_spread_order, limits};
use super::player::{Player, Target};
use crate::challenge::Freedoms;
use crate::execution::{Ending, Execution};
use crate::process::RunError;
use crate::suite::{Case, IoMode};

/// How long changed references are tried for one candidate. Each is a start of an interpreter, some 20 ms, and what several
/// candidates fail at is tried once for all.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many other cases a changed reference must answer as the candidate does.
const EVIDENCE: usize = 24;

/// How many of those that fit the failure are compared on other cases.
const MOST_FITTING: usize = 8;

/// The changes of a reference, each of which may be what is wrong with a candidate. A clone shares what is known.
#[derive(Clone)]
pub(crate) struct Hypotheses(Arc<Changes>);

struct Changes {
    /// What each changes; completes a sentence that begins with "it".
    words: Vec<String>,
    make: Box<Make>,
    /// What a changed reference did with these inputs.
    known: Mutex<HashMap<(usize, Inputs), Option<Conduct>>>,
}

type Make = dyn Fn(usize) -> Result<Mutated, String> + Send + Sync;

/// How a program gets its inputs, and which.
type Inputs = (IoMode, Vec<Vec<u8>>);

/// What counts of a run: the output, without what may differ, and whether the program ended by itself.
#[derive(Clone, PartialEq, Eq)]
struct Conduct {
    output: String,
    is_ended: bool,
}

impl Hypotheses {
    /// One for each of these words, and how the changed reference is made.
    pub(crate) fn new(
        words: Vec<String>,
        make: impl Fn(usize) -> Result<Mutated, String> + Send + Sync + 'static,
    ) -> Hypotheses {
        Hypotheses(Arc::new(Changes { words, make: Box::new(make), known: Mutex::default() }))
    }

    /// The fault of a candidate: it failed in the first of these cases. The others are played only if a change explains that.
    /// None is named if it does not fail there again.
    ///
    /// # Errors
    /// [`RunError`] if the judge cannot run programs.
    pub(super) fn name(
        &self,
        player: &mut Player<'_>,
        candidate: Target<'_>,
        cases: impl Iterator<Item = Case>,
    ) -> Result<Option<NamedFault>, RunError> {
        let mut until = Instant::now() + PATIENCE;
        let mut fitting = in_spread_order(self.0.words.len());
        for (place, case) in cases.take(1 + EVIDENCE).enumerate() {
            let case = candidate.mode.fit(case);
            let (execution, result) = player.play(candidate, &case)?;
            let Some(freedoms) = case.dialect.freedoms() else { return Ok(None) };
            if place == 0 && result.is_accepted() {
                return Ok(None);
            }
            let done = Conduct::of(&execution, freedoms);
            let mut left = Vec::new();
            for number in fitting {
                if left.len() == MOST_FITTING || Instant::now() > until {
                    break;
                }
                if self.conduct(player, number, candidate.mode, &case, freedoms)?.as_ref() == Some(&done) {
                    left.push(number);
                }
            }
            fitting = left;
            if fitting.is_empty() {
                break;
            }
            if place == 0 {
                until += PATIENCE;
            }
        }
        Ok(fitting.iter().min().map(|number| NamedFault {
            fault: self.0.words[*number].clone(),
            cause: "Reproducible: the same inputs always trigger it.".to_owned(),
        }))
    }

    /// What a changed reference does in a case; none if it is no program.
    fn conduct(
        &self,
        player: &mut Player<'_>,
        number: usize,
        mode: IoMode,
        case: &Case,
        freedoms: &Freedoms,
    ) -> Result<Option<Conduct>, RunError> {
        let key = (number, (mode, case.inputs.clone()));
        let known = || self.0.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(conduct) = known().get(&key) {
            return Ok(conduct.clone());
        }
        let conduct = match (self.0.make)(number) {
            Err(_) => None,
            Ok(mutated) => {
                let limits = limits(player.settings.limits, Duration::ZERO);
                let target = Target { command: &mutated.command, mode };
                let (execution, _) = player.play_within(target, case, &limits)?;
                Some(Conduct::of(&execution, freedoms))
            }
        };
        known().insert(key, conduct.clone());
        Ok(conduct)
    }
}

impl Conduct {
    fn of(execution: &Execution, freedoms: &Freedoms) -> Conduct {
        let output = String::from_utf8_lossy(&execution.stdout).replace("\r\n", "\n");
        let is_ended = matches!(execution.ending, Ending::Exited(_) | Ending::Dismissed | Ending::Closed);
        Conduct { output: freedoms.folded(output.trim_end()), is_ended }
    }
}

impl fmt::Debug for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Hypotheses").field(&self.0.words.len()).finish()
    }
}

/// Whether both are of the same reference.
impl PartialEq for Hypotheses {
    fn eq(&self, other: &Hypotheses) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Hypotheses {}
