//! Tips for mistakes on the command line that the parser does not understand: what was probably meant, and no guess where
//! nothing fits.

use std::error::Error as _;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{CommandFactory, Parser};

/// The arguments of a program; prints what is wrong with them, and ends, if they cannot be read.
pub(super) fn parse<A: Parser + CommandFactory>() -> A {
    A::try_parse().unwrap_or_else(|error| improved(error, A::command().get_name()).exit())
}

fn improved(mut error: Error, program: &str) -> Error {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand);
            Path::new(&word).exists().then(|| format!("to judge a program: {program} check {word}"))
        }
        ErrorKind::UnknownArgument => {
            let word = context(ContextKind::InvalidArg);
            let given = word.split('=').next().unwrap_or_default();
            if !is_near(given, &context(ContextKind::SuggestedArg)) {
                error.remove(ContextKind::SuggestedArg);
                // It is that of the suggested option.
                error.remove(ContextKind::Usage);
            }
            // "Use `-- --quiet`" would hide the mistake.
            if given.starts_with("--") {
                error.remove(ContextKind::Suggested);
            }
            // Other servers have it.
            (given == "--port").then(|| format!("{program} serve --listen 8080"))
        }
        ErrorKind::ValueValidation if error.source().is_some_and(is_of_numbers) => {
            let (option, value) = (context(ContextKind::InvalidArg), context(ContextKind::InvalidValue));
            let what = format!("invalid value '{value}' for '{option}': it takes a whole number\n");
            return Error::raw(ErrorKind::ValueValidation, what);
        }
        ErrorKind::MissingRequiredArgument if context(ContextKind::InvalidArg).contains("<PATH>") => {
            Some(format!("name a program, or a command after `--`: {program} replay 2,0,4,1,6 my.py"))
        }
        _ => None,
    };
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Whether an error is the standard library's about whole numbers, whose words say nothing of them.
fn is_of_numbers(why: &(dyn std::error::Error + 'static)) -> bool {
    let words = ["invalid digit found", "cannot parse integer"];
    words.iter().any(|words| why.to_string().starts_with(words))
}

/// Whether one option may be a misspelling of another: no more than a third of its letters differ.
fn is_near(given: &str, known: &str) -> bool {
    let [given, known] = [given, known].map(|name| name.trim_start_matches('-'));
    known.starts_with(given) || strsim::levenshtein(given, known) <= (given.len().max(known.len()) / 3).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_misspellings_are_near() {
        for (given, known, near) in [
            ("--bord", "--board", true),
            ("--suites", "--suite", true),
            ("--port", "--proxy", false),
            ("--quiet", "--suite", false),
            ("--isol", "--isolation", true),
        ] {
            assert_eq!(is_near(given, known), near, "{given} {known}");
        }
    }
}
