//! Asking a program for its answers: each input is given when the program waits for it, so that the answers
//! can be told apart. It is run twice; answers that differ between the runs do not count.

use std::sync::Mutex;

use super::Settings;
use crate::challenge::{Recording, Turn, listed};
use crate::dialect::Oracle;
use crate::execution::{Ending, Execution, FeedMode, ProgramInput};
use crate::process::{Command, Interrupt, RunDir, RunError, run};
use crate::transcript::visible_line;

/// A program that can be asked.
pub struct Observer {
    command: Command,
    settings: Settings,
    interrupt: Interrupt,
    /// Where it runs; one run at a time.
    run_dir: Mutex<Option<RunDir>>,
}

/// Why the answers of a program cannot be observed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unobserved {
    /// The judge could not run it.
    #[error(transparent)]
    Run(#[from] RunError),
    /// It did not end by itself.
    #[error("given {0}, it did not come to its end: {1}")]
    Ended(String, Ending),
    /// Two runs were different.
    #[error("given {inputs}, it said {one:?}, then {other:?}")]
    Differs {
        /// The inputs.
        inputs: String,
        /// The output of one run, from the first difference on.
        one: String,
        /// The output of the other run.
        other: String,
    },
    /// Its output is not text.
    #[error("given {0}, it wrote bytes that are not UTF-8 text")]
    NotText(String),
}

impl Observer {
    /// A program to be asked by a command, within the limits and the isolation of these settings.
    pub fn new(command: Command, settings: Settings, interrupt: Interrupt) -> Observer {
        Observer { command, settings, interrupt, run_dir: Mutex::default() }
    }

    /// Its answers to these inputs, none of which has a line feed. Inputs that it does not wait for are left
    /// out.
    ///
    /// # Errors
    /// [`Unobserved`].
    pub fn observe(&self, inputs: &[Vec<u8>]) -> Result<Recording, Unobserved> {
        let [one, other] = [self.run(inputs, FeedMode::Turn)?, self.run(inputs, FeedMode::Turn)?];
        for run in [&one, &other] {
            if !matches!(run.ending, Ending::Exited(_)) {
                return Err(Unobserved::Ended(told(inputs), run.ending.clone()));
            }
        }
        if one.stdout != other.stdout {
            let same = one.stdout.iter().zip(&other.stdout).take_while(|(a, b)| a == b).count();
            let [one, other] = [&one, &other].map(|run| shown(&run.stdout[same..]));
            return Err(Unobserved::Differs { inputs: told(inputs), one, other });
        }
        recording(inputs, &one).ok_or_else(|| Unobserved::NotText(told(inputs)))
    }

    /// A run with these inputs.
    pub(super) fn run(&self, inputs: &[Vec<u8>], feed: FeedMode) -> Result<Execution, RunError> {
        let mut place = self.run_dir.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let run_dir = match &mut *place {
            Some(run_dir) => run_dir,
            none => none.insert(run_dir(&self.settings)?),
        };
        let input = ProgramInput { stdin: stdin(inputs), feed, ..ProgramInput::default() };
        let limits = self.settings.limits.for_lines(inputs.len());
        run(&self.command, &input, &limits, run_dir, &self.interrupt)
    }
}

impl Oracle for Observer {
    fn ask(&self, inputs: &[Vec<u8>]) -> Result<Recording, String> {
        self.observe(inputs).map_err(|why| format!("the reference cannot be asked: {why}"))
    }
}

/// A folder to run a program in.
pub(super) fn run_dir(settings: &Settings) -> Result<RunDir, RunError> {
    RunDir::isolated(&settings.isolation)
        .map_err(|why| RunError::System("make a folder for temporary files", why))
}

/// Inputs as a program reads them.
pub(super) fn stdin(inputs: &[Vec<u8>]) -> Vec<u8> {
    inputs.iter().flat_map(|input| [input, &b"\n"[..]]).flatten().copied().collect()
}

/// A run, cut where the program asked for its next line.
pub(super) fn recording(inputs: &[Vec<u8>], run: &Execution) -> Option<Recording> {
    let turns = run.dialogue.as_ref().map_or(&[][..], |dialogue| &dialogue.turns);
    let mut cuts: Vec<_> = turns.iter().map(|turn| turn.output.min(run.stdout.len())).collect();
    let asked = cuts.len();
    cuts.push(run.stdout.len());
    let text = |from: usize, to: usize| String::from_utf8(run.stdout[from..to].to_vec()).ok();
    let answered = asked.min(inputs.len());
    let turn = |(place, input): (usize, &Vec<u8>)| {
        let answer = text(cuts[place], cuts[place + 1])?;
        Some(Turn { input: String::from_utf8(input.clone()).ok()?, answer })
    };
    let turns = inputs[..answered].iter().enumerate().map(turn).collect::<Option<_>>()?;
    let closing = if asked > inputs.len() { Some(text(cuts[inputs.len()], run.stdout.len())?) } else { None };
    Some(Recording { opening: text(0, cuts[0])?, closing, turns })
}

/// How much of an output is shown in a message, in bytes.
const SHOWN: usize = 80;

fn shown(output: &[u8]) -> String {
    String::from_utf8_lossy(&output[..output.len().min(SHOWN)]).into_owned()
}

fn told(inputs: &[Vec<u8>]) -> String {
    match inputs.is_empty() {
        true => "no input".to_owned(),
        false => listed(inputs.iter().map(|line| format!("\"{}\"", visible_line(line)))),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::execution::{Dialogue, TurnTiming};

    fn run(stdout: &str, asked: &[usize]) -> Execution {
        let turn =
            |output: &usize| TurnTiming { latency: Duration::ZERO, output: *output, was_waiting: true };
        let dialogue = Dialogue { lines: 2, turns: asked.iter().map(turn).collect() };
        let nothing = Execution::of_nothing(Ending::Exited(0));
        Execution { stdout: stdout.into(), dialogue: Some(dialogue), ..nothing }
    }

    fn cut(stdout: &str, asked: &[usize]) -> (String, Vec<String>, Option<String>) {
        let inputs = [b"a".to_vec(), b"b".to_vec()];
        let Recording { opening, closing, turns } = recording(&inputs, &run(stdout, asked)).unwrap();
        (opening, turns.into_iter().map(|turn| turn.answer).collect(), closing)
    }

    #[test]
    fn an_output_is_cut_where_the_next_line_was_asked_for() {
        let of = |opening: &str, answers: &[&str], closing: Option<&str>| {
            (
                opening.to_owned(),
                answers.iter().map(|one| (*one).to_owned()).collect(),
                closing.map(str::to_owned),
            )
        };
        assert_eq!(cut("> 1> 2> bye", &[2, 5, 8]), of("> ", &["1> ", "2> "], Some("bye")));
        // It ended by itself after the second line, after the first, and without any.
        assert_eq!(cut("> 1> 2", &[2, 5]), of("> ", &["1> ", "2"], None));
        assert_eq!(cut("> 1", &[2]), of("> ", &["1"], None));
        assert_eq!(cut("hello", &[]), of("hello", &[], None));
        // It wrote nothing before it had read everything.
        assert_eq!(cut("all", &[0, 0, 0]), of("", &["", ""], Some("all")));
    }
}
