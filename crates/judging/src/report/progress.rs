//! The progress of a run, on standard error: a bar with the program in progress, which disappears at the end. Above it each
//! ruling is a line; if the report follows on the same terminal, the last of these lines disappear with the bar, and there are
//! no more. If standard error is not a terminal, nothing is shown. No line is wider than the terminal, since what wraps is not
//! cleared.
//!
//! The length of the bar is the number of programs, because the number of games of each is not known before its first
//! game: a suite is added when those before it are passed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use parking_lot::Mutex;

use super::Report;
use super::table::cut;
use crate::runner::{CandidateReport, Event, Status};
use crate::transcript::visible_line;

/// How many steps the bar has for each program.
const STEPS: u64 = 1000;

/// How many rulings are shown that disappear with the bar.
const RECENT: usize = 12;

const TICK: Duration = Duration::from_millis(200);

/// How long a first game takes before it counts as long.
const LONG: Duration = Duration::from_secs(5);

/// How many columns there are beside the program and the number of judged ones: the bar, the time, and spaces.
const BESIDE: usize = 20 + 7 + 5;

/// The width of a terminal that does not tell it.
const COLUMNS: usize = 80;

/// The width of the terminal that progress is shown on.
fn columns() -> usize {
    terminal_size::terminal_size_of(std::io::stderr()).map_or(COLUMNS, |(width, _)| width.0.into())
}

/// Shows the progress of a run.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    work: Arc<Mutex<Work>>,
}

#[derive(Debug, Default)]
struct Work {
    noun: &'static str,
    names: Vec<String>,
    sizes: Vec<Option<u64>>,
    /// The last rulings, a line each, if they are to disappear with the bar.
    recent: Vec<String>,
    ruled: usize,
    /// The programs that are being judged, by their place.
    running: BTreeMap<usize, Running>,
}

#[derive(Debug)]
struct Running {
    since: Instant,
    /// None while it is compiled.
    planned: Option<usize>,
    tried: usize,
    /// The largest share of the planned cases that was done; it never shrinks when more are planned.
    part: f64,
}

impl Progress {
    /// A bar that appears when the run starts. `noun` is what programs are tried on, such as "game".
    pub fn new(noun: &'static str) -> Progress {
        Progress::on(ProgressDrawTarget::stderr(), noun)
    }

    fn on(target: ProgressDrawTarget, noun: &'static str) -> Progress {
        let work = Arc::new(Mutex::new(Work { noun, ..Work::default() }));
        let (recent, ruled, doing) = (Arc::clone(&work), Arc::clone(&work), Arc::clone(&work));
        let style = ProgressStyle::with_template("{recent}{bar:20} {ruled} {elapsed}  {doing}");
        let style = style.expect("the template is well-formed");
        let style = style
            .with_key("recent", move |_: &ProgressState, text: &mut dyn Write| {
                for line in &recent.lock().recent {
                    let _ = writeln!(text, "{}", cut(line, columns()));
                }
            })
            .with_key("ruled", move |_: &ProgressState, text: &mut dyn Write| {
                let _ = text.write_str(&ruled.lock().ruled());
            })
            .with_key("doing", move |_: &ProgressState, text: &mut dyn Write| {
                let work = doing.lock();
                let before = BESIDE + work.ruled().len();
                let _ = text.write_str(&cut(&work.doing(), columns().saturating_sub(before)));
            });
        let bar = ProgressBar::with_draw_target(Some(STEPS), target).with_style(style);
        Progress { bar, work }
    }

    fn advance(&self) {
        let steps = self.work.lock().steps();
        self.bar.set_position(steps);
    }
}

impl Report for Progress {
    fn on_event(&mut self, event: &Event<'_>) {
        match event {
            Event::RunStarted { candidates } => {
                let names = candidates.iter().map(|candidate| visible_line(candidate.name.as_bytes()));
                let mut work = self.work.lock();
                work.names = names.collect();
                work.sizes = candidates.iter().map(|candidate| candidate.bytes).collect();
                drop(work);
                self.bar.set_length(candidates.len() as u64 * STEPS);
                self.bar.enable_steady_tick(TICK);
            }
            Event::CandidateStarted { candidate } => self.work.lock().start(*candidate),
            Event::CandidatePrepared { candidate, .. } => self.work.lock().prepare(*candidate),
            Event::CasesPlanned { candidate, cases } => self.work.lock().plan(*candidate, *cases),
            Event::CaseFinished { candidate, .. } => self.work.lock().note_game(*candidate),
            Event::CandidateFinished { candidate, report } => {
                let Some(line) = self.work.lock().rule(*candidate, report) else { return self.advance() };
                if std::io::stdout().is_terminal() {
                    self.work.lock().note(line);
                } else {
                    self.bar.println(cut(&line, columns()));
                }
            }
            Event::CandidateJudged { .. } => return,
            Event::RunFinished { .. } => return self.bar.finish_and_clear(),
        }
        self.advance();
    }
}

impl Work {
    fn start(&mut self, candidate: usize) {
        let running = Running { since: Instant::now(), planned: None, tried: 0, part: 0.0 };
        self.running.insert(candidate, running);
    }

