//! Programs that are judged again whenever they change.
//!
//! What is new is judged first. A program that was accepted before is first tried on a few cases, which takes a moment. A change
//! while a program is judged stops that, and it begins anew.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use super::judging::{CheckError, Judging};
use crate::files::FileError;
use crate::golf::{Changes, FileChange, GatherError, Harness, Stamps, Toolchain, Watched, Woken, gather};
use crate::process::{Interrupt, RunError};
use crate::report::{Report, Ruled, size_since};
use crate::runner::{Candidate, CandidateReport, QuickCases, QuickCheck};
use crate::suite::counted;
use crate::transcript::visible_line;

/// How many cases are played before the first message: more would take longer than a moment.
const QUICK: usize = 64;

/// The receiver of a watch's news. Events are those of the current run.
pub trait Watcher: Report {
    /// Opens the challenge, which has changed.
    fn open(&mut self) -> Result<Judging, String>;

    /// Reports what has happened.
    /// Fails if nobody reads the reports any more; that ends the watch.
    fn notify(&mut self, news: &News<'_>) -> io::Result<()>;
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WatchError {
    /// Somebody wants the program to end; of the judgement of one program also: something has changed.
    #[error("interrupted")]
    Interrupted,
    #[error(transparent)]
    Path(#[from] FileError),
    #[error(transparent)]
    System(#[from] notify::Error),
    #[error(transparent)]
    Gather(#[from] GatherError),
    #[error(transparent)]
    Check(#[from] CheckError),
    #[error("standard output: {0}")]
    Unreported(io::Error),
}

impl From<RunError> for WatchError {
    fn from(why: RunError) -> WatchError {
        match why {
            RunError::Interrupted => WatchError::Interrupted,
            why => WatchError::Check(why.into()),
        }
    }
}

/// Programs that are watched.
pub struct Watch<'a, W> {
    watcher: W,
    interrupt: &'a Interrupt,
    /// The folder of the challenge, if it is in one.
    folder: Option<PathBuf>,
    judging: Judging,
    changes: Changes,
    watched: Watched,
    /// The files of the challenge.
    stamps: Stamps,
    queue: VecDeque<PathBuf>,
    known: BTreeMap<PathBuf, Known>,
}

struct Known {
    ruled: Ruled,
    report: CandidateReport,
}

impl<'a, W: Watcher> Watch<'a, W> {
    /// Watches the programs at these paths, and the folder of the challenge, if it is in one.
    /// Fails if a path is not there, or cannot be watched.
    pub fn new(
        paths: &[PathBuf],
        folder: Option<PathBuf>,
        judging: Judging,
        watcher: W,
        interrupt: &'a Interrupt,
    ) -> Result<Watch<'a, W>, WatchError> {
        let mut changes = Changes::new(interrupt)?;
        for path in paths.iter().chain(&folder) {
            changes.watch(path).map_err(FileError::at(path))?;
        }
        let watched = Watched::new(paths.to_vec());
        let (stamps, queue, known) = (Stamps::default(), VecDeque::new(), BTreeMap::new());
        Ok(Watch { watcher, interrupt, folder, judging, changes, watched, stamps, queue, known })
    }

    /// Judges what is there and what changes, until the interrupt.
    pub fn run(mut self) -> Result<Infallible, WatchError> {
        self.look()?;
        self.stamps = self.stamps();
        if self.queue.is_empty() {
            self.notify(&News::NoPrograms)?;
        }
        loop {
            if let Some(path) = self.queue.pop_front() {
                match self.judge(&path) {
                    Err(WatchError::Interrupted) => self.queue.push_front(path),
                    Ok(()) if !self.changes.have_come() => continue,
                    other => other?,
                }
            }
            if self.changes.wait()? == Woken::Interrupted {
                return Err(WatchError::Interrupted);
            }
            self.look()?;
            self.reopen()?;
        }
    }

    fn notify(&mut self, news: &News<'_>) -> Result<(), WatchError> {
        self.watcher.notify(news).map_err(WatchError::Unreported)
    }

    fn stamps(&self) -> Stamps {
        let folder = self.folder.as_ref();
        folder.map_or_else(Stamps::default, |folder| Stamps::of(folder, self.watched.all()))
    }

    /// Opens the challenge again if one of its files was written, and judges all programs by it.
    fn reopen(&mut self) -> Result<(), WatchError> {
        let stamps = self.stamps();
        if stamps == self.stamps {
            return Ok(());
        }
        self.stamps = stamps;
        match self.watcher.open() {
            Ok(judging) => {
                self.judging = judging;
                self.queue = self.watched.all().map(Path::to_owned).collect();
                self.notify(&News::NewChallenge)
            }
            Err(_) if self.interrupt.is_raised() => Ok(()),
            Err(why) => self.notify(&News::BadChallenge(why)),
        }
    }

    /// Looks what has changed: what is new is judged first.
    fn look(&mut self) -> Result<(), WatchError> {
        if let Some(gone) = self.changes.gone() {
            return Err(FileError::at(gone)("the folder is gone").into());
        }
        self.changes.renew()?;
        let changes = self.watched.look(self.judging.settings.dialect(), &self.judging.languages)?;
        let mut written = VecDeque::new();
        for change in changes {
            match change {
                FileChange::Written(path) => written.push_back(path),
                FileChange::Gone(path) => {
                    self.queue.retain(|queued| *queued != path);
                    self.notify(&News::Program(&path, ProgramNews::Gone))?;
                }
            }
        }
        self.queue.retain(|queued| !written.contains(queued));
        written.append(&mut self.queue);
        self.queue = written;
        Ok(())
    }

    /// Judges a program, until something changes.
    fn judge(&mut self, path: &Path) -> Result<(), WatchError> {
        let (stop, hand) = self.interrupt.or_by_hand().map_err(|why| RunError::System("make a pipe", why))?;
        self.changes.stop_at_next(hand);
        let Judging { settings, languages, .. } = &self.judging;
        let toolchain = Toolchain::new(&stop).isolated(&settings.conditions.isolation);
        // A file may just have vanished.
        let submissions = match gather(path, settings.dialect(), languages) {
            Err(why) => {
                return self.notify(&News::Program(path, ProgramNews::Unreadable(why.to_string())));
            }
            Ok(submissions) => submissions,
        };
        let submission = submissions.into_iter().next().ok_or(WatchError::Interrupted)?;
        let harness = Harness::of(settings.dialect(), languages)?;
        let candidate =
            toolchain.prepare(&submission.within(&harness), languages).map_err(|why| {
                match stop.is_raised() {
                    true => WatchError::Interrupted,
                    false => WatchError::Check(why.into()),
                }
            })?;
        if let Some(news) = self.tried(path, &candidate, &stop)? {
            self.notify(&News::Program(path, news))?;
        }
        let Watch { judging, watcher, .. } = self;
        let mut reports = judging.run(&[candidate.clone().into()], &toolchain, &mut [watcher])?;
        let report = reports.pop().ok_or(WatchError::Interrupted)?;
        let ruled = Ruled::of(&candidate, &report);
        let ruling = ruled.since(self.known.get(path).map(|known| &known.ruled));
        let replay = report.failure.as_ref().and_then(|failure| failure.replay().cloned());
        self.notify(&News::Program(path, ProgramNews::Ruled { ruling, replay }))?;
        self.known.insert(path.to_owned(), Known { ruled, report });
        Ok(())
    }

    /// Whether a program that was accepted before still passes the first cases.
    fn tried(
        &self,
        path: &Path,
        candidate: &Candidate,
        stop: &Interrupt,
    ) -> Result<Option<ProgramNews>, WatchError> {
        let known = self.known.get(path).filter(|known| known.ruled.is_accepted());
        let mode = known.and_then(|known| known.report.mode());
        let (Some(known), Some(mode), Some(command)) = (known, mode, candidate.command()) else {
            return Ok(None);
        };
        let Judging { settings, plan, .. } = &self.judging;
        let settings = QuickCheck::settings(settings, known.report.most.cpu);
        let cases = QuickCases::of(plan, mode, QUICK);
        let Some(passed) = QuickCheck::new(&settings, stop, mode, &cases)?.passed(command)? else {
            return Ok(Some(ProgramNews::Fails));
        };
        let cases = counted(passed, settings.dialect().noun());
        let size = size_since(candidate.bytes, known.ruled.bytes());
        Ok(Some(ProgramNews::Passes { cases, size }))
    }
}

/// An event while programs are watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News<'a> {
    /// There is no program yet.
    NoPrograms,
    /// The challenge was changed, and all programs are judged by it.
    NewChallenge,
    /// The challenge was changed and cannot be opened, for this reason; the one before stays.
    BadChallenge(String),
    /// Something about the program at this path.
    Program(&'a Path, ProgramNews),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramNews {
    Gone,
    Unreadable(String),
    /// It was accepted before, and fails one of the first cases.
    Fails,
    /// It was accepted before, and passes the first cases.
    Passes {
        cases: String,
        /// Its size with what has changed in it, as the end of the line.
        size: String,
    },
    Ruled {
        /// The ruling, with what was different in the one before.
        ruling: String,
        /// The command that shows its failure, if there is one.
        replay: Option<String>,
    },
}

impl fmt::Display for News<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::NoPrograms => to.write_str("nothing to judge yet; watching"),
            News::NewChallenge => to.write_str("the challenge has changed"),
            News::BadChallenge(why) => to.write_str(&visible_line(why.as_bytes())),
            News::Program(path, news) => {
                write!(to, "{}: {news}", visible_line(path.as_os_str().as_encoded_bytes()))
            }
        }
    }
}

impl fmt::Display for ProgramNews {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramNews::Gone => to.write_str("gone"),
            ProgramNews::Unreadable(why) => write!(to, "cannot-run: {}", visible_line(why.as_bytes())),
            ProgramNews::Fails => to.write_str("fails, judging it"),
            ProgramNews::Passes { cases, size } => write!(to, "passes {cases} so far{size}"),
            ProgramNews::Ruled { ruling, replay: None } => to.write_str(ruling),
            ProgramNews::Ruled { ruling, replay: Some(replay) } => write!(to, "{ruling}\n    {replay}"),
        }
    }
}
