//! Asking a program many questions, as learning needs it.
//!
//! Each word is given to two held programs (see `process`), line by line, and a sample of the words also to
//! programs that are started for it. If the answers differ, those of held programs are discarded, and all
//! words are asked again with clean starts, two for each word.

use super::Settings;
use super::observe::{self, Manner, Observer, Unobserved, recording};
use super::warmth::{Made, Start, Warmth};
use crate::challenge::{Recording, Texts};
use crate::execution::{Ending, Execution, FeedMode};
use crate::machine::{Oracle, Seen, Word};
use crate::process::{Command, Interrupt, NotRestorable, RunDir, RunError, WarmGame, WarmRun, run_warm};
use crate::suite::IoMode;

/// A program that is asked about some lines.
pub struct Interview {
    lines: Vec<Vec<u8>>,
    texts: Texts,
    opening: Option<String>,
    /// Whether it has answered anything before the end of input.
    has_answered: bool,
    workers: Vec<Worker>,
    warmth: Warmth,
    asked: usize,
}

/// Why an interview cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unlearned {
    /// Its answers could not be observed.
    #[error(transparent)]
    Unobserved(#[from] Unobserved),
    /// Held programs answer differently from others: all their answers are discarded.
    #[error("it cannot be held at its first read")]
    Unsteady,
    /// Its output before its first line is not always the same.
    #[error("before the first input it said {0:?}, then {1:?}")]
    Opening(String, String),
    /// It reads nothing.
    #[error("the reference ends before it reads a line")]
    Ended,
    /// It writes nothing until its input ends.
    #[error("it answers no line before the end of its input; it must write each answer before it reads on")]
    Silent,
}

/// Runs the program.
struct Worker {
    command: Command,
    settings: Settings,
    interrupt: Interrupt,
    clean: Observer,
    held: [RunDir; 2],
    may_be_held: bool,
}

/// A program that has answered none of this many words is asked no more.
const SILENT: usize = 100;

/// How many words a held program gets at a time.
const BATCH: usize = 64;

type Inputs = Vec<Vec<u8>>;

impl Interview {
    /// A program to be asked about these lines by a command, within the limits and the isolation of these settings.
    ///
    /// # Errors
    /// If there is no folder to run it in.
    pub fn new(
        command: Command,
        settings: Settings,
        interrupt: Interrupt,
        lines: Vec<Vec<u8>>,
    ) -> Result<Interview, RunError> {
        let worker = |_| Worker::new(command.clone(), settings.clone(), interrupt.clone());
        let workers = (0..settings.jobs.max(1)).map(worker).collect::<Result<_, _>>()?;
        Ok(Interview {
            lines,
            texts: Texts::default(),
            opening: None,
            has_answered: false,
            workers,
            warmth: Warmth::new(settings.is_warm),
            asked: 0,
        })
    }

    /// Its output so far.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// Its output before its first line.
    pub fn opening(&self) -> &str {
        self.opening.as_deref().unwrap_or_default()
    }

