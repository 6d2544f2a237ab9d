//! What a table shows of a program in two runs.

use std::time::Duration;

use super::program::{ProgramChange, Standing};

/// The verdicts: one if they are the same, else both.
pub(super) fn verdict(program: &ProgramChange) -> String {
    both(program, |standing| Some(standing.verdict.to_owned()))
}

/// The sizes in bytes.
pub(super) fn bytes(program: &ProgramChange) -> String {
    both(program, |standing| standing.bytes.map(|bytes| bytes.to_string()))
}

/// The times in milliseconds, if they differ beyond noise.
pub(super) fn time(program: &ProgramChange) -> String {
    let milliseconds = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
    let time = |standing: &Standing| standing.pace.map(|pace| milliseconds(pace.median));
    if program.differs_in_time() { both(program, time) } else { String::new() }
}

/// Why it is worse, if it is because it does not pass any more.
pub(super) fn reason(program: &ProgramChange) -> Option<&str> {
    let new = program.new.as_ref().filter(|new| !new.is_good && !new.reason.is_empty())?;
    program.change.is_regression().then_some(&new.reason)
}

fn both(program: &ProgramChange, cell: impl Fn(&Standing) -> Option<String>) -> String {
    let [old, new] = [&program.old, &program.new].map(|side| side.as_ref().and_then(&cell));
    match (old, new) {
        (Some(old), Some(new)) if old == new => new,
        (Some(old), Some(new)) => format!("{old} → {new}"),
        (old, new) => old.or(new).unwrap_or_default(),
    }
}
