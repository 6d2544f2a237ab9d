//! Rulings that are kept, so that a class is marked again within seconds where nothing has changed. Nothing but the marks of a
//! class uses them. A line of its report says how many do, and `--again` judges all.
//!
//! The key of a ruling covers what it follows from: the judge, the challenge and the files of its folder (by their sizes and
//! times), the settings, and the program with its compiler or interpreter. What depends on the machine or on chance is
//! never kept: programs that could not be judged, and those whose runs did not agree. A change of the machine that does not show
//! in the version of a tool is not noticed.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::{CheckError, Judging};
use crate::execution::hex;
use crate::golf::{Gathered, Stamps, Toolchain};
use crate::report::{Record, Report};
use crate::runner::{CandidateReport, Status};
use crate::verdict::Verdict;

impl Judging {
    /// Judges programs as [`Judging::run`] does, but for those whose ruling was kept, unless all are judged `again`. Gives the
    /// record of all, and how many rulings were kept. A challenge without its own folder is judged by files that may lie
    /// anywhere, so nothing is kept of it.
    pub fn run_changed(
        &self,
        programs: &[Gathered<'_>],
        toolchain: &Toolchain<'_>,
        receiver: &mut dyn Report,
        again: bool,
    ) -> Result<(Record, usize), CheckError> {
        let own = self.digest();
        let keys: Vec<_> =
            programs.iter().map(|one| toolchain.key_of_ruling(own.as_deref()?, one.submission()?)).collect();
        let kept = keys.iter().map(|key| toolchain.kept_ruling(key.as_deref().filter(|_| !again)?));
        let mut reports: Vec<Option<CandidateReport>> = kept.collect();
        let open: Vec<_> = (0..programs.len()).filter(|place| reports[*place].is_none()).collect();
        let rest: Vec<_> = open.iter().map(|place| programs[*place].clone()).collect();
        let mut record = self.record();
        if !rest.is_empty() {
            self.run(&rest, toolchain, &mut [receiver, &mut record])?;
        }
        for (place, report) in open.iter().zip(std::mem::take(&mut record.reports)) {
            if let (Some(key), Some(report)) =
                (&keys[*place], report.as_ref().filter(|report| may_be_kept(report)))
            {
                toolchain.keep_ruling(key, report);
            }
            reports[*place] = report;
        }
        record.candidates = programs.iter().map(|one| one.candidate.clone()).collect();
        record.reports = reports;
        Ok((record, programs.len() - rest.len()))
    }

    /// The part of the key that does not depend on the program. `None` for a challenge without a folder.
    fn digest(&self) -> Option<String> {
        let judge = std::env::current_exe().and_then(|exe| exe.metadata());
        let judge = judge.map(|file| (file.len(), file.modified().ok())).ok();
        let (dialect, conditions) = (self.settings.dialect(), &self.settings.conditions);
        let files = Stamps::of(dialect.folder()?, std::iter::empty::<&Path>());
        let how =
            (conditions.limits, conditions.isolation.level(), conditions.is_warm, conditions.is_confirmed);
        let criteria = &self.settings.criteria;
        let what = (criteria.profile, criteria.is_robust, self.settings.formats, self.settings.keep_going);
        let more =
            (self.settings.cross_check, conditions.feed, conditions.skips_tidying, &self.heading.suite);
        let all =
            format!("{judge:?} {} {:?} {files:?} {how:?} {what:?} {more:?}", dialect.name(), dialect.text());
        Some(hex(&Sha256::digest(all.as_bytes())))
    }
}

fn may_be_kept(report: &CandidateReport) -> bool {
    let unsettled = [Verdict::JudgeError, Verdict::CannotRun, Verdict::WallTime, Verdict::Idle];
    match report.status {
        Status::Judged(verdict) => !unsettled.contains(&verdict) && !report.is_flaky(),
        Status::Skipped(_) => false,
    }
}
