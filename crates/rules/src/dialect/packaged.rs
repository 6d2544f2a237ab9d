//! What a problem package says beside its cases: its own programs with the verdicts that are expected of them, and what
//! stands for names in its files.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::challenge::{MOST_TIME, Marks};

/// The content of a problem package beside its cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Its programs.
    pub programs: Vec<PackageProgram>,
    /// The texts that replace `{{name}}` in its programs, by name.
    pub constants: BTreeMap<String, String>,
    /// What it asks for, as Markdown, if it has such a text.
    pub statement: Option<String>,
    /// How the limit of time follows from its programs, if it does not name it.
    pub timing: Option<Timing>,
    /// The parts that are left out, in sentences.
    pub notes: Vec<String>,
}

/// How a limit of time follows from the slowest program that is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// How many times its time.
    pub multiplier: f64,
    /// The step of the limit, in seconds.
    pub resolution: f64,
}

impl Eq for Timing {}

impl Timing {
    /// The limit, in seconds, if the slowest right program takes this long.
    pub fn limit(self, slowest: Duration) -> f64 {
        let steps = (slowest.as_secs_f64() * self.multiplier / self.resolution).ceil().max(1.0);
        // As many digits as a step of the resolution has; 3 * 0.1 is 0.3.
        ((steps * self.resolution * 1e6).round() / 1e6).min(MOST_TIME)
    }
}

/// A program of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageProgram {
    /// The file or folder, below the package.
    pub path: PathBuf,
    /// The code of its language, if the package names it.
    pub language: Option<String>,
    /// The source that it begins with, if the package names it.
    pub entry: Option<String>,
    /// The names of the verdicts that fit it, if any of these does whatever the cases are.
    pub verdicts: Option<Vec<String>>,
    /// The verdicts that are expected of it in cases.
    pub rules: Vec<CaseRule<String>>,
    /// Whether the limit of time follows from it, as it must not be too slow.
    pub bounds_time: bool,
}

/// The verdicts that are expected in some cases, or their names, and the points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseRule<V> {
    /// The cases: the name of one or of a folder, empty for all. In a part of it `*` stands for any text, `{a,b}` for each of two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// All these cases have one of these.
    pub permitted: Vec<V>,
    /// One of these cases has one of these.
    pub required: Vec<V>,
    /// The least and the most points of these cases together, if that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[f64; 2]>,
    /// What the validator's message to those who judge contains in one of these cases, if that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The name of a case, the verdict on it, and the validator's message to those who judge.
pub type JudgedCase<V> = (String, V, Option<String>);

impl<V: Eq> Eq for CaseRule<V> {}

/// How many patterns the braces of a pattern may expand to.
const MOST_TEXTS: usize = 10_000;

impl<V: Clone + PartialEq + Display> CaseRule<V> {
    /// Replaces each verdict.
    pub fn with<W>(&self, other: impl Fn(&V) -> W) -> CaseRule<W> {
        let all = |verdicts: &[V]| verdicts.iter().map(&other).collect();
        let (permitted, required) = (all(&self.permitted), all(&self.required));
        let (points, message) = (self.points, self.message.clone());
        CaseRule { place: self.place.clone(), permitted, required, points, message }
    }

    /// How cases or points break this rule, in words. `None` if they do not.
    pub fn broken(&self, cases: &[JudgedCase<V>], marks: Option<&Marks>) -> Option<String> {
        let patterns = expanded(&self.place);
        let cases: Vec<_> = cases.iter().filter(|(name, ..)| matches(&patterns, name)).collect();
        let names = |verdicts: &[V]| verdicts.iter().map(V::to_string).collect::<Vec<_>>().join(", ");
        if let Some((name, verdict, _)) =
            cases.iter().find(|(_, verdict, _)| !self.permitted.contains(verdict))
        {
            return Some(format!("{verdict} in {name}, where only {} may be", names(&self.permitted)));
        }
        let is_met = cases.is_empty() || cases.iter().any(|(_, verdict, _)| self.required.contains(verdict));
        let place = if self.place.is_empty() { String::new() } else { format!(" of {}", self.place) };
        if !is_met {
            return Some(format!("no case{place} with {}", names(&self.required)));
        }
        let is_said = |message: &&String| {
            cases.iter().any(|(.., said)| said.as_ref().is_some_and(|said| said.contains(*message)))
        };
        if let Some(message) =
            self.message.as_ref().filter(|message| !message.is_empty() && !is_said(message))
        {
            return Some(format!("no case{place} where the validator says {message:?}"));
        }
        let of_group = |marks: &Marks| {
            let group = marks.groups.iter().find(|group| matches(&patterns, &group.group));
            if self.place.is_empty() { Some(marks.points) } else { group.map(|group| group.points) }
        };
        let (points, [least, most]) = marks.and_then(of_group).zip(self.points)?;
        let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
        (!(least..=most).contains(&points))
            .then(|| format!("{points} points{place}, where {range} should be"))
    }
}

