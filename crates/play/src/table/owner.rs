//! The owner of the lock: a process, distinguished from all others that had or will have its number.
//!
//! An owner is written as `PROCESS.START.NAMESPACE.TIMES@HOST`, such as
//! `4711.123456.4026531836.3@alpha`: the number of the process, when it started (in clock ticks since
//! the machine did, from `/proc`), the name space that the number belongs to, how often this process
//! has held the lock, and the machine's name.

use std::fmt;
use std::str::FromStr;

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

/// A process on some machine, at one of the times it holds the lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    process: i32,
    start: u64,
    namespace: u64,
    times: u64,
    host: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Lives,
    Dead,
    /// It is on another machine, or where its number means nothing here.
    Unknown,
}

impl Owner {
    pub(super) fn here() -> Owner {
        let process = rustix::process::getpid().as_raw_nonzero().get();
        Owner {
            process,
            start: stat_of(process).map_or(0, |stat| stat.starttime),
            namespace: namespace(),
            times: 0,
            host: host(),
        }
    }

    /// This process, the next time it holds the lock.
    pub(super) fn again(&self) -> Owner {
        Owner { times: self.times + 1, ..self.clone() }
    }

    /// Its state, as far as `here` can see.
    pub(super) fn fate(&self, here: &Owner) -> Fate {
        if self.host != here.host || self.namespace != here.namespace {
            return Fate::Unknown;
        }
        let exists = Pid::from_raw(self.process).map(test_kill_process);
        match (exists, stat_of(self.process)) {
            (None | Some(Err(Errno::SRCH)), _) => Fate::Dead,
            // Nothing is left of it but its number, or the number belongs to another.
            (_, Some(stat)) if matches!(stat.state, 'Z' | 'X') || stat.starttime != self.start => Fate::Dead,
            // Where others' processes are hidden in /proc, its existence must suffice.
            _ => Fate::Lives,
        }
    }

    pub(super) fn in_words(&self) -> String {
        format!("process {} on {}", self.process, self.host)
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Owner { process, start, namespace, times, host } = self;
        write!(f, "{process}.{start}.{namespace}.{times}@{host}")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NoOwner;

impl FromStr for Owner {
    type Err = NoOwner;

    fn from_str(text: &str) -> Result<Owner, NoOwner> {
        let (numbers, host) = text.split_once('@').ok_or(NoOwner)?;
        let numbers: Vec<&str> = numbers.split('.').collect();
        let [process, start, namespace, times] = numbers[..] else { return Err(NoOwner) };
        let number = |text: &str| text.parse::<u64>().map_err(|_| NoOwner);
        // Other characters cannot come from our programs, and might be special to a terminal.
        if !host.chars().all(is_plain) {
            return Err(NoOwner);
        }
        Ok(Owner {
            process: process.parse().ok().filter(|&process| process > 0).ok_or(NoOwner)?,
            start: number(start)?,
            namespace: number(namespace)?,
            times: number(times)?,
            host: host.to_owned(),
        })
    }
}

/// The `stat` of a process in `/proc`.
fn stat_of(process: i32) -> Option<procfs::process::Stat> {
    procfs::process::Process::new(process).ok()?.stat().ok()
}

/// The number of the name space that process numbers belong to; 0 if it is unknown.
fn namespace() -> u64 {
    let name = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let name = name.to_string_lossy();
    name.trim_start_matches("pid:[").trim_end_matches(']').parse().unwrap_or(0)
}

/// The machine's name, without anything that a file name cannot hold.
fn host() -> String {
    let name = rustix::system::uname();
    let name = name.nodename().to_string_lossy();
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// Whether the machine's name may have this character.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._".contains(c)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn an_owner_is_read_as_it_is_written() {
        let here = Owner::here();
        assert_eq!(here.to_string().parse(), Ok(here.clone()));
        assert_eq!(here.again().to_string().parse(), Ok(here.again()));
        for text in ["", "4711", "1.2.3@a", "0.1.1.1@a", "-4.1.1.1@a", "x.1.1.1@a", "1.2.3.4.5@a", "1.2.3.4"]
        {
            assert_eq!(text.parse::<Owner>(), Err(NoOwner), "{text}");
        }
    }

    #[test]
    fn a_zombie_counts_as_dead() {
        let here = Owner::here();
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let process = child.id() as i32;
        let owner = Owner { process, start: stat_of(process).unwrap().starttime, ..here.clone() };
        assert_eq!(owner.fate(&here), Fate::Lives);
        child.kill().unwrap();
        // Leaves it a zombie.
        rustix::process::waitid(
            rustix::process::WaitId::Pid(Pid::from_child(&child)),
            rustix::process::WaitIdOptions::EXITED | rustix::process::WaitIdOptions::NOWAIT,
        )
        .unwrap();
        assert_eq!(owner.fate(&here), Fate::Dead);
        child.wait().unwrap();
        assert_eq!(owner.fate(&here), Fate::Dead);
    }

    #[test]
    fn a_reused_process_number_is_another_process() {
        let here = Owner::here();
        assert_eq!(here.fate(&here), Fate::Lives);
        assert_eq!(Owner { start: here.start + 1, ..here.clone() }.fate(&here), Fate::Dead);
        assert_eq!(Owner { host: "elsewhere".to_owned(), ..here.clone() }.fate(&here), Fate::Unknown);
        assert_eq!(Owner { namespace: 1, ..here.clone() }.fate(&here), Fate::Unknown);
    }
}
