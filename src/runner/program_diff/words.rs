//! The words that a program may know.

use std::path::PathBuf;

use crate::files::{self, Pinned};
use crate::runner::candidate::Candidate;
use crate::suite::explore::{literals, strings};

/// The words in a program's source, or in its file: those of its literals if that is text, and otherwise of its strings.
pub(super) fn words(candidate: &Candidate) -> Vec<Vec<u8>> {
    if let Some(source) = &candidate.source {
        return literals(source);
    }
    let of_path = candidate.path.iter().map(PathBuf::as_path);
    let command = candidate.command();
    let of_command = command.iter().flat_map(|command| &command.files).map(Pinned::real);
    let of_program = command.iter().map(|command| command.program.as_path());
    let paths = of_path.chain(of_command).chain(of_program);
    let mut texts = paths.filter_map(|path| files::read(path, files::TEXT).ok());
    texts.next().map_or_else(Vec::new, |bytes| match str::from_utf8(&bytes) {
        Ok(text) => literals(text),
        Err(_) => strings(&bytes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Command;
    use crate::runner::candidate::Program;

    #[test]
    fn the_words_are_those_of_the_source_or_else_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        let of = |text: &[u8]| {
            std::fs::write(&script, text).unwrap();
            let command = Command::new::<&str>(script.clone(), []);
            words(&Candidate::new("script", Program::Ready(command)))
        };
        assert_eq!(of(b"print('deposit')"), [b"deposit".to_vec()]);
        assert_eq!(of(b"\x7f\xffdeposit\0"), [b"deposit".to_vec()]);
        let source = Some("print('withdraw')".to_owned());
        let candidate = Candidate { source, ..Candidate::new("x", Program::Skipped(String::new())) };
        assert_eq!(words(&candidate), [b"withdraw".to_vec()]);
    }
}
