//! What is odd about the files of whole cases: nothing that makes a challenge unsound, but a right program might fail for it, or a
//! wrong one pass.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::whole::Files;
use super::{RunConditions, Settings};
use crate::challenge::{Cases, ExitStatus, Matcher};
use crate::dialect::WholeCases;
use crate::execution::{Ending, Execution, ProgramInput};
use crate::process::{Interrupt, RunError};
use crate::suite::counted;

/// How many answers are looked at for what freedoms make alike, and how many bytes of them.
const MOST_ANSWERS: usize = 1000;
const LOOKED_AT: usize = 1 << 16;

/// How many contradictions are shown.
const SHOWN: usize = 3;

/// How many cases a validator is tried with.
const TRIED: usize = 10;

/// The remarks on the cases of a challenge, each once, with the first case that shows it and how many do.
/// Fails if a file cannot be read, an answer cannot be compared, or the validator fails.
pub(crate) fn case_remarks(
    settings: &Settings,
    whole: &WholeCases,
    interrupt: &Interrupt,
) -> Result<Vec<String>, RunError> {
    let Settings { conditions, criteria, .. } = settings;
    let mut files = Files::open(whole, &criteria.validators, conditions, interrupt)?;
    let mut found: BTreeMap<&str, (String, usize)> = BTreeMap::new();
    let mut add =
        |what: &'static str, case: &str| found.entry(what).or_insert_with(|| (case.to_owned(), 0)).1 += 1;
    let (mut answers, mut is_cut, mut size) = (BTreeSet::new(), false, 0);
    let mut given: HashMap<u64, &str> = HashMap::new();
    let mut contradictions = Vec::new();
    for case in whole.list() {
        let (name, cases) = (case.name.as_str(), whole.cases());
        let ProgramInput { stdin: input, args, .. } = files.input(name)?;
        let mut hasher = DefaultHasher::new();
        (&input, args, files.given(name)?.digest()).hash(&mut hasher);
        let answer = files.answer(name)?.unwrap_or_default();
        for (text, [mark, ends]) in [(&input, IN_INPUTS), (&answer, IN_ANSWERS)] {
            if text.starts_with(b"\xef\xbb\xbf") {
                add(mark, name);
            }
            if text.windows(2).any(|two| two == b"\r\n") {
                add(ends, name);
            }
        }
        if answer.len() > cases.limits(name).output {
            add("an answer is larger than `output` allows, so no program can be right", name);
        }
        if criteria.validators.output.is_none() && !cases.is_static(name) {
            files.check_case(name)?;
        }
        if criteria.validators.output.is_none() && !answer.is_empty() {
            let matcher = cases.matcher(name);
            if matcher == Matcher::Exact && !answer.ends_with(b"\n") {
                add("an answer with `exact` does not end with a line end, which most programs print", name);
            }
            size += answer.len();
            is_cut |= size > LOOKED_AT || answers.len() >= MOST_ANSWERS;
            if !is_cut && matcher != Matcher::Regex {
                answers.insert(String::from_utf8_lossy(&answer).into_owned());
            }
        }
        let is_compared =
            criteria.validators.output.is_none() && !cases.is_static(name) && !cases.takes_answers;
        if is_compared {
            let first = *given.entry(hasher.finish()).or_insert(name);
            if first != name && contradicts(&files, cases, [first, name])? {
                contradictions.push(format!(
                    "{first} and {name}: the same input has different answers or exit statuses"
                ));
            }
        }
    }
    let mut remarks: Vec<_> = found
        .into_iter()
        .map(|(what, (case, count))| match count {
            1 => format!("{case}: {what}"),
            _ => format!("{case} and {}: {what}", counted(count - 1, "other case")),
        })
        .collect();
    let more = contradictions.len().saturating_sub(SHOWN);
    remarks.extend(contradictions.into_iter().take(SHOWN));
    remarks.extend((more > 0).then(|| format!("and {more} more cases whose answers contradict others")));
    if let Some(freedoms) = whole.cases().own_freedoms() {
        // What no answer needs is known only of all.
        remarks.extend(if is_cut { freedoms.alike(&answers) } else { freedoms.remarks(&answers) });
    }
    remarks.extend(
        whole.unused().map(|place| {
            format!("[case.{place:?}] names no case and no folder of cases, so it has no effect")
        }),
    );
    if criteria.validators.output.is_some() {
        remarks.extend(validator_remark(&mut files, whole, conditions)?);
    }
    Ok(remarks)
}

