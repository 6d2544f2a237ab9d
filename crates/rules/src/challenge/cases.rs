//! Challenges that are whole inputs with their answers: no turns, one output for one input.

use std::collections::BTreeMap;
use std::path::{Component, Path};
use std::time::Duration;

use super::Fault;
use super::exit_status::ExitStatus;
use super::form::{CaseForm, CasesForm, Show};
use super::freedoms::Freedoms;
use super::matcher::Matcher;

/// A challenge that is defined by the files in its folder `cases`, each `NAME.in` with `NAME.ans`, and by the cases in its
/// file.
#[derive(Clone, Debug, PartialEq)]
pub struct Cases {
    pub title: String,
    /// The source of the program that judges the output, below the folder.
    pub validator: Option<String>,
    /// The source of the program that judges sources, below the folder.
    pub static_validator: Option<String>,
    /// Whether the validator talks with the program.
    pub is_interactive: bool,
    /// Whether answers are handed in, and no programs.
    pub takes_answers: bool,
    /// How often the program is run in a case, at most.
    pub passes: u32,
    /// Whether programs may write files into the folder of a run.
    pub may_write: bool,
    /// How outputs are compared with answers where nothing else is said.
    compare: Matcher,
    /// What may differ between an output and the answer, if the challenge says so by itself.
    freedoms: Option<Freedoms>,
    /// What is said of cases, by the folder or the name of them; of several the longest name counts.
    pub(super) places: BTreeMap<String, CaseForm>,
    /// The languages that programs may be in; all if there are none.
    pub languages: Vec<String>,
    /// How large the files of a program may be together, in bytes.
    pub code: Option<u64>,
    /// The limits of a run where nothing else is said.
    pub usual: CaseLimits,
    /// Processor time of a run of the validator.
    pub validator_time: Duration,
    /// Memory of a run of the validator, in bytes.
    pub validator_memory: u64,
}

/// The limits of a run in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseLimits {
    /// Processor time.
    pub time: Duration,
    /// Memory, in bytes.
    pub memory: u64,
    /// Output, in bytes.
    pub output: usize,
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

/// The most passes that can be set.
pub const MOST_PASSES: u32 = 1000;

/// The most points that can be set.
pub const MOST_POINTS: f64 = 1e6;

