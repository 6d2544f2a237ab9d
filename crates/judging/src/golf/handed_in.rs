//! The submissions of a class: a folder for each student, as learning platforms export it, for one exercise or several.
//!
//! ```text
//! handed-in/STUDENT/…                   one exercise: all of the folder is the student's program
//! handed-in/STUDENT.py
//! handed-in/STUDENT/EXERCISE/…          several exercises, or EXERCISE.py
//! handed-in/EXERCISE/STUDENT/…
//! ```
//!
//! Other folders may be around those of exercises.
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
use super::preparation::{answered, submissions};
use super::several::{MAIN, is_of_others};
use super::submission::{Submission, folder_in, gather_all, is_note};
use super::{GatherError, Gathered, Harness, Languages, Preparation, PreparationError};
use crate::dialect::Dialect;
use crate::files::{FileError, Root};
use crate::transcript::visible_name;

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

/// How deep is searched for exercises, and for the files whose times count.
const DEEPEST: usize = 8;

/// How many files of a student a note names.
const NAMED: usize = 8;

/// What a class has handed in.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ClassWork {
    /// One submission for each student and exercise.
    pub all: Vec<HandedIn>,
    /// The students whose folders have none.
    pub without: Vec<String>,
    /// What may have been meant otherwise, a line each.
    pub notes: Vec<String>,
}

/// The submissions in some folders, for exercises with these names.
/// Fails if a folder cannot be read.
pub fn handed_in(
    folders: &[PathBuf],
    exercises: &[(String, Dialect)],
    languages: &Languages,
) -> Result<ClassWork, FileError> {
    let (mut found, mut work) = (Vec::new(), ClassWork::default());
    let mut add = |folder: &Path, exercise: usize, path: PathBuf| {
        // What was unpacked is as old as the archive.
        let changed = changed(if path.starts_with(folder) { &path } else { folder }, 0);
        found.push((folder.to_owned(), HandedIn { student: name_of(folder), exercise, changed, path }));
    };
    let of = |path: &Path| exercises.iter().position(|(name, _)| is_like(name, &stem(path)));
    for folder in folders {
        let all = of_students(entries(folder, true)?);
        let (mut by_exercise, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|one| one.is_dir() && of(one).is_some());
        let mut by_student = Vec::new();
        for one in others {
            match exercises {
                [_] => add(&one, 0, one.clone()),
                _ if one.is_dir() || is_archive(&one) => {
                    by_student.push(Searched::of(one, &of, exercises.len())?);
                }
                _ => {}
            }
        }
        let inner: Vec<_> =
            by_student.iter().flat_map(|one| &one.found).map(|(_, path)| path.clone()).collect();
        if are_of_class(&by_exercise, &inner, &of, exercises, languages) {
            let name = |one: &Searched, path: &Path| visible(&one.place.join(one.name(path)));
            let names = by_student.iter().flat_map(|one| one.found.iter().map(|(_, path)| name(one, path)));
            let names = names.collect::<Vec<_>>().join(", ");
            work.notes.push(format!("taken for folders with a program of each student: {names}"));
            by_student.clear();
            by_exercise.extend(inner);
        }
        for (exercise, place) in by_exercise.iter().filter_map(|place| Some((of(place)?, place))) {
            let all = of_students(entries(place, place.parent() == Some(folder))?);
            all.into_iter().for_each(|path| add(&path.clone(), exercise, path));
        }
        for one in by_student {
            if one.found.is_empty() && !by_exercise.is_empty() {
                continue;
            }
            work.without.extend(one.found.is_empty().then(|| name_of(&one.place)));
            for (exercise, path) in one.chosen(exercises, languages, &mut work.notes) {
                add(&one.place, exercise, path);
            }
        }
    }
    work.all = with_distinct_names(found);
    work.without.retain(|name| work.all.iter().all(|one| one.student != *name));
    Ok(work)
}

