//! Files with sessions: each line is one that is fed, and a line `---` begins the next session.

use std::io;
use std::path::{Path, PathBuf};

use super::FILE;
use super::error::{CatalogueError, at};
use crate::dialect::{CASES, Dialect};
use crate::files::{self, Root};
use crate::suite::{InputFormat, Suite};

/// The file with the sessions of the suite `explored`, if they were kept.
pub const KEPT: &str = "explored.sessions";

/// The line between two sessions.
const NEXT: &str = "---";

/// The sessions in a file of a folder.
pub(super) fn sessions(root: &Root, folder: &Path, file: &str) -> Result<Vec<Vec<String>>, CatalogueError> {
    of_file(root, file).map_err(at(&folder.join(file)))
}

/// The sessions that were kept in a folder. Empty if there are none.
pub(super) fn kept(root: &Root, folder: &Path) -> Result<Vec<Vec<String>>, CatalogueError> {
    match of_file(root, KEPT) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        sessions => sessions.map_err(at(&folder.join(KEPT))),
    }
}

fn of_file(root: &Root, file: &str) -> io::Result<Vec<Vec<String>>> {
    root.text(Path::new(file), files::TEXT).map(|text| read(&text))
}

fn read(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<_> = text.lines().map(str::to_owned).collect();
    lines.split(|line| line == NEXT).map(<[_]>::to_vec).collect()
}

/// The runs of a suite that were written into a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptRuns {
    /// The file, or the folder of cases.
    pub file: PathBuf,
    /// How many it holds.
    pub count: usize,
    /// How many more it cannot hold.
    pub skipped: usize,
}

/// Keeps the runs of a suite in a folder: `explored` plays these from now on.
pub fn keep(suite: &Suite, folder: &Path) -> Result<KeptRuns, CatalogueError> {
    let file = folder.join(KEPT);
    let (text, count) = written(suite.cases().map(|case| case.inputs));
    files::save(&file, text.as_bytes()).map_err(at(&file))?;
    Ok(KeptRuns { file, count, skipped: suite.len() - count })
}

/// Writes the runs of a suite as whole cases: the input of each, and what is right. A folder that is no challenge yet becomes
/// one. Runs are left out at whose end it is not known what is printed.
/// Fails if what is right depends on what a program chooses.
pub fn keep_as_cases(suite: &Suite, dialect: &Dialect, folder: &Path) -> Result<KeptRuns, CatalogueError> {
    if dialect.has_hidden() {
        return Err(at(folder)("what is right depends on what the program chooses and does not tell"));
    }
    let cases = folder.join(CASES);
    std::fs::create_dir_all(&cases).map_err(at(&cases))?;
    let challenge = folder.join(FILE);
    if !challenge.try_exists().map_err(at(&challenge))? {
        let title = toml::Value::from(dialect.greeting().trim_end());
        let text = format!("title = {title}\n\n[cases]\n");
        files::save(&challenge, text).map_err(at(&challenge))?;
    }
    let mut count = 0;
    for case in suite.cases() {
        let expected = case.strict_transcript();
        if expected.is_settled() {
            let input = InputFormat::Lines.program_input(&case.inputs).stdin;
            for (ending, content) in [("in", input), ("ans", expected.text())] {
                let file = cases.join(format!("{}.{ending}", case.name));
                files::save(&file, content).map_err(at(&file))?;
            }
            count += 1;
        }
    }
    Ok(KeptRuns { file: cases, count, skipped: suite.len() - count })
}

/// The text of a file with these sessions. Those that it cannot hold are left out; the second number is how many it holds.
fn written(sessions: impl Iterator<Item = Vec<Vec<u8>>>) -> (String, usize) {
    let is_plain = |line: &String| line != NEXT && !line.ends_with('\r');
    let plain = |line| String::from_utf8(line).ok().filter(is_plain).map(|line| line + "\n");
    let sessions = sessions.filter_map(|session| session.into_iter().map(plain).collect::<Option<String>>());
    let sessions: Vec<_> = sessions.collect();
    (sessions.join(&format!("{NEXT}\n")), sessions.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_read_back_and_unwritable_ones_counted() {
        let session = |lines: &[&[u8]]| lines.iter().map(|line| line.to_vec()).collect::<Vec<_>>();
        let all = [
            session(&[]),
            session(&[b"a", b"", b" b "]),
            session(&[b"---"]),
            session(&[b"c", b"d\r"]),
            session(&[b"\xff"]),
            session(&["--- é".as_bytes()]),
            session(&[]),
        ];
        let (text, count) = written(all.iter().cloned());
        assert_eq!((text.as_str(), count), ("---\na\n\n b \n---\n--- é\n---\n", 4));
        assert_eq!(read(&text), [vec![], vec!["a", "", " b "], vec!["--- é"], vec![]]);
    }
}
