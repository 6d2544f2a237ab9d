//! Two programs that were compared, side by side.

use std::fmt::Write;

use serde_json::{Value, json};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::colour::{BAD, FAINT, GOOD};
use crate::challenge::{Freedoms, Recording};
use crate::runner::{Compared, Conduct, Cut, Differing, SessionEnd};
use crate::suite::counted;
use crate::transcript::{visible, visible_line};

/// How many lines of one answer are shown at most, and how many rows of one line: a program may print without end.
const LINES: usize = 40;
const ROWS: usize = 8;

/// How many equal lines are shown before the first that differs, where it would not be shown otherwise.
const BEFORE: usize = 4;

/// How wide the text is where there is no terminal.
const COLUMNS: usize = 80;

/// The sign between the sides of a row.
const GAP: usize = 3;

/// How far answers are moved to the right of the lines that were given.
const INDENT: usize = 2;

/// Two programs of these names that were compared.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The result.
    pub compared: &'a Compared,
    /// The names of the programs.
    pub names: [&'a str; 2],
    /// What may differ.
    pub freedoms: &'a Freedoms,
    /// The columns of the terminal that the text goes to, if it goes to one.
    pub columns: Option<usize>,
}

/// The format of a comparison of two programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[derive(strum::Display, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum ComparisonFormat {
    /// For people, in colours.
    #[default]
    Text,
    /// For programs.
    Json,
}

impl ComparisonFormat {
    /// The comparison in this format.
    pub fn render(self, comparison: &Comparison<'_>) -> String {
        match self {
            ComparisonFormat::Text => comparison.text(),
            ComparisonFormat::Json => comparison.json(),
        }
    }
}

