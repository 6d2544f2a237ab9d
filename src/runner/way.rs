//! Finding out which way in a candidate takes: one game each way, and the one that works is it. If
//! none does, the one that gets farthest is, since a wrong program takes its input some way too.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::{Candidate, pool::Settings};
use crate::process::{Command, Interrupt, Room, RunError, run};
use crate::suite::{Case, Way};
use crate::verdict::Verdict;

/// The way in that a candidate takes.
///
/// # Errors
/// [`RunError`] if the judge cannot run it.
pub(super) fn find(
    settings: &Settings,
    command: &Command,
    room: &mut Room,
    interrupt: &Interrupt,
) -> Result<Way, RunError> {
    let &[first, .., _] = settings.ways else { return Ok(settings.ways[0]) };
    let game = Case::trial(settings.dialect);
    let mut best = (0, first);
    for &way in settings.ways {
        let execution = run(command, &way.feed(&game.inputs), &settings.limits, room, interrupt)?;
        let verdict = Verdict::decide(&game, settings.tolerance, &execution);
        if verdict.is_accepted() {
            return Ok(way);
        }
        let reached = verdict.divergence.map_or(game.inputs.len(), |divergence| divergence.step);
        if reached > best.0 {
            best = (reached, way);
        }
    }
    Ok(best.1)
}

impl Candidate {
    /// A shell command that gives inputs to the candidate, if it can be run at all.
    pub(super) fn shell_command(&self, way: Way, inputs: &[Vec<u8>]) -> Option<String> {
        let super::Program::Ready(command) = &self.program else { return None };
        let fed = way.feed(inputs);
        let words = [command.program.as_os_str()].into_iter().chain(command.args.iter().map(AsRef::as_ref));
        let words = words.map(|word| quoted(from_here(word).as_encoded_bytes()));
        let line = words.chain(fed.args.iter().map(|arg| quoted(arg))).collect::<Vec<_>>().join(" ");
        Some(match way {
            Way::Lines => {
                let inputs: Vec<_> = inputs.iter().map(|input| quoted(input)).collect();
                format!("printf '%s\\n' {} | {line}", inputs.join(" "))
            }
            Way::Words | Way::Commas | Way::CommasAndSpaces => {
                let stdin = fed.stdin.strip_suffix(b"\n").unwrap_or(&fed.stdin);
                format!("printf '%s\\n' {} | {line}", quoted(stdin))
            }
            Way::Args | Way::Arg | Way::ArgAndSpaces => format!("{line} < /dev/null"),
        })
    }
}

/// A path as it is written from the current folder, if it lies below; any other word as it is.
fn from_here(word: &OsStr) -> OsString {
    let here = std::env::current_dir().unwrap_or_default();
    match Path::new(word).strip_prefix(here) {
        Ok(below) if below.components().count() > 1 => below.into(),
        Ok(below) if !below.as_os_str().is_empty() => Path::new(".").join(below).into(),
        _ => word.to_owned(),
    }
}

/// A word of a shell command, in quotes where it needs them.
fn quoted(word: &[u8]) -> String {
    let quoted = shlex::bytes::try_quote(word).unwrap_or_default();
    crate::transcript::visible_line(&quoted)
}
