//! One game of one candidate, side by side with the reference.

use std::ffi::OsStr;
use std::path::Path;

use super::player::{Player, Target};
use super::{Candidate, CandidateReport, Failure, RECORDING, Settings, input_format};
use crate::challenge::{LineMeaning, Recording, listed};
use crate::dialect::{Dialect, WholeCases};
use crate::execution::Execution;
use crate::files::{self, FileError};
use crate::process::{Interrupt, RunError};
use crate::suite::{Case, Tactic, adaptive_case, moves};
use crate::transcript::{Comparison, Transcript, visible_line, visible_shortened};

/// A game that a candidate played. All text in it is safe to print: every character is visible.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replay {
    /// The candidate's name.
    pub name: String,
    /// The transcripts, input by input. The last part has all that follows the first difference.
    pub answers: Vec<Answer>,
    /// The inputs that it was given.
    pub inputs: Vec<Vec<u8>>,
    /// Its run, whose output may contain control characters.
    pub execution: Execution,
    /// The failure, if it is one.
    pub failure: Option<Failure>,
}

/// The answers to one input, each with the next input typed in behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    pub right: String,
    /// The candidate's.
    pub came: String,
}

/// Why nothing is shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotReplayed {
    /// The judge cannot run the candidate.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The candidate cannot be run; what a report says of it.
    #[error("the program cannot be run")]
    Unready(Box<CandidateReport>),
    /// The reference does not give its answers again, for this reason.
    #[error("{0}")]
    Reference(String),
    /// It is right up to an input with which no recording of the challenge goes on.
    #[error("nothing is known of these inputs: no recording of {0} goes on with them")]
    Unrecorded(String),
}

/// Plays a case with a candidate. With a tactic its inputs follow from the answers, if that is possible with
/// this candidate.
pub fn replay(
    settings: &Settings,
    candidate: &Candidate,
    ReplayCase { case, tactic }: &ReplayCase,
    interrupt: &Interrupt,
) -> Result<Replay, NotReplayed> {
    let command = CandidateReport::command_of(&candidate.program).map_err(NotReplayed::Unready)?;
    let mut player = Player::new(settings, interrupt)?;
    let mode = input_format::find(&mut player, command)?.mode;
    let target = Target { command, mode };
    let case = mode.fit(case.clone());
    let (case, mode, (execution, result)) = match tactic {
        Some(tactic) => player.play_adaptively(target, case, *tactic)?,
        None => {
            let played = player.play(target, &case)?;
            (case, mode, played)
        }
    };
    let failure = (!result.is_accepted()).then(|| Failure::of(&case, mode, candidate, &execution, &result));
    let answers = match (player.files(), &result.comparison) {
        (Some(files), _) => vec![whole(settings, &files.answer(&case.name)?.unwrap_or_default(), &execution)],
        (None, comparison) => {
            comparison.iter().flat_map(|found| answers(found, &case, &execution.stdout)).collect()
        }
    };
    if let Some(observed) = settings.dialect().observed() {
        observed.confirm(&case.inputs).map_err(NotReplayed::Reference)?;
        if failure.is_none() && observed.is_unrecorded(&case.inputs) {
            return Err(NotReplayed::Unrecorded(case.dialect.name().to_owned()));
        }
    }
    Ok(Replay { name: candidate.name.clone(), answers, inputs: case.inputs, execution, failure })
}

/// An output, or a conversation, beside the answer; a validator may accept another one.
fn whole(settings: &Settings, answer: &[u8], execution: &Execution) -> Answer {
    let conversation =
        execution.assessment.as_ref().and_then(|assessment| assessment.conversation.as_deref());
    let right = if settings.criteria.validators.output.is_some() { &[][..] } else { answer };
    self::answer(right, conversation.map_or(&execution.stdout, str::as_bytes))
}

/// An output beside the right one, with the inputs typed in.
fn answers(
    Comparison { expected: right, divergence, .. }: &Comparison,
    case: &Case,
    output: &[u8],
) -> Vec<Answer> {
    let agreed = divergence.as_ref().map_or(usize::MAX, |divergence| divergence.step);
    let ends: Vec<_> = right.answer_ends(output).into_iter().take(agreed).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    let mut answers: Vec<_> = starts
        .zip(&ends)
        .enumerate()
        .map(|(step, (start, end))| {
            let mut came = output[start..*end].to_vec();
            right.push_input(&mut came, step, &case.inputs);
            answer(&right.echoed_step(step, &case.inputs), &came)
        })
        .collect();
    let rest = &output[ends.last().copied().unwrap_or(0)..];
    let inputs = case.inputs.get(ends.len()..).unwrap_or_default();
    let rest = Transcript::parse(&case.dialect, rest).echoed(rest, inputs);
    let right = right.echoed_from(ends.len(), &case.inputs);
    if !(right.is_empty() && rest.is_empty()) {
        answers.push(answer(&right, &rest));
    }
    answers
}

fn answer(right: &[u8], came: &[u8]) -> Answer {
    let [right, came] = [right, came].map(visible_shortened);
    Answer { right, came }
}

