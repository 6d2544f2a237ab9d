//! Which languages can be judged on a machine, and what to install for the rest.

use crate::golf::{Lack, Language, Tools};
use crate::process::NO_MODULES;
use crate::transcript::visible_line;

/// A line for each language: its endings, and the version of its tools, or what it lacks.
pub fn languages<'a>(all: impl IntoIterator<Item = (&'a Language, Result<Tools, Lack>)>) -> String {
    let line = |(language, tools): (&Language, Result<Tools, Lack>)| {
        let endings: Vec<_> = language.endings.iter().map(|ending| format!(".{ending}")).collect();
        let found = match tools {
            Ok(tools) => {
                Some(tools.version(language)).filter(|version| !version.is_empty()).unwrap_or("found".into())
            }
            Err(Lack::Missing) => format!("missing: {}", language.install),
            Err(Lack::NotBuilt) => format!("missing: {NO_MODULES}"),
            Err(Lack::Hidden(tool)) => format!("only root may use {}", tool.display()),
        };
        format!("{:11} {:14} {}\n", language.name, endings.join(" "), visible_line(found.as_bytes()))
    };
    all.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golf::Languages;

    #[test]
    fn a_language_that_is_missing_says_what_to_install() {
        let all = Languages::built_in();
        let python = all.by_ending("py").unwrap();
        let missing = languages([(python, Err(Lack::Missing))]);
        assert_eq!(missing, format!("Python      .py .py3 .pyw  missing: {}\n", python.install));
        let hidden = languages([(python, Err(Lack::Hidden("/root/py".into())))]);
        assert!(hidden.ends_with("only root may use /root/py\n"), "{hidden}");
    }
}