/// Whether folders of exercises within other folders hold what several students have handed in, and not a student's program: there is
/// one of each exercise, none has a program that is called as a student's would be, and in one are several programs.
fn are_of_class(
    top: &[PathBuf],
    inner: &[PathBuf],
    of: &dyn Fn(&Path) -> Option<usize>,
    exercises: &[(String, Dialect)],
    languages: &Languages,
) -> bool {
    let mut met = BTreeSet::new();
    if !top.iter().chain(inner).all(|path| path.is_dir() && met.insert(of(path))) {
        return false;
    }
    let names = |place: &PathBuf| {
        let dialect = of(place).map(|exercise| &exercises[exercise].1)?;
        let (all, _) = submissions(place, dialect, languages).ok()?;
        let path = |one: &Submission<'_>| one.packed.as_ref().unwrap_or(&one.path).clone();
        let names =
            all.iter().filter_map(|one| Some(place.join(path(one).strip_prefix(place).ok()?.iter().next()?)));
        Some(names.collect::<BTreeSet<_>>())
    };
    let names: Vec<_> = inner.iter().filter_map(names).collect();
    let is_own = |path: &PathBuf| MAIN.contains(&&*stem(path)) || of(path).is_some();
    !names.iter().flatten().any(is_own) && names.iter().any(|names| names.len() > 1)
}

/// Leaves out lists and notes beside the folders of students, such as the `submission_metadata.yml` of Gradescope.
fn of_students(all: Vec<PathBuf>) -> Vec<PathBuf> {
    let has_folders = all.iter().any(|path| path.is_dir());
    let is_of_moodle =
        |path: &Path| OF_MOODLE.is_match(&path.file_name().unwrap_or_default().to_string_lossy());
    let is_meant = |path: &PathBuf| path.is_dir() || !is_note(path) || is_of_moodle(path);
    all.into_iter().filter(|path| !has_folders || is_meant(path)).collect()
}

/// What was found in the folder or archive of a student.
struct Searched {
    place: PathBuf,
    /// What is called like exercises, with their places among these; what lies less deep is before the rest.
    found: Vec<(usize, PathBuf)>,
    /// The other files, but for notes.
    others: Vec<PathBuf>,
    /// An archive in it, and where that was unpacked.
    packed: Option<(PathBuf, PathBuf)>,
}

impl Searched {
    /// Searches a place. A repository or an archive may have other folders around those of exercises. An archive that cannot be
    /// unpacked stands for all of them, so that it is told.
    fn of(
        place: PathBuf,
        of: &dyn Fn(&Path) -> Option<usize>,
        exercises: usize,
    ) -> Result<Searched, FileError> {
        let mut level = if place.is_dir() { entries(&place, false)? } else { vec![place.clone()] };
        let mut all = Searched { place, found: Vec::new(), others: Vec::new(), packed: None };
        for _ in 0..=DEEPEST {
            let (own, rest): (Vec<_>, Vec<_>) = level.into_iter().partition(|path| of(path).is_some());
            all.found.extend(own.into_iter().filter_map(|path| Some((of(&path)?, path))));
            let (folders, files): (Vec<_>, Vec<_>) = rest.into_iter().partition(|path| path.is_dir());
            let archives: Vec<_> = files.iter().filter(|path| is_archive(path)).collect();
            level = match archives[..] {
                [only] if all.found.is_empty() && folders.is_empty() && all.packed.is_none() => {
                    let Ok(folder) = unpacked(only) else {
                        all.found = (0..exercises).map(|place| (place, only.clone())).collect();
                        return Ok(all);
                    };
                    let within = entries(&folder, false)?;
                    all.packed = Some((only.clone(), folder));
                    within
                }
                _ => Vec::new(),
            };
            for folder in folders {
                match entries(&folder, false) {
                    Ok(within) => level.extend(within),
                    Err(_) => all.others.push(folder),
                }
            }
            let is_packed = |path: &PathBuf| all.packed.as_ref().is_some_and(|(archive, _)| archive == path);
            all.others.extend(files.into_iter().filter(|path| !is_note(path) && !is_packed(path)));
        }
        all.others.extend(level);
        Ok(all)
    }

