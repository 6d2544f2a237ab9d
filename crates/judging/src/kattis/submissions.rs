//! The programs of a package, with what is expected of them: by their folder, by `submissions.yaml`, or by a line in the source as
//! DOMjudge has it.

use std::path::Path;

use strum::VariantArray;

use super::error::{PackageError, shown};
use super::keys::{self, Notes};
use super::problem::{Problem, Version, read_yaml};
use super::validator::entries;
use super::yaml::Yaml;
use crate::dialect::{CaseRule, PackageProgram, is_matched};
use crate::files::Root;
use crate::golf::{Languages, first_source};
use crate::suite::counted;
use crate::verdict::Verdict;

pub(super) const SUBMISSIONS: &str = "submissions";

const FILE: &str = "submissions.yaml";

/// The largest source that is looked at, in bytes, and how many submissions there may be.
const LARGEST: u64 = 16 << 20;
const MOST: usize = 2_000;

/// What DOMjudge reads the expected results from, and the points; the second may also have results.
const TAGS: [&str; 2] = ["@EXPECTED_RESULTS@:", "@EXPECTED_SCORE@:"];

/// The verdicts that each of the formats' own stands for.
fn of_code(code: &str) -> Option<Vec<Verdict>> {
    let is_of: fn(&Verdict) -> bool = match code {
        "AC" => |verdict| *verdict == Verdict::Accepted,
        "WA" => |verdict| *verdict == Verdict::Wrong,
        "TLE" => |verdict| is_slow(*verdict),
        "RTE" => |verdict| is_crash(*verdict),
        _ => return None,
    };
    Some(Verdict::VARIANTS.iter().copied().filter(is_of).collect())
}

/// Whether the formats call it too slow: a program without an end may reach the limit of output or processes first.
fn is_slow(verdict: Verdict) -> bool {
    match verdict {
        Verdict::CpuTime | Verdict::WallTime | Verdict::Idle | Verdict::Output | Verdict::Processes => true,
        Verdict::Accepted
        | Verdict::Wrong
        | Verdict::Early
        | Verdict::Extra
        | Verdict::Crashed
        | Verdict::Memory
        | Verdict::Forbidden
        | Verdict::Files
        | Verdict::CompileError
        | Verdict::CannotRun
        | Verdict::JudgeError => false,
    }
}

/// Whether the formats call it a crash.
fn is_crash(verdict: Verdict) -> bool {
    use Verdict::{Crashed, Files, Forbidden, Memory, Output, Processes};
    [Crashed, Memory, Forbidden, Processes, Files, Output].contains(&verdict)
}

/// All that a program may get.
const ALL: [&str; 4] = ["AC", "WA", "TLE", "RTE"];

/// What is expected in a folder: permitted in all cases, required in one.
type Codes = (Vec<String>, Vec<String>);

/// What the folders of the formats stand for: what all cases are, and what one is.
fn of_folder(folder: &str) -> Option<(&'static [&'static str], &'static [&'static str])> {
    Some(match folder {
        "accepted" => (&["AC"], &["AC"]),
        "rejected" | "partially_accepted" => (&ALL, &["WA", "TLE", "RTE"]),
        "wrong_answer" => (&["AC", "WA"], &["WA"]),
        "time_limit_exceeded" => (&["AC", "TLE"], &["TLE"]),
        "run_time_error" => (&["AC", "RTE"], &["RTE"]),
        "brute_force" => (&["AC", "TLE", "RTE"], &["TLE", "RTE"]),
        _ => return None,
    })
}

/// What DOMjudge calls results and folders of them. Nothing is expected of those with an empty list.
fn of_domjudge(name: &str) -> Option<Vec<Verdict>> {
    let of = |code: &str| of_code(code).unwrap_or_default();
    Some(match name.to_lowercase().replace('-', "_").as_str() {
        "correct" | "accepted" => of("AC"),
        "wrong_answer" | "no_output" => of("WA"),
        "timelimit" | "time_limit_exceeded" => of("TLE"),
        "run_error" | "run_time_error" | "runtime_error" => of("RTE"),
        "memory_limit" => vec![Verdict::Memory, Verdict::Crashed],
        "output_limit" => vec![Verdict::Output],
        "compiler_error" => vec![Verdict::CompileError],
        "check_manually" | "mixed" | "mixed_verdicts" | "multiple" | "partial" => Vec::new(),
        _ => return None,
    })
}

