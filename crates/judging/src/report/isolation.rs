//! How well a machine isolates programs, and what would help.

use crate::execution::Level;
use crate::process::{LevelStatus, Unavailable};

/// What the levels of this machine are good for, and what to do for those that it lacks.
pub fn isolation(levels: &[LevelStatus]) -> String {
    let mut text = "How well can this machine isolate programs?\n\n".to_owned();
    for LevelStatus { level, lack } in levels {
        let mark = if lack.is_none() { "yes" } else { "no" };
        text += &format!("  {mark:4}{:12}{}\n", level.name(), meaning(*level));
        if let Some((Unavailable { what, why, .. }, remedy)) = lack {
            text += &format!("{:18}cannot {what}: {why}\n{:18}try: {remedy}\n", "", "");
        }
    }
    let best = levels.iter().rev().find(|status| status.lack.is_none());
    let best = best.map_or(Level::None, |status| status.level);
    text += &format!("\n`judge check` uses the best of these, {}. {}\n", best.name(), advice(best));
    text
}

fn meaning(level: Level) -> &'static str {
    match level {
        Level::None => "limits on time and output; programs run with all your permissions",
        Level::Rlimits => "also limits on memory, processes and files; every process they start is ended",
        Level::Filters => "also no network, no access to other files and processes",
        Level::Namespaces => "also a small system of their own, where nothing else is visible",
        Level::Cgroup => "also exact limits on the memory and processes of a whole run",
    }
}

fn advice(best: Level) -> &'static str {
    match best {
        Level::Namespaces | Level::Cgroup => "It is enough for programs of strangers.",
        Level::Filters => "Programs reach no other files and no network, but they see other processes.",
        Level::Rlimits | Level::None => {
            "Judge only programs whose authors you trust, or try the above first."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_machine_is_told_what_it_has_before_what_it_lacks() {
        let there = |level| LevelStatus { level, lack: None };
        let lacking = |level| {
            let (what, why) = ("make namespaces".to_owned(), "not permitted".to_owned());
            LevelStatus { level, lack: Some((Unavailable { level, what, why }, "a newer kernel")) }
        };
        let levels =
            [there(Level::None), there(Level::Rlimits), lacking(Level::Filters), lacking(Level::Namespaces)];
        let text = isolation(&levels);
        assert!(text.contains("yes rlimits") && text.contains("no  namespaces"), "{text}");
        assert!(text.contains("uses the best of these, rlimits"), "{text}");
        assert_eq!(text.matches("try: ").count(), 2, "{text}");
    }
}
