//! Checkers written with testlib, as validators.

use std::path::{Path, PathBuf};

use super::exercise::{CaseText, Exercise};
use super::source::ImportSource;
use crate::package::PackageError;

/// The source that calls a checker in the way of testlib.
const VALIDATOR: &str = include_str!("testlib.cpp");

impl Exercise {
    /// Lets this checker judge outputs.
    /// Fails if it is not written in C++, or testlib is not with it.
    pub(super) fn judge_by(&mut self, checker: &Path, source: &ImportSource) -> Result<(), PackageError> {
        let fault = |what: &str| Err(PackageError::new(checker, what));
        if !checker
            .extension()
            .is_some_and(|ending| ["cpp", "cc", "cxx"].iter().any(|known| ending == *known))
        {
            return fault("only a checker in C++ can be imported");
        }
        let text = source.text(checker)?;
        let beside = checker.parent().unwrap_or(checker);
        let library = [beside, Path::new("files"), Path::new("")].map(|folder| folder.join("testlib.h"));
        let library = library.into_iter().find(|file| source.is_there(file));
        if !text.contains("testlib.h") {
            return fault("only a checker that uses testlib.h can be imported");
        }
        if text.contains("quitp(") {
            return fault("it gives points, but only right and wrong can be imported");
        }
        let Some(library) = library else {
            return fault("testlib.h is not in the package; put it beside the checker");
        };
        let mut add = |name: &str, content| self.files.push((PathBuf::from("validator").join(name), content));
        add("testlib.cpp", CaseText::Text(VALIDATOR.to_owned()));
        add("checker.hpp", CaseText::Text(text));
        add("testlib.h", CaseText::File(library));
        self.limits.validator = Some("validator/testlib.cpp".to_owned());
        Ok(())
    }
}
