//! `judge doctor`: how well this machine isolates candidates, and how to get more.
//!
//! Each level is tried by entering it. If that fails, the settings that are known to prevent it are read, so the advice
//! is one thing to do and not a list of guesses.

use std::path::Path;

use clap::Args;

use super::super::{Failure, GOOD, print};
use crate::execution::Level;
use crate::process::{Isolation, Unavailable};

/// Show how well this machine isolates programs, and what would help
#[derive(Debug, Args)]
pub(super) struct Arguments {}

/// A setting that stands in the way: where it is read, what it says then, and what changes it.
struct Obstacle {
    setting: &'static str,
    value: &'static str,
    remedy: &'static str,
}

/// The settings that keep ordinary users from having namespaces.
const OBSTACLES: [Obstacle; 3] = [
    Obstacle {
        setting: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        value: "1",
        remedy: "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    },
    Obstacle {
        setting: "/proc/sys/kernel/unprivileged_userns_clone",
        value: "0",
        remedy: "sudo sysctl kernel.unprivileged_userns_clone=1",
    },
    Obstacle {
        setting: "/proc/sys/user/max_user_namespaces",
        value: "0",
        remedy: "sudo sysctl user.max_user_namespaces=10000",
    },
];

pub(super) fn examine(_: Arguments) -> Result<u8, Failure> {
    let judge = std::env::current_exe()?;
    let found = Level::ALL.map(|level| (level, Isolation::at(level, &judge).map(drop)));
    print(&rendered(&found))?;
    Ok(GOOD)
}

fn rendered(found: &[(Level, Result<(), Unavailable>)]) -> String {
    let mut text = "How well can this machine isolate programs?\n\n".to_owned();
    for (level, outcome) in found {
        let mark = if outcome.is_ok() { "yes" } else { "no" };
        text += &format!("  {mark:4}{:12}{}\n", level.name(), meaning(*level));
        if let Err(Unavailable { what, why, .. }) = outcome {
            text += &format!("{:18}cannot {what}: {why}\n{:18}try: {}\n", "", "", remedy(*level));
        }
    }
    let best =
        found.iter().rev().find(|(_, outcome)| outcome.is_ok()).map_or(Level::None, |(level, _)| *level);
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

/// The one thing to do, if it is known.
fn remedy(level: Level) -> String {
    let stands = |obstacle: &&Obstacle| {
        std::fs::read_to_string(obstacle.setting).is_ok_and(|value| value.trim() == obstacle.value)
    };
    let is_container = ["/.dockerenv", "/run/.containerenv"].iter().any(|file| Path::new(file).exists());
    match level {
        Level::Cgroup => group_remedy(is_container).to_owned(),
        Level::Namespaces => match OBSTACLES.iter().find(stands) {
            Some(obstacle) => obstacle.remedy.to_owned(),
            None if is_container => {
                "run the container with --security-opt seccomp=unconfined --security-opt \
                 systempaths=unconfined --cap-add SYS_ADMIN"
                    .to_owned()
            }
            None => "a Linux kernel of 5.12 or later that was built with namespaces".to_owned(),
        },
        Level::Filters => {
            "a Linux kernel of 5.13 or later, with landlock in its boot parameter lsm=".to_owned()
        }
        Level::Rlimits | Level::None => "a writable folder for temporary files (TMPDIR)".to_owned(),
    }
}

/// The one thing to do for control groups.
fn group_remedy(is_container: bool) -> &'static str {
    let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let is_of_type = |name: &str, with: &str| {
        mounts.lines().any(|line| line.contains(&format!(" {name} ")) && line.contains(with))
    };
    if is_of_type("cgroup", "memory") {
        "boot with cgroup_no_v1=all: control groups v1 are in use, and v2 is needed"
    } else if is_container {
        "run the container with --privileged --cgroupns=private"
    } else if !is_of_type("cgroup2", "") {
        "sudo mount -t cgroup2 none /sys/fs/cgroup"
    } else {
        "systemd-run --user --scope --property=Delegate=yes judge check"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_machine_is_told_what_it_has_before_what_it_lacks() {
        let lacking = |level| {
            let (what, why) = ("make namespaces".to_owned(), "not permitted".to_owned());
            Err(Unavailable { level, what, why })
        };
        let found = [
            (Level::None, Ok(())),
            (Level::Rlimits, Ok(())),
            (Level::Filters, lacking(Level::Filters)),
            (Level::Namespaces, lacking(Level::Namespaces)),
        ];
        let text = rendered(&found);
        assert!(text.contains("yes rlimits") && text.contains("no  namespaces"), "{text}");
        assert!(text.contains("uses the best of these, rlimits"), "{text}");
        assert_eq!(text.matches("try: ").count(), 2, "{text}");
    }
}
