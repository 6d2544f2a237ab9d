//! The comparison.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::conduct::{Conduct, SessionEnd, own_names};
use super::side::Side;
use super::trouble::{NotCompared, Setback, trouble};
use crate::challenge::{Domain, Freedoms, LONGEST_TYPED};
use crate::driver::RunConditions;
use crate::files::Bundle;
use crate::process::{Interrupt, RunError};
use crate::runner::candidate::Candidate;
use crate::runner::given_files::inputs_of;
use crate::runner::observe::{Unobserved, shown_inputs};
use crate::runner::session_player::{Budget, Deadline, Unplayed};
use crate::suite::explore::{Findings, Inputs, Search, Session, folded};
use crate::transcript::{look_alike, shortest};

/// The comparison: programs, freedoms, sessions and budget.
#[derive(Debug)]
pub struct ProgramDiff<'a> {
    /// The program that is right.
    pub old: &'a Candidate,
    /// The program that is to do the same.
    pub new: &'a Candidate,
    /// How both are run.
    pub conditions: &'a RunConditions,
    /// Files that lie in the folder of each run of the first, and of the second.
    pub beside: &'a [Bundle; 2],
    /// What may differ.
    pub freedoms: &'a Freedoms,
    /// Files of inputs, each a session to begin with.
    pub inputs: &'a [PathBuf],
    /// Determines the sessions.
    pub seed: u64,
    /// How many sessions are played at most, but those in `inputs` are in any case.
    pub sessions: usize,
    /// How much processor time of all cores sessions may take, from the first that both are to play; five times as long at most.
    /// Those in `inputs` are played in any case.
    pub budget: Duration,
}

/// The result of a comparison.
#[derive(Debug)]
#[non_exhaustive]
pub struct Compared {
    /// The search of the first program, in numbers.
    pub findings: Findings,
    /// In how many of those sessions both were compared: fewer if the time was over.
    pub sessions: usize,
    /// Whether the first program has taken none of the lines that it was given.
    pub reads_nothing: bool,
    /// The shortest session that was found in which they differ.
    pub difference: Option<Differing>,
    /// Why it ended before all sessions were played, if it did.
    pub cut: Option<Cut>,
}

/// Why a comparison ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its time was over.
    Time,
    /// It was interrupted.
    Interrupted,
}

/// A session in which two programs differ.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Differing {
    /// The lines.
    pub session: Session,
    /// The first program's conduct.
    pub old: Conduct,
    /// The second's conduct.
    pub new: Conduct,
    /// The difference in words.
    pub words: String,
    /// Whether there was time to try all that may make the session shorter.
    pub is_shortest: bool,
    /// Whether only lines that nobody types are known to show it: longer ones than usual, by the lines that the user has given.
    pub is_long: bool,
}

const NAMES: [&str; 2] = ["OLD", "NEW"];

