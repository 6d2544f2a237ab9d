//! Why the programs of a saved run got their verdicts. Each verdict is derived again from the saved facts, so one that does
//! not follow from them is found.

use std::path::Path;

use super::facts::{facts, verdicts};
use super::{Log, Record};
use crate::runner::Facts;
use crate::transcript::visible_line;

/// Stands for all runs of a program.
const ALL: &str = "all";

/// How many programs are listed if none is found.
const LISTED: usize = 10;

/// A saved run that is explained.
#[derive(Debug)]
pub struct Explanation<'a> {
    log: &'a Log,
    record: Record,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexplained {
    #[error("no program {0:?}; there are: {1}")]
    NoProgram(String, String),
    #[error("no case {0:?} was saved; there are: {1}")]
    NoCase(String, String),
    #[error("it was not run, so nothing was saved")]
    NotRun,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} saved verdicts do not follow from the saved facts")]
pub struct Contradictions(usize);

impl<'a> Explanation<'a> {
    /// That of a run.
    pub fn of(log: &'a Log) -> Explanation<'a> {
        Explanation { log, record: log.record() }
    }

    /// What was recorded of a program, see [`Explanation::of_program`], or otherwise [`Explanation::in_short`].
    pub fn text(&self, program: Option<&str>, case: Option<&str>) -> Result<String, Unexplained> {
        program.map_or_else(|| Ok(self.in_short()), |program| self.of_program(program, case))
    }

    /// Each program and the rule that decided, on a line.
    pub(crate) fn in_short(&self) -> String {
        verdicts(self.log, &self.record)
    }

    /// What was recorded of a program, which is given by its name, file name or number: in the case of this name, in `all`
    /// cases, or by default in the one that decided.
    pub(crate) fn of_program(&self, program: &str, case: Option<&str>) -> Result<String, Unexplained> {
        let place = self.find(program).ok_or_else(|| self.unknown(program))?;
        let name = &self.record.candidates[place].name;
        let all: Vec<_> = self.log.facts_of(place).into_iter().map(|(facts, _)| facts).collect();
        let texts: Vec<_> =
            chosen(&all, case)?.into_iter().map(|chosen| facts(self.log, name, chosen)).collect();
        Ok(texts.join("\n"))
    }

    /// Checks that the saved verdicts follow from the saved facts.
    pub fn check(&self) -> Result<(), Contradictions> {
        let all = (0..self.record.candidates.len()).flat_map(|place| self.log.facts_of(place));
        match all.filter(|(_, is_same)| !is_same).count() {
            0 => Ok(()),
            count => Err(Contradictions(count)),
        }
    }

    fn find(&self, wanted: &str) -> Option<usize> {
        let all = &self.record.candidates;
        let is_wanted = |name: &str| name == wanted || Path::new(name).file_name() == Some(wanted.as_ref());
        let by_name = all.iter().position(|candidate| is_wanted(&candidate.name));
        let by_number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        by_name.or(by_number.filter(|place| *place < all.len()))
    }

    fn unknown(&self, wanted: &str) -> Unexplained {
        let all = &self.record.candidates;
        let names: Vec<_> = all.iter().take(LISTED).map(|candidate| candidate.name.as_str()).collect();
        let more = if all.len() > names.len() { ", …" } else { "" };
        let names = visible_line(names.join(", ").as_bytes());
        Unexplained::NoProgram(wanted.to_owned(), names + more)
    }
}

/// The facts of the case with this name, of all cases, or of the one that decided: the first failure, or
/// otherwise the first that was passed.
fn chosen<'a>(all: &'a [Facts], case: Option<&str>) -> Result<Vec<&'a Facts>, Unexplained> {
    let found: Vec<_> = match case {
        Some(ALL) => all.iter().collect(),
        Some(name) => all.iter().filter(|facts| facts.case.name == name).collect(),
        None => {
            let failed = all.iter().find(|facts| !facts.result().is_accepted());
            failed.or(all.first()).into_iter().collect()
        }
    };
    match (found.is_empty(), case) {
        (false, _) => Ok(found),
        (true, Some(name)) if name != ALL => {
            let names: Vec<_> = all.iter().map(|facts| facts.case.name.as_str()).collect();
            Err(Unexplained::NoCase(name.to_owned(), names.join(", ")))
        }
        _ => Err(Unexplained::NotRun),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::process::{Command, Interrupt, Isolation};
    use crate::report::{Conditions, Heading, Report};
    use crate::runner::{Candidate, Plan, Program, Settings, run};
    use crate::suite::Suite;
    use crate::transcript::Profile;

    /// A run in which this program says nothing.
    fn log(name: &str) -> Log {
        let dialect = Dialect::Tictactoe;
        let settings = Settings::new(&dialect, Isolation::none());
        let settings = Settings { reports_facts: true, keep_going: true, ..settings };
        let heading =
            Heading { dialect: dialect.clone(), profile: Profile::Golf, suite: "examples".to_owned() };
        let mut log = Log::new(heading, Conditions::of(&settings, None));
        let plan = Plan::new([Suite::of(&dialect, "examples").unwrap()]);
        let ready = Program::Ready(Command::new::<&str>("true", []));
        let candidates =
            [Candidate::new(name, ready), Candidate::new("gone", Program::Skipped("gone".to_owned()))];
        let interrupt = Interrupt::on_signals().unwrap();
        run(&settings, &candidates, &plan, &interrupt, |event| log.on_event(&event)).unwrap();
        log
    }

    #[test]
    fn programs_and_cases_are_found_by_name_or_number() {
        let log = log("golf/silent");
        let explanation = Explanation::of(&log);
        assert_eq!(explanation.check(), Ok(()));
        assert!(explanation.in_short().contains("golf/silent: early"), "{}", explanation.in_short());
        let of = |program: &str, case: Option<&str>| explanation.of_program(program, case);
        let decided = of("golf/silent", None).unwrap();
        assert_eq!([of("silent", None), of("1", None)], [Ok(decided.clone()), Ok(decided.clone())]);
        let all = of("1", Some("all")).unwrap();
        assert_eq!((all.matches("rule").count(), decided.matches("rule").count()), (3, 1), "{all}");
        assert!(all.contains(&of("1", Some("examples-tie")).unwrap()));
        let names = "golf/silent, gone".to_owned();
        assert_eq!(of("3", None), Err(Unexplained::NoProgram("3".to_owned(), names)));
        assert!(matches!(of("1", Some("nothing")), Err(Unexplained::NoCase(..))));
        assert_eq!(of("gone", None), Err(Unexplained::NotRun));
    }
}