/// Finds the submissions; what is left out is noted.
pub(super) fn submissions(
    root: &Root,
    problem: &Problem,
    notes: &mut Notes,
) -> Result<Vec<PackageProgram>, PackageError> {
    let top = Path::new(SUBMISSIONS);
    if !root.is_folder(top).unwrap_or(false) {
        return Ok(Vec::new());
    }
    let file = top.join(FILE);
    let yaml = match root.file(&file).is_ok() && problem.version != Version::Legacy {
        true => read_yaml(root, &file)?,
        false => Yaml::Null,
    };
    let rules = SubmissionRules { yaml: &yaml, file: &file, is_strict: problem.version == Version::Of2025 };
    let languages = Languages::built_in();
    let (mut found, mut unknown) = (Vec::new(), 0);
    for folder in entries(root, top)?.0 {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_of_rules =
            yaml.keys().any(|pattern| is_matched(pattern.split('/').next().unwrap_or_default(), &name));
        if of_folder(&name).is_none() && of_domjudge(&name).is_none() && !is_of_rules {
            notes.add(format!("left out: {} (it is no folder of the format)", shown(&folder)));
            continue;
        }
        let (folders, files) = entries(root, &folder)?;
        for path in folders.into_iter().chain(files) {
            let text = match problem.takes_answers {
                true => Some(SubmissionText::default()),
                false => SubmissionText::read(root, &path, &languages)?,
            };
            match text {
                Some(source) => found.push(rules.program(&path, &name, &source, problem, notes)?),
                None => unknown += 1,
            }
        }
    }
    if unknown > 0 {
        let files = counted(unknown, "submission");
        notes.add(format!("left out: {files} in no known language, for Python 2, or with nothing to start"));
    }
    match found.len() > MOST {
        true => Err(PackageError::new(top, format!("there are more than {MOST}"))),
        false => Ok(found),
    }
}

/// The text of a submission.
#[derive(Default)]
struct SubmissionText {
    text: String,
    /// Its ending is that of Perl as well.
    is_prolog: bool,
}

impl SubmissionText {
    /// None if it can be no program here.
    fn read(root: &Root, path: &Path, languages: &Languages) -> Result<Option<SubmissionText>, PackageError> {
        let fault = |why: std::io::Error| PackageError::new(path, why);
        let file = match root.is_folder(path).map_err(fault)? {
            true => {
                let Some(first) = first_source(root, path, languages) else { return Ok(None) };
                path.join(first)
            }
            false => path.to_owned(),
        };
        let opened = root.file(&file).map_err(fault)?;
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let text = opened.start(LARGEST).map_err(fault)?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let first = text.lines().next().unwrap_or_default();
        // What somebody has compiled is no submission.
        if languages.by_ending(ending).is_none() && !(opened.is_executable() && first.starts_with("#!")) {
            return Ok(None);
        }
        let is_old = first.starts_with("#!") && first.contains("python2");
        let is_clause = |line: &str| line.starts_with(":-") || line.trim_end().ends_with(":-");
        let is_prolog = ending == "pl" && text.lines().any(is_clause);
        Ok((!is_old).then_some(SubmissionText { text, is_prolog }))
    }

    /// What stands behind these tags.
    fn tagged(&self) -> impl Iterator<Item = &str> {
        TAGS.iter().filter_map(|tag| self.text.lines().find_map(|line| Some(line.split_once(tag)?.1.trim())))
    }

    /// The results that it names as expected.
    fn results(&self) -> Option<Vec<Verdict>> {
        let line = self.tagged().find(|line| points_of(line).is_none())?;
        let names =
            line.split([',', ' ', '\t']).map(|name| name.trim_matches(|sign: char| !sign.is_alphabetic()));
        Some(names.filter_map(of_domjudge).flatten().collect())
    }

    /// The points that it names as expected.
    fn points(&self) -> Option<f64> {
        self.tagged().find_map(points_of)
    }
}

