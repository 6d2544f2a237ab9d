//! A challenge of whole cases, as a dialect: a program gets one text, and its output is judged as one.
//!
//! There are no words and no turns, so the referee says nothing and leaves everything open. What decides is the
//! [`Assessment`](crate::execution::Assessment) of a run.
//!
//! The assessment is recorded with the run, so the verdict still follows from recorded facts alone, and one pool
//! runs all challenges. Inputs are read when they are needed, since a package may have gigabytes of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::packaged::Package;
use super::referee::{Answer, AnySession};
use super::{Referee, Speech};
use crate::challenge::{Cases, belongs};
use crate::session::Event;

/// The folder with the cases, below that of the challenge.
#[doc(hidden)]
pub const CASES: &str = "cases";

/// The ending of a file with a conversation.
#[doc(hidden)]
pub const INTERACTION: &str = "interaction";

/// A challenge that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeCases(Arc<Content>);

impl Eq for WholeCases {}

#[derive(Clone, Debug, PartialEq)]
struct Content {
    name: String,
    text: String,
    folder: Option<PathBuf>,
    cases: Cases,
    list: Vec<WholeCase>,
    package: Option<Package>,
}

/// A case, with the paths of its files below the folder of the challenge. What has no file stands in the challenge's own
/// file, or there is none.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeCase {
    /// The path below the folder of cases, without the ending.
    pub name: String,
    pub input: Option<PathBuf>,
    /// The right output.
    pub answer: Option<PathBuf>,
    /// What must be on standard error.
    pub stderr: Option<PathBuf>,
    /// The sample of a conversation.
    pub conversation: Option<PathBuf>,
    /// The folder with files that lie in the folder of a run.
    pub files: Option<PathBuf>,
    /// The folder with files that a program must leave there.
    pub creates: Option<PathBuf>,
}

impl WholeCases {
    /// A challenge of this name from the text of its file, what that says, and the cases in their order. The files are in
    /// the folder; without one, nothing can be judged by it, as in a saved run.
    #[doc(hidden)]
    pub fn new(
        name: &str,
        text: &str,
        folder: Option<PathBuf>,
        cases: Cases,
        list: Vec<WholeCase>,
    ) -> WholeCases {
        let (name, text) = (name.to_owned(), text.to_owned());
        WholeCases(Arc::new(Content { name, text, folder, cases, list, package: None }))
    }

    /// The same, which was read from a problem package.
    #[doc(hidden)]
    pub fn of_package(&self, package: Package) -> WholeCases {
        WholeCases(Arc::new(Content { package: Some(package), ..(*self.0).clone() }))
    }

    /// The package that it was read from, if it was.
    #[doc(hidden)]
    pub fn package(&self) -> Option<&Package> {
        self.0.package.as_ref()
    }

    /// Sets the limit of processor time.
    pub fn within(&self, time: Duration) -> WholeCases {
        let mut content = (*self.0).clone();
        content.cases.usual.time = time;
        WholeCases(Arc::new(content))
    }

    /// The text of its file.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Its folder, if it was read from one.
    pub fn folder(&self) -> Option<&Path> {
        self.0.folder.as_deref()
    }

    /// What its file says.
    pub fn cases(&self) -> &Cases {
        &self.0.cases
    }

    /// The cases, sorted by folder: `sample` before `secret`.
    #[doc(hidden)]
    pub fn list(&self) -> &[WholeCase] {
        &self.0.list
    }

    /// The places of which its file speaks, and at which there are no cases.
    #[doc(hidden)]
    pub fn unused(&self) -> impl Iterator<Item = &str> {
        self.0.cases.named().filter(|place| !self.0.list.iter().any(|case| belongs(&case.name, place)))
    }

    #[doc(hidden)]
    pub fn case(&self, name: &str) -> Option<&WholeCase> {
        self.0.list.iter().find(|case| case.name == name)
    }
}

impl Speech for WholeCases {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn referee(&self, _final_board: bool) -> Referee {
        Referee::of_session(Box::new(Open))
    }

    fn scan(&self, _text: &[u8]) -> Option<(Event, usize)> {
        None
    }

    fn trial(&self) -> Vec<&str> {
        Vec::new()
    }

    fn greeting(&self) -> &str {
        &self.0.cases.title
    }
}

/// A run about which nothing is known beforehand.
struct Open;

impl AnySession for Open {
    fn copied(&self) -> Box<dyn AnySession> {
        Box::new(Open)
    }

    fn open(&self) -> Vec<Event> {
        Vec::new()
    }

    fn answer(&mut self, _line: &[u8]) -> Answer {
        (Vec::new(), None)
    }

    fn has_ended(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::{Challenge, Show};
    use crate::dialect::Dialect;

    #[test]
    fn what_is_said_of_a_case_shows_it_or_not() {
        let hidden = |text: &str, show: Option<Show>| {
            let text = format!("title = 'A'\n[cases]\n{text}");
            let Ok(Challenge::Cases(cases)) = Challenge::read(&text) else { panic!("{text}") };
            let dialect = Dialect::Whole(WholeCases::new("a", &text, None, cases, Vec::new()));
            ["sample/1", "secret/1", "secrets/1"].map(|case| dialect.hides(case, show))
        };
        assert_eq!(hidden("", None), [false, true, false]);
        assert_eq!(hidden("", Some(Show::First)), [false; 3]);
        assert_eq!(hidden("", Some(Show::Verdict)), [false, true, true]);
        let own = "[case.'secret/1']\nshow = 'first'\n[case.sample]\nshow = 'verdict'\n";
        assert_eq!(hidden(own, None), [true, false, false]);
        assert_eq!(hidden(own, Some(Show::Verdict)), [true, false, true]);
        assert_eq!(hidden(own, Some(Show::All)), [false; 3]);
    }
}
