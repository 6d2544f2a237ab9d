//! What is replayed: a case that a person names.

use std::ffi::OsStr;
use std::path::Path;

use crate::challenge::listed;
use crate::dialect::{Dialect, WholeCases};
use crate::files::{self, FileError};
use crate::suite::{Case, Tactic, adaptive_case, moves};
use crate::transcript::visible_line;

/// A case to be replayed.
#[derive(Clone, Debug)]
pub(crate) struct ReplayCase {
    pub(super) case: Case,
    /// How its inputs follow from the answers, if they do.
    pub(super) tactic: Option<Tactic>,
}

/// Why there is no such case.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum NoReplayCase {
    /// The file of inputs cannot be read, or what is no file is no list of inputs.
    #[error(transparent)]
    Inputs(#[from] FileError),
    /// The challenge has no whole case of this name.
    #[error("{challenge} has no case {name:?}; there are: {known}")]
    Unknown {
        /// The challenge.
        challenge: String,
        /// The name.
        name: String,
        /// The first names that there are.
        known: String,
    },
}

impl ReplayCase {
    /// The case that this names: a file of inputs, a list of them, or the name of an adaptive run; of a challenge of whole
    /// cases the name of one.
    ///
    /// # Errors
    /// [`NoReplayCase`].
    pub(crate) fn named(name: &OsStr, dialect: &Dialect) -> Result<ReplayCase, NoReplayCase> {
        if let Some(whole) = dialect.whole() {
            let case = whole_case(whole, dialect, &name.to_string_lossy())?;
            return Ok(ReplayCase { case, tactic: None });
        }
        let path = Path::new(name);
        let inputs = if path.is_file() {
            dialect.split(&files::read(path, files::TEXT).map_err(FileError::at(path))?)
        } else {
            let by_name = |declared| adaptive_case(declared, name.to_str()?);
            if let Some((case, tactic)) = dialect.declared().and_then(by_name) {
                return Ok(ReplayCase { case, tactic: Some(tactic) });
            }
            moves::read(name.as_encoded_bytes()).map_err(FileError::at(path))?
        };
        let case = Case { name: "replay".to_owned(), dialect: dialect.clone(), inputs };
        Ok(ReplayCase { case, tactic: None })
    }
}

fn whole_case(whole: &WholeCases, dialect: &Dialect, name: &str) -> Result<Case, NoReplayCase> {
    match whole.case(name) {
        Some(case) => Ok(Case::whole(dialect, &case.name)),
        None => Err(NoReplayCase::Unknown {
            challenge: dialect.name().to_owned(),
            name: name.to_owned(),
            known: listed(whole.list().iter().map(|case| visible_line(case.name.as_bytes()))),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_named_by_its_inputs_or_by_a_file_of_them() {
        let inputs =
            |name: &OsStr| ReplayCase::named(name, &Dialect::Tictactoe).map(|replayed| replayed.case.inputs);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.moves");
        std::fs::write(&file, "2\n0\n").unwrap();
        for name in [OsStr::new("2,0"), OsStr::new("[\"2\",\"0\"]"), file.as_os_str()] {
            assert_eq!(inputs(name).unwrap(), [b"2".to_vec(), b"0".to_vec()], "{}", name.display());
        }
        let why = inputs(OsStr::new("[2]")).unwrap_err().to_string();
        assert!(why.starts_with("[2]: not a JSON array of strings"), "{why}");
    }
}
