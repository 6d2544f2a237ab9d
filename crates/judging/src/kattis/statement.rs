//! The text of a problem for people.

use std::path::{Path, PathBuf};

use super::keys::Notes;
use super::problem::Problem;
use super::validator::entries;
use crate::files::Root;
use crate::golf::with_constants;

const FOLDERS: [&str; 2] = ["statement", "problem_statement"];

/// The largest text, in bytes.
const LARGEST: u64 = 1 << 20;

/// Marks of the formats for where a sample stands; samples are shown below the text.
const MARKS: [&str; 2] = ["{{nextsample}}", "{{remainingsamples}}"];

/// The text if it is Markdown: in English, or else in any language.
pub(super) fn statement(root: &Root, problem: &Problem, notes: &mut Notes) -> Option<String> {
    let folder = FOLDERS.iter().map(Path::new).find(|folder| root.is_folder(folder).unwrap_or(false))?;
    let files = entries(root, folder).ok()?.1;
    let of = |ending: &str| -> Option<PathBuf> {
        let is_text = |path: &&PathBuf| {
            path.to_str().is_some_and(|path| path.ends_with(ending) && path.contains("/problem."))
        };
        files.iter().find(is_text).cloned()
    };
    let Some(file) = [".en.md", "problem.md", ".md"].into_iter().find_map(of) else {
        if !files.is_empty() {
            notes.add("the statement is not shown to anybody: it is no Markdown");
        }
        return None;
    };
    let text = root.text(&file, LARGEST).ok()?;
    let lines = text.lines().filter(|line| !MARKS.contains(&line.trim()));
    Some(with_constants(&lines.map(|line| format!("{line}\n")).collect::<String>(), &problem.constants))
}