/// What `submissions.yaml` says.
struct SubmissionRules<'a> {
    yaml: &'a Yaml,
    file: &'a Path,
    is_strict: bool,
}

impl SubmissionRules<'_> {
    fn program(
        &self,
        path: &Path,
        folder: &str,
        source: &SubmissionText,
        problem: &Problem,
        notes: &mut Notes,
    ) -> Result<PackageProgram, PackageError> {
        let mut program = PackageProgram { path: path.to_owned(), ..PackageProgram::default() };
        program.language = source.is_prolog.then(|| "prolog".to_owned());
        let below = path.strip_prefix(SUBMISSIONS).unwrap_or(path).to_string_lossy();
        let usual = of_folder(folder);
        if !self.yaml.keys().any(|pattern| pattern == folder) {
            program.rules.extend(usual.map(|(permitted, required)| rule("", permitted, required)));
            program.bounds_time = folder == "accepted";
        }
        for pattern in self.yaml.keys().filter(|pattern| is_matched(pattern, &below)) {
            let usual = usual.filter(|_| pattern == folder).unwrap_or((&ALL, &ALL));
            self.apply(&mut program, self.yaml.get(pattern), usual, notes)?;
        }
        let expected = source.results().or_else(|| of_domjudge(folder).filter(|_| usual.is_none()));
        let any = || Verdict::VARIANTS.iter().copied().filter(|one| *one != Verdict::JudgeError).collect();
        let is_of_rules = self.yaml.keys().any(|pattern| is_matched(pattern, &below));
        let points = source.points().filter(|_| !is_of_rules);
        match expected.filter(|_| !is_of_rules) {
            Some(expected) => {
                let is_right = expected == [Verdict::Accepted];
                program.bounds_time &= is_right;
                let required = names(&if expected.is_empty() { any() } else { expected });
                program.rules.clear();
                match points {
                    // All cases are played, and one that is not right may fail otherwise in others.
                    Some(_) => {
                        let permitted = if is_right { required.clone() } else { names(&any()) };
                        program.rules.push(CaseRule { permitted, required, ..CaseRule::default() });
                    }
                    None => program.verdicts = Some(required),
                }
            }
            None if points.is_some() => {}
            // There the first case that fails decides, unless the package says more of a program.
            None if problem.version != Version::Of2025 && !is_of_rules => {
                let required = program.rules.drain(..).next().map(|rule| rule.required);
                program.verdicts = required;
            }
            None => {}
        }
        if let Some(rule) = program.rules.first_mut().filter(|_| points.is_some()) {
            rule.points = points.map(|points| [points; 2]);
        }
        let accepted = [Verdict::Accepted];
        let is_right = |rule: &CaseRule<String>| rule.place.is_empty() && rule.permitted == names(&accepted);
        let says_more = program.rules.iter().any(|rule| rule.points.is_some() || rule.message.is_some());
        if !says_more && program.rules.iter().any(is_right) {
            program.verdicts = Some(names(&accepted));
            program.rules.clear();
        }
        if program.rules.is_empty() {
            program.verdicts.get_or_insert_with(|| names(&any()));
        }
        Ok(program)
    }

    /// Adds what an entry says of the programs that it matches.
    fn apply(
        &self,
        program: &mut PackageProgram,
        entry: &Yaml,
        usual: (&[&str], &[&str]),
        notes: &mut Notes,
    ) -> Result<(), PackageError> {
        let fault = |why: String| PackageError::new(self.file, why);
        let text = |key: &str| entry.get(key).text().map(str::to_owned);
        program.language = text("language").or(program.language.take());
        program.entry = text("entrypoint").or(program.entry.take());
        let is_place = |key: &&str| matches!(entry.get(key), Yaml::Table(_)) && *key != "authors";
        let places: Vec<_> = entry.keys().filter(is_place).collect();
        let keys = entry.keys().filter(|key| !is_place(key));
        keys::check(self.file, keys, keys::SUBMISSION, self.is_strict, notes)?;
        for (place, said, usual) in [("", entry, usual)]
            .into_iter()
            .chain(places.iter().map(|place| (*place, entry.get(place), (&ALL[..], &ALL[..]))))
        {
            let codes = |key: &str, usual: &[&str]| -> Result<Vec<String>, PackageError> {
                let usual = usual.iter().map(|code| (*code).to_owned()).collect();
                Ok(said.words(key).map_err(fault)?.unwrap_or(usual))
            };
            let (permitted, required): Codes = (codes("permitted", usual.0)?, codes("required", usual.1)?);
            if let Some(bad) = permitted.iter().chain(&required).find(|code| of_code(code).is_none()) {
                return Err(fault(format!("`{bad}` is no verdict; there are AC, WA, TLE, RTE")));
            }
            let use_for = said.get("use_for_time_limit").text();
            let is_bound = place.is_empty() && !permitted.iter().any(|code| code == "TLE");
            program.bounds_time |= match use_for {
                Some("false" | "False" | "no" | "upper") => false,
                Some("lower") => true,
                _ => is_bound,
            };
            let codes = |codes: &[String]| {
                let verdicts: Vec<_> = codes.iter().filter_map(|code| of_code(code)).flatten().collect();
                names(&verdicts)
            };
            let is_all = |codes: &[String]| ALL.iter().all(|code| codes.iter().any(|one| one == code));
            let points = points(said.get("score")).map_err(fault)?;
            let message = said.get("message").text().map(str::to_owned);
            if !(is_all(&permitted) && is_all(&required)) || points.is_some() || message.is_some() {
                let (permitted, required) = (codes(&permitted), codes(&required));
                program.rules.push(CaseRule {
                    place: place.to_owned(),
                    permitted,
                    required,
                    points,
                    message,
                });
            }
        }
        Ok(())
    }
}

