//! Making a challenge in its own folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::{CatalogueError, at};
use super::{FILE, RECORDING};
use crate::challenge::Recording;
use crate::files::Bundle;

/// A table of rules to begin with. A test checks that it is sound.
const TEMPLATE: &str = include_str!("template.toml");

/// A challenge that is to be made. What is in its folder already is not touched.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    folder: PathBuf,
    name: String,
}

impl NewChallenge {
    /// A challenge in this folder, which need not exist.
    /// Fails if the folder has no name, or is a challenge already.
    pub fn at(folder: &Path) -> Result<NewChallenge, CatalogueError> {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.ok_or_else(|| at(folder)("a challenge needs a folder of its own"))?;
        let file = folder.join(FILE);
        if file.symlink_metadata().is_ok() {
            return Err(at(&file)("it is there already"));
        }
        Ok(NewChallenge { folder: folder.to_owned(), name })
    }

    /// Makes it from a template; returns the path of its file.
    pub fn make_from_template(&self) -> Result<PathBuf, CatalogueError> {
        self.make(vec![(FILE.to_owned(), TEMPLATE.to_owned())], &Bundle::default())?;
        Ok(self.folder.join(FILE))
    }

    /// Makes it from recordings of a program that is given these files; returns the path of its file, and those of the
    /// recordings.
    pub fn make_from_recordings(
        &self,
        recordings: &[(String, Recording)],
        files: &Bundle,
    ) -> Result<(PathBuf, Vec<PathBuf>), CatalogueError> {
        let text = |(name, run): &(String, Recording)| (format!("{name}{RECORDING}"), run.text());
        let mut texts: Vec<_> = recordings.iter().map(text).collect();
        let paths = texts.iter().map(|(name, _)| self.folder.join(name)).collect();
        texts.push((FILE.to_owned(), manifest(&self.name, files)));
        self.make(texts, files)?;
        Ok((self.folder.join(FILE), paths))
    }

    /// Writes all files, or none: they get their places when all are written.
    fn make(&self, texts: Vec<(String, String)>, files: &Bundle) -> Result<(), CatalogueError> {
        let names = || files.names().into_iter().chain(texts.iter().map(|(name, _)| name.clone()));
        let there = names().map(|name| self.folder.join(name)).find(|path| path.symlink_metadata().is_ok());
        if let Some(path) = there {
            return Err(at(&path)("it is there already"));
        }
        let make = || -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            let unfinished = tempfile::Builder::new().prefix(".judge-").tempdir_in(&self.folder)?;
            files.write(unfinished.path())?;
            for (name, text) in &texts {
                fs::File::create_new(unfinished.path().join(name))?.write_all(text.as_bytes())?;
            }
            names().try_for_each(|name| fs::rename(unfinished.path().join(&name), self.folder.join(name)))
        };
        make().map_err(at(&self.folder))
    }
}

/// The text of `challenge.toml` for recordings of a program that is given these files.
fn manifest(name: &str, files: &Bundle) -> String {
    let title = toml::Value::String(name.to_owned());
    let names: Vec<_> = files.names().into_iter().map(toml::Value::String).collect();
    let files = match names.is_empty() {
        true => String::new(),
        false => format!("files = {}\n", toml::Value::Array(names)),
    };
    format!(
        "# What recordings show of a program. Nothing may differ, unless [freedom.golf] says so.\ntitle = {title}\n{files}"
    )
}

#[cfg(test)]
mod tests {
    use super::super::folder::open;
    use super::*;
    use crate::challenge::RecordedTurn;
    use crate::process::Interrupt;

    #[test]
    fn what_is_made_can_be_opened_and_is_made_once() {
        let kept = tempfile::tempdir().unwrap();
        let interrupt = Interrupt::on_signals().unwrap();
        let [counter, bank] = ["deep/counter", "bank"].map(|name| kept.path().join(name));
        let file = NewChallenge::at(&counter).unwrap().make_from_template().unwrap();
        assert_eq!(file, counter.join(FILE));
        assert!(open(&counter, &interrupt).unwrap().declared().is_some());
        assert!(NewChallenge::at(&counter).unwrap_err().to_string().ends_with("it is there already"));
        assert!(NewChallenge::at(Path::new("/")).is_err());

        let turn = RecordedTurn { input: "put 5".to_owned(), answer: "Balance 5\n".to_owned() };
        let run = Recording { turns: vec![turn], ..Recording::default() };
        let files = Bundle::of_file("rates.txt", b"7".to_vec());
        let (_, recordings) = NewChallenge::at(&bank)
            .unwrap()
            .make_from_recordings(&[("first".to_owned(), run)], &files)
            .unwrap();
        assert_eq!(recordings, [bank.join("first.recording.toml")]);
        let dialect = open(&bank, &interrupt).unwrap();
        let observed = dialect.observed().unwrap();
        assert_eq!(
            (observed.recordings().len(), observed.manifest().files.as_slice()),
            (1, &["rates.txt".to_owned()][..])
        );
    }
}
