//! Recordings of a program: what it answers twice, and again in another second and another folder.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::given_files::inputs_of;
use super::observe::{Observer, Unobserved};
use super::{Candidate, Program, RunConditions};
use crate::challenge::{Freedoms, Recording};
use crate::files::{Bundle, FileError};
use crate::process::{Interrupt, RunError};

/// The ending of the file of a recording.
pub(crate) const RECORDING: &str = ".recording.toml";

/// Records a program.
pub struct Recorder {
    candidate: Candidate,
    observer: Observer,
    interrupt: Interrupt,
}

/// Why nothing is recorded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unrecorded {
    /// The program cannot be run, or does not work, for this reason.
    #[error("nothing is recorded: {0}")]
    Unusable(String),
    /// Its answers cannot be observed.
    #[error("nothing is recorded: {0}")]
    Unobserved(#[from] Unobserved),
    /// It gives other answers later.
    #[error("nothing is recorded: a second later it answers otherwise: {0}")]
    Unsteady(Unobserved),
    /// A file of inputs cannot be read.
    #[error(transparent)]
    Unreadable(#[from] FileError),
    /// A file of inputs has a name that a recording cannot have.
    #[error("{path}: a recording cannot be called so", path = .0.display())]
    Unnamed(PathBuf),
    /// Two files of inputs have one name, and so would their recordings.
    #[error("{path}: another file is called so, too; rename one, since recordings have the names of their files", path = .0.display())]
    Twice(PathBuf),
}

impl Recorder {
    /// Records this program, under these conditions.
    pub fn new(
        candidate: Candidate,
        conditions: RunConditions,
        interrupt: Interrupt,
    ) -> Result<Recorder, Unrecorded> {
        let command = match &candidate.program {
            Program::Ready(command) => command.clone(),
            Program::CannotRun(why) | Program::CompileError(why) | Program::Skipped(why) => {
                return Err(Unrecorded::Unusable(why.clone()));
            }
        };
        let observer = Observer::new(command, conditions, interrupt.clone());
        Ok(Recorder { candidate, observer, interrupt })
    }

    /// Adds files to the folder of each run, but for those that it has already.
    #[must_use]
    pub(crate) fn giving(self, files: &Bundle) -> Recorder {
        Recorder { observer: self.observer.giving(files), ..self }
    }

    /// Lets its answers vary as far as these freedoms go.
    #[must_use]
    pub(crate) fn with(self, freedoms: &Freedoms) -> Recorder {
        Recorder { observer: self.observer.with(freedoms), ..self }
    }

    /// The files that each run gets.
    pub fn given(&self) -> &Bundle {
        self.observer.given()
    }

    /// The program's answers to these lines. It is run twice.
    /// Fails if they differ, or if it fails before the last of them.
    pub fn record(&self, inputs: &[Vec<u8>]) -> Result<Recording, Unrecorded> {
        if let Some(why) = no_text(inputs) {
            return Err(Unrecorded::Unusable(why));
        }
        let observation = self.observer.observation(inputs)?;
        match observation.death(&self.candidate, inputs) {
            Some(why) => Err(Unrecorded::Unusable(why)),
            None => Ok(observation.recording),
        }
    }

    /// A session with a person, who types a line at a time until the program ends or nothing is left to read. Each answer is
    /// shown, and also why a line is left out. For each line the program is run again.
    /// Fails if the program does not work before the first line, or if nothing can be read or shown.
    pub fn typed<E: From<Unrecorded> + From<io::Error>>(
        &self,
        from: &mut impl BufRead,
        mut show: impl FnMut(Result<&str, Unrecorded>) -> Result<(), E>,
    ) -> Result<Recording, E> {
        let mut run = self.record(&[])?;
        show(Ok(&run.opening))?;
        while !run.is_over() {
            let mut line = Vec::new();
            if from.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            line.pop_if(|last| *last == b'\n');
            match self.extended(&run, line) {
                Ok(longer) => {
                    run = longer;
                    show(Ok(run.turns.last().map_or("", |turn| &turn.answer)))?;
                }
                Err(why) => show(Err(why))?,
            }
        }
        show(Ok(run.closing.as_deref().unwrap_or_default()))?;
        Ok(run)
    }

    /// A recording of a program that has not ended, with one more line.
    fn extended(&self, known: &Recording, line: Vec<u8>) -> Result<Recording, Unrecorded> {
        let mut inputs = known.inputs();
        inputs.push(line);
        self.record(&inputs)
    }

    /// The program's answers to the lines of each of these files, by the names of the files.
    pub fn of_files(&self, paths: &[PathBuf]) -> Result<Vec<(String, Recording)>, Unrecorded> {
        let is_second = |(place, path): &(usize, &PathBuf)| {
            paths[..*place].iter().any(|other| other.file_stem() == path.file_stem())
        };
        if let Some((_, path)) = paths.iter().enumerate().find(is_second) {
            return Err(Unrecorded::Twice(path.clone()));
        }
        let of_file = |path: &PathBuf| {
            let inputs = inputs_of(path)?;
            no_text(&inputs).map_or(Ok(()), |why| Err(FileError::at(path)(why)))?;
            let name = name_of(path).ok_or_else(|| Unrecorded::Unnamed(path.clone()))?;
            Ok((name, self.record(&inputs)?))
        };
        paths.iter().map(of_file).collect()
    }

    /// Checks that the program gives these answers in another second, too, and in another folder. One that chooses by the
    /// clock often gives the same answers twice in a second.
    /// Fails with [`Unrecorded::Unsteady`] if it does not.
    pub fn confirm<'a>(&self, runs: impl IntoIterator<Item = &'a Recording>) -> Result<(), Unrecorded> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let rest = Duration::from_secs(1) - Duration::from_nanos(now.subsec_nanos().into());
        if self.interrupt.wait(rest) {
            return Err(Unobserved::Run(RunError::Interrupted).into());
        }
        let elsewhere = self.observer.elsewhere();
        runs.into_iter().try_for_each(|run| elsewhere.repeats(run)).map_err(|why| match why {
            // Such as an interrupt, which tells nothing of the program.
            Unobserved::Run(_) => Unrecorded::Unobserved(why),
            _ => Unrecorded::Unsteady(why),
        })
    }
}

