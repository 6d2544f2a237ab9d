//! The isolation of candidates: the requested level, or the best one.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::Failure;
use super::names::{OrAuto, name, name_or_auto};
use judging::execution::Level;
use judging::files::Bundle;
use judging::process::Isolation;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Isolation")]
pub(in crate::cli) struct IsolationArguments {
    /// How programs are isolated (auto: the best level on this machine; see `judge doctor`)
    #[arg(long, value_name = "LEVEL", value_parser = name_or_auto::<Level>(), default_value = "auto")]
    isolation: OrAuto<Level>,

    /// Refuse to run below this level of isolation
    #[arg(long, value_name = "LEVEL", value_parser = name::<Level>())]
    require_isolation: Option<Level>,

    /// A file or folder that programs may also read; may be repeated
    #[arg(long, value_name = "PATH")]
    show: Vec<PathBuf>,

    /// A file or folder to put into the folder of each run, under its own name; may be repeated
    #[arg(long, value_name = "PATH")]
    file: Vec<PathBuf>,
}

impl IsolationArguments {
    /// Requires `usual` if no level was requested.
    #[cfg(feature = "service")]
    pub(in crate::cli) fn at_least(&self, usual: Level) -> IsolationArguments {
        let require_isolation = self.require_isolation.or(Some(usual));
        IsolationArguments { require_isolation, ..self.clone() }
    }

    /// The lowest level that was requested. `None` if every level is accepted.
    #[cfg(feature = "service")]
    pub(in crate::cli) fn least(&self) -> Option<Level> {
        self.require_isolation
    }

    /// The files that lie in the folder of each run.
    pub(in crate::cli) fn files(&self) -> Result<Bundle, Failure> {
        Ok(Bundle::at_all(&self.file)?)
    }

    /// Takes out the files that are for one of two programs only: the files in its folder, if the other lies in another one. If one
    /// folder is in the other, only files of which both have one. Returns the rest, and those of each program.
    pub(in crate::cli) fn parted(
        &self,
        programs: [&Path; 2],
    ) -> Result<(IsolationArguments, [Bundle; 2]), Failure> {
        let real = |path: &Path| path.canonicalize().ok();
        let folder = |program: &Path| real(program)?.parent().map(Path::to_owned);
        let [Some(old), Some(new)] = programs.map(folder) else {
            return Ok((self.clone(), Default::default()));
        };
        let depth = |file: &Path, folder: &Path| {
            if file.starts_with(folder) { folder.components().count() } else { 0 }
        };
        let is_nested = old.starts_with(&new) || new.starts_with(&old);
        let has_namesake = |file: &PathBuf| {
            self.file.iter().any(|other| other != file && other.file_name() == file.file_name())
        };
        let (mut common, mut own) = (Vec::new(), [Vec::new(), Vec::new()]);
        for file in &self.file {
            let at = real(file).unwrap_or_else(|| file.clone());
            let list = match depth(&at, &old).cmp(&depth(&at, &new)) {
                Ordering::Greater if !is_nested || has_namesake(file) => &mut own[0],
                Ordering::Less if !is_nested || has_namesake(file) => &mut own[1],
                _ => &mut common,
            };
            list.push(file.clone());
        }
        let [old, new] = own;
        let beside = [Bundle::at_all(&old)?, Bundle::at_all(&new)?];
        Ok((IsolationArguments { file: common, ..self.clone() }, beside))
    }

    pub(in crate::cli) fn choose(&self) -> Result<Isolation, Failure> {
        let judge = std::env::current_exe()?;
        let isolation = Isolation::chosen(self.isolation.0, self.require_isolation, &judge)?;
        Ok(isolation.showing(&self.show)?.giving(&self.files()?))
    }
}
