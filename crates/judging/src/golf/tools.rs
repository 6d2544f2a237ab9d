//! The tools of a language on this machine. A tool is looked up once and by its real path, since a version
//! manager's shim costs ten times its own start.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{Language, Languages};
use crate::process::{Isolation, is_of_modules};

/// The tools of a language, found on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tools {
    /// Their real paths.
    pub paths: BTreeMap<String, PathBuf>,
}

/// Why a language cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lack {
    /// A tool of it is not installed.
    Missing,
    /// A tool of it is in a folder that candidates may not use.
    Hidden(PathBuf),
    /// Its programs are modules, which this build does not run.
    NotBuilt,
}

impl Tools {
    /// The tools of a language, each the first on the path that candidates may use.
    pub(super) fn find(language: &Language, isolation: &Isolation) -> Result<Tools, Lack> {
        if !cfg!(feature = "wasm") && language.endings.iter().any(|ending| is_of_modules(ending)) {
            return Err(Lack::NotBuilt);
        }
        let find = |(tool, names): (&String, &Vec<String>)| {
            let mut lack = Lack::Missing;
            for on_path in names.iter().flat_map(|name| which::which_all(name).into_iter().flatten()) {
                match locate(language, tool, &on_path) {
                    Some(real) if isolation.allows(&real) => return Ok((tool.clone(), real)),
                    Some(real) => lack = Lack::Hidden(real),
                    None => {}
                }
            }
            Err(lack)
        };
        Ok(Tools { paths: language.tools.iter().map(find).collect::<Result<_, _>>()? })
    }

    /// The version that the first one prints, on one line; empty if it tells none. Asking may take as long as a run.
    pub(crate) fn version(&self, language: &Language) -> String {
        let version = match (language.version.as_slice(), self.paths.values().next()) {
            ([], _) | (_, None) => String::new(),
            (arguments, Some(first)) => ask(first, arguments).unwrap_or_default(),
        };
        version.lines().next().unwrap_or_default().trim().to_owned()
    }
}

/// The real path of a program of this name on the path, if it is a tool of a language that tells how to ask
/// it.
pub(super) fn real(name: &str, on_path: &Path, languages: &Languages) -> Option<PathBuf> {
    let is_it = |(_, names): &(&String, &Vec<String>)| names.iter().any(|known| known == name);
    let mut tools =
        languages.iter().filter_map(|language| Some((language, language.tools.iter().find(is_it)?.0)));
    let (language, tool) = tools.find(|(language, tool)| language.locate.contains_key(*tool))?;
    locate(language, tool, on_path).filter(|real| real.is_absolute())
}

/// The real path of a tool on the path.
fn locate(language: &Language, tool: &str, on_path: &Path) -> Option<PathBuf> {
    let real = match language.locate.get(tool) {
        Some(arguments) => ask(on_path, arguments)?.lines().next()?.into(),
        None => on_path.to_owned(),
    };
    let real = match language.beneath.get(tool) {
        Some(rest) => real.join(rest),
        None => real,
    };
    real.is_file().then_some(real)
}

/// The output of a tool with these arguments, in the judge's own environment, because a shim needs its
/// variables. `None` if it fails.
fn ask(tool: &Path, arguments: &[String]) -> Option<String> {
    let output = std::process::Command::new(tool).args(arguments).stdin(std::process::Stdio::null()).output();
    let output = output.ok().filter(|output| output.status.success())?;
    String::from_utf8(if output.stdout.is_empty() { output.stderr } else { output.stdout }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_is_asked_where_it_really_lies() {
        let text = "[[language]]\nname = 'Shim'\nendings = ['shim']\ntools.sh = ['sh']\n\
                    locate.sh = ['-c', 'echo /bin/cat']\nrun = ['{sh}', '{source}']\ninstall = ''\n";
        let languages = Languages::built_in().with(text).expect("it is complete");
        assert_eq!(real("sh", Path::new("/bin/sh"), &languages), Some("/bin/cat".into()));
        assert_eq!(real("cat", Path::new("/bin/cat"), &languages), None);
    }
}