impl Cases {
    /// Reads what a file says in this line and, with their lines, of single cases.
    pub(super) fn of_form(
        title: &str,
        form: &CasesForm,
        line: usize,
        freedoms: Option<Freedoms>,
        places: BTreeMap<String, (usize, CaseForm)>,
    ) -> Result<Cases, Fault> {
        let has_arguments = || places.values().any(|(_, case)| case.arguments.is_some());
        if freedoms.is_some() && (form.validator.is_some() || !form.arguments.is_empty() || has_arguments()) {
            let what = "[freedom.golf] cannot stand beside a `validator` or `arguments`, which say what may differ, too";
            return Err(Fault::at(line, what).hint("leave one of the two out"));
        }
        if form.interactive && form.validator.is_none() {
            return Err(Fault::at(line, "`interactive` needs a `validator` to talk with"));
        }
        if form.passes.is_some_and(|passes| !(1..=MOST_PASSES).contains(&passes)) {
            return Err(Fault::at(line, format!("`passes` is from 1 to {MOST_PASSES}")));
        }
        if form.passes.is_some_and(|passes| passes > 1) && form.validator.is_none() {
            return Err(Fault::at(line, "`passes` needs a `validator`, which gives the next input"));
        }
        if form.answers && (form.interactive || form.passes.is_some()) {
            return Err(Fault::at(
                line,
                "`answers` cannot stand beside `interactive` or `passes`: no program is run",
            ));
        }
        if form.compare.is_some() && form.validator.is_some() {
            return Err(Fault::at(line, "`compare` cannot stand beside a `validator`, which compares"));
        }
        let is_static = |(_, case): &(_, CaseForm)| case.is_static;
        let (has_static, takes_sources) = (places.values().any(is_static), form.static_validator.is_some());
        if has_static != takes_sources {
            let what = "`static-validator` and cases with `static = true` need each other";
            return Err(
                Fault::at(line, what).hint("add what is missing, as in `[case.style]`, `static = true`")
            );
        }
        if form.answers && takes_sources {
            return Err(Fault::at(
                line,
                "`answers` cannot stand beside `static-validator`: there are no sources",
            ));
        }
        check_place(line, form.validator.as_deref())?;
        check_place(line, form.static_validator.as_deref())?;
        let points = |place| places.get(place).and_then(|(_, case): &(_, CaseForm)| case.points);
        for (place, (line, case)) in &places {
            case.check(*line, form.validator.is_some())?;
            let mut around = places.keys().filter(|around| belongs(place, around));
            let bound = around.find(|around| points(*around).is_some_and(f64::is_finite));
            if let Some(around) = bound.filter(|_| case.points == Some(f64::INFINITY)) {
                let what = format!("`points = inf` cannot be where in `{around}` there is a highest number");
                return Err(Fault::at(*line, what));
            }
            if !case.creates.is_empty() && form.writes == Some(false) {
                return Err(Fault::at(
                    *line,
                    "`creates` needs programs that may write, and `writes` is false",
                ));
            }
        }
        let usual = CaseLimits {
            time: time(line, "time", form.time.unwrap_or(TIME))?,
            memory: size(line, "memory", form.memory.unwrap_or(MEMORY))?,
            output: of_output(size(line, "output", form.output.unwrap_or(OUTPUT))?),
        };
        let mut places: BTreeMap<_, _> = places.into_iter().map(|(place, (_, case))| (place, case)).collect();
        for (place, words) in &form.arguments {
            places.entry(place.clone()).or_default().arguments.get_or_insert_with(|| words.clone());
        }
        let cases = Cases {
            title: title.to_owned(),
            validator: form.validator.clone(),
            static_validator: form.static_validator.clone(),
            is_interactive: form.interactive,
            takes_answers: form.answers,
            passes: form.passes.unwrap_or(1),
            may_write: form.writes.unwrap_or(true),
            compare: form.compare.unwrap_or_default(),
            freedoms,
            places,
            languages: form.languages.clone(),
            code: form.code.map(|size| size.saturating_mul(1 << 10)),
            usual,
            validator_time: time(line, "validator-time", form.validator_time.unwrap_or(VALIDATOR_TIME))?,
            validator_memory: size(line, "validator-memory", form.validator_memory.unwrap_or(MEMORY))?,
        };
        cases.check_arguments().map_err(|why| Fault::at(line, why))?;
        Ok(cases)
    }

    /// Checks the arguments, if outputs are compared without a validator.
    fn check_arguments(&self) -> Result<(), String> {
        let mut all = self.places.keys().filter(|place| self.validator.is_none() && !self.is_static(place));
        all.try_for_each(|place| self.freedoms(place).map(drop))
    }

    /// What the longest place says that a name belongs to, of those that say something.
    fn said<'a, T>(&'a self, name: &str, what: impl Fn(&'a CaseForm) -> Option<T>) -> Option<T> {
        let fitting = self.places.iter().filter(|(place, _)| belongs(name, place));
        let said = fitting.filter_map(|(place, case)| Some((place.len(), what(case)?)));
        said.max_by_key(|(length, _)| *length).map(|(_, found)| found)
    }