/// Whether no program can be right in both of these cases, which have the same input: whole outputs must be like different answers,
/// or programs must end with different statuses.
fn contradicts(files: &Files<'_>, cases: &Cases, names: [&str; 2]) -> Result<bool, RunError> {
    let [one, other] = names.map(|name| cases.exit(name));
    if matches!((one, other), (ExitStatus::Is(one), ExitStatus::Is(other)) if one != other) {
        return Ok(true);
    }
    let matcher = cases.matcher(names[0]);
    let is_of_part = matches!(matcher, Matcher::Contains | Matcher::End | Matcher::Regex | Matcher::Prompts);
    let has_others = names.iter().any(|name| cases.also(name).next().is_some());
    if is_of_part || has_others || matcher != cases.matcher(names[1]) {
        return Ok(false);
    }
    let (Some(one), Some(other)) = (files.answer(names[0])?, files.answer(names[1])?) else {
        return Ok(false);
    };
    let freedoms = names.map(|name| cases.freedoms(name));
    let [Ok(of_one), Ok(of_other)] = freedoms else { return Ok(false) };
    let is_alike =
        matcher.compare(&of_one, &one, &other).is_ok() || matcher.compare(&of_other, &other, &one).is_ok();
    Ok(!is_alike)
}

/// The effects of a byte order mark and of CR LF in inputs and in answers.
const IN_INPUTS: [&str; 2] = [
    "an input begins with a byte order mark, which programs read as a part of the first word",
    "an input has CR LF line ends, which many programs do not expect",
];
const IN_ANSWERS: [&str; 2] = [
    "an answer begins with a byte order mark, which right programs do not print",
    "an answer has CR LF line ends, which count only with `exact`",
];

/// The validator's objections to the answers, and its acceptance of damaged outputs.
fn validator_remark(
    files: &mut Files<'_>,
    whole: &WholeCases,
    conditions: &RunConditions,
) -> Result<Option<String>, RunError> {
    // In a conversation, and in several passes, an answer is no output.
    if files.is_interactive() || whole.cases().passes > 1 {
        return Ok(None);
    }
    let (mut refused, mut accepted, mut tried) = (None, 0, 0);
    for case in whole.list().iter().take(TRIED) {
        let Some(answer) = files.answer(&case.name)?.filter(|answer| !answer.trim_ascii().is_empty()) else {
            continue;
        };
        let mut is_right = |output: Vec<u8>| {
            let run = Execution { stdout: output, ..Execution::of_nothing(Ending::Exited(0)) };
            let run = files.assessed(&case.name, run, &conditions.limits)?;
            Ok::<_, RunError>(run.assessment.is_some_and(|assessment| assessment.objection.is_none()))
        };
        tried += 1;
        let more = [&answer[..], b"\n4711 x\n"].concat();
        let damaged = [Vec::new(), more, b"\x01 x -1e99 \n".to_vec()];
        let all = damaged.into_iter().map(&mut is_right).collect::<Result<Vec<_>, _>>()?;
        accepted += usize::from(all.iter().all(|is_right| *is_right));
        if !is_right(answer)? {
            refused.get_or_insert_with(|| case.name.clone());
        }
    }
    Ok(match refused {
        _ if tried > 0 && accepted == tried => {
            Some("the validator accepts every output that was tried, also an empty one".to_owned())
        }
        Some(case) => Some(format!(
            "{case}: the validator refuses the answer itself; if that is not meant, it refuses right programs"
        )),
        None => None,
    })
}