    /// From now on it takes time to play, and no more to be compiled.
    fn prepare(&mut self, candidate: usize) {
        if let Some(running) = self.running.get_mut(&candidate) {
            running.since = Instant::now();
        }
    }

    fn plan(&mut self, candidate: usize, cases: usize) {
        if let Some(running) = self.running.get_mut(&candidate) {
            running.planned = Some(cases);
        }
    }

    fn note_game(&mut self, candidate: usize) {
        if let Some(running) = self.running.get_mut(&candidate) {
            running.tried += 1;
            running.part = running
                .part
                .max(running.tried as f64 / running.planned.unwrap_or_default().max(1) as f64)
                .min(1.0);
        }
    }

    /// Counts a judged candidate; returns a line about it if there are several candidates.
    fn rule(&mut self, candidate: usize, report: &CandidateReport) -> Option<String> {
        self.running.remove(&candidate);
        self.ruled += 1;
        (self.names.len() > 1).then(|| {
            let mark = match report.is_as_expected() {
                Some(true) => '✓',
                Some(false) => '✗',
                None => '–',
            };
            let size = self.sizes[candidate].map(|size| format!("{size:>5}  ")).unwrap_or_default();
            format!("{mark} {size}{}: {}", self.names[candidate], summary(report))
        })
    }

    /// Keeps a line as one of the last.
    fn note(&mut self, line: String) {
        self.recent.push(line);
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
    }

    fn ruled(&self) -> String {
        format!("{} of {} judged", self.ruled, self.names.len())
    }

    /// The activity for the first program that is being judged.
    fn doing(&self) -> String {
        let Some((candidate, running)) = self.running.first_key_value() else { return String::new() };
        let (noun, long) = (self.noun, running.since.elapsed());
        let games = match (running.planned, running.tried) {
            (None, _) => "preparing".to_owned(),
            (_, 0) if long < LONG => format!("first {noun}"),
            (_, 0) => format!("still in its first {noun} after {} s", long.as_secs()),
            (Some(planned), tried) => format!("{noun} {} of {}", tried + 1, planned.max(tried + 1)),
        };
        let others = match self.running.len() - 1 {
            0 => String::new(),
            others => format!(" (and {others} more)"),
        };
        format!("{}: {games}{others}", self.names[*candidate])
    }

    fn steps(&self) -> u64 {
        let parts: f64 = self.running.values().map(|running| running.part).sum();
        self.ruled as u64 * STEPS + (parts * STEPS as f64) as u64
    }
}

fn summary(report: &CandidateReport) -> String {
    match (&report.status, &report.failure) {
        (Status::Skipped(why), _) => format!("skipped: {}", visible_line(why.as_bytes())),
        (_, Some(failure)) => format!("{}: {}", report.verdict(), visible_line(failure.reason().as_bytes())),
        (_, None) => report.verdict().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Candidate, Program};

    fn candidate(name: &str) -> Candidate {
        Candidate::new(name, Program::Skipped("for a test".to_owned()))
    }

    #[test]
    fn the_bar_never_goes_back_and_the_line_names_who_is_judged() {
        let mut progress = Progress::on(ProgressDrawTarget::hidden(), "game");
        let candidates = ["one", "two"].map(candidate);
        progress.on_event(&Event::RunStarted { candidates: &candidates });
        progress.on_event(&Event::CandidateStarted { candidate: 0 });
        assert_eq!(progress.work.lock().doing(), "one: preparing");
        let program = &candidates[0].program;
        progress.on_event(&Event::CandidatePrepared { candidate: 0, program });
        progress.on_event(&Event::CasesPlanned { candidate: 0, cases: 10 });
        assert_eq!(progress.work.lock().doing(), "one: first game");
        let mut before = 0;
        for (planned, games) in [(10, 9), (20, 5), (300, 20)] {
            progress.on_event(&Event::CasesPlanned { candidate: 0, cases: planned });
            for _ in 0..games {
                progress.on_event(&Event::CaseFinished { candidate: 0, facts: None });
                let steps = progress.work.lock().steps();
                assert!((before..=STEPS).contains(&steps), "{steps} after {before}");
                before = steps;
            }
        }
        progress.on_event(&Event::CandidateStarted { candidate: 1 });
        assert_eq!(progress.work.lock().doing(), "one: game 35 of 300 (and 1 more)");
        let report = CandidateReport::skipped("it is not there");
        let line = progress.work.lock().rule(1, &report);
        assert_eq!(line.as_deref(), Some("– two: skipped: it is not there"));
        assert_eq!(progress.work.lock().ruled(), "1 of 2 judged");
        progress.work.lock().running.values_mut().for_each(|running| running.tried = 0);
        let earlier = Instant::now().checked_sub(LONG);
        progress.work.lock().running.values_mut().for_each(|running| {
            running.since = earlier.expect("the machine has run for longer");
        });
        assert!(progress.work.lock().doing().starts_with("one: still in its first game after 5 s"));
    }
}