/// Whether a path, or a folder above it, matches a pattern: `*` for any text in a part, `{a,b}` for each of two.
pub fn is_matched(pattern: &str, path: &str) -> bool {
    matches(&expanded(pattern), path)
}

fn matches(patterns: &[String], path: &str) -> bool {
    let fits = |pattern: &String| {
        let (mut parts, mut of_path) = (pattern.split('/'), path.split('/'));
        pattern.is_empty()
            || parts
                .all(|part| of_path.next().is_some_and(|name| part_fits(part.as_bytes(), name.as_bytes())))
    };
    patterns.iter().any(fits)
}

/// Whether a name matches a pattern with `*`: after each failure the last `*` takes one byte more.
fn part_fits(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut of_name, mut last) = (0, 0, None);
    while of_name < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                last = Some((at, of_name));
                at += 1;
            }
            Some(byte) if *byte == name[of_name] => (at, of_name) = (at + 1, of_name + 1),
            _ => match last {
                Some((star, from)) => {
                    (at, of_name) = (star + 1, from + 1);
                    last = Some((star, from + 1));
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|byte| *byte == b'*')
}

/// Expands the braces of a pattern, to at most 10,000 patterns; the pattern itself if braces are not closed.
fn expanded(pattern: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![pattern.to_owned()];
    while let Some(one) = open.pop() {
        let end = one.find('}');
        let braces = end.and_then(|end| Some((one[..end].rfind('{')?, end)));
        match braces {
            Some((start, end)) if done.len() + open.len() < MOST_TEXTS => {
                let texts = one[start + 1..end].split(',').map(str::trim);
                open.extend(texts.map(|text| format!("{}{text}{}", &one[..start], &one[end + 1..])));
            }
            _ => done.push(one),
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_parts_and_what_is_below() {
        for (pattern, path, is) in [
            ("accepted", "accepted/a.py", true),
            ("accepted/*", "accepted/a.py", true),
            ("*/a.py", "accepted/a.py", true),
            ("*", "accepted/a.py", true),
            ("match", "match_more/a.py", false),
            ("*.py", "accepted/a.py", false),
            ("x/a*b*c", "x/aabbcc", true),
            ("x/a*b*c", "x/aabbcd", false),
            ("x/{a,b}.{py,cpp}", "x/b.cpp", true),
            ("x/{a,b}.{py,cpp}", "x/c.cpp", false),
            ("secret/*{ 4 }{ 2 }", "secret/142", true),
            ("x/*{,0,2}{0,2}", "x/2", true),
            ("x/{a,{b,c}}", "x/c", true),
            ("x/{a", "x/{a", true),
            ("x/y", "x", false),
        ] {
            assert_eq!(is_matched(pattern, path), is, "{pattern} {path}");
        }
        assert!(expanded(&"{a,b,c,d,e,f,g,h,i,j}".repeat(30)).len() <= 2 * MOST_TEXTS);
    }

    #[test]
    fn all_cases_of_a_place_are_permitted_and_one_is_required() {
        let rule = |place: &str, required| CaseRule {
            place: place.to_owned(),
            permitted: vec!["accepted", "cpu-time"],
            required: vec![required],
            ..CaseRule::default()
        };
        let cases = [("sample/1", "accepted"), ("secret/1", "cpu-time"), ("secret/2", "wrong")]
            .map(|(name, verdict)| (name.to_owned(), verdict, Some(format!("Case {name}"))));
        let broken = |rule: &CaseRule<&str>, count: usize| rule.broken(&cases[..count], None);
        assert_eq!(broken(&rule("", "cpu-time"), 2), None);
        assert_eq!(broken(&rule("sample", "cpu-time"), 2).unwrap(), "no case of sample with cpu-time");
        let why = broken(&rule("secret", "cpu-time"), 3).unwrap();
        assert_eq!(why, "wrong in secret/2, where only accepted, cpu-time may be");
        assert_eq!(broken(&rule("other", "cpu-time"), 3), None);
        let saying =
            |place, message: &str| CaseRule { message: Some(message.to_owned()), ..rule(place, "accepted") };
        assert_eq!(broken(&saying("", "Case sample"), 2), None);
        let why = broken(&saying("", "case sample"), 2).unwrap();
        assert_eq!(why, "no case where the validator says \"case sample\"");
        let why = broken(&saying("sample", "secret"), 2).unwrap();
        assert_eq!(why, "no case of sample where the validator says \"secret\"");
    }
}