    /// Its answers to each of these words.
    fn hear(&mut self, words: &[(Inputs, Start)]) -> Result<Vec<(Recording, Made)>, Unlearned> {
        let share = words.len().div_ceil(self.workers.len()).max(1);
        std::thread::scope(|scope| {
            let parts = words.chunks(share).zip(&mut self.workers);
            let parts: Vec<_> =
                parts.map(|(words, worker)| scope.spawn(move || worker.hear(words))).collect();
            let mut all = Vec::new();
            for part in parts {
                all.extend(part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(all)
        })
    }

    fn note(&mut self, lines: &[usize], run: &Recording) -> Result<Seen, Unlearned> {
        if run.turns.is_empty() && run.is_over() {
            return Err(Unlearned::Ended);
        }
        match &self.opening {
            Some(known) if *known != run.opening => {
                return Err(Unlearned::Opening(known.clone(), run.opening.clone()));
            }
            _ => self.opening = Some(run.opening.clone()),
        }
        // A program that ends by itself may flush its last output only then.
        let read_on = run.turns.len() - usize::from(run.is_over() && !run.turns.is_empty());
        self.has_answered |= run.turns[..read_on].iter().any(|turn| !turn.answer.is_empty());
        Ok(self.texts.seen(lines, run, self.lines.len()))
    }
}

impl Oracle for Interview {
    type Error = Unlearned;

    fn ask(&mut self, words: &[Word]) -> Result<Vec<Seen>, Unlearned> {
        let end = self.lines.len();
        let lines_of = |word: &Word| word.iter().copied().take_while(|input| *input != end).collect();
        let lines: Vec<Word> = words.iter().map(lines_of).collect();
        let start = |(place, word): (usize, &Word)| {
            let inputs: Inputs = word.iter().map(|line| self.lines[*line].clone()).collect();
            (inputs, self.warmth.start(self.asked + place, IoMode::default()))
        };
        let asked: Vec<_> = lines.iter().enumerate().map(start).collect();
        let heard = self.hear(&asked)?;
        self.asked += words.len();
        let mut seen = Vec::new();
        for (lines, (run, made)) in lines.iter().zip(&heard) {
            self.warmth.note(made);
            seen.push(self.note(lines, run)?);
        }
        match self.asked > SILENT && !self.has_answered {
            true => Err(Unlearned::Silent),
            false => Ok(seen),
        }
    }
}

impl Worker {
    fn new(command: Command, settings: Settings, interrupt: Interrupt) -> Result<Worker, RunError> {
        let clean = Observer::new(command.clone(), settings.clone(), interrupt.clone());
        let held = [observe::run_dir(&settings)?, observe::run_dir(&settings)?];
        Ok(Worker { command, settings, interrupt, clean, held, may_be_held: true })
    }

    fn hear(&mut self, words: &[(Inputs, Start)]) -> Result<Vec<(Recording, Made)>, Unlearned> {
        let mut heard = Vec::new();
        while let [(inputs, start), ..] = &words[heard.len()..] {
            if !self.may_be_held || *start == Start::Clean {
                heard.push((self.clean.observe(inputs)?, Made::Clean));
                continue;
            }
            let most = words.len().min(heard.len() + BATCH);
            heard.extend(self.hear_held(&words[heard.len()..most])?);
        }
        Ok(heard)
    }

    /// Answers of held programs to the first few of these words, at least to one.
    fn hear_held(&mut self, words: &[(Inputs, Start)]) -> Result<Vec<(Recording, Made)>, Unlearned> {
        let [one, other] = [self.play(words, 0)?, self.play(words, 1)?];
        let mut heard = Vec::new();
        for ((inputs, start), pair) in words.iter().zip(one.into_iter().zip(other)) {
            let cold = match pair {
                (Ok(one), Ok(other)) => {
                    heard.push(self.compare(inputs, *start, [one, other])?);
                    continue;
                }
                (Err(cold), _) | (_, Err(cold)) => cold,
            };
            if cold.speaks_against_others {
                return Err(Unlearned::Unsteady);
            }
            self.may_be_held &= !cold.is_for_good;
            heard.push((self.clean.observe(inputs)?, Made::NotRestorable(cold)));
            break;
        }
        Ok(heard)
    }

    /// The runs of a held program.
    fn play(
        &mut self,
        words: &[(Inputs, Start)],
        place: usize,
    ) -> Result<Vec<Result<WarmRun, NotRestorable>>, Unobserved> {
        let Worker { command, settings, interrupt, held, .. } = self;
        // Output during the cleanup at exit, which the second program does not reach, shows as a difference.
        let games = words.iter().map(|word| game(word, place == 1)).collect();
        Ok(run_warm(command, games, &settings.limits, &mut held[place], interrupt)?)
    }

    /// The answers of two held programs, if they agree with each other and with clean runs.
    fn compare(
        &self,
        inputs: &Inputs,
        start: Start,
        runs: [WarmRun; 2],
    ) -> Result<(Recording, Made), Unlearned> {
        let is_first = runs[0].is_first;
        let heard = runs.map(|run| heard(inputs, &run.execution));
        let [Some(one), Some(other)] = heard else {
            return Ok((self.clean.observe(inputs)?, Made::Clean));
        };
        let is_checked = start == Start::Both;
        if one != other || (is_checked && !self.says(inputs, &one).map_err(Unobserved::from)?) {
            // If its answers vary, this reports it.
            self.clean.observe(inputs)?;
            return Err(Unlearned::Unsteady);
        }
        Ok((one, Made::Warm { is_checked, is_dismissed: false, is_first }))
    }

    /// Whether a clean run gives the same answers. It gets all input at once: that is much faster, and the
    /// turns of held programs are exact.
    fn says(&self, inputs: &Inputs, run: &Recording) -> Result<bool, RunError> {
        let clean = self.clean.run(inputs, Manner::AHEAD)?;
        let has_ended = matches!(clean.ending, Ending::Exited(_));
        Ok(match run.waits {
            true => clean.stdout.starts_with(run.output().as_bytes()),
            false => has_ended && clean.stdout == run.output().as_bytes(),
        })
    }
}

/// The answers of a run that came to its end, or asked for a line after the last.
fn heard(inputs: &Inputs, run: &Execution) -> Option<Recording> {
    recording(inputs, run, FeedMode::Turn)
}

fn game((inputs, start): &(Inputs, Start), may_be_dismissed: bool) -> WarmGame {
    WarmGame {
        input: observe::stdin(inputs),
        is_by_turns: true,
        may_be_dismissed,
        is_checked: *start == Start::Both,
    }
}
