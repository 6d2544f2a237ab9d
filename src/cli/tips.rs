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
            match &*word {
                "man" => {
                    Some(format!("{program} help COMMAND; manual pages: {program} completions --man FOLDER"))
                }
                _ => Path::new(&word).exists().then(|| format!("to judge a program: {program} check {word}")),
            }
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

/// A message without the numbers of the system's errors; one of a file that is not there, with a tip.
pub(super) fn plain(what: &str) -> String {
    let mut parts = what.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| {
        text + part.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(')')
    });
    let at = text.to_lowercase().find(": no such f").filter(|at| text.is_char_boundary(*at));
    // Words may stand before a path.
    let tip = at.and_then(|at| {
        let path = text[..at].rfind(" /").map_or(&text[..at], |before| &text[before + 1..at]);
        // What is told of a folder lies in it, and nobody named it.
        path.rsplit_once(": ").is_none_or(|(folder, _)| !Path::new(folder).exists()).then_some(())?;
        let last = path.rsplit(' ').next().filter(|last| last.contains(['.', '/']));
        [Some(path), last].into_iter().flatten().find_map(of_missing)
    });
    tip.map_or(text.clone(), |tip| format!("{text}\n\n  tip: {tip}"))
}

/// The path that was probably meant by one that does not exist.
fn of_missing(path: &str) -> Option<String> {
    let path = Path::new(path);
    if path.as_os_str().is_empty() || path.exists() {
        return None;
    }
    let folder =
        path.parent().map_or(Path::new("."), |parent| if parent == "" { Path::new(".") } else { parent });
    let name = path.file_name()?.to_str()?;
    let Ok(entries) = folder.read_dir() else {
        let deeper = folder.to_str().and_then(of_missing);
        return deeper.or_else(|| Some(format!("there is no folder '{}'", folder.display())));
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let distance = |known: &str| strsim::osa_distance(&known.to_lowercase(), &name.to_lowercase());
    // Of one letter any other is as near.
    let most = (name.chars().count() / 3).min(3);
    let near =
        names.map(|known| (distance(&known), known)).filter(|(distance, _)| *distance <= most).min()?;
    Some(format!("a similar name exists: '{}'", path.with_file_name(near.1).display()))
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
    fn numbers_of_errors_are_left_out_and_missing_files_have_a_tip() {
        assert_eq!(plain("a: Permission denied (os error 13)"), "a: Permission denied");
        assert_eq!(plain("Is a directory (os error 21): x (os error 2)."), "Is a directory: x.");
        let folder = tempfile::tempdir().unwrap();
        for name in ["right.py", "other.c", "x"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let tip_for = |name: &str| {
            let path = folder.path().join(name).display().to_string();
            plain(&format!("{path}: No such file or directory (os error 2)"))
        };
        assert!(tip_for("rihgt.py").ends_with("right.py'") && tip_for("Right.PY").ends_with("right.py'"));
        assert!(!tip_for("y").contains("tip") && !tip_for("wholly.py").contains("tip"));
        assert!(
            tip_for("deep/in/a.html")
                .contains(&format!("there is no folder '{}'", folder.path().join("deep").display()))
        );
    }

    #[test]
    fn words_before_a_path_are_none() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("right.py"), "").unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        let said = |what: &str| plain(&format!("{what}: No such file or directory (os error 2)"));
        assert!(said(&format!("cannot be shown {}", at("rihgt.py"))).contains("right.py'"));
        let told = said(&format!("cannot be shown {}", at("deep/in/a")));
        assert!(told.ends_with(&format!("there is no folder '{}'", at("deep"))), "{told}");
        // What a folder lacks is told of it, and nobody has named that.
        assert!(!said(&format!("{}: data/1.ans", folder.path().display())).contains("tip"));
        assert!(!said("neither a tool nor a file of the craets").contains("tip"));
    }

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