impl ProgramDiff<'_> {
    /// Compares them. `progress` gets how many sessions were played.
    pub fn run(
        &self,
        interrupt: &Interrupt,
        mut progress: impl FnMut(usize),
    ) -> Result<Compared, NotCompared> {
        let seeds = self.inputs.iter().map(|path| inputs_of(path)).collect::<Result<Vec<_>, _>>()?;
        let (mut is_warm, mut lingers) = (self.conditions.is_warm, [false; 2]);
        loop {
            let conditions = RunConditions { is_warm, ..self.conditions.clone() };
            match self.attempt(&seeds, lingers, &conditions, interrupt, &mut progress) {
                Ok(compared) => return Ok(compared),
                Err(Setback::Lingers(place)) => lingers[place] = true,
                Err(Setback::Unsteady) if is_warm => is_warm = false,
                Err(Setback::Unsteady) => return Err(NotCompared::Flaky),
                Err(Setback::Not(why)) => return Err(why),
            }
        }
    }

    fn attempt(
        &self,
        seeds: &[Session],
        lingers: [bool; 2],
        conditions: &RunConditions,
        interrupt: &Interrupt,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Compared, Setback> {
        let first = seeds.first().cloned().unwrap_or_default();
        let [old, new] = [(self.old, &self.beside[0], lingers[0]), (self.new, &self.beside[1], lingers[1])];
        let mut old = Side::new(old, NotCompared::Dead, self.freedoms, conditions, interrupt)?;
        old.settle(&first)?;
        let mut new = Side::new(new, NotCompared::NewDead, self.freedoms, conditions, interrupt)?;
        new.follow(&old, &first)?;
        // On a busy machine it takes long to get here.
        let budget = Budget::new(self.budget, conditions.jobs);
        let usual = Domain::default().naming(seeds.iter().flatten().map(Vec::len));
        let (on_terminal, apart) = (old.on_terminal(), Cell::new(Duration::ZERO));
        let by_lines = |session: &[Vec<u8>]| {
            let began = Instant::now();
            let run =
                if apart.get() < self.budget.mul_f64(APART) { on_terminal.once(session).ok() } else { None };
            apart.set(apart.get() + began.elapsed());
            run
        };
        let inputs = Inputs {
            seeds: seeds.to_vec(),
            samples: Vec::new(),
            words: self.words(),
            may_be_fed: &|line| usual.decides(line),
            kinds: &folded,
            by_lines: &by_lines,
            apart: self.sessions,
            seed: self.seed,
            sessions: self.most(),
        };
        let mut search = Search::new(inputs);
        let (mut findings, mut sessions) = (Findings::default(), 0);
        let found =
            self.search(&mut search, [&mut old, &mut new], (&budget, interrupt), |explored, compared| {
                progress(compared);
                (findings, sessions) = (explored, compared);
            });
        let found = match found? {
            DiffOutcome::Cut(cut) if cut != Some(Cut::Interrupted) && sessions > 0 => {
                self.long_lines(&first, [&mut old, &mut new], &budget)?.unwrap_or(DiffOutcome::Cut(cut))
            }
            found => found,
        };
        match found {
            DiffOutcome::Cut(Some(Cut::Time)) if sessions == 0 => Err(NotCompared::NoTime.into()),
            DiffOutcome::Cut(cut) => {
                // The first session has no lines.
                let reads_nothing = findings.kinds == 0 && cut.is_none() && self.most() > 1;
                Ok(Compared { findings, sessions, reads_nothing, difference: None, cut })
            }
            DiffOutcome::Unsteady(differing) => {
                let difference = Some(*differing);
                Ok(Compared { findings, sessions, reads_nothing: false, difference, cut: None })
            }
            DiffOutcome::Session(session) => {
                let (short, is_shortest) = self.shortened(session.clone(), [&mut old, &mut new]);
                let difference = match self.confirmed(short, [&old, &new], interrupt)? {
                    Some(differing) => Differing { is_shortest, ..differing },
                    None => self.confirmed(session, [&old, &new], interrupt)?.ok_or(Setback::Unsteady)?,
                };
                let is_long = difference.session.iter().any(|line| line.len() > usual.longest);
                let difference = Some(Differing { is_long, ..difference });
                Ok(Compared { findings, sessions, reads_nothing: false, difference, cut: None })
            }
        }
    }

    /// How many sessions a user has given, with the session without lines that is played before.
    fn given(&self) -> usize {
        if self.inputs.is_empty() { 0 } else { 1 + self.inputs.len() }
    }

    /// How many sessions are played at most.
    fn most(&self) -> usize {
        self.sessions.max(self.given())
    }

    /// The words of both: those first that only the second one has, then those around what was changed.
    fn words(&self) -> Vec<Vec<u8>> {
        let [old, mut new] = [self.old, self.new].map(Candidate::words);
        new.retain(|word| !old.contains(word));
        new.truncate(WORDS);
        [new, self.old.words_around(self.new), old].concat()
    }

    /// The second program plays what the first one has played, while that plays what follows. `compared` gets what was found
    /// in those of the first, and how many both have played.
    fn search(
        &self,
        search: &mut Search<'_>,
        [old, new]: [&mut Side<'_>; 2],
        (budget, interrupt): (&Budget, &Interrupt),
        mut compared: impl FnMut(Findings, usize),
    ) -> Result<DiffOutcome, Setback> {
        // What a user has given is compared in any case.
        let given = self.given();
        let deadline = |done: usize| {
            let (at_least, if_slow) = (given.saturating_sub(done), FEW.saturating_sub(done));
            Some(Deadline { budget, part: EARLY, at_least, if_slow })
        };
        let (mut done, mut stale) = (0, 0);
        let mut last = SessionBatch::next(search, old, deadline(0))?;
        while let Some(batch) = last {
            if interrupt.is_raised() {
                return Ok(DiffOutcome::Cut(Some(Cut::Interrupted)));
            }
            let (came, next) = std::thread::scope(|scope| {
                let came = scope.spawn(|| new.play(&batch.sessions, deadline(done)));
                let played = batch.findings.sessions;
                let next = SessionBatch::next(search, old, deadline(played));
                (came.join().unwrap_or_else(|panic| resume_unwind(panic)), next)
            });
            if matches!(came, Err(Unplayed::Unobserved(Unobserved::Run(RunError::Interrupted)))) {
                return Ok(DiffOutcome::Cut(Some(Cut::Interrupted)));
            }
            let missing = came.as_ref().map_or(0, |came| batch.sessions.len() - came.len());
            let found = self.found(&batch, came, done < given)?;
            done = batch.findings.sessions - missing;
            compared(batch.findings, done);
            if let Some(found) = found {
                return Ok(found);
            }
            // A program that reads nothing does the same in every session.
            stale = if batch.sessions.is_empty() { stale + 1 } else { 0 };
            last = next?.filter(|_| missing == 0 && stale < STALE);
        }
        let is_over = budget.is_over(EARLY) && done < self.most() && stale < STALE;
        Ok(DiffOutcome::Cut(match interrupt.is_raised() {
            true => Some(Cut::Interrupted),
            false => is_over.then_some(Cut::Time),
        }))
    }

    /// A difference that long lines show, as far as there is time.
    fn long_lines(
        &self,
        seed: &Session,
        [old, new]: [&mut Side<'_>; 2],
        budget: &Budget,
    ) -> Result<Option<DiffOutcome>, Setback> {
        let mut sessions = with_long_lines(seed);
        let deadline = || Some(Deadline { budget, part: 1.0, at_least: 0, if_slow: 0 });
        let right = old.play(&sessions, deadline()).map_err(|why| trouble(why, NotCompared::Old))?;
        sessions.truncate(right.len());
        let came = new.play(&sessions, deadline());
        self.found(&SessionBatch { sessions, right, findings: Findings::default() }, came, false)
    }

    /// The difference that a batch has found, if any. That one program meets a limit in a session that costs the first one much
    /// is no difference, but in sessions that a user has given.
    fn found(
        &self,
        batch: &SessionBatch,
        came: Result<Vec<Conduct>, Unplayed>,
        is_given: bool,
    ) -> Result<Option<DiffOutcome>, Setback> {
        let came = match came {
            Err(Unplayed::Unobserved(Unobserved::Differs { inputs, one, other })) => {
                return Ok(Some(DiffOutcome::Unsteady(Box::new(unsteady(&inputs, one, other)))));
            }
            played => played.map_err(|why| trouble(why, NotCompared::New))?,
        };
        let is_about_limits =
            |right: &Conduct, came: &Conduct| right.is_costly && (right.is_stopped() || came.is_stopped());
        let pairs = batch.right.iter().zip(&came).zip(&batch.sessions);
        let mut differing = pairs
            .filter(|((right, came), _)| is_given || !is_about_limits(right, came))
            .filter(|((right, came), _)| self.difference(right, came).is_some())
            .map(|(_, session)| session);
        Ok(differing.next().map(|session| DiffOutcome::Session(session.clone())))
    }

    /// How what both did differs, in words. That each prints its own name is no difference.
    fn difference(&self, old: &Conduct, new: &Conduct) -> Option<String> {
        old.difference(new, self.freedoms, NAMES)?;
        let names = own_names([self.old, self.new]);
        let [old, new] = [old, new].map(|conduct| conduct.under_one_name(&names));
        old.difference(&new, self.freedoms, NAMES)
    }

    /// The session without what the difference does not need, and whether there was time to try all of it.
    fn shortened(&self, session: Session, [old, new]: [&mut Side<'_>; 2]) -> (Session, bool) {
        let until = Instant::now() + self.budget.max(SHORTENING);
        let mut is_over = false;
        let short = shortest(session, |session| {
            let sessions = [session.to_vec()];
            is_over = Instant::now() >= until;
            if is_over {
                return false;
            }
            let pair = old.play(&sessions, None).and_then(|right| Ok((right, new.play(&sessions, None)?)));
            pair.is_ok_and(|(right, came)| self.difference(&right[0], &came[0]).is_some())
        });
        (short, !is_over)
    }

    /// The difference in this session, if clean runs show it, too.
    fn confirmed(
        &self,
        session: Session,
        sides: [&Side<'_>; 2],
        interrupt: &Interrupt,
    ) -> Result<Option<Differing>, Setback> {
        let conditions = RunConditions { is_warm: false, jobs: 1, ..self.conditions.clone() };
        let twice = |side: &Side<'_>, of| -> Result<[Conduct; 2], Setback> {
            let mut clean = side.elsewhere(&conditions, interrupt)?;
            let mut once =
                || clean.play(std::slice::from_ref(&session), None).map_err(|why| trouble(why, of));
            Ok([once()?.remove(0), once()?.remove(0)])
        };
        let [old, again] = twice(sides[0], NotCompared::Old)?;
        let [new, new_again] = twice(sides[1], NotCompared::New)?;
        if let Some(words) = old.difference(&again, self.freedoms, ["one run", "another"]) {
            return Err(NotCompared::Unsteady(shown_inputs(&session), words).into());
        }
        let alike = || look_alike(old.recording.output().as_bytes(), new.recording.output().as_bytes());
        let with_codes = |words: String| match alike() {
            Some(codes) => format!("{words} ({codes})"),
            None => words,
        };
        // Some programs that have come to their end stay until the pipe is closed, which nobody sees who sits before them.
        if let Some(place) = old.asks_alone(&new, self.freedoms)
            && sides[place].ends_on_a_terminal(&session, &conditions, interrupt).map_err(NotCompared::Run)?
        {
            return Err(Setback::Lingers(place));
        }
        let words = self.difference(&old, &new).map(with_codes);
        let is_steady = self.difference(&old, &new_again).is_some();
        Ok(words.filter(|_| is_steady).map(|words| Differing {
            session,
            old,
            new,
            words,
            is_shortest: false,
            is_long: false,
        }))
    }
}

/// Sessions that the first program has played.
struct SessionBatch {
    sessions: Vec<Session>,
    /// Its conduct in each of them.
    right: Vec<Conduct>,
    findings: Findings,
}

impl SessionBatch {
    /// The next sessions to play. `None` if there are no more, the time is over, or the search was interrupted.
    fn next(
        search: &mut Search<'_>,
        old: &mut Side<'_>,
        deadline: Option<Deadline<'_>>,
    ) -> Result<Option<SessionBatch>, Setback> {
        let Some(batch) = search.batch() else { return Ok(None) };
        let right = match old.play(&batch, deadline) {
            Err(Unplayed::Unobserved(Unobserved::Run(RunError::Interrupted))) => return Ok(None),
            played => played.map_err(|why| trouble(why, NotCompared::Old))?,
        };
        if right.is_empty() {
            return Ok(None);
        }
        let recordings: Vec<_> = right.iter().map(|conduct| conduct.recording.clone()).collect();
        let (places, sessions): (Vec<_>, _) = search.learn(&recordings).into_iter().unzip();
        let failed = batch.iter().zip(&right).filter(|(_, conduct)| conduct.is_cut_short());
        failed.for_each(|(session, conduct)| search.go_on_without(session, &conduct.recording));
        let is_new = |(place, _): &(usize, Conduct)| places.binary_search(place).is_ok();
        let right = right.into_iter().enumerate().filter(is_new).map(|(_, conduct)| conduct).collect();
        Ok(Some(SessionBatch { sessions, right, findings: search.findings() }))
    }
}

/// The part of the budget in which a program that shows all answers at its end is asked on a terminal.
const APART: f64 = 0.25;

/// How many words of the second program are given that the first one has not: another language has many.
const WORDS: usize = 32;

/// The search ends after this many batches without a session that differs from the earlier ones.
const STALE: usize = 2;

/// How many sessions are played even after the budget, for programs that start slowly; a multiple of the budget is the limit.
const FEW: usize = 50;

/// The part of the time in which only lines are given that a person may type: differences that only other lines show matter least.
const EARLY: f64 = 0.9;

/// The lengths of long lines, in bytes: about the sizes of buffers, up to the longest that a terminal takes.
const LONG: [usize; 10] = [41, 50, 64, 65, 80, 101, 128, 129, 200, LONGEST_TYPED];

/// Sessions with a long line in the middle, a word alone and one after the first word of the session.
fn with_long_lines(seed: &Session) -> Vec<Session> {
    let first = seed.first().and_then(|line| line.split(|byte| *byte == b' ').next()).unwrap_or_default();
    let (before, after) = seed.split_at(seed.len() / 2);
    let line = |length: usize, head: &[u8]| [head, &vec![b'a'; length.saturating_sub(head.len())]].concat();
    let lines =
        LONG.into_iter().flat_map(|length| [line(length, b""), line(length, &[first, b" "].concat())]);
    lines.map(|line| [before, &[line], after].concat()).collect()
}

/// How long a difference is shortened.
const SHORTENING: std::time::Duration = std::time::Duration::from_secs(10);

enum DiffOutcome {
    /// Without a difference: early for this reason, or when all sessions were played.
    Cut(Option<Cut>),
    Session(Session),
    /// The second program differs from itself.
    Unsteady(Box<Differing>),
}

fn unsteady(inputs: &str, one: String, other: String) -> Differing {
    let conduct = |output: String| Conduct {
        recording: crate::challenge::Recording { opening: output, ..Default::default() },
        end: SessionEnd::Ended,
        lingers: false,
        is_costly: false,
    };
    let words =
        format!("NEW answers differently from run to run, given {inputs}: both its outputs, from there on");
    let (session, old, new) = (Session::new(), conduct(one), conduct(other));
    Differing { session, old, new, words, is_shortest: true, is_long: false }
}
