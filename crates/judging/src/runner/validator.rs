//! The program that judges the outputs of whole cases.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use crate::challenge::rounded;
use crate::dialect::{WholeCase, WholeCases};
use crate::execution::{Ending, Execution, Limits};
use crate::files::{Bundle, Pinned, Root};
use crate::process::{Command, RunError};
use crate::transcript::{cut_line, visible};

/// The exit status of a validator for a right program, by the problem package format of Kattis.
const RIGHT: i32 = 42;
/// The exit status for a wrong one.
const WRONG: i32 = 43;

/// What it leaves in its folder: its messages, and the input of the next pass.
const MESSAGE: &str = "judgemessage.txt";
const TO_AUTHOR: &str = "teammessage.txt";
const SCORE: &str = "score.txt";
const SCORE_MULTIPLIER: &str = "score_multiplier.txt";
pub(super) const NEXT_PASS: &str = "nextpass.in";

/// What it is given there as the input of a later pass.
pub(super) const THIS_PASS: &str = ".pass.in";

/// How much of a message to those who judge is looked at, in bytes.
const LONGEST: usize = 64 << 10;

/// How much of a message is shown, in lines.
const SHOWN: usize = 8;

/// A validator that can be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validator {
    /// The command, without the arguments for a case.
    pub command: Command,
    /// The limits of each run.
    pub limits: Limits,
}

/// The validators of a challenge, as far as it has some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// That which judges outputs.
    pub output: Option<Validator>,
    /// That which judges sources.
    pub sources: Option<Validator>,
}

impl Validator {
    pub(super) fn command(
        &self,
        root: &Root,
        whole: &WholeCases,
        case: &WholeCase,
        left: &Bundle,
    ) -> Result<Command, RunError> {
        let at = |path: &Path| root.path_of(path).into_os_string();
        let files =
            [&case.input, &case.answer].map(|file| file.as_deref().map_or_else(|| "/dev/null".into(), at));
        let [input, answer] = files;
        let input = if left.content(Path::new(THIS_PASS)).is_some() { THIS_PASS.into() } else { input };
        let mut command = self.command.clone();
        command.args.extend([input, answer].into_iter().chain(["./".into()]));
        command.args.extend(whole.cases().arguments(&case.name).iter().map(OsString::from));
        command.files.extend(shown(root, case)?);
        Ok(command)
    }
}

