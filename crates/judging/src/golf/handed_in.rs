//! The submissions of a class: a folder for each student, as learning platforms export it, for one exercise or several.
//!
//! ```text
//! handed-in/STUDENT/…                   one exercise: all of the folder is the student's program
//! handed-in/STUDENT.py
//! handed-in/STUDENT/EXERCISE/…          several exercises, or EXERCISE.py
//! handed-in/EXERCISE/STUDENT/…
//! ```
//!
//! An archive is as the folder that it holds, and may be alone in the folder of a student.
//! Moodle puts a number and a note behind the name of a student; that does not belong to it.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::SystemTime;

use regex::Regex;

use super::answers::of_answers;
use super::archive::is_archive;
use super::preparation::answered;
use super::several::{MAIN, is_of_others};
use super::submission::{folder_in, gather_all, is_note};
use super::{GatherError, Gathered, Harness, Preparation, PreparationError};
use crate::dialect::Dialect;
use crate::files::{FileError, Root};
use crate::transcript::visible_line;

/// A student's submission for an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// The student's name; every character of it is visible.
    pub student: String,
    /// The place of the exercise.
    pub exercise: usize,
    /// The file or folder.
    pub path: PathBuf,
    /// When the last of its files was changed. `None` if that is not known.
    pub changed: Option<SystemTime>,
}

static OF_MOODLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"_\d+_assignsubmission_(?:file|onlinetext)_?.*$").expect("it is valid"));

/// How deep the files are looked for whose times count.
const DEEPEST: usize = 8;

/// The submissions in some folders, for exercises with these names, and the students whose folders have none for any of them.
/// Fails if a folder cannot be read.
pub fn handed_in(
    folders: &[PathBuf],
    exercises: &[String],
) -> Result<(Vec<HandedIn>, Vec<String>), FileError> {
    let (mut found, mut without) = (Vec::new(), Vec::new());
    let mut add = |folder: &Path, exercise: usize, path: PathBuf| {
        // What was unpacked is as old as the archive.
        let changed = changed(if path.starts_with(folder) { &path } else { folder }, 0);
        found.push((folder.to_owned(), HandedIn { student: name_of(folder), exercise, changed, path }));
    };
    let of = |path: &Path| exercises.iter().position(|name| is_like(name, &stem(path)));
    for folder in folders {
        let all = of_students(entries(folder, true)?);
        let is_by_exercise = all.iter().any(|one| one.is_dir() && of(one).is_some());
        for one in all {
            match of(&one).filter(|_| one.is_dir()) {
                Some(exercise) => {
                    let all = of_students(entries(&one, true)?).into_iter();
                    all.for_each(|path| add(&path.clone(), exercise, path));
                }
                None if exercises.len() == 1 => add(&one, 0, one.clone()),
                None if one.is_dir() || is_archive(&one) => {
                    let own = of_student(&one, &of, exercises.len())?;
                    without.extend((own.is_empty() && !is_by_exercise).then(|| name_of(&one)));
                    own.into_iter().for_each(|(exercise, path)| add(&one, exercise, path));
                }
                None => {}
            }
        }
    }
    let found = with_distinct_names(found);
    without.retain(|name| found.iter().all(|one| one.student != *name));
    Ok((found, without))
}

/// Leaves out lists and notes beside the folders of students, such as the `submission_metadata.yml` of Gradescope.
fn of_students(all: Vec<PathBuf>) -> Vec<PathBuf> {
    let has_folders = all.iter().any(|path| path.is_dir());
    let is_of_moodle =
        |path: &Path| OF_MOODLE.is_match(&path.file_name().unwrap_or_default().to_string_lossy());
    let is_meant = |path: &PathBuf| path.is_dir() || !is_note(path) || is_of_moodle(path);
    all.into_iter().filter(|path| !has_folders || is_meant(path)).collect()
}

