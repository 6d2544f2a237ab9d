//! What is printed while programs are watched, each in a line.

use std::fmt;
use std::path::Path;

use crate::transcript::visible_line;

/// What has happened while programs are watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News<'a> {
    /// There is no program yet.
    NoPrograms,
    /// The challenge was changed, and all programs are judged by it.
    NewChallenge,
    /// The challenge was changed and cannot be opened, for this reason; the one before stays.
    BadChallenge(String),
    /// Something about the program at this path.
    Program(&'a Path, ProgramNews),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramNews {
    Gone,
    Unreadable(String),
    /// It was accepted before, and fails one of the first cases.
    Fails,
    /// It was accepted before, and passes the first cases.
    Passes {
        cases: String,
        /// Its size with what has changed in it, as the end of the line.
        size: String,
    },
    Ruled {
        /// The ruling, with what was different in the one before.
        ruling: String,
        /// The command that shows its failure, if there is one.
        replay: Option<String>,
    },
}

impl fmt::Display for News<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::NoPrograms => to.write_str("nothing to judge yet; watching"),
            News::NewChallenge => to.write_str("the challenge has changed"),
            News::BadChallenge(why) => to.write_str(&visible_line(why.as_bytes())),
            News::Program(path, news) => {
                write!(to, "{}: {news}", visible_line(path.as_os_str().as_encoded_bytes()))
            }
        }
    }
}

impl fmt::Display for ProgramNews {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramNews::Gone => to.write_str("gone"),
            ProgramNews::Unreadable(why) => write!(to, "cannot-run: {}", visible_line(why.as_bytes())),
            ProgramNews::Fails => to.write_str("fails, judging it"),
            ProgramNews::Passes { cases, size } => write!(to, "passes {cases} so far{size}"),
            ProgramNews::Ruled { ruling, replay: None } => to.write_str(ruling),
            ProgramNews::Ruled { ruling, replay: Some(replay) } => write!(to, "{ruling}\n    {replay}"),
        }
    }
}
