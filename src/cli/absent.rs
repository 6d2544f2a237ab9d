//! What other builds have: a command line that asks for it is told how to get it.

use std::ffi::OsString;

/// Commands and options that need a feature: the program, the feature, and their words.
const PARTS: [(&str, &str, &[&str]); 3] = [
    ("judge", "service", &["serve", "worker", "submit", "token", "service"]),
    ("referee", "browser", &["serve"]),
    ("referee", "play", &["match", "--first", "--second", "--third", "--seat", "--table"]),
];

fn is_here(feature: &str) -> bool {
    match feature {
        "service" => cfg!(feature = "service"),
        "browser" => cfg!(feature = "browser"),
        _ => cfg!(feature = "play"),
    }
}

/// Refuses the words after a program's name if they ask for what this build does not have; the error says how to get it.
pub(super) fn check(program: &str, words: impl Iterator<Item = OsString>) -> Result<(), String> {
    absent(program, words, is_here).map_or(Ok(()), Err)
}

/// The features that this build does not have, as lines for its help.
pub(super) fn note(program: &str) -> String {
    let missing = PARTS.iter().filter(|(of, feature, _)| *of == program && !is_here(feature));
    missing
        .map(|(_, feature, words)| format!("Not without --features {feature}: {}\n", words.join(", ")))
        .collect()
}

/// A command is the first of the words; an option is any before `--`, perhaps with its value.
fn absent(
    program: &str,
    words: impl Iterator<Item = OsString>,
    is_here: impl Fn(&str) -> bool,
) -> Option<String> {
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let words: Vec<_> = words.take_while(|word| word != "--").collect();
    let asked = words.iter().enumerate().filter(|(place, word)| *place == 0 || word.starts_with("--"));
    let mut asked = asked.map(|(_, word)| word.split('=').next().unwrap_or_default());
    let missing: Vec<_> =
        PARTS.iter().filter(|(of, feature, _)| *of == program && !is_here(feature)).collect();
    let of = |word: &str| missing.iter().find(|(_, _, words)| words.contains(&word)).map(|part| part.1);
    let (word, feature) = asked.find_map(|word| Some((word, of(word)?)))?;
    Some(format!(
        "this build has no `{program} {word}`; it needs the feature `{feature}`: \
         cargo install --path . --features {feature}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_names_the_feature_that_it_needs() {
        let message = |program: &str, words: &[&str], is_here: bool| {
            absent(program, words.iter().map(OsString::from), |_| is_here)
        };
        for (program, feature, words) in PARTS {
            for word in words {
                assert!(message(program, &[word, "--help", "-x"], true).is_none());
                let why = message(program, &[word, "--help", "-x"], false).unwrap();
                assert!(why.starts_with(&format!("this build has no `{program} {word}`;")), "{why}");
                assert!(why.ends_with(&format!("--features {feature}")), "{why}");
            }
        }
        assert!(message("referee", &["4", "--second=perfect"], false).is_some());
        assert!(message("referee", &["4", "match", "--", "--second"], false).is_none());
    }
}
