//! The shortest session in which a mutant is not right.

use std::time::{Duration, Instant};

use super::super::player::{Player, Target};
use super::super::warmth::Start;
use crate::dialect::{Dialect, Observed};
use crate::process::{Command, RunError};
use crate::suite::explore::Session;
use crate::suite::{Case, IoMode};
use crate::transcript::shortest;

/// How long a session is shortened.
const SHORTENING: Duration = Duration::from_secs(10);

/// Leaves out what does not matter.
pub(super) struct Shortening<'a> {
    /// The challenge, whose reference is asked what is right.
    pub(super) observed: &'a Observed,
    /// How a mutant gets its inputs.
    pub(super) mode: IoMode,
}

impl Shortening<'_> {
    /// The session without what does not matter.
    pub(super) fn shortened(&self, player: &mut Player<'_>, command: &Command, session: Session) -> Session {
        let until = Instant::now() + SHORTENING;
        shortest(session, |session| {
            Instant::now() < until && self.differs(player, command, session).unwrap_or(false)
        })
    }

    /// Whether a mutant is not right in a session that may be played; the reference is asked what is right.
    fn differs(
        &self,
        player: &mut Player<'_>,
        command: &Command,
        session: &[Vec<u8>],
    ) -> Result<bool, RunError> {
        let observed = self.observed;
        let dialect = Dialect::Observed(observed.clone());
        let domain = dialect.domain();
        let asked = observed.ask_all(&[session.to_vec()], false).unwrap_or_default();
        let known: Vec<_> =
            asked.into_iter().filter(|heard| heard.fault.is_none()).map(|heard| heard.run).collect();
        if known.is_empty()
            || !session.iter().all(|line| domain.decides(line))
            || observed.believe(&known).is_err()
        {
            return Ok(false);
        }
        let case = Case { name: "session".to_owned(), dialect: dialect.clone(), inputs: session.to_vec() };
        let attempts = player.attempt(Target { command, mode: self.mode }, &[(case, Start::Clean)], false)?;
        Ok(attempts.iter().any(|attempt| !attempt.settled.result.is_accepted()))
    }
}
