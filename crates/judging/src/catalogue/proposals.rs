//! Proposals: the expected transcripts and recordings of a challenge that are missing or wrong. Each is a file beside the one
//! whose place it is to take, as insta has them, and nothing takes its place until a person accepts it.

use std::path::{Path, PathBuf};

use super::RECORDING;
use super::error::{CatalogueError, at};
use super::fixtures::FixtureSource;
use crate::challenge::Recording;
use crate::dialect::{Dialect, Observed};
use crate::files;
use crate::runner::{Recorder, Unrecorded, given_files};
use crate::snapshot::contents;
use crate::suite::Fixture;
use crate::transcript::{ExpectedTranscript, Profile, compare};

/// The ending of expected transcripts, which are snapshots of insta.
const SNAPSHOT: &str = ".snap";

/// The ending that the name of a proposal adds to that of the file.
const PROPOSED: &str = ".new";

/// The right content of the files of a folder.
#[derive(Clone, Debug)]
pub struct Proposals {
    folder: PathBuf,
    /// Each file, and its right content if it is missing or wrong.
    files: Vec<(String, Option<String>)>,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotProposed {
    #[error("{0}: the rules say what is right; only challenges of recordings are recorded from a command")]
    Rules(String),
    #[error("{}: name the program to record after `--`", .0.display())]
    NoProgram(PathBuf),
    #[error("{}: there are no recordings; `--inputs FILE` makes one", .0.display())]
    Nothing(PathBuf),
    /// The files of the challenge cannot be read, or nothing is known to be right.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    #[error(transparent)]
    Unrecorded(#[from] Unrecorded),
}

impl Proposals {
    /// Those of a challenge with its files in a folder: for recordings what this program does now, also with these files of
    /// inputs, and otherwise the expected transcripts of the move lists.
    pub fn of(
        dialect: &Dialect,
        folder: &Path,
        program: Option<Recorder>,
        inputs: &[PathBuf],
    ) -> Result<Proposals, NotProposed> {
        match (dialect.observed().filter(|observed| !observed.has_reference()), program) {
            (None, None) => Ok(Proposals::of_move_lists(dialect, folder)?),
            (None, Some(_)) => Err(NotProposed::Rules(dialect.name().to_owned())),
            (Some(_), None) => Err(NotProposed::NoProgram(folder.to_owned())),
            (Some(observed), Some(program)) => {
                let program = program.giving(&given_files(observed).map_err(at(folder))?);
                let program = program.with(&observed.manifest().freedoms);
                let proposals = Proposals::of_recordings(observed, folder, &program, inputs)?;
                match proposals.files.is_empty() {
                    true => Err(NotProposed::Nothing(folder.to_owned())),
                    false => Ok(proposals),
                }
            }
        }
    }

    /// The expected transcripts of the move lists in a folder.
    /// Fails if there are no move lists, or it cannot be found out what is right.
    fn of_move_lists(dialect: &Dialect, folder: &Path) -> Result<Proposals, CatalogueError> {
        if !folder.exists() {
            return Err(at(folder)("no such folder; name the one with the move lists: `judge record games`"));
        }
        let fixtures = FixtureSource::Folder(folder.to_owned()).load(dialect)?;
        let proposal = |fixture: Fixture| {
            let is_right = fixture.snapshot.is_some() && fixture.verify(dialect).is_ok();
            let right = (!is_right).then(|| fixture.expected_snapshot(dialect).to_string());
            (fixture.name + SNAPSHOT, right)
        };
        let files = fixtures.into_iter().map(proposal).collect();
        match dialect.observed().and_then(Observed::trouble) {
            None => Ok(Proposals { folder: folder.to_owned(), files }),
            Some(why) => Err(CatalogueError(why)),
        }
    }

    /// The recordings of a challenge in a folder, and those that these files of inputs are to become.
    fn of_recordings(
        observed: &Observed,
        folder: &Path,
        recorder: &Recorder,
        inputs: &[PathBuf],
    ) -> Result<Proposals, Unrecorded> {
        let again = |(name, old): &(String, Recording)| {
            let new = recorder.record(&old.inputs())?;
            Ok((name.clone(), !is_right(observed, old, &new), new))
        };
        let mut all = observed.recordings().iter().map(again).collect::<Result<Vec<_>, Unrecorded>>()?;
        for (name, new) in recorder.of_files(inputs)? {
            let old = observed.recordings().iter().find(|(known, _)| *known == name);
            let is_new = old.is_none_or(|(_, old)| !is_right(observed, old, &new));
            all.retain(|(known, ..)| *known != name);
            all.push((name, is_new, new));
        }
        recorder.confirm(all.iter().map(|(_, _, run)| run))?;
        let files = all.into_iter().map(|(name, is_new, run)| (name + RECORDING, is_new.then(|| run.text())));
        Ok(Proposals { folder: folder.to_owned(), files: files.collect() })
    }

    /// The paths of the proposals, one for each file that is missing or wrong.
    pub fn paths(&self) -> Vec<PathBuf> {
        let is_needed = |(file, right): &(String, Option<String>)| right.is_some().then(|| self.path(file));
        self.files.iter().filter_map(is_needed).collect()
    }

    /// Removes earlier proposals for files that are right: they must not be accepted by accident.
    pub fn withdraw(&self) {
        for (file, _) in self.files.iter().filter(|(_, right)| right.is_none()) {
            let _ = std::fs::remove_file(self.path(file));
        }
    }

    /// Writes the proposals. An earlier one is replaced, and no link is followed.
    pub fn write(&self) -> Result<(), CatalogueError> {
        for (file, right) in &self.files {
            let Some(text) = right else { continue };
            let path = self.path(file);
            files::replace(&path, text.as_bytes()).map_err(at(&path))?;
        }
        Ok(())
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.join(format!("{file}{PROPOSED}"))
    }
}

/// Whether a new run is as it was recorded, as far as the challenge's freedoms go: the same inputs and end, and an output that is
/// right.
fn is_right(observed: &Observed, old: &Recording, new: &Recording) -> bool {
    let end = |run: &Recording| (run.inputs(), run.is_over(), run.waits);
    // What a program that waits would say at the end of its input is open, so that any more would be right.
    let closing = old.closing.clone().or_else(|| old.waits.then(String::new));
    let closed = Recording { waits: false, closing, ..old.clone() };
    let (name, manifest) = (String::new(), observed.manifest().clone());
    let alone = Observed::new("", observed.text(), None, manifest, vec![(name, closed)], None);
    let output = new.output();
    let accepts = |alone: Observed| {
        let expected = ExpectedTranscript::scored(&Dialect::Observed(alone), &old.inputs());
        compare(&expected, output.as_bytes(), Profile::Golf).is_none()
    };
    end(old) == end(new) && alone.is_ok_and(accepts)
}

/// The proposals in a folder, by name.
/// Fails if one cannot be read as what it is to become, such as after a merge with conflicts.
pub fn proposed(folder: &Path) -> Result<Vec<PathBuf>, CatalogueError> {
    let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<_> = entries.map_err(at(folder))?.into_iter().map(|entry| entry.path()).collect();
    let endings = [SNAPSHOT, RECORDING].map(|ending| format!("{ending}{PROPOSED}"));
    paths.retain(|path| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)));
    paths.sort();
    paths.iter().try_for_each(|path| check(path))?;
    Ok(paths)
}