    /// The names of the cases that stand in the file.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        self.places.iter().filter(|(_, case)| case.is_case()).map(|(name, _)| name.as_str())
    }

    /// What the file gives a run or asks of it under a name, which is a case if no other is in a folder of this name; the
    /// innermost first.
    pub fn of_runs(&self) -> impl Iterator<Item = &str> {
        let of_runs = self.places.iter().rev().filter(|(place, case)| !place.is_empty() && case.is_of_run());
        of_runs.map(|(place, _)| place.as_str())
    }

    /// The cases and folders of which the file says more than how to compare.
    pub fn described(&self) -> impl Iterator<Item = &str> {
        let is_described = |case: &CaseForm| {
            let rest = CaseForm { arguments: None, ..case.clone() };
            rest != CaseForm::default()
        };
        self.places.iter().filter(move |(_, case)| is_described(case)).map(|(place, _)| place.as_str())
    }

    /// The cases and folders of which the file speaks.
    pub(crate) fn named(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// The cases and folders that are required for points of others.
    pub fn required(&self) -> impl Iterator<Item = &str> {
        self.places.values().flat_map(|case| &case.requires).map(String::as_str)
    }

    /// The input that stands in the file. `None` if it does not.
    pub fn input(&self, name: &str) -> Option<&str> {
        self.places.get(name)?.input.as_deref()
    }

    /// The answer that stands in the file. `None` if it does not.
    pub fn answer(&self, name: &str) -> Option<&str> {
        self.places.get(name)?.answer.as_deref()
    }

    /// Whether a run can be judged without an answer: something is said of its end, or of what it leaves.
    pub fn judges_ends(&self, name: &str) -> bool {
        let says = |case: &CaseForm| case.exit.is_some() || case.stderr.is_some() || !case.creates.is_empty();
        self.places.get(name).is_some_and(says)
    }

    /// The files in the folder of a run that stand in the file.
    pub fn files(&self, name: &str) -> impl Iterator<Item = (&str, &str)> {
        texts(self.said(name, |case| (!case.files.is_empty()).then_some(&case.files)))
    }

    /// The files that a program must leave that stand in the file.
    pub fn creates(&self, name: &str) -> impl Iterator<Item = (&str, &str)> {
        texts(self.places.get(name).map(|case| &case.creates))
    }

    /// What must be on standard error, as it stands in the file. `None` if it does not.
    pub fn stderr(&self, name: &str) -> Option<&str> {
        self.places.get(name)?.stderr.as_deref()
    }

    /// The freedoms of the file, if it has some.
    pub fn own_freedoms(&self) -> Option<&Freedoms> {
        self.freedoms.as_ref()
    }

    /// The further answers that are right, each with the way to compare.
    pub fn also(&self, name: &str) -> impl Iterator<Item = (&str, Matcher)> {
        let usual = self.matcher(name);
        let also = self.places.get(name).map_or(&[][..], |case| &case.also);
        also.iter().map(move |one| (one.answer.as_str(), one.compare.unwrap_or(usual)))
    }

    /// How an output is compared with the answer.
    pub fn matcher(&self, name: &str) -> Matcher {
        self.said(name, |case| case.compare).unwrap_or(self.compare)
    }

    /// The arguments of the program.
    pub fn args(&self, name: &str) -> &[String] {
        self.said(name, |case| case.args.as_deref()).unwrap_or_default()
    }

    /// Whether sources are judged in the case of this name, and no program is run.
    pub fn is_static(&self, name: &str) -> bool {
        self.places.get(name).is_some_and(|case| case.is_static)
    }

    pub fn exit(&self, name: &str) -> ExitStatus {
        if self.is_static(name) {
            return ExitStatus::Is(0);
        }
        self.said(name, |case| case.exit).unwrap_or(ExitStatus::Is(0))
    }

    /// A name for people.
    pub fn title(&self, name: &str) -> Option<&str> {
        self.places.get(name)?.title.as_deref()
    }

    /// What is said to whoever fails it.
    pub fn hint(&self, name: &str) -> Option<&str> {
        self.said(name, |case| case.hint.as_deref())
    }

    /// How much of a failure is shown to whoever wrote the program. `None` if nothing is said of this case.
    pub fn show(&self, name: &str) -> Option<Show> {
        self.said(name, |case| case.show)
    }

    pub fn limits(&self, name: &str) -> CaseLimits {
        let CaseLimits { time, memory, output } = self.usual;
        CaseLimits {
            time: self.said(name, |case| case.time).map_or(time, Duration::from_secs_f64),
            memory: self.said(name, |case| case.memory).map_or(memory, |size| size << 20),
            output: self.said(name, |case| case.output).map_or(output, |size| of_output(size << 20)),
        }
    }

    /// The arguments of the validator, or of the comparison.
    pub fn arguments(&self, name: &str) -> &[String] {
        self.said(name, |case| case.arguments.as_deref()).unwrap_or_default()
    }

    /// What may differ between an output and the answer in a case of this name, if there is no validator.
    /// The error is the first argument that is unknown.
    pub fn freedoms(&self, name: &str) -> Result<Freedoms, String> {
        match &self.freedoms {
            Some(freedoms) => Ok(freedoms.clone()),
            None => self.matcher(name).freedoms().and_arguments(self.arguments(name)),
        }
    }
}

/// Whether a case or folder of this name is that of a place, or in it.
pub fn belongs(name: &str, place: &str) -> bool {
    let rest = name.strip_prefix(place);
    rest.is_some_and(|rest| place.is_empty() || rest.is_empty() || rest.starts_with('/'))
}

impl CaseForm {
    /// Whether it says more than what is true of files.
    fn is_case(&self) -> bool {
        self.is_static || self.is_run()
    }

    /// Whether it says what a run is given or must leave.
    fn is_run(&self) -> bool {
        self.input.is_some() || self.answer.is_some() || !self.creates.is_empty()
    }

