//! The wrong programs of a challenge in this folder: right ones with some changes, for the tests and the benchmark `finding`.

use std::path::Path;

use serde::Deserialize;

/// The wrong programs of a challenge.
#[derive(Deserialize)]
struct Wrong {
    program: Vec<Program>,
}

/// A program that is another one with some changes.
#[derive(Deserialize)]
struct Program {
    name: String,
    base: String,
    changes: Vec<Change>,
}

#[derive(Deserialize)]
struct Change {
    from: String,
    to: String,
}

/// Writes the wrong programs of a challenge into a new folder.
pub(crate) fn write_wrong(challenge: &Path, folder: &Path) {
    let wrong = std::fs::read_to_string(challenge.join("wrong.toml")).unwrap();
    let wrong: Wrong = toml::from_str(&wrong).unwrap();
    std::fs::create_dir(folder).unwrap();
    for Program { name, base, changes } in wrong.program {
        let text = std::fs::read_to_string(challenge.join(base)).unwrap();
        let text = changes.iter().fold(text, |text, Change { from, to }| {
            assert_eq!(text.matches(from).count(), 1, "{name}: {from:?}");
            text.replace(from, to)
        });
        std::fs::write(folder.join(name), text).unwrap();
    }
}