fn check(proposal: &Path) -> Result<(), CatalogueError> {
    let text = files::read(proposal, files::TEXT).map_err(at(proposal))?;
    if proposal.to_string_lossy().ends_with(&format!("{SNAPSHOT}{PROPOSED}")) {
        return contents(&text).map(drop).map_err(at(proposal));
    }
    Recording::read(&String::from_utf8_lossy(&text)).map(drop).map_err(at(proposal))
}

/// Accepts a proposal: it takes the place of the file. Returns the path of that.
pub fn accept(proposal: &Path) -> Result<PathBuf, CatalogueError> {
    let accepted = proposal.with_extension("");
    std::fs::rename(proposal, &accepted).map_err(at(proposal))?;
    Ok(accepted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_proposed_and_accepted_and_then_right() {
        let kept = tempfile::tempdir().unwrap();
        let folder = kept.path();
        std::fs::write(folder.join("win.moves"), "6\n4\n0\n3\n1\n5\n").unwrap();
        let proposals = || Proposals::of_move_lists(&Dialect::Tictactoe, folder).unwrap();
        let pending = folder.join("win.snap.new");
        let wanted = std::slice::from_ref(&pending);
        assert_eq!(proposals().paths(), wanted);
        assert!(proposed(folder).unwrap().is_empty(), "nothing is written by itself");
        proposals().write().unwrap();
        assert_eq!(proposed(folder).unwrap(), wanted);
        assert_eq!(accept(&pending).unwrap(), folder.join("win.snap"));
        assert!(proposals().paths().is_empty() && proposed(folder).unwrap().is_empty());
        std::fs::write(&pending, "an earlier one").unwrap();
        proposals().withdraw();
        assert!(!pending.exists());
    }
}
