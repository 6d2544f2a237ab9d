//! A program that is judged, and made shorter if it is accepted.

use std::path::Path;

use super::judging::CheckError;
use super::judging::Judging;
use crate::golf::{
    Shortened, Shortening, ShorteningError, ShorteningProgress, Submission, Toolchain, gather,
};
use crate::process::Interrupt;
use crate::report::{Outcome, Record, Report};

/// A program that is made shorter as long as it is accepted.
pub struct Shorten<'a> {
    judging: &'a Judging,
    submission: Submission<'a>,
    shortening: Shortening<'a>,
    interrupt: &'a Interrupt,
}

impl<'a> Shorten<'a> {
    /// The program at a path.
    /// Fails if there is none, or it is no text.
    pub fn new(
        judging: &'a Judging,
        program: &Path,
        interrupt: &'a Interrupt,
    ) -> Result<Shorten<'a>, ShorteningError> {
        let Judging { settings, plan, languages, .. } = judging;
        let submissions = gather(program, settings.dialect(), languages)?;
        let submission = submissions
            .into_iter()
            .next()
            .ok_or_else(|| ShorteningError::NoText(program.to_owned(), "it is no program".to_owned()))?;
        let shortening = Shortening::of(&submission, settings, plan, languages, interrupt)?;
        Ok(Shorten { judging, submission, shortening, interrupt })
    }

    /// Its text.
    pub fn text(&self) -> &[u8] {
        &self.shortening.text
    }

    /// Judges it as it is.
    /// Fails as [`Judging::run`] does, or if it cannot be compiled here.
    pub fn judge(&self, progress: &mut dyn Report) -> Result<Record, CheckError> {
        let Judging { settings, languages, .. } = self.judging;
        let toolchain = Toolchain::new(self.interrupt).isolated(&settings.conditions.isolation);
        let candidate = toolchain.prepare(&self.submission, languages)?;
        let mut record = self.judging.record();
        self.judging.run(&[candidate.into()], &toolchain, &mut [progress, &mut record])?;
        Ok(record)
    }

    /// Makes it shorter. `None` if the record did not accept it.
    /// An interrupt is not an error.
    pub fn run(
        &self,
        record: &Record,
        progress: &(dyn Fn(ShorteningProgress) + Sync),
    ) -> Result<Option<Shortened>, ShorteningError> {
        let accepted = record.judged().next().filter(|_| record.outcome() == Outcome::Passed);
        accepted.map(|(_, report)| self.shortening.run(report, progress)).transpose()
    }
}
