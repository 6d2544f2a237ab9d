//! Every key and folder of the formats, and what is done with it. What is in no list here is refused in format 2025-09, as that
//! asks, and named in a note in the older ones.

use std::path::Path;

use super::error::{PackageError, shown};
use super::yaml::Yaml;

/// What is done with a key or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Read,
    /// It says nothing about what is right.
    Idle,
    /// It is left out, for this reason.
    LeftOut(&'static str),
}

use Fate::{Idle, LeftOut, Read};

type Fates = &'static [(&'static str, Fate)];

/// `problem.yaml`.
pub(super) const PROBLEM: Fates = &[
    ("problem_format_version", Read),
    ("type", Read),
    ("name", Read),
    ("limits", Read),
    ("languages", Read),
    ("constants", Read),
    ("validation", Read),
    ("validator_flags", Read),
    ("uuid", Idle),
    ("version", Idle),
    ("author", Idle),
    ("authors", Idle),
    ("credits", Idle),
    ("source", Idle),
    ("source_url", Idle),
    ("license", Idle),
    ("rights_owner", Idle),
    ("embargo_until", LeftOut("whoever offers the problem must keep it")),
    ("keywords", Idle),
    ("libraries", Idle),
    ("allow_file_writing", Read),
    ("grading", LeftOut("the most points are those of the groups, and more points are better")),
    ("scoring", LeftOut("the most points are those of the groups, and more points are better")),
    ("validator", Idle),
];

pub(super) const LIMITS: Fates = &[
    ("time_limit", Read),
    ("time_resolution", Read),
    ("time_multipliers", Read),
    ("time_multiplier", Read),
    ("time_safety_margin", LeftOut("programs that are too slow do not change the limit")),
    ("memory", Read),
    ("output", Read),
    ("code", Read),
    ("validation_time", Read),
    ("validation_memory", Read),
    ("compilation_time", Idle),
    ("compilation_memory", Idle),
    ("validation_output", Idle),
    ("validation_passes", Read),
];

pub(super) const TIME_MULTIPLIERS: Fates = &[
    ("ac_to_time_limit", Read),
    ("time_limit_to_tle", LeftOut("programs that are too slow do not change the limit")),
];

/// The folders of a package.
pub(super) const FOLDERS: Fates = &[
    ("data", Read),
    ("submissions", Read),
    ("include", Read),
    ("output_validator", Read),
    ("output_validators", Read),
    ("statement", Read),
    ("problem_statement", Read),
    ("solution", LeftOut("not needed to judge")),
    ("attachments", LeftOut("not needed to judge")),
    ("input_validator", LeftOut("not needed to judge")),
    ("input_validators", LeftOut("not needed to judge")),
    ("input_format_validators", LeftOut("not needed to judge")),
    ("answer_validators", LeftOut("not needed to judge")),
    ("generators", LeftOut("not needed to judge")),
    ("input_visualizer", LeftOut("not needed to judge")),
    ("output_visualizer", LeftOut("not needed to judge")),
    ("visualizers", LeftOut("not needed to judge")),
    ("graders", LeftOut("points of graders of its own do not count")),
    ("static_validator", Read),
];

/// The folders in `data`.
pub(super) const DATA: Fates = &[
    ("sample", Read),
    ("secret", Read),
    ("invalid_input", Idle),
    ("invalid_inputs", Idle),
    ("invalid_output", Idle),
    ("invalid_outputs", Idle),
    ("invalid_answers", Idle),
    ("valid_inputs", Idle),
    ("valid_output", Idle),
    ("valid_outputs", Idle),
    ("bad", Idle),
];

/// The settings of a folder of cases, or of a case.
pub(super) const SETTINGS: Fates = &[
    ("args", Read),
    ("output_validator_args", Read),
    ("output_validator_flags", Read),
    ("full_feedback", Read),
    ("hint", Read),
    ("description", Read),
    ("max_score", Read),
    ("score_aggregation", Read),
    ("require_pass", Read),
    ("accept_score", Read),
    ("grader_flags", Read),
    ("range", Idle),
    ("reject_score", LeftOut("a case that is not right gives no points")),
    ("grading", Read),
    ("scoring", Read),
    ("on_reject", Idle),
    ("input_validator_args", Idle),
    ("input_validator_flags", Idle),
    ("input_visualizer_args", Idle),
    ("output_visualizer_args", Idle),
    ("static_validator_args", Read),
    ("static_validation_score", Read),
];

/// An entry of `submissions.yaml`. Other keys there are patterns of cases.
pub(super) const SUBMISSION: Fates = &[
    ("language", Read),
    ("entrypoint", Read),
    ("permitted", Read),
    ("required", Read),
    ("use_for_time_limit", Read),
    ("authors", Idle),
    ("author", Idle),
    ("model_solution", Idle),
    ("score", Read),
    ("message", Read),
];

/// Sentences about what is left out, each once.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<String>);

impl Notes {
    pub(super) fn add(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.0.contains(&note) {
            self.0.push(note);
        }
    }

    pub(super) fn all(self) -> Vec<String> {
        self.0
    }
}

/// Holds the names in a file or folder against a list.
/// Fails for the first that is not listed, where that is an error.
pub(super) fn check<'a>(
    place: &Path,
    names: impl Iterator<Item = &'a str>,
    list: Fates,
    is_strict: bool,
    notes: &mut Notes,
) -> Result<(), PackageError> {
    let mut left_out: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in names {
        let fate = list.iter().find(|(known, _)| *known == name).map(|(_, fate)| *fate);
        let why = match fate {
            Some(Read | Idle) => continue,
            None if is_strict => return Err(PackageError::new(place, format!("`{name}` is not known"))),
            Some(LeftOut(why)) => why,
            None => "it is not known",
        };
        match left_out.iter_mut().find(|(known, _)| *known == why) {
            Some((_, names)) => names.push(name),
            None => left_out.push((why, vec![name])),
        }
    }
    for (why, names) in left_out {
        let place =
            if place.as_os_str().is_empty() { String::new() } else { format!(" in {}", shown(place)) };
        notes.add(format!("left out{place}: {} ({why})", names.join(", ")));
    }
    Ok(())
}

/// The same for the keys of a table.
pub(super) fn check_keys(
    place: &Path,
    table: &Yaml,
    list: Fates,
    is_strict: bool,
    notes: &mut Notes,
) -> Result<(), PackageError> {
    check(place, table.keys(), list, is_strict, notes)
}
