//! The programs of a package: its validator, and submissions with what is expected of them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use strum::VariantArray;

use super::problem::{PackageError, VALIDATORS};
use crate::files::Root;
use crate::golf::Languages;
use crate::transcript::visible_line;
use crate::verdict::Verdict;

/// The largest source, in bytes.
pub(super) const LARGEST: u64 = 16 << 20;

/// How many submissions there may be.
const MOST: usize = 2_000;

/// A validator's files in its folder, the source first.
#[derive(Debug)]
pub(super) struct ValidatorFiles {
    pub(super) source: PathBuf,
    pub(super) beside: Vec<PathBuf>,
}

pub(super) fn validator(root: &Root) -> Result<ValidatorFiles, PackageError> {
    let is_there = |name: &&&str| root.is_folder(Path::new(**name)).unwrap_or(false);
    let Some(folder) = VALIDATORS.iter().find(is_there) else {
        return Err(PackageError::new(Path::new(VALIDATORS[0]), "the output validator is not there"));
    };
    let folder = Path::new(folder);
    let (folders, files) = entries(root, folder)?;
    match (&folders[..], &files[..]) {
        ([inner], []) => in_folder(root, inner),
        ([], [_, ..]) => in_folder(root, folder),
        ([], []) => Err(PackageError::new(folder, "there is no output validator in it")),
        _ => Err(PackageError::new(folder, "more than one output validator cannot be imported")),
    }
}

fn in_folder(root: &Root, folder: &Path) -> Result<ValidatorFiles, PackageError> {
    let (folders, files) = entries(root, folder)?;
    let is_script =
        |path: &PathBuf| ["build", "run"].iter().any(|name| path.file_name() == Some((*name).as_ref()));
    if let Some(script) = files.iter().find(|path| is_script(path)) {
        return Err(PackageError::new(
            script,
            "programs with a script that builds or runs them cannot be imported",
        ));
    }
    if let Some(inner) = folders.first() {
        return Err(PackageError::new(inner, "validators with folders in their folder cannot be imported"));
    }
    let languages = Languages::built_in();
    let is_source = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| languages.by_ending(ending).is_some())
    };
    let (sources, beside): (Vec<_>, Vec<_>) = files.into_iter().partition(is_source);
    match &sources[..] {
        [source] => Ok(ValidatorFiles { source: source.clone(), beside }),
        [] => Err(PackageError::new(folder, "there is no source in a known language")),
        _ => Err(PackageError::new(folder, "validators of several sources cannot be imported")),
    }
}

/// The folders and the files in a folder. Links that lead out of the package are an error.
fn entries(root: &Root, folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), PackageError> {
    let names = root.names(folder).map_err(|why| PackageError::new(folder, why))?;
    let is_hidden = |name: &OsString| name.as_encoded_bytes().starts_with(b".");
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for name in names.into_iter().filter(|name| !is_hidden(name)) {
        let path = folder.join(name);
        match root.is_folder(&path).map_err(|why| PackageError::new(&path, why))? {
            true => folders.push(path),
            false => files.push(path),
        }
    }
    Ok((folders, files))
}

/// A submission, and the verdicts that fit it: none in particular if any fault does.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) file: PathBuf,
    /// Its place below `right` or `wrong`.
    pub(super) place: PathBuf,
    pub(super) is_right: bool,
    pub(super) verdicts: Vec<Verdict>,
}

/// The folder whose programs get this verdict. `None` if the format knows no such fault.
fn folder_of(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Accepted => Some("accepted"),
        Verdict::Wrong => Some("wrong_answer"),
        Verdict::CpuTime | Verdict::WallTime | Verdict::Idle => Some("time_limit_exceeded"),
        Verdict::Crashed | Verdict::Memory | Verdict::Forbidden | Verdict::Processes | Verdict::Files => {
            Some("run_time_error")
        }
        Verdict::Early
        | Verdict::Extra
        | Verdict::Output
        | Verdict::CompileError
        | Verdict::CannotRun
        | Verdict::JudgeError => None,
    }
}