/// What a student's folder or archive has for exercises, with their places. A repository or an archive may have other folders around
/// those. An archive that cannot be unpacked stands for all of them, so that it is told.
fn of_student(
    place: &Path,
    of: &dyn Fn(&Path) -> Option<usize>,
    exercises: usize,
) -> Result<Vec<(usize, PathBuf)>, FileError> {
    let mut inner = if place.is_dir() { entries(place, false)? } else { vec![place.to_owned()] };
    let mut is_packed = true;
    for _ in 0..DEEPEST {
        if inner.iter().any(|path| of(path).is_some()) {
            break;
        }
        let (folders, files): (Vec<_>, Vec<_>) = inner.iter().partition(|path| path.is_dir());
        let archives: Vec<_> = files.into_iter().filter(|path| is_packed && is_archive(path)).collect();
        let within = match (&folders[..], &archives[..]) {
            ([only], _) => entries(only, false)?,
            ([], [only]) => match unpacked(only) {
                Ok(folder) => entries(&folder, false)?,
                Err(_) => return Ok((0..exercises).map(|place| (place, (*only).clone())).collect()),
            },
            _ => break,
        };
        is_packed &= !folders.is_empty();
        inner = within;
    }
    Ok(inner.into_iter().filter_map(|path| Some((of(&path)?, path))).collect())
}

/// The unpacked content of an archive.
fn unpacked(archive: &Path) -> io::Result<PathBuf> {
    let (root, name) = Root::around(archive)?;
    folder_in(archive, &root.file(name)?)
}

