//! How a program was made shorter: what differs, and what it took.

use std::path::Path;
use std::time::Duration;

use crate::golf::{Shortened, ShorteningProgress};
use crate::suite::{counted, grouped};
use crate::transcript::{visible_line, visible_message};

/// The text of a program that is made shorter.
pub struct ShorteningReport<'a> {
    /// Its file.
    pub program: &'a Path,
    /// Its text before.
    pub text: &'a [u8],
}

impl ShorteningReport<'_> {
    /// How far the search is after this time, in a few words.
    pub fn so_far(&self, now: ShorteningProgress, time: Duration) -> String {
        let [bytes, saved, trials] = [now.bytes, self.text.len() - now.bytes, now.trials].map(grouped);
        format!("{bytes} bytes (-{saved}), {trials} trials, {}/s", rate(now.trials, time))
    }

    /// The result.
    pub fn outcome(&self, shortened: &Shortened, time: Duration) -> String {
        let Shortened { text: short, trials, interrupted, .. } = shortened;
        let [bytes, left] = [self.text, short].map(|text| grouped(text.len()));
        let rate = rate(*trials, time);
        let trials = format!("{} in {:.1} s, {rate} a second", counted(*trials, "trial"), time.as_secs_f64());
        let until = if *interrupted { "interrupted: " } else { "" };
        match self.text.len() - short.len() {
            0 if *interrupted => {
                format!("{until}{bytes} bytes, nothing shorter was judged to the end; {trials}\n")
            }
            0 => format!("{bytes} bytes, nothing could be saved; {trials}\n"),
            saved => {
                let difference = self.difference(short);
                format!("{difference}{until}{bytes} bytes became {left} (-{}); {trials}\n", grouped(saved))
            }
        }
    }

    /// The lines that differ, as `diff -u` shows them.
    fn difference(&self, short: &[u8]) -> String {
        let [old, new] = [self.text, short].map(visible_message);
        let name = visible_line(self.program.as_os_str().as_encoded_bytes());
        similar::TextDiff::from_lines(&old, &new)
            .unified_diff()
            .header(&name, &format!("{name} (shorter)"))
            .to_string()
    }
}

fn rate(trials: usize, time: Duration) -> String {
    format!("{:.0}", trials as f64 / time.as_secs_f64().max(0.001))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_told_with_the_lines_that_differ() {
        let report = ShorteningReport { program: Path::new("my.lua"), text: b"print(1)\nprint(2)\n" };
        let outcome = |text: &[u8], interrupted| {
            let shortened = Shortened { text: text.to_vec(), trials: 1200, interrupted };
            report.outcome(&shortened, Duration::from_secs(2))
        };
        let took = "1,200 trials in 2.0 s, 600 a second";
        assert_eq!(
            outcome(b"print(1)\nprint(3)", true),
            format!(
                "--- my.lua\n+++ my.lua (shorter)\n@@ -1,2 +1,2 @@\n print(1)\n-print(2)\n+print(3)\n\
                 \\ No newline at end of file\ninterrupted: 18 bytes became 17 (-1); {took}\n"
            )
        );
        assert_eq!(outcome(report.text, false), format!("18 bytes, nothing could be saved; {took}\n"));
        let nothing = "interrupted: 18 bytes, nothing shorter was judged to the end";
        assert_eq!(outcome(report.text, true), format!("{nothing}; {took}\n"));
        let now = ShorteningProgress { bytes: 8, trials: 10 };
        assert_eq!(report.so_far(now, Duration::from_secs(1)), "8 bytes (-10), 10 trials, 10/s");
    }
}
