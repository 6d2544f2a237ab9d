//! The cases that a specification shows to everybody.

use std::path::Path;

use crate::challenge::belongs;
use crate::dialect::{Dialect, INTERACTION, WholeCase};
use crate::files::Root;

/// A case that a specification shows, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The name of the case.
    pub name: String,
    /// The input and the right answer, or a conversation, each with its title.
    pub parts: Vec<(&'static str, String)>,
}

/// Where these cases are.
const PLACE: &str = "sample";

/// How many are shown, and the largest of their files, in bytes.
const MOST: usize = 20;
const LARGEST: u64 = 16 << 10;

/// The cases in `sample`, as far as they are short texts.
pub fn samples(dialect: &Dialect) -> Vec<Sample> {
    let whole = dialect.whole().and_then(|whole| Some((whole, Root::named(whole.folder()?).ok()?)));
    let Some((whole, root)) = whole else { return Vec::new() };
    let cases = whole.cases();
    let text = |path: &Path| root.text(path, LARGEST).ok();
    let sample = |case: &WholeCase| {
        let conversation = case.input.as_ref().and_then(|input| text(&input.with_extension(INTERACTION)));
        // Packages may show another text than what is judged.
        let of_file = |file: &Path| {
            let mut shown = file.as_os_str().to_owned();
            shown.push(".statement");
            text(Path::new(&shown)).or_else(|| text(file))
        };
        // For an interactive program the input is only the validator's.
        let part = |own: Option<&str>, file: Option<&Path>| {
            own.map(str::to_owned).or_else(|| file.filter(|_| !cases.is_interactive).and_then(of_file))
        };
        let input = part(cases.input(&case.name), case.input.as_deref());
        let answer = part(cases.answer(&case.name), case.answer.as_deref());
        let parts = [("Conversation", conversation), ("Input", input), ("Output", answer)];
        let parts: Vec<_> = parts.into_iter().filter_map(|(title, text)| Some((title, text?))).collect();
        (!parts.is_empty()).then(|| Sample { name: case.name.clone(), parts })
    };
    let list = whole.list().iter().filter(|case| belongs(&case.name, PLACE));
    list.take(MOST).filter_map(sample).collect()
}