/// Sorts submissions by student and exercise. Students with the same name are called by the full names of their folders.
fn with_distinct_names(found: Vec<(PathBuf, HandedIn)>) -> Vec<HandedIn> {
    let mut folders: BTreeMap<(String, usize), BTreeSet<PathBuf>> = BTreeMap::new();
    for (folder, one) in &found {
        folders.entry((one.student.clone(), one.exercise)).or_default().insert(folder.clone());
    }
    let named = |(folder, one): (PathBuf, HandedIn)| {
        let is_alone = folders[&(one.student.clone(), one.exercise)].len() == 1;
        let full = folder.file_name().unwrap_or_default().to_string_lossy();
        let student = if is_alone { one.student.clone() } else { visible_line(full.as_bytes()) };
        // Of several files of one student for an exercise, the last counts.
        ((student.clone(), one.exercise), HandedIn { student, ..one })
    };
    found.into_iter().map(named).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// The files and folders in a folder, by their names, without what other programs leave there. A link in a folder of a student may
/// lead to what others have handed in, so only those of the teacher are followed.
fn entries(folder: &Path, follows_links: bool) -> Result<Vec<PathBuf>, FileError> {
    let root = Root::named(folder).map_err(FileError::at(folder))?;
    let names = root.names(Path::new("")).map_err(FileError::at(folder))?;
    let is_followed = |path: &PathBuf| follows_links || !path.is_symlink();
    let all = names.into_iter().map(|name| folder.join(name));
    Ok(all.filter(|path| !is_of_others(path, &[]) && is_followed(path)).collect())
}

/// A file's name without its ending, a folder's with it.
fn stem(path: &Path) -> String {
    let stem = if path.is_dir() { path.file_name() } else { path.file_stem() };
    stem.unwrap_or_default().to_string_lossy().into_owned()
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = if OF_MOODLE.is_match(&name) { OF_MOODLE.replace(&name, "").into_owned() } else { stem(path) };
    visible_line(name.as_bytes())
}

/// Whether two names are the same but for capital letters and what is neither letter nor digit: `week1` and `Week 1`.
fn is_like(one: &str, other: &str) -> bool {
    let plain = |text: &str| {
        text.chars().filter(|sign| sign.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let [one, other]: [String; 2] = [plain(one), plain(other)];
    !one.is_empty() && one == other
}

fn changed(path: &Path, depth: usize) -> Option<SystemTime> {
    let about = path.symlink_metadata().ok()?;
    if !about.is_dir() {
        return about.modified().ok();
    }
    let inner = entries(path, false).ok().filter(|_| depth < DEEPEST)?;
    inner.iter().filter_map(|path| changed(path, depth + 1)).max()
}

impl<'a> Preparation<'a> {
    /// The program that was handed in for an exercise of this name. What is no program, or several, is one that is skipped.
    /// Fails if what the challenge adds to programs cannot be read.
    pub fn handed_in(
        &self,
        path: &Path,
        exercise: &str,
        dialect: &Dialect,
    ) -> Result<Gathered<'a>, PreparationError> {
        let harness = Harness::of(dialect, self.languages)?;
        if let Some(whole) = answered(dialect) {
            return Ok(self.gathered(of_answers(path, whole).within(&harness)));
        }
        let mut all = match gather_all(path, dialect, self.languages) {
            Ok((all, _)) => all,
            Err(GatherError::Empty(_)) => return Ok(skipped(path, "there is no program in it")),
            Err(why) => return Ok(skipped(path, &why.to_string())),
        };
        let is_main = |path: &Path| {
            let stem = stem(path);
            MAIN.contains(&&*stem) || is_like(&stem, exercise)
        };
        if all.len() > 1 && all.iter().any(|one| is_main(&one.path)) {
            all.retain(|one| is_main(&one.path));
        }
        match all.pop() {
            Some(one) if all.is_empty() => Ok(self.gathered(one.within(&harness))),
            last => {
                let names = all.iter().chain(&last).map(|one| one.packed.as_ref().unwrap_or(&one.path));
                let names = names.map(|name| name.strip_prefix(path).unwrap_or(name));
                let names: Vec<_> = names.map(|name| name.display().to_string()).collect();
                Ok(skipped(
                    path,
                    &format!("several programs ({}); call one {exercise} or main", names.join(", ")),
                ))
            }
        }
    }
}

fn skipped<'a>(path: &Path, why: &str) -> Gathered<'a> {
    super::preparation::skipped(path, why).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The student, exercise and path of what is found in a folder with these files.
    fn found(files: &[&str], exercises: &[&str]) -> Vec<(String, usize, String)> {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let exercises: Vec<_> = exercises.iter().map(|name| (*name).to_owned()).collect();
        let (all, _) = handed_in(&[folder.path().to_owned()], &exercises).unwrap();
        let path = |one: &HandedIn| one.path.strip_prefix(folder.path()).unwrap().display().to_string();
        all.iter().map(|one| (one.student.clone(), one.exercise, path(one))).collect()
    }

    fn one(student: &str, exercise: usize, path: &str) -> (String, usize, String) {
        (student.to_owned(), exercise, path.to_owned())
    }

    #[test]
    fn students_with_one_name_are_distinguished() {
        let two = [
            "Ada_1_assignsubmission_file_/a.py",
            "Ada_2_assignsubmission_file_/b.py",
            "Bob_3_assignsubmission_file_/c.py",
        ];
        let names: Vec<_> = found(&two, &["week1"]).into_iter().map(|(student, ..)| student).collect();
        assert_eq!(names, ["Ada_1_assignsubmission_file_", "Ada_2_assignsubmission_file_", "Bob"]);
        let folder = tempfile::tempdir().unwrap();
        for student in ["ada/week1", "eve"] {
            std::fs::create_dir_all(folder.path().join(student)).unwrap();
        }
        std::os::unix::fs::symlink("../ada/week1", folder.path().join("eve/week1")).unwrap();
        let weeks = ["week1", "week2"].map(str::to_owned);
        let (all, without) = handed_in(&[folder.path().to_owned()], &weeks).unwrap();
        assert_eq!(all.iter().map(|one| one.student.as_str()).collect::<Vec<_>>(), ["ada"]);
        assert_eq!(without, ["eve"]);
    }

    #[test]
    fn each_arrangement_of_folders_is_known() {
        assert_eq!(
            found(&["ada/a.py", "bob.c", ".git/x.py"], &["week1"]),
            [one("ada", 0, "ada"), one("bob", 0, "bob.c")]
        );
        assert_eq!(
            found(
                &["ada/a.py", "bob.c", "metadata.yml", "marks.csv", "Eve_7_assignsubmission_file_a.md"],
                &["week1"]
            ),
            [one("Eve", 0, "Eve_7_assignsubmission_file_a.md"), one("ada", 0, "ada"), one("bob", 0, "bob.c")]
        );
        assert_eq!(found(&["ada.csv"], &["week1"]), [one("ada", 0, "ada.csv")]);
        let moodle = ["Ada L_12_assignsubmission_file_/a.py", "Bob_7_assignsubmission_file_b.c"];
        assert_eq!(
            found(&moodle, &["week1"]),
            [one("Ada L", 0, "Ada L_12_assignsubmission_file_"), one("Bob", 0, moodle[1])]
        );
        let both = ["week1", "week2"];
        let by_student =
            ["ada/Week 1/a.py", "ada/week2.py", "bob/my/repo/week1.c", "bob/my/notes", "eve/x.py"];
        assert_eq!(
            found(&by_student, &both),
            [
                one("ada", 0, "ada/Week 1"),
                one("ada", 1, "ada/week2.py"),
                one("bob", 0, "bob/my/repo/week1.c")
            ]
        );
        let by_exercise = ["week1/ada/a.py", "week2/ada.py", "week2/bob/b.c"];
        assert_eq!(
            found(&by_exercise, &both),
            [one("ada", 0, "week1/ada"), one("ada", 1, "week2/ada.py"), one("bob", 1, "week2/bob")]
        );
    }
}