/// A case to be replayed.
#[derive(Clone, Debug)]
pub struct ReplayCase {
    case: Case,
    /// How its inputs follow from the answers, if they do.
    tactic: Option<Tactic>,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoReplayCase {
    /// The file of inputs cannot be read, or what is no file is no list of inputs.
    #[error(transparent)]
    Inputs(#[from] FileError),
    #[error("{challenge} has no case {name:?}; there are: {known}")]
    Unknown { challenge: String, name: String, known: String },
}

impl ReplayCase {
    /// The case that this names: a file of inputs, a list of them, or the name of an adaptive run; of a challenge of whole
    /// cases the name of one, and of one of recordings the name or the file of a recording.
    pub fn named(name: &OsStr, dialect: &Dialect) -> Result<ReplayCase, NoReplayCase> {
        if let Some(whole) = dialect.whole() {
            let case = whole_case(whole, dialect, &name.to_string_lossy())?;
            return Ok(ReplayCase { case, tactic: None });
        }
        let path = Path::new(name);
        let recorded = dialect.observed().map_or(&[][..], |observed| observed.recordings());
        let inputs = if let Some((_, run)) = recorded.iter().find(|(known, _)| name == known.as_str()) {
            run.inputs()
        } else if path.is_file() && name.to_string_lossy().ends_with(RECORDING) {
            let text = files::read(path, files::TEXT).map_err(FileError::at(path))?;
            let recording = Recording::read(&String::from_utf8_lossy(&text));
            recording.map_err(|why| FileError::at(path)(why.to_string().trim_start().to_owned()))?.inputs()
        } else if path.is_file() {
            dialect.split(&files::read(path, files::TEXT).map_err(FileError::at(path))?)
        } else {
            let by_name = |declared| adaptive_case(declared, name.to_str()?);
            if let Some((case, tactic)) = dialect.declared().and_then(by_name) {
                return Ok(ReplayCase { case, tactic: Some(tactic) });
            }
            if is_path(name, dialect) {
                return Err(
                    FileError::at(path)("no such file of inputs; one line is written as [\"LINE\"]").into()
                );
            }
            moves::read(name.as_encoded_bytes()).map_err(FileError::at(path))?
        };
        let case = Case { name: "replay".to_owned(), dialect: dialect.clone(), inputs };
        Ok(ReplayCase { case, tactic: None })
    }
}

/// Whether this is a path, and no list of inputs: no input of a built-in game looks so, and those of rules are known.
fn is_path(name: &OsStr, dialect: &Dialect) -> bool {
    let bytes = name.as_encoded_bytes();
    let is_input = || dialect.declared().is_some_and(|one| one.table().classify(bytes) != LineMeaning::Other);
    let looks_so = !bytes.contains(&b',') && (bytes.contains(&b'/') || Path::new(name).is_dir());
    !bytes.starts_with(b"[") && (looks_so || bytes.ends_with(b".moves")) && !is_input()
}

fn whole_case(whole: &WholeCases, dialect: &Dialect, name: &str) -> Result<Case, NoReplayCase> {
    match whole.case(name) {
        Some(case) => Ok(Case::whole(dialect, &case.name)),
        None => Err(NoReplayCase::Unknown {
            challenge: dialect.name().to_owned(),
            name: name.to_owned(),
            known: listed(whole.list().iter().map(|case| visible_line(case.name.as_bytes()))),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Declared;

    #[test]
    fn a_case_is_named_by_its_inputs_or_by_a_file_of_them() {
        let inputs =
            |name: &OsStr| ReplayCase::named(name, &Dialect::Tictactoe).map(|replayed| replayed.case.inputs);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.moves");
        std::fs::write(&file, "2\n0\n").unwrap();
        for name in [OsStr::new("2,0"), OsStr::new("[\"2\",\"0\"]"), file.as_os_str()] {
            assert_eq!(inputs(name).unwrap(), [b"2".to_vec(), b"0".to_vec()], "{}", name.display());
        }
        for name in ["no.moves", "games/no", "/", "a,b.moves"] {
            let why = inputs(OsStr::new(name)).unwrap_err().to_string();
            assert!(why.starts_with(&format!("{name}: no such file of inputs")), "{why}");
        }
        assert_eq!(inputs(OsStr::new("[\"a/b\"]")).unwrap(), [b"a/b"]);
        let table = "title = 't'\n[input]\nhalf = '[0-9]/2'\n[[rule]]\non = '*'\nsay = ['what']\n[words]\nwhat = \"?\\n\"";
        let ruled = Dialect::Declared(Declared::read("t", table).unwrap());
        assert!(ReplayCase::named(OsStr::new("1/2"), &ruled).is_ok());
        assert!(ReplayCase::named(OsStr::new("1/3"), &ruled).is_err());
        let why = inputs(OsStr::new("[2]")).unwrap_err().to_string();
        assert!(why.starts_with("[2]: not a JSON array of strings"), "{why}");
    }
}