    /// Whether it says what only a run has, and no group of runs needs alone.
    fn is_of_run(&self) -> bool {
        self.args.is_some() || self.stderr.is_some() || !(self.also.is_empty() && self.files.is_empty())
    }

    fn check(&self, line: usize, has_validator: bool) -> Result<(), Fault> {
        let is_of_run = self.is_run() || self.is_of_run() || self.compare.is_some() || self.exit.is_some();
        if self.is_static && is_of_run {
            let what = "`static` leaves no run about which something could be said";
            return Err(Fault::at(line, what)
                .hint("`points`, `arguments`, `title`, `hint` and `show` may stand beside it"));
        }
        if has_validator && (self.is_run() || self.compare.is_some() || !self.also.is_empty()) {
            let what = "`input`, `answer`, `creates`, `compare` and `also` cannot stand beside a `validator`";
            return Err(Fault::at(line, what).hint("put input and answer into files below `cases`"));
        }
        let matcher = self.compare.unwrap_or_default();
        let first = self.answer.as_deref().map(|answer| (answer, matcher));
        let also = self.also.iter().map(|one| (one.answer.as_str(), one.compare.unwrap_or(matcher)));
        for (answer, matcher) in first.into_iter().chain(also) {
            let checked = matcher.check(answer.as_bytes());
            checked.map_err(|why| Fault::at(line, format!("`answer` with {}: {why}", matcher.name())))?;
        }
        if let Some(path) = self.files.keys().chain(self.creates.keys()).find(|path| !is_plain(path)) {
            let what = format!("{path:?} is no path of a file below the folder of a run");
            return Err(Fault::at(line, what).hint("name it as in `files = { \"data/a.txt\" = \"…\" }`"));
        }
        for paths in [&self.files, &self.creates] {
            let is_folder = |path: &&String| paths.keys().any(|other| other != *path && belongs(other, path));
            if let Some(path) = paths.keys().find(is_folder) {
                return Err(Fault::at(line, format!("{path:?} is a file and a folder")));
            }
        }
        if matches!(self.exit, Some(ExitStatus::Is(status)) if !(0..=255).contains(&status)) {
            return Err(Fault::at(line, "`exit` is a number from 0 to 255, \"any\" or \"failure\""));
        }
        match self.points {
            Some(f64::INFINITY) if !has_validator => {
                return Err(Fault::at(line, "`points = inf` needs a `validator`, which says how many"));
            }
            Some(points) if points != f64::INFINITY && !(0.0..=MOST_POINTS).contains(&points) => {
                return Err(Fault::at(line, format!("`points` is from 0 to {MOST_POINTS}, or inf")));
            }
            _ => {}
        }
        self.time.map(|seconds| time(line, "time", seconds)).transpose()?;
        self.memory.map(|given| size(line, "memory", given)).transpose()?;
        self.output.map(|given| size(line, "output", given)).transpose()?;
        Ok(())
    }
}

fn texts(files: Option<&BTreeMap<String, String>>) -> impl Iterator<Item = (&str, &str)> {
    files.into_iter().flatten().map(|(path, text)| (path.as_str(), text.as_str()))
}