/// Which of these lines is no text, as those of recordings are, if one is not.
fn no_text(inputs: &[Vec<u8>]) -> Option<String> {
    let place = inputs.iter().position(|line| str::from_utf8(line).is_err())?;
    Some(format!("line {} of the input is not UTF-8 text", place + 1))
}

/// The name of the recording for a file of inputs.
fn name_of(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_str().filter(|name| !name.starts_with('.'));
    name.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Command, Isolation};

    fn recorder(script: &str) -> Recorder {
        let command = Command::new("/bin/sh", ["-c", script]);
        let conditions = RunConditions::new(Isolation::none());
        Recorder::new(
            Candidate::new("sh", Program::Ready(command)),
            conditions,
            Interrupt::on_signals().unwrap(),
        )
        .unwrap()
    }

    #[test]
    fn a_recording_grows_line_by_line_and_is_repeated() {
        let recorder =
            recorder("while read -r line; do [ \"$line\" = bad ] && exit 3; echo \"<$line>\"; done");
        let none = recorder.record(&[]).unwrap();
        assert!(none.turns.is_empty() && !none.is_over());
        let one = recorder.extended(&none, b"a".to_vec()).unwrap();
        assert_eq!(one.turns[0].answer, "<a>\n");
        let died = recorder.extended(&one, b"bad".to_vec());
        assert!(died.is_ok_and(|run| run.is_over()), "it ended at its last line");
        recorder.confirm([&one]).unwrap();
    }

    #[test]
    fn a_person_sees_the_answers_and_why_a_line_is_left_out() {
        let recorder = recorder("echo hi; while read -r line; do echo \"<$line>\"; done; echo bye");
        let mut shown = Vec::new();
        let run = recorder.typed(&mut &b"a\n\xff\nb"[..], |heard| {
            shown.push(heard.map_or_else(|_| "left out".to_owned(), str::to_owned));
            Ok::<_, Box<dyn std::error::Error>>(())
        });
        let inputs: Vec<_> = run.unwrap().turns.into_iter().map(|turn| turn.input).collect();
        assert_eq!(inputs, ["a", "b"]);
        assert_eq!(shown, ["hi\n", "<a>\n", "left out", "<b>\n", "bye\n"]);
    }

    #[test]
    fn a_program_that_goes_by_the_clock_is_not_recorded() {
        let recorder = recorder("date +%s%N");
        let why = recorder.record(&[]).unwrap_err().to_string();
        assert!(why.starts_with("nothing is recorded: given no input, it said"), "{why}");
        let nothing = |why: &str| Candidate::new("x", Program::CannotRun(why.to_owned()));
        let conditions = RunConditions::new(Isolation::none());
        let why = Recorder::new(nothing("gone"), conditions, Interrupt::on_signals().unwrap()).err().unwrap();
        assert_eq!(why.to_string(), "nothing is recorded: gone");
    }

    #[test]
    fn a_recording_has_the_name_of_its_file_of_inputs() {
        assert_eq!(name_of(Path::new("in/first.txt")).as_deref(), Some("first"));
        assert_eq!([".hidden", "..", "/"].map(|path| name_of(Path::new(path))), [None, None, None]);
    }
}
