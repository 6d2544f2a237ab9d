//! A workflow command that annotates a file.

use std::fmt::Write;

/// The kinds of annotations, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Kind {
    Error,
    Warning,
    Notice,
}

/// An annotation.
pub(super) struct Annotation {
    pub(super) kind: Kind,
    pub(super) file: Option<String>,
    pub(super) line: Option<u32>,
    pub(super) title: String,
    pub(super) message: String,
}

impl Annotation {
    /// The workflow command, in one line.
    pub(super) fn command(&self) -> String {
        let Annotation { kind, file, line, title, message } = self;
        let kind: &str = kind.into();
        let mut text = format!("::{kind} ");
        if let Some(file) = file {
            let _ = write!(text, "file={},", property(file));
        }
        if let Some(line) = line.filter(|_| file.is_some()) {
            let _ = write!(text, "line={line},");
        }
        let _ = writeln!(text, "title={}::{}", property(title), data(message));
        text
    }
}

/// A message, escaped as GitHub's toolkit does.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property, likewise.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_github_is_escaped() {
        let annotation = Annotation {
            kind: Kind::Error,
            file: Some("a,b:c%.py".to_owned()),
            line: Some(3),
            title: "judge: wrong".to_owned(),
            message: "100%,\r\n::set-output name=x::y".to_owned(),
        };
        let expected =
            "::error file=a%2Cb%3Ac%25.py,line=3,title=judge%3A wrong::100%25,%0D%0A::set-output name=x::y\n";
        assert_eq!(annotation.command(), expected);
        let bare = Annotation { kind: Kind::Notice, file: None, ..annotation };
        assert!(bare.command().starts_with("::notice title=judge%3A wrong::"), "{}", bare.command());
    }
}
