//! Which levels of isolation this machine has, and what would bring the others.
//!
//! Each level is tried by entering it. If that fails, the settings that are known to prevent it are read, so the remedy
//! is one thing to do and not a list of guesses.

use std::path::Path;

use super::isolation::{Isolation, Unavailable};
use crate::execution::Level;

/// A level of isolation on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelStatus {
    /// The level.
    pub level: Level,
    /// Why it is not there, and the one thing to do, as far as that is known. `None` if it is there.
    pub lack: Option<(Unavailable, &'static str)>,
}

impl LevelStatus {
    /// All levels, the weakest first. `judge` is as for [`Isolation::at`].
    pub fn all(judge: &Path) -> [LevelStatus; Level::ALL.len()] {
        Level::ALL.map(|level| {
            let lack = Isolation::at(level, judge).err().map(|why| (why, remedy(level)));
            LevelStatus { level, lack }
        })
    }
}

/// A setting that prevents a level: its file, its value then, and the command that changes it.
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

fn remedy(level: Level) -> &'static str {
    let stands = |obstacle: &&Obstacle| {
        std::fs::read_to_string(obstacle.setting).is_ok_and(|value| value.trim() == obstacle.value)
    };
    let is_container = ["/.dockerenv", "/run/.containerenv"].iter().any(|file| Path::new(file).exists());
    match level {
        Level::Cgroup => group_remedy(is_container),
        Level::Namespaces => match OBSTACLES.iter().find(stands) {
            Some(obstacle) => obstacle.remedy,
            None if is_container => {
                "run the container with --security-opt seccomp=unconfined --security-opt \
                 systempaths=unconfined --cap-add SYS_ADMIN"
            }
            None => "a Linux kernel of 5.12 or later that was built with namespaces",
        },
        Level::Filters => "a Linux kernel of 5.13 or later, with landlock in its boot parameter lsm=",
        Level::Rlimits | Level::None => "a writable folder for temporary files (TMPDIR)",
    }
}

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
    fn what_is_lacking_comes_with_one_thing_to_do() {
        // The program of these tests cannot be a helper.
        let all = LevelStatus::all(&std::env::current_exe().unwrap());
        assert_eq!(all[0], LevelStatus { level: Level::None, lack: None });
        for LevelStatus { level, lack } in &all[1..] {
            let (why, remedy) = lack.as_ref().unwrap();
            assert!(why.level == *level && !remedy.is_empty(), "{why}");
        }
    }
}
