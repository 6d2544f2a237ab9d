//! `judge watch`: judges again what has changed.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::busy::Busy;
use super::super::help::{MORE, brief};
use super::super::{Failure, INTERRUPTED, at, failure, tell};
use super::judging;
use crate::check::Judging;
use crate::golf::{Change, Changes, Stamps, Toolchain, Watched, Woken, gather};
use crate::process::{Interrupt, RunError};
use crate::report::{Record, Report, Ruled, size_since};
use crate::runner::{self, Candidate, CandidateReport, Plan, Program, QuickCases, QuickCheck, Settings};
use crate::suite::counted;
use crate::transcript::visible_line;

/// Judge programs again whenever they change
///
/// Says what has changed in the ruling and the size. A program that was accepted is first tried on a few inputs, which takes a
/// moment, and then judged. A change while it is judged begins anew.
#[derive(Debug, Args)]
#[command(mut_args = brief(&BRIEF), after_help = MORE, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// A submission, or a folder of submissions
    #[arg(value_name = "PATH", default_value = "golf")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    judging: judging::Arguments,
}

/// The options that `-h` shows.
const BRIEF: [&str; 4] = ["dialect", "challenge", "suite", "jobs"];

const EXAMPLES: &str = "\
Examples:
  judge watch my.py                                until Ctrl-C
  judge watch golf                                 all submissions in a folder, and new ones
  judge watch --challenge bank my.py               also when the challenge changes

Exit status: 130 interrupted, 2 the judge could not do its work.";

/// How many cases are played before anything is said: more would take longer than a moment.
const QUICK: usize = 64;

/// What is known of a program.
struct Known {
    ruled: Ruled,
    report: CandidateReport,
}

/// How a judgement ended.
enum Judged {
    Ruled,
    /// Something has changed, or the program is to end.
    Stopped,
}

/// A program before it is judged.
enum Prepared {
    Ready(Box<Candidate>),
    /// Something has changed, or the program is to end.
    Stopped,
    /// The file cannot be read, or has just vanished.
    Unreadable(String),
}

/// The state of the command.
struct Watch<'a> {
    arguments: &'a Arguments,
    interrupt: &'a Interrupt,
    judging: Judging,
    changes: Changes,
    watched: Watched,
    /// The files of the challenge.
    stamps: Stamps,
    /// What is to be judged, in this order.
    queue: VecDeque<PathBuf>,
    known: BTreeMap<PathBuf, Known>,
}

pub(super) fn watch(arguments: &Arguments) -> Result<u8, Failure> {
    let interrupt = Interrupt::on_signals_or_end(INTERRUPTED)?;
    for path in &arguments.paths {
        path.symlink_metadata().map_err(at(path))?;
    }
    let judging = match arguments.judging.prepare(&interrupt) {
        Err(_) if interrupt.is_raised() => return Ok(INTERRUPTED),
        other => other?,
    };
    let mut changes = Changes::new(&interrupt)?;
    for path in arguments.paths.iter().chain(arguments.judging.which.folder().as_ref()) {
        changes.watch(path).map_err(at(path))?;
    }
    let watched = Watched::new(arguments.paths.clone());
    let (stamps, queue, known) = (Stamps::default(), VecDeque::new(), BTreeMap::new());
    Watch { arguments, interrupt: &interrupt, judging, changes, watched, stamps, queue, known }.run()
}