fn names(verdicts: &[Verdict]) -> Vec<String> {
    verdicts.iter().map(|verdict| verdict.name().to_owned()).collect()
}

fn rule(place: &str, permitted: &[&str], required: &[&str]) -> CaseRule<String> {
    let of = |codes: &[&str]| {
        let verdicts: Vec<_> = codes.iter().filter_map(|code| of_code(code)).flatten().collect();
        names(&verdicts)
    };
    CaseRule {
        place: place.to_owned(),
        permitted: of(permitted),
        required: of(required),
        ..CaseRule::default()
    }
}

/// Points, if a text is a number of them.
fn points_of(text: &str) -> Option<f64> {
    text.parse().ok().filter(|points: &f64| points.is_finite())
}

/// The least and the most points: one number for both, or a list of two.
fn points(yaml: &Yaml) -> Result<Option<[f64; 2]>, String> {
    let number = |yaml: &Yaml| yaml.text().and_then(|text| text.parse().ok());
    let range = match yaml {
        Yaml::Null => return Ok(None),
        Yaml::List(list) => match &list[..] {
            [least, most] => number(least).zip(number(most)),
            _ => None,
        },
        one => number(one).map(|number| (number, number)),
    };
    range.map(|(least, most)| Some([least, most])).ok_or_else(|| "`score` is a number, or two".to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Each row of the table is what the code says; that it names none stands for any but `accepted`.
    #[test]
    fn the_documentation_says_what_the_folders_stand_for() {
        let names = |cell: &'static str| -> BTreeSet<_> {
            cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
        };
        let documented = include_str!("../../../../docs/challenges.md").lines();
        let rows = documented.skip_while(|line| *line != "| folder | verdicts |").skip(2);
        let mut told: Vec<BTreeSet<String>> = Vec::new();
        for row in rows.take_while(|line| line.starts_with('|')) {
            let [folders, verdicts] =
                row.trim_matches('|').split('|').map(names).collect::<Vec<_>>().try_into().unwrap();
            for folder in folders {
                let (_, required) = of_folder(&folder).unwrap();
                let required: BTreeSet<_> = rule("", required, required).required.into_iter().collect();
                let is_right = match &*folder {
                    "brute_force" => required == &told[1] | &told[2],
                    "rejected" | "partially_accepted" => {
                        !required.is_disjoint(&told[0]) && !required.contains("accepted")
                    }
                    _ => required == verdicts,
                };
                assert!(is_right, "{folder}: {required:?}");
                told.push(required);
            }
        }
        assert_eq!(told.len(), 6);
    }
}
