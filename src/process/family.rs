//! Who descends from a process, by what the system tells in `/proc`.
//!
//! Newer kernels list the children of each thread, which is cheap wherever it is asked; where they
//! do not, everybody's parent is looked at.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::sync::OnceLock;

/// All who descend from a process, itself left out, as far as they were there to be seen.
pub(super) fn descendants(ancestor: i32) -> Vec<i32> {
    static ARE_LISTED: OnceLock<bool> = OnceLock::new();
    if *ARE_LISTED.get_or_init(|| children(std::process::id().cast_signed()).is_some()) {
        return walk(ancestor, |pid| children(pid).unwrap_or_default());
    }
    let mut by_parent: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for pid in pids() {
        if let Some(parent) = parent(pid) {
            by_parent.entry(parent).or_default().push(pid);
        }
    }
    walk(ancestor, |pid| by_parent.get(&pid).cloned().unwrap_or_default())
}

fn walk(ancestor: i32, children: impl Fn(i32) -> Vec<i32>) -> Vec<i32> {
    let mut found = children(ancestor);
    let mut next = 0;
    while let Some(&pid) = found.get(next) {
        found.extend(children(pid));
        next += 1;
    }
    found
}

/// The threads of a process.
pub(super) fn threads(pid: i32) -> impl Iterator<Item = i32> {
    numbers(&format!("/proc/{pid}/task"))
}

/// Every process there is.
fn pids() -> impl Iterator<Item = i32> {
    numbers("/proc")
}

fn numbers(folder: &str) -> impl Iterator<Item = i32> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// The children of a process, if the kernel lists them; of one that is gone there are none.
fn children(pid: i32) -> Option<Vec<i32>> {
    let mut children = Vec::new();
    for thread in threads(pid) {
        match told(&format!("/proc/{pid}/task/{thread}/children")) {
            Ok(list) => {
                children.extend(list.split_ascii_whitespace().filter_map(|pid| pid.parse::<i32>().ok()))
            }
            Err(_) if pid == std::process::id().cast_signed() => return None,
            Err(_) => {}
        }
    }
    Some(children)
}

/// What the system tells in a small file, asked for at once: it is written anew for each who opens it, and
/// most of the time goes into asking.
pub(super) fn told(path: &str) -> io::Result<String> {
    let mut text = String::with_capacity(USUAL);
    File::open(path)?.take(LARGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// The room that most of what the system tells fits into, and the most that is listened to.
const USUAL: usize = 4096;
const LARGEST: u64 = 1 << 20;

fn parent(pid: i32) -> Option<i32> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses, and may hold any byte.
    let after_name = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let fields = std::str::from_utf8(&stat[after_name..]).ok()?;
    fields.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn a_grandchild_descends_from_this_process() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "sleep 60 & echo $!; wait"]).stdout(Stdio::piped());
        let mut child = shell.spawn().unwrap();
        let mut line = String::new();
        let mut told = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut told, &mut line).unwrap();
        let grandchild: i32 = line.trim().parse().unwrap();
        let below = descendants(std::process::id().cast_signed());
        let below_shell = descendants(child.id().cast_signed());
        let parents = [parent(grandchild), parent(child.id().cast_signed())];
        for pid in [grandchild, child.id().cast_signed()] {
            rustix::process::kill_process(
                rustix::process::Pid::from_raw(pid).unwrap(),
                rustix::process::Signal::KILL,
            )
            .unwrap();
        }
        child.wait().unwrap();
        assert!(below.contains(&grandchild) && below.contains(&child.id().cast_signed()), "{below:?}");
        assert_eq!(below_shell, [grandchild]);
        assert_eq!(
            parents.map(Option::unwrap),
            [child.id(), std::process::id()].map(|pid| pid.cast_signed())
        );
    }
}