    /// What counts for each exercise: what may be a program, and lies least deep. Notes tell of what else may have been meant.
    fn chosen(
        &self,
        exercises: &[(String, Dialect)],
        languages: &Languages,
        notes: &mut Vec<String>,
    ) -> Vec<(usize, PathBuf)> {
        let (mut chosen, mut missing) = (Vec::new(), Vec::new());
        let student = name_of(&self.place);
        for (exercise, (name, dialect)) in exercises.iter().enumerate() {
            let is_meant = |path: &&PathBuf| {
                let ending = path.extension().and_then(|ending| ending.to_str());
                let is_source = ending.is_some_and(|ending| languages.by_ending(ending).is_some());
                path.is_dir() || is_archive(path) || is_source || answered(dialect).is_some()
            };
            let mut own: Vec<_> =
                self.found.iter().filter(|(place, _)| *place == exercise).map(|(_, path)| path).collect();
            if own.iter().any(is_meant) {
                own.retain(is_meant);
            }
            let Some(best) = own.iter().rev().min_by_key(|path| path.components().count()) else {
                missing.push(name.as_str());
                continue;
            };
            if own.len() > 1 {
                let names = self.names(own.iter().copied());
                notes.push(format!("{student}: several for {name} ({names}); {} counts", self.name(best)));
            }
            chosen.push((exercise, (*best).clone()));
        }
        if !missing.is_empty() && !self.others.is_empty() {
            let others = self.names(&self.others);
            notes.push(format!("{student}: nothing for {}; for no exercise: {others}", missing.join(", ")));
        }
        chosen
    }

    /// The names of some files, but of many only the first.
    fn names<'a>(&self, paths: impl IntoIterator<Item = &'a PathBuf>) -> String {
        let mut names: Vec<_> = paths.into_iter().map(|path| self.name(path)).collect();
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        names.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
    }

    /// A path below the folder of the student, as if archives were folders.
    fn name(&self, path: &Path) -> String {
        let within = self
            .packed
            .as_ref()
            .and_then(|(archive, folder)| Some(archive.join(path.strip_prefix(folder).ok()?)));
        let path = within.as_deref().unwrap_or(path);
        visible(path.strip_prefix(&self.place).unwrap_or(path))
    }
}

fn visible(path: &Path) -> String {
    visible_name(&path.to_string_lossy())
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
        let student = if is_alone { one.student.clone() } else { visible_name(&full) };
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
    visible_name(&name)
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

    fn work(folder: &Path, exercises: &[&str]) -> ClassWork {
        let exercises: Vec<_> =
            exercises.iter().map(|name| ((*name).to_owned(), Dialect::default())).collect();
        handed_in(&[folder.to_owned()], &exercises, &Languages::built_in()).unwrap()
    }

    /// The student, exercise and path of what is found in a folder with these files.
    fn found(files: &[&str], exercises: &[&str]) -> Vec<(String, usize, String)> {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let all = work(folder.path(), exercises).all;
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
        let ClassWork { all, without, .. } = work(folder.path(), &["week1", "week2"]);
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
        assert_eq!(
            found(&["all/week1/ada.py", "all/week1/bob.c", "x/week2/ada/a.py"], &both),
            [
                one("ada", 0, "all/week1/ada.py"),
                one("ada", 1, "x/week2/ada"),
                one("bob", 0, "all/week1/bob.c")
            ]
        );
        // A student's own files, which have the names of programs.
        assert_eq!(
            found(&["ada/week1/main.py", "ada/week1/more.py", "bob/week2/a.py", "bob/week2/b.py"], &both),
            [one("ada", 0, "ada/week1"), one("bob", 1, "bob/week2")]
        );
        assert_eq!(
            found(&["ada/a/week1/x.py", "ada/b/c/week2.py", "ada/week2.pdf", "ada/old/b/d/week2.c"], &both),
            [one("ada", 0, "ada/a/week1"), one("ada", 1, "ada/b/c/week2.py")]
        );
    }

    #[test]
    fn what_may_have_been_meant_otherwise_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let notes = |files: &[&str]| {
            let _ = std::fs::remove_dir_all(folder.path().join("in"));
            for path in files.iter().map(|file| folder.path().join("in").join(file)) {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, "").unwrap();
            }
            work(&folder.path().join("in"), &["sum", "double"]).notes
        };
        assert_eq!(
            notes(&["dea/hw/sum.py", "dea/old/sum.c", "dea/sum.pdf", "dea/double.py", "dea/x.py"]),
            ["dea: several for sum (hw/sum.py, old/sum.c); old/sum.c counts"]
        );
        assert_eq!(
            notes(&["dea/sum.py", "dea/deep/twice.py", "dea/README.md"]),
            ["dea: nothing for double; for no exercise: deep/twice.py"]
        );
        assert_eq!(notes(&["dea/sum/main.py", "dea/sum/twice.py"]), Vec::<String>::new());
        let told = notes(&["all/sum/ann.py", "all/sum/bob.py", "all/double/ann.py"]);
        assert!(told.len() == 1 && told[0].ends_with("in/all/sum"), "{told:?}");
    }
}
