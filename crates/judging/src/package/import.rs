//! A package made into a challenge: its files are carried over, its limit of time is measured, and its conversations are held.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use tempfile::TempDir;

use super::imported::Imported;
use super::write::carried_over;
use crate::catalogue::{self, CatalogueError};
use crate::dialect::{Dialect, WholeCases};
use crate::files::folder_of;
use crate::golf::{Languages, Toolchain, ValidatorError};
use crate::kattis::{MeasureError, Measuring, PackageError, opened};
use crate::process::{Interrupt, Isolation, RunError, sweep};
use crate::runner::{self, Settings};

/// A package that is made into a challenge, and how its programs are run.
#[derive(Clone, Copy, Debug)]
pub struct Import<'a> {
    /// The folder of the package. It is not trusted.
    pub package: &'a Path,
    /// The folder to make.
    pub folder: &'a Path,
    pub languages: &'a Languages,
    /// The isolation of the validator and the submissions.
    pub isolation: &'a Isolation,
    pub interrupt: &'a Interrupt,
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    #[error(transparent)]
    Package(#[from] PackageError),
    #[error(transparent)]
    Challenge(#[from] CatalogueError),
    #[error(transparent)]
    Measure(#[from] MeasureError),
    #[error(transparent)]
    Validator(#[from] ValidatorError),
    #[error(transparent)]
    Run(#[from] RunError),
}

/// The folder that a package is made into if no other is named: one of the package's name, in the current folder.
/// Fails if the package is not there, or has no name.
pub fn usual_folder(package: &Path) -> Result<PathBuf, PackageError> {
    let real = package.canonicalize().map_err(|why| PackageError::new(package, why))?;
    let name = real.file_name().ok_or_else(|| PackageError::new(package, "name the folder to make"))?;
    Ok(PathBuf::from(name))
}

impl Import<'_> {
    /// Makes the challenge. Its folder is there when it is complete, or not at all. `progress` gets how many of how many runs are
    /// done, if the package names no limit of time.
    pub fn run(&self, progress: &(dyn Fn(usize, usize) + Sync)) -> Result<Imported, ImportError> {
        let package = opened(self.package)?;
        let new = NewFolder::at(self.folder)?;
        let mut imported = carried_over(&package, new.path())?;
        imported.write_manifest(new.path())?;
        if imported.read.time().is_none() && imported.read.package.timing.is_some() {
            let Import { languages, isolation, interrupt, .. } = *self;
            let measuring = Measuring { languages, isolation, interrupt, progress };
            let (slowest, notes) = measuring.slowest(self.package, &imported.read)?;
            imported = imported.limit_by(slowest);
            imported.notes.extend(notes);
            imported.write_manifest(new.path())?;
        }
        self.hold_conversations(new.path(), &mut imported)?;
        self.cases(new.path())?;
        new.finish()?;
        Ok(imported)
    }

    /// The challenge that was made, read as any other.
    fn cases(&self, folder: &Path) -> Result<WholeCases, ImportError> {
        let challenge = catalogue::open(folder, self.interrupt)?;
        let whole = challenge.whole().cloned();
        whole.ok_or_else(|| PackageError::new(folder, "it has no whole cases").into())
    }

    fn toolchain(&self) -> Toolchain<'_> {
        Toolchain::new(self.interrupt).isolated(self.isolation)
    }

    /// How programs are run, with the validator of a challenge.
    fn settings(&self, dialect: &Dialect) -> Result<Settings, ValidatorError> {
        let validators = self.toolchain().validators(dialect, self.languages)?;
        let mut settings = Settings::new(dialect, self.isolation.clone());
        settings.criteria.validators = validators;
        Ok(settings)
    }

    /// Replays the conversations that belong to cases. Those that the validator contradicts are kept only for reading.
    fn hold_conversations(&self, folder: &Path, imported: &mut Imported) -> Result<(), ImportError> {
        if imported.conversations == 0 {
            return Ok(());
        }
        let whole = self.cases(folder)?;
        let settings = self.settings(&Dialect::Whole(whole.clone()));
        for case in whole.list().iter().filter(|case| case.conversation.is_some()) {
            let why = match &settings {
                Err(why) => Some(why.to_string()),
                Ok(settings) => match runner::contradiction(settings, case, self.interrupt) {
                    Err(why @ RunError::Validator(_)) => Some(why.to_string()),
                    other => other?,
                },
            };
            why.map_or(Ok(()), |why| imported.set_aside(folder, &case.name, &why))?;
        }
        Ok(())
    }
}

/// What the names of unfinished folders begin with, and when nobody works on one any more.
const UNFINISHED: &str = ".judge-import-";
const OLD: Duration = Duration::from_secs(60 * 60);

/// A folder that is made under another name beside its place. It is removed unless it is finished.
pub(crate) struct NewFolder {
    place: PathBuf,
    unfinished: TempDir,
}

impl NewFolder {
    /// An empty folder for this place, where there must be nothing. Old ones beside it that were not finished are removed.
    pub(crate) fn at(place: &Path) -> Result<NewFolder, PackageError> {
        if place.symlink_metadata().is_ok() {
            return Err(PackageError::new(place, "it is there already"));
        }
        let around = folder_of(place);
        let failed = |why| PackageError::new(around, why);
        fs::create_dir_all(around).map_err(failed)?;
        sweep(around, UNFINISHED, OLD);
        let unfinished = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(around).map_err(failed)?;
        Ok(NewFolder { place: place.to_owned(), unfinished })
    }

    /// Where it is until it is finished.
    pub(crate) fn path(&self) -> &Path {
        self.unfinished.path()
    }

    /// Gives it its place, if there is still nothing.
    pub(crate) fn finish(self) -> Result<(), PackageError> {
        let path = self.unfinished.path();
        fs::set_permissions(path, Permissions::from_mode(0o755))
            .and_then(|()| Ok(renameat_with(CWD, path, CWD, &self.place, RenameFlags::NOREPLACE)?))
            .map_err(|why| PackageError::new(&self.place, why))?;
        drop(self.unfinished.keep());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_there_when_it_is_finished_and_replaces_nothing() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("new/challenge");
        let names = || fs::read_dir(place.parent().unwrap()).unwrap().count();
        drop(NewFolder::at(&place).unwrap());
        assert_eq!(names(), 0);
        let [first, second] = [NewFolder::at(&place).unwrap(), NewFolder::at(&place).unwrap()];
        fs::write(first.path().join("file"), "first").unwrap();
        first.finish().unwrap();
        let why = second.finish().unwrap_err().to_string();
        assert!(why.contains("challenge: "), "{why}");
        assert_eq!((names(), fs::read_to_string(place.join("file")).unwrap()), (1, "first".to_owned()));
        assert!(NewFolder::at(&place).is_err_and(|why| why.to_string().ends_with("it is there already")));
    }
}
