//! A game as a terminal recording in the asciicast format, version 2, which all players support.
//!
//! A [`Cast`] gets what was printed and what was typed, in order, with the times if they are known; otherwise
//! it uses the pace of a person who reads and types. All text is made visible first, so no output can affect
//! the terminal that replays it.

mod shown;
mod typed;

pub(crate) use shown::TimedWriter;
pub(crate) use typed::{TimedReader, Typed, cast_of_inputs};

use std::time::Duration;

use serde_json::json;
use unicode_width::UnicodeWidthStr;

use super::json::pretty_line;
use crate::transcript::visible;

/// How long a person looks at the output, and how long a key takes.
const LOOK: Duration = Duration::from_millis(900);
const KEY: Duration = Duration::from_millis(110);

/// The time of an answer that was not measured.
const ANSWER: Duration = Duration::from_millis(250);

/// Pauses are cut to this length.
const LONGEST: Duration = Duration::from_secs(3);

/// The smallest and the largest screen, in columns and lines.
const COLUMNS: (usize, usize) = (40, 160);
const LINES: (usize, usize) = (12, 40);

/// A recording that is being made.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    title: String,
    now: Duration,
    events: Vec<(Duration, &'static str, String)>,
    shown: String,
}

impl Cast {
    /// An empty recording.
    pub(crate) fn new(title: &str) -> Cast {
        let title = crate::transcript::visible_line(title.as_bytes());
        Cast { title, now: Duration::ZERO, events: Vec::new(), shown: String::new() }
    }

    /// A program has printed this, after this time.
    pub(crate) fn print(&mut self, text: &[u8], after: Option<Duration>) {
        self.wait(after.unwrap_or(ANSWER));
        self.show(&visible(text));
    }

    /// A person has typed this line, after this time.
    pub(crate) fn key_in(&mut self, line: &[u8], after: Option<Duration>) {
        let line = visible(line);
        let keys = u32::try_from(line.chars().count()).unwrap_or(u32::MAX);
        let typing = KEY.saturating_mul(keys).min(LONGEST);
        self.wait(after.map_or(LOOK, |after| after.saturating_sub(typing)));
        for key in line.chars() {
            self.wait(typing / keys.max(1));
            self.show(&key.to_string());
        }
        self.wait(KEY);
        self.show("\n");
    }

    /// Marks this moment, for players that can jump to it.
    pub(crate) fn mark(&mut self, label: &str) {
        self.events.push((self.now, "m", visible(label.as_bytes())));
    }

    /// The recording in the form of a file: a line of JSON for the screen, and one for each event.
    pub(crate) fn render(&self) -> String {
        let fit = |size: usize, (least, most): (usize, usize)| size.clamp(least, most);
        let width = self.shown.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
        let head = json!({
            "version": 2,
            "width": fit(width + 1, COLUMNS),
            "height": fit(self.shown.lines().count() + 1, LINES),
            "title": self.title,
            "idle_time_limit": LONGEST.as_secs(),
        });
        let events = self
            .events
            .iter()
            .map(|(time, kind, text)| json!([(time.as_secs_f64() * 1e3).round() / 1e3, kind, text]));
        [head].into_iter().chain(events).map(|line| pretty_line(&line)).collect()
    }

    fn wait(&mut self, time: Duration) {
        self.now += time.min(LONGEST);
    }

    fn show(&mut self, text: &str) {
        if !text.is_empty() {
            self.shown.push_str(text);
            self.events.push((self.now, "o", text.replace('\n', "\r\n")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_go_up_and_nothing_acts_on_the_terminal() {
        let mut cast = Cast::new("a\u{1b}b");
        cast.print(b"\x1b[2J\xff X> ", None);
        cast.key_in(b"12", Some(Duration::from_secs(100)));
        cast.mark("here");
        cast.print("○\n".as_bytes(), Some(Duration::from_millis(40)));
        let text = cast.render();
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((&lines[0]["version"], &lines[0]["title"]), (&json!(2), &json!("a\\u{1b}b")));
        let times: Vec<_> = lines[1..].iter().map(|event| event[0].as_f64().unwrap()).collect();
        assert!(times.is_sorted() && *times.last().unwrap() < 4.0, "{times:?}");
        let told = |kind: &str| {
            let of_kind = lines[1..].iter().filter(|event| event[1] == kind);
            of_kind.map(|event| event[2].as_str().unwrap()).collect::<String>()
        };
        assert_eq!(told("o"), "\\u{1b}[2J\\xff X> 12\r\n○\r\n");
        assert_eq!(told("m"), "here");
        assert!(text.bytes().all(|byte| byte == b'\n' || byte >= b' '));
    }
}