/// The folders of all cases, which are shown to the validator.
fn shown(root: &Root, case: &WholeCase) -> Result<Vec<Pinned>, RunError> {
    let files = [&case.input, &case.answer].into_iter().flatten();
    let folders: BTreeSet<_> = files.filter_map(|file| file.iter().next()).map(Path::new).collect();
    let pinned = folders.into_iter().map(|folder| root.pin(folder, &root.path_of(folder)));
    pinned.collect::<Result<_, _>>().map_err(|why| RunError::System("open the folder of cases", why))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opinion {
    Right,
    Wrong(String),
    /// It failed.
    None(String),
}

impl Opinion {
    /// By a run of the validator and what it left in its folder.
    pub(super) fn of(run: &Execution, left: &Bundle) -> Opinion {
        let message = left.content(Path::new(MESSAGE)).unwrap_or_default();
        let message = last_lines(&[&run.stderr, message].concat());
        match &run.ending {
            Ending::Exited(RIGHT) => Opinion::Right,
            Ending::Exited(WRONG) => Opinion::Wrong(message),
            ending if message.is_empty() => Opinion::None(ending.to_string()),
            ending => Opinion::None(format!("{ending}\n{message}")),
        }
    }
}

/// What a validator has left for whoever wrote the program.
pub(super) fn to_author(left: &Bundle) -> Option<String> {
    let message = left.content(Path::new(TO_AUTHOR)).map(last_lines);
    message.filter(|message| !message.is_empty())
}

/// What it has left for those who judge, as far as it is short.
pub(super) fn to_judges(left: &Bundle) -> Option<String> {
    let message = left.content(Path::new(MESSAGE))?;
    Some(String::from_utf8_lossy(&message[..message.len().min(LONGEST)]).into_owned())
}

/// Whether a validator has said how many points an output has.
pub(super) fn has_share(left: &Bundle) -> bool {
    [SCORE, SCORE_MULTIPLIER].iter().any(|name| left.content(Path::new(name)).is_some())
}

/// Which part of the most points of a case a validator gives; the points themselves if these have no highest number.
/// The error says what is wrong with what it has left.
pub(super) fn share(left: &Bundle, most: f64) -> Result<Option<f64>, String> {
    let number = |name: &str| {
        let Some(text) = left.content(Path::new(name)) else { return Ok(None) };
        let number = str::from_utf8(text).ok().and_then(|text| text.trim().parse::<f64>().ok());
        let number = number.filter(|number| *number >= 0.0 && number.is_finite());
        number.map(Some).ok_or_else(|| format!("it leaves no number in {name}, such as 2.5"))
    };
    let share = match (number(SCORE)?, number(SCORE_MULTIPLIER)?) {
        (Some(points), None) if most.is_infinite() => return Ok(Some(points)),
        (..) if most.is_infinite() => {
            return Err(format!("it leaves no {SCORE} alone, where points have no highest number"));
        }
        (None, share) => share,
        (Some(points), None) => Some(points / most),
        (Some(_), Some(_)) => return Err(format!("it leaves both {SCORE} and {SCORE_MULTIPLIER}")),
    };
    match share {
        // Numbers in files are rounded.
        Some(share) if share > 1.0 + 1e-6 => {
            let points = rounded(share * most);
            Err(format!("it gives {points} points, and the case has {}", rounded(most)))
        }
        share => Ok(share.map(|share| share.min(1.0)).filter(|_| most > 0.0)),
    }
}

/// The last lines of a message, without empty ones; every character of them is visible.
fn last_lines(message: &[u8]) -> String {
    let message = String::from_utf8_lossy(message);
    let lines: Vec<_> = message.lines().filter(|line| !line.trim().is_empty()).collect();
    let last =
        lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| cut_line(&visible(line.as_bytes())));
    last.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_parts_of_them_are_read() {
        let share = |files: &[(&str, &str)], most| {
            let bundle = |(name, text): &(&str, &str)| Bundle::of_file(name, text.as_bytes().to_vec());
            let left = files.iter().map(bundle).fold(Bundle::default(), |all, one| all.and(&one));
            share(&left, most)
        };
        assert_eq!(share(&[], 8.0), Ok(None));
        assert_eq!(share(&[(SCORE, " 2.0\n")], 8.0), Ok(Some(0.25)));
        assert_eq!(share(&[(SCORE_MULTIPLIER, "0.5")], 8.0), Ok(Some(0.5)));
        assert_eq!(share(&[(SCORE, "0")], 0.0), Ok(None));
        assert_eq!(share(&[(SCORE, "1234.5")], f64::INFINITY), Ok(Some(1234.5)));
        for files in [&[][..], &[(SCORE_MULTIPLIER, "1")], &[(SCORE, "1"), (SCORE_MULTIPLIER, "1")]] {
            assert!(share(files, f64::INFINITY).unwrap_err().contains("no score.txt alone"));
        }
        for (files, why) in [
            (&[(SCORE, "9")][..], "it gives 9 points, and the case has 8"),
            (&[(SCORE_MULTIPLIER, "1.5")], "it gives 12 points"),
            (&[(SCORE, "-1")], "no number in score.txt"),
            (&[(SCORE, "")], "no number"),
            (&[(SCORE, "nan")], "no number"),
            (&[(SCORE, "1"), (SCORE_MULTIPLIER, "1")], "both"),
        ] {
            let told = share(files, 8.0).unwrap_err();
            assert!(told.contains(why), "{told}");
        }
    }
}
