//! Challenges that are whole inputs with their answers: no turns, one output for one input.

use std::collections::BTreeMap;
use std::path::{Component, Path};
use std::time::Duration;

use super::Fault;
use super::form::{CasesForm, Placed};
use super::freedoms::Freedoms;

/// A challenge that is defined by the files in its folder `cases`, each `NAME.in` with `NAME.ans`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cases {
    pub title: String,
    /// The source of the program that judges the output, below the folder.
    pub validator: Option<String>,
    /// Whether the validator talks with the program.
    pub is_interactive: bool,
    /// What may differ between an output and the answer, if the challenge says so by itself.
    freedoms: Option<Freedoms>,
    /// The validator's arguments, by the folder or the name of cases; the longest matching name counts.
    arguments: BTreeMap<String, Vec<String>>,
    /// Processor time of a run.
    pub time: Duration,
    /// Memory of a run, in bytes.
    pub memory: u64,
    /// Output of a run, in bytes.
    pub output: usize,
    /// Processor time of a run of the validator.
    pub validator_time: Duration,
    /// Memory of a run of the validator, in bytes.
    pub validator_memory: u64,
}

/// The default limits.
const TIME: f64 = 10.0;
const MEMORY: u64 = 1024;
const OUTPUT: u64 = 8;
const VALIDATOR_TIME: f64 = 60.0;

/// The highest limit of time that can be set, in seconds.
pub const MOST_TIME: f64 = 3600.0;

/// The highest limit of a size that can be set, in units of 2^20 bytes.
pub const MOST_SIZE: u64 = 1 << 20;

impl Cases {
    pub(super) fn of_form(
        title: &str,
        form: &Placed<CasesForm>,
        line: usize,
        freedoms: Option<Freedoms>,
    ) -> Result<Cases, Fault> {
        let form = form.get();
        if freedoms.is_some() && (form.validator.is_some() || !form.arguments.is_empty()) {
            let what = "[freedom.golf] cannot stand beside a `validator` or `arguments`, which say what may differ, too";
            return Err(Fault::at(line, what).hint("leave one of the two out"));
        }
        if form.interactive && form.validator.is_none() {
            return Err(Fault::at(line, "`interactive` needs a `validator` to talk with"));
        }
        let validator = form.validator.as_deref().map(Path::new);
        let is_outside = |path: &Path| {
            path.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
        };
        if let Some(path) = validator.filter(|path| is_outside(path)) {
            let name = path.file_name().unwrap_or_default().display();
            let what = format!("the validator `{}` lies outside of the challenge's folder", path.display());
            return Err(
                Fault::at(line, what).hint(format!("copy it into the folder: `validator = \"{name}\"`"))
            );
        }
        let time = |name: &str, given: Option<f64>, usual: f64| {
            let seconds = given.unwrap_or(usual);
            match seconds > 0.0 && seconds <= MOST_TIME {
                true => Ok(Duration::from_secs_f64(seconds)),
                false => Err(Fault::at(line, format!("`{name}` is above 0 and at most {MOST_TIME} seconds"))),
            }
        };
        let size = |name: &str, given: Option<u64>, usual: u64| match given.unwrap_or(usual) {
            size @ 1..=MOST_SIZE => Ok(size << 20),
            _ => Err(Fault::at(line, format!("`{name}` is from 1 to {MOST_SIZE}, in units of 2^20 bytes"))),
        };
        let cases = Cases {
            title: title.to_owned(),
            validator: form.validator.clone(),
            is_interactive: form.interactive,
            freedoms,
            arguments: form.arguments.clone(),
            time: time("time", form.time, TIME)?,
            memory: size("memory", form.memory, MEMORY)?,
            output: usize::try_from(size("output", form.output, OUTPUT)?).unwrap_or(usize::MAX),
            validator_time: time("validator-time", form.validator_time, VALIDATOR_TIME)?,
            validator_memory: size("validator-memory", form.validator_memory, MEMORY)?,
        };
        Ok(cases)
    }

    pub fn arguments(&self, name: &str) -> &[String] {
        let fits = |place: &str| {
            let rest = name.strip_prefix(place);
            rest.is_some_and(|rest| place.is_empty() || rest.is_empty() || rest.starts_with('/'))
        };
        let fitting = self.arguments.iter().filter(|(place, _)| fits(place));
        fitting.max_by_key(|(place, _)| place.len()).map_or(&[], |(_, arguments)| arguments)
    }

    /// What may differ between an output and the answer in a case of this name, if there is no validator.
    /// The error is the first argument that is unknown.
    pub fn freedoms(&self, name: &str) -> Result<Freedoms, String> {
        match &self.freedoms {
            Some(freedoms) => Ok(freedoms.clone()),
            None => Freedoms::of_arguments(self.arguments(name)),
        }
    }

    pub fn all_arguments(&self) -> impl Iterator<Item = &[String]> {
        self.arguments.values().map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Challenge;

    fn read(text: &str) -> Result<super::Cases, String> {
        match Challenge::read(&format!("title = 'A'\n{text}")) {
            Ok(Challenge::Cases(cases)) => Ok(cases),
            Ok(_) => Err("no cases".to_owned()),
            Err(fault) => Err(fault.to_string()),
        }
    }

    #[test]
    fn the_longest_name_that_fits_gives_the_arguments() {
        let text = "[cases]\narguments = { '' = ['a'], 'secret' = ['b'], 'secret/1/x' = ['c'] }\n";
        let cases = read(text).unwrap();
        for (name, first) in [("sample/1", "a"), ("secret/1/y", "b"), ("secret/1/x", "c"), ("secrets/1", "a")]
        {
            assert_eq!(cases.arguments(name), [first]);
        }
        assert_eq!(read("[cases]\n").unwrap().arguments("secret/1"), [""; 0]);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for bad in [
            "[cases]\ninteractive = true\n",
            "[cases]\ntime = 0\n",
            "[cases]\ntime = nan\n",
            "[cases]\nmemory = 0\n",
            "[cases]\nmemory = -1\n",
            "[cases]\nsize = 1\n",
            "samples = ['a']\n[cases]\n",
            "reference = ['a']\n[cases]\n",
            "open = ['a']\n[cases]\n",
            "[cases]\n[freedom.golf]\nnewlines = 'around'\n",
            "[cases]\n[freedom.golf]\naccept = { x = ['y'] }\n",
            "[cases]\nvalidator = '../v.py'\n",
            "[cases]\nvalidator = '/v.py'\n",
            "[cases]\nvalidator = 'v.py'\n[freedom.golf]\nnumbers = 1e-6\n",
            "[cases]\narguments = { '' = [] }\n[freedom.golf]\nnumbers = 1e-6\n",
            "[cases]\n[freedom.golf]\nnumbers = -1\n",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