/// Whether this is the path of a file below a folder.
fn is_plain(path: &str) -> bool {
    !path.is_empty()
        && !path.contains('\0')
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

fn time(line: usize, name: &str, seconds: f64) -> Result<Duration, Fault> {
    match seconds > 0.0 && seconds <= MOST_TIME {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err(Fault::at(line, format!("`{name}` is above 0 and at most {MOST_TIME} seconds"))),
    }
}

fn size(line: usize, name: &str, given: u64) -> Result<u64, Fault> {
    match given {
        size @ 1..=MOST_SIZE => Ok(size << 20),
        _ => Err(Fault::at(line, format!("`{name}` is from 1 to {MOST_SIZE}, in units of 2^20 bytes"))),
    }
}

fn of_output(size: u64) -> usize {
    usize::try_from(size).unwrap_or(usize::MAX)
}

/// Refuses a validator outside of the folder.
fn check_place(line: usize, validator: Option<&str>) -> Result<(), Fault> {
    let is_below =
        |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let Some(path) = validator.map(Path::new).filter(|path| !is_below(path)) else { return Ok(()) };
    let name = path.file_name().unwrap_or_default().display();
    let what = format!("the validator `{}` lies outside of the challenge's folder", path.display());
    Err(Fault::at(line, what).hint(format!("copy it into the folder: `validator = \"{name}\"`")))
}

#[cfg(test)]
mod tests {
    use super::super::{Challenge, Matcher};

    fn read(text: &str) -> Result<super::Cases, String> {
        match Challenge::read(&format!("title = 'A'\n{text}")) {
            Ok(Challenge::Cases(cases)) => Ok(cases),
            Ok(_) => Err("no cases".to_owned()),
            Err(fault) => Err(fault.to_string()),
        }
    }

    #[test]
    fn the_longest_name_that_fits_gives_the_arguments() {
        let text = "[cases]\nvalidator = 'v.py'\narguments = { '' = ['a'], 'secret' = ['b'], 'secret/1/x' = ['c'] }\n";
        let cases = read(text).unwrap();
        for (name, first) in [("sample/1", "a"), ("secret/1/y", "b"), ("secret/1/x", "c"), ("secrets/1", "a")]
        {
            assert_eq!(cases.arguments(name), [first]);
        }
        assert_eq!(read("[cases]\n").unwrap().arguments("secret/1"), [""; 0]);
    }

    #[test]
    fn each_key_is_looked_for_by_itself() {
        let text = "[cases]\ncompare = 'lines'\n[case.'']\nexit = 1\n[case.a]\ntime = 2\nexit = 'any'\n\
                    [case.'a/1']\ninput = '1'\nanswer = '2'\nmemory = 1\nalso = [{ answer = '3' }]\n";
        let cases = read(text).unwrap();
        let limits = cases.limits("a/1");
        assert_eq!((limits.time.as_secs(), limits.memory, limits.output), (2, 1 << 20, 8 << 20));
        assert!(cases.exit("a/1").fits(7) && cases.exit("b").fits(1) && !cases.exit("b").fits(0));
        assert_eq!(cases.own().collect::<Vec<_>>(), ["a/1"]);
        assert_eq!(cases.also("a/1").collect::<Vec<_>>(), [("3", Matcher::Lines)]);
    }

    #[test]
    fn a_static_case_is_a_case_of_its_own() {
        let text = "[cases]\nvalidator = 'v.py'\nstatic-validator = 's.py'\n[case.'']\nexit = 3\n\
                    [case.style]\nstatic = true\narguments = ['x']\n";
        let cases = read(text).unwrap();
        assert!(cases.is_static("style") && !cases.is_static("style/1"));
        assert_eq!(cases.own().collect::<Vec<_>>(), ["style"]);
        assert!(cases.exit("style").fits(0) && cases.exit("other").fits(3));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for bad in [
            "[cases]\ninteractive = true\n",
            "[cases]\npasses = 2\n",
            "[cases]\nvalidator = 'v.py'\npasses = 0\n",
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
            "[cases]\nvalidator = 'v.py'\ncompare = 'exact'\n",
            "[cases]\nvalidator = 'v.py'\n[case.a]\ninput = '1'\n",
            "[cases]\nvalidator = 'v.py'\n[case.a]\ncreates = { x = '1' }\n",
            "[cases]\nwrites = false\n[case.a]\ncreates = { x = '1' }\n",
            "[case.a]\ncreates = { '../x' = '1' }\n",
            "[case.a]\ninput = ''\nfiles = { a = '1', 'a/b' = '2' }\n",
            "[case.a]\ninput = ''\nfiles = { '/x' = '1' }\n",
            "[cases]\ncompare = 'like'\n",
            "[cases]\nstatic-validator = 'v.py'\n",
            "[case.a]\nstatic = true\n",
            "[cases]\nstatic-validator = '/v.py'\n[case.a]\nstatic = true\n",
            "[cases]\nstatic-validator = 'v.py'\n[case.a]\nstatic = true\ninput = '1'\n",
            "[cases]\nstatic-validator = 'v.py'\n[case.a]\nstatic = true\nexit = 1\n",
            "[cases]\nstatic-validator = 'v.py'\nanswers = true\n[case.a]\nstatic = true\n",
            "[case.a]\npoints = -1\n",
            "[case.a]\ntime = 0\n",
            "[case.a]\nexit = 'bad'\n",
            "[case.a]\nexit = -1\n",
            "[case.a]\nexit = 256\n",
            "[case.a]\narguments = ['big']\n",
            "[case.a]\nanswer = '('\ncompare = 'regex'\n",
            "[case.a]\nanswer = 'a'\nalso = [{ compare = 'numbers', answer = 'a' }]\n",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