impl Watch<'_> {
    fn run(&mut self) -> Result<u8, Failure> {
        self.look()?;
        if let Some(folder) = self.arguments.judging.which.folder() {
            self.stamps = Stamps::of(&folder, self.watched.all());
        }
        if self.queue.is_empty() {
            say("nothing to judge yet; watching\n")?;
        }
        loop {
            if let Some(path) = self.queue.pop_front() {
                if let Judged::Stopped = self.judge(&path)? {
                    self.queue.push_front(path);
                } else if !self.changes.have_come() {
                    continue;
                }
            }
            if self.changes.wait()? == Woken::Interrupted {
                return Ok(INTERRUPTED);
            }
            self.look()?;
            self.reopen()?;
        }
    }

    /// Opens the challenge again if one of its files was written, and judges all programs by it. One that cannot be opened is
    /// told, and the one before stays.
    fn reopen(&mut self) -> Result<(), Failure> {
        let Some(folder) = self.arguments.judging.which.folder() else { return Ok(()) };
        let stamps = Stamps::of(&folder, self.watched.all());
        if std::mem::replace(&mut self.stamps, stamps.clone()) == stamps {
            return Ok(());
        }
        match self.arguments.judging.prepare(self.interrupt) {
            Ok(judging) => {
                self.judging = judging;
                say("the challenge has changed\n")?;
                self.queue = self.watched.all().map(Path::to_owned).collect();
            }
            Err(_) if self.interrupt.is_raised() => {}
            Err(why) => tell("judge", &why.what),
        }
        Ok(())
    }

    /// Looks what has changed: what is new is judged first.
    fn look(&mut self) -> Result<(), Failure> {
        if let Some(gone) = self.changes.gone() {
            return Err(failure(format!("{}: the folder is gone", gone.display())));
        }
        self.changes.renew()?;
        let changes = self.watched.look(&self.judging.settings.dialect, &self.judging.languages)?;
        let mut written = VecDeque::new();
        for change in changes {
            match change {
                Change::Written(path) => written.push_back(path),
                Change::Gone(path) => {
                    self.queue.retain(|queued| *queued != path);
                    say(&format!("{}: gone\n", shown(&path)))?;
                }
            }
        }
        self.queue.retain(|queued| !written.contains(queued));
        written.append(&mut self.queue);
        self.queue = written;
        Ok(())
    }

    /// Judges a program, until something changes.
    fn judge(&mut self, path: &Path) -> Result<Judged, Failure> {
        let (stop, hand) = self.interrupt.or_by_hand()?;
        self.changes.stop_at_next(hand);
        let candidate = match self.prepared(path, &stop)? {
            Prepared::Ready(candidate) => *candidate,
            Prepared::Stopped => return Ok(Judged::Stopped),
            Prepared::Unreadable(why) => {
                say(&format!("{}: cannot-run: {}\n", shown(path), visible_line(why.as_bytes())))?;
                return Ok(Judged::Ruled);
            }
        };
        let known = self.known.get(path);
        if self.tell_quick(path, &candidate, known, &stop)?.is_none() {
            return Ok(Judged::Stopped);
        }
        let Some(report) = self.report(&candidate, &stop)? else { return Ok(Judged::Stopped) };
        let ruled = Ruled::of(&candidate, &report);
        let since = ruled.since(known.map(|known| &known.ruled));
        let replay = report.failure.as_ref().and_then(|failure| failure.replay.clone());
        let replay = replay.map(|replay| format!("    {replay}\n")).unwrap_or_default();
        say(&format!("{}: {since}\n{replay}", shown(path)))?;
        self.known.insert(path.to_owned(), Known { ruled, report });
        Ok(Judged::Ruled)
    }

    fn prepared(&self, path: &Path, stop: &Interrupt) -> Result<Prepared, Failure> {
        let Judging { settings, languages, .. } = &self.judging;
        let gathered = match gather(path, &settings.dialect, languages) {
            Ok(gathered) => gathered,
            Err(why) => return Ok(Prepared::Unreadable(why.to_string())),
        };
        let Some(submission) = gathered.first() else { return Ok(Prepared::Stopped) };
        match Toolchain::new(stop).isolated(&settings.isolation).prepare(submission, languages) {
            Ok(candidate) => Ok(Prepared::Ready(Box::new(candidate))),
            Err(_) if stop.is_raised() => Ok(Prepared::Stopped),
            Err(why) => Err(why.into()),
        }
    }

    /// Says whether a program that was accepted before still passes the first cases. None if it was stopped.
    fn tell_quick(
        &self,
        path: &Path,
        candidate: &Candidate,
        known: Option<&Known>,
        stop: &Interrupt,
    ) -> Result<Option<()>, Failure> {
        let mode = known.filter(|known| known.ruled.is_accepted()).and_then(|known| known.report.mode());
        let (Some(mode), Program::Ready(command)) = (mode, &candidate.program) else { return Ok(Some(())) };
        let Judging { settings, plan, .. } = &self.judging;
        let used = known.map(|known| known.report.most.cpu).unwrap_or_default();
        let settings = &QuickCheck::settings(settings, used);
        let cases = QuickCases::of(plan, mode, QUICK);
        let check = || QuickCheck::new(settings, stop, mode, &cases)?.passed(command);
        match check() {
            Err(RunError::Interrupted) => return Ok(None),
            Ok(None) => say(&format!("{}: fails, judging it\n", shown(path)))?,
            Ok(Some(passed)) => {
                let size = size_since(candidate.bytes, known.and_then(|known| known.ruled.bytes()));
                let cases = counted(passed, settings.dialect.noun());
                say(&format!("{}: passes {cases} so far{size}\n", shown(path)))?;
            }
            Err(why) => return Err(why.into()),
        }
        Ok(Some(()))
    }

    /// The report; none if it was stopped.
    fn report(&self, candidate: &Candidate, stop: &Interrupt) -> Result<Option<CandidateReport>, Failure> {
        let Judging { settings, plan, .. } = &self.judging;
        let record = self.record(settings, plan, candidate, stop)?;
        let report = record.reports.into_iter().next().flatten();
        runner::check_reference(&settings.dialect, report.as_ref()).map_err(failure)?;
        Ok(report)
    }

    fn record(
        &self,
        settings: &Settings,
        plan: &Plan,
        candidate: &Candidate,
        stop: &Interrupt,
    ) -> Result<Record, Failure> {
        let mut record = self.arguments.judging.record(settings);
        let busy = Busy::counting(format!("judging {}", candidate.name));
        runner::run(settings, std::slice::from_ref(candidate), plan, stop, |event| {
            if let runner::Event::CaseFinished { .. } = event {
                busy.advance(1);
            }
            record.on_event(&event);
        })?;
        Ok(record)
    }
}

/// Prints a line. When nobody reads any more the program ends, since it would not end by itself.
fn say(line: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    let outcome = stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush());
    outcome.map_err(|why| failure(format!("standard output: {why}")))
}

fn shown(path: &Path) -> String {
    visible_line(path.as_os_str().as_encoded_bytes())
}