/// What the folders of submissions stand for.
fn meaning(folder: &str) -> Option<(bool, Vec<Verdict>)> {
    let of = |folders: &[&str]| {
        let is_of = |verdict: &Verdict| folder_of(*verdict).is_some_and(|folder| folders.contains(&folder));
        Verdict::VARIANTS.iter().copied().filter(is_of).collect()
    };
    Some(match folder {
        "accepted" => (true, of(&[folder])),
        "wrong_answer" | "time_limit_exceeded" | "run_time_error" => (false, of(&[folder])),
        "brute_force" => (false, of(&["time_limit_exceeded", "run_time_error"])),
        "partially_accepted" | "rejected" => (false, Vec::new()),
        _ => return None,
    })
}

const SUBMISSIONS: &str = "submissions";

/// Finds the submissions; what is left out is noted.
pub(super) fn submissions(root: &Root, notes: &mut Vec<String>) -> Result<Vec<Sample>, PackageError> {
    let top = Path::new(SUBMISSIONS);
    if !root.is_folder(top).unwrap_or(false) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for folder in entries(root, top)?.0 {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some((is_right, verdicts)) = meaning(&name) else {
            notes.push(format!("{} is left out: it is no folder of the format", shown(&folder)));
            continue;
        };
        if name == "partially_accepted" {
            notes.push(
                "programs in submissions/partially_accepted must fail in some case, whatever they score"
                    .to_owned(),
            );
        }
        let (folders, mut files) = entries(root, &folder)?;
        for inner in folders {
            match &entries(root, &inner)? {
                (none, one) if none.is_empty() && one.len() == 1 => files.push(one[0].clone()),
                _ => notes.push(format!("{} is left out: it has several files", shown(&inner))),
            }
        }
        for file in files {
            if is_for_old_python(root, &file)? {
                notes.push(format!("{} is left out: it is for Python 2", shown(&file)));
                continue;
            }
            let place = file.strip_prefix(top).unwrap_or(&file).to_owned();
            found.push(Sample { file, place, is_right, verdicts: verdicts.clone() });
        }
    }
    match found.len() > MOST {
        true => Err(PackageError::new(top, format!("there are more than {MOST}"))),
        false => Ok(found),
    }
}

/// Whether the first line of a file says so.
fn is_for_old_python(root: &Root, path: &Path) -> Result<bool, PackageError> {
    let start = root.file(path).and_then(|file| file.start(64));
    let start = start.map_err(|why| PackageError::new(path, why))?;
    let line = start.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(line.starts_with(b"#!") && line.windows(7).any(|part| part == b"python2"))
}

fn shown(path: &Path) -> String {
    visible_line(path.as_os_str().as_encoded_bytes())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Each row of the table is what `meaning` says; that it names none stands for any but `accepted`.
    #[test]
    fn the_documentation_says_what_the_folders_stand_for() {
        let names = |cell: &'static str| -> BTreeSet<_> { cell.split('`').skip(1).step_by(2).collect() };
        let documented = include_str!("../../../../docs/challenges.md").lines();
        let rows = documented.skip_while(|line| *line != "| folder | verdicts |").skip(2);
        let mut told: Vec<BTreeSet<_>> = Vec::new();
        for row in rows.take_while(|line| line.starts_with('|')) {
            let [folders, verdicts] =
                row.trim_matches('|').split('|').map(names).collect::<Vec<_>>().try_into().unwrap();
            for folder in folders {
                let (is_right, meant) = meaning(folder).unwrap();
                let meant: BTreeSet<_> = meant.into_iter().map(Verdict::name).collect();
                let expected = match folder {
                    "brute_force" => &told[1] | &told[2],
                    "rejected" | "partially_accepted" => BTreeSet::new(),
                    _ => verdicts.clone(),
                };
                assert!(!is_right, "{folder}");
                assert_eq!(meant, expected, "{folder}");
                told.push(verdicts.clone());
            }
        }
        assert_eq!(told.len(), 6);
    }
}