impl Comparison<'_> {
    /// The shortest session in which they differ, side by side, and what was explored.
    fn text(&self) -> String {
        let Compared { findings, sessions, reads_nothing, difference, cut, .. } = self.compared;
        // An estimate is of all sessions that were explored.
        let explored = match *sessions == findings.sessions {
            true => findings.sentence(),
            false => counted(*sessions, "session"),
        };
        let cut = match cut {
            Some(Cut::Time) => "The time was over. ",
            Some(Cut::Interrupted) => "Interrupted. ",
            None => "",
        };
        match difference {
            None if findings.kinds == 0 => {
                let hint = match reads_nothing {
                    true => "OLD reads no line; a file that it needs is given by --file or --show. ",
                    false => "",
                };
                format!(
                    "{GOOD}no difference found{GOOD:#}\n{cut}{hint}{}.\n",
                    upper(&counted(*sessions, "session"))
                )
            }
            None => format!("{GOOD}no difference found{GOOD:#}\n{cut}{}.\n", upper(&explored)),
            Some(differing) => {
                let shown = self.shown(differing);
                let longer = if differing.is_shortest {
                    ""
                } else {
                    "the time was over before all shorter sessions were tried\n"
                };
                let longest = differing.session.iter().map(Vec::len).max().unwrap_or_default();
                let long = if differing.is_long {
                    format!("only long lines are known to show it: this one has {longest} bytes\n")
                } else {
                    String::new()
                };
                format!(
                    "{shown}\n{BAD}different{BAD:#}: {}\n{longer}{long}found in: {explored}\n",
                    differing.words
                )
            }
        }
    }

    fn json(&self) -> String {
        let Compared { findings, sessions, difference, cut, .. } = self.compared;
        let side = |name: &str, conduct: &Conduct| {
            let Recording { opening, closing, waits, feed: _, turns } = &conduct.recording;
            let answers: Vec<_> = turns.iter().map(|turn| &turn.answer).collect();
            json!({
                "name": name, "opening": opening, "answers": answers, "closing": closing,
                "waits": waits, "end": end(conduct),
            })
        };
        let differing = |Differing { session, old, new, words, is_shortest, .. }: &Differing| {
            let lines: Vec<_> = session.iter().map(|line| String::from_utf8_lossy(line)).collect();
            let [old, new] = [side(self.names[0], old), side(self.names[1], new)];
            json!({ "words": words, "session": lines, "is_shortest": is_shortest, "old": old, "new": new })
        };
        let value = json!({
            "difference": difference.as_ref().map_or(Value::Null, differing),
            "sessions": sessions,
            "kinds": findings.kinds,
            "last_new": findings.last_new,
            "chance_of_a_new_kind": findings.chance(),
            "is_complete": cut.is_none(),
        });
        format!("{value:#}\n")
    }

    fn shown(&self, differing: &Differing) -> String {
        let Differing { session, old, new, .. } = differing;
        let [left, right] = self.names.map(|name| visible_line(name.as_bytes()));
        let mut text = self.row(&format!("OLD {left}"), &format!("NEW {right}"), RowKind::Head);
        let is_by_turns = old.is_by_turns() && new.is_by_turns();
        if !is_by_turns {
            session.iter().for_each(|line| text += &given(line));
            let [old, new] = [old, new].map(|conduct| conduct.recording.output());
            return text + &self.answers(&old, &new) + &self.ends(differing);
        }
        let [one, two] = [&old.recording, &new.recording];
        text += &self.answers(&one.opening, &two.opening);
        for (place, line) in session.iter().enumerate() {
            let answer =
                |run: &Recording| run.turns.get(place).map_or_else(String::new, |turn| turn.answer.clone());
            text += &given(line);
            text += &self.answers(&answer(one), &answer(two));
        }
        let closing = |run: &Recording| run.closing.clone().unwrap_or_default();
        let says_nothing = closing(one).is_empty() && closing(two).is_empty();
        if !old.is_endless() && !says_nothing {
            let _ = writeln!(text, "{FAINT}(end of input){FAINT:#}");
            text += &self.answers(&closing(one), &closing(two));
        }
        text + &self.ends(differing)
    }

    /// How they ended, if that differs.
    fn ends(&self, Differing { old, new, .. }: &Differing) -> String {
        let is_same = old.end == new.end && old.recording.turns.len() == new.recording.turns.len();
        if is_same || old.is_endless() && new.has_asked() {
            return String::new();
        }
        self.row(&format!("({})", end(old)), &format!("({})", end(new)), RowKind::Ends)
    }

    /// Two answers, line beside line.
    fn answers(&self, old: &str, new: &str) -> String {
        let [left, right] = [old, new].map(|text| visible(text.as_bytes()));
        let [left, right]: [Vec<_>; 2] = [&left, &right].map(|text| text.lines().collect());
        let count = left.len().max(right.len());
        let pair = |place: usize| [&left, &right].map(|lines| lines.get(place).copied());
        let differs = |place: &usize| {
            let [one, other] = pair(*place).map(|line| line.map(|line| self.freedoms.folded(line)));
            one != other
        };
        let first = (0..count).find(differs).unwrap_or(0);
        let from = if first < LINES { 0 } else { first - BEFORE };
        let to = count.min(from + LINES);
        let mut text = left_out(from, "equal lines");
        for place in from..to {
            let mark = if differs(&place) { RowKind::Different } else { RowKind::Alike };
            let [one, other] = pair(place).map(Option::unwrap_or_default);
            text += &self.row(one, other, mark);
        }
        text + &left_out(count - to, "more lines")
    }

    /// A line of each, on several rows if one of them is long.
    fn row(&self, left: &str, right: &str, mark: RowKind) -> String {
        let wide = self.columns.unwrap_or(COLUMNS).saturating_sub(INDENT + GAP) / 2;
        let [left, right] = [left, right].map(|side| wrapped(side, wide.max(8)));
        let mut text = String::new();
        let rows = left.len().max(right.len());
        for place in 0..rows.min(ROWS) {
            let [one, other] = [&left, &right].map(|side| side.get(place).map_or("", String::as_str));
            let fill = " ".repeat(wide.saturating_sub(one.width()));
            let sign = match mark {
                RowKind::Different | RowKind::Ends if place == 0 => format!("{BAD}≠{BAD:#}"),
                RowKind::Head | RowKind::Alike | RowKind::Different | RowKind::Ends => {
                    format!("{FAINT}│{FAINT:#}")
                }
            };
            let line = match mark {
                RowKind::Head | RowKind::Ends => {
                    format!("{:INDENT$}{FAINT}{one}{FAINT:#}{fill} {sign} {FAINT}{other}{FAINT:#}", "")
                }
                RowKind::Alike | RowKind::Different => format!("{:INDENT$}{one}{fill} {sign} {other}", ""),
            };
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text + &left_out(rows.saturating_sub(ROWS), "more rows of this line")
    }
}

/// Says that this many of these are not shown. Empty if there are none.
fn left_out(count: usize, what: &str) -> String {
    if count == 0 { String::new() } else { format!("{:INDENT$}{FAINT}… {count} {what}{FAINT:#}\n", "") }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowKind {
    Head,
    Alike,
    Different,
    Ends,
}

/// A line that both programs were given.
fn given(line: &[u8]) -> String {
    format!("{FAINT}>{FAINT:#} {}\n", visible_line(line)).replace(" \n", "\n")
}

fn end(conduct: &Conduct) -> String {
    let asked = if conduct.has_asked() { "asks for another line, then " } else { "" };
    match &conduct.end {
        SessionEnd::Ended => "ends by itself".to_owned(),
        SessionEnd::Asked => "asks for another line".to_owned(),
        SessionEnd::Crashed(words) => format!("{asked}crashes: {words}"),
        SessionEnd::Stopped(words) => format!("{asked}does not come to its end: {words}"),
    }
}

fn upper(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// A line in pieces of this many columns, at least one.
fn wrapped(line: &str, wide: usize) -> Vec<String> {
    let (mut pieces, mut used) = (vec![String::new()], 0);
    for sign in line.chars() {
        let columns = sign.width().unwrap_or(0);
        if used + columns > wide {
            pieces.push(String::new());
            used = 0;
        }
        used += columns;
        pieces.last_mut().expect("there is a piece").push(sign);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_shown_on_several_rows() {
        assert_eq!(wrapped("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("日本語", 4), ["日本", "語"]);
    }
}
