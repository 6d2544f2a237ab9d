//! `judge watch` judges again what was written, in whatever way. Each test waits for a line.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::candidates::SHELL;
use crate::challenge::{ECHO, adder};
use crate::program::{folder, home, with_change, write_file};

/// A line that has not come by then does not come.
const LONGEST: Duration = Duration::from_secs(60);

/// The command while it runs.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn new(arguments: &[&str]) -> Watch {
        Watch::within(home(), arguments)
    }

    fn within(folder: &Path, arguments: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_judge"))
            .arg("watch")
            .args(["--suite", "smoke"])
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.unwrap())));
        Watch { child, lines }
    }

    /// Reads up to a line that has this, and gives it.
    fn until(&mut self, part: &str) -> String {
        let mut seen = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(LONGEST) {
            seen.push(line);
            if seen.last().unwrap().contains(part) {
                return seen.pop().unwrap();
            }
        }
        panic!("no line with {part:?}: {seen:#?}");
    }

    /// Ctrl-C.
    fn interrupted(mut self) -> Option<i32> {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// As editors do it.
fn write_by_rename(path: &Path, text: &str) {
    let beside = path.with_extension("new~");
    write_file(&beside, text);
    std::fs::rename(beside, path).unwrap();
}

#[test]
fn what_changes_in_a_file_is_told_however_it_is_written() {
    let right = SHELL;
    let (_kept, place) = folder(&[("my.sh", right)]);
    let file = place.join("my.sh");
    let mut watch = Watch::new(&[file.to_str().unwrap()]);
    watch.until(&format!("my.sh: accepted (quick test), {} bytes", right.len()));
    write_by_rename(&file, &format!("{right} "));
    let size = format!("{} bytes (+1)", right.len() + 1);
    assert!(watch.until(" so far").ends_with(&size));
    watch.until(&format!("my.sh: accepted (quick test), {size}"));
    write_file(&file, with_change(right, "echo tie.", "echo draw."));
    watch.until("my.sh: was accepted, now wrong: ");
    watch.until("judge replay ");
    std::fs::remove_file(&file).unwrap();
    watch.until("my.sh: gone");
    write_by_rename(&file, right);
    watch.until(&format!("my.sh: accepted (quick test), {} bytes (-1); was wrong", right.len()));
    assert_eq!(watch.interrupted(), Some(130));
}

#[test]
fn new_submissions_in_a_folder_are_judged() {
    let right = SHELL;
    let (_kept, place) = folder(&[]);
    let mut watch = Watch::new(&[place.to_str().unwrap()]);
    watch.until("nothing to judge yet");
    write_file(place.join("notes.txt"), "none");
    write_file(place.join("new.sh"), right);
    watch.until("new.sh: accepted (quick test)");
    std::fs::create_dir(place.join("below")).unwrap();
    std::fs::rename(place.join("new.sh"), place.join("below/moved.sh")).unwrap();
    watch.until("new.sh: gone");
    watch.until("below/moved.sh: accepted (quick test)");
    assert_eq!(watch.interrupted(), Some(130));
}

/// A path as people type it; a link that leads out of the folder, which is not followed; a folder that is replaced.
#[test]
fn a_replaced_folder_is_still_watched() {
    let right = SHELL;
    let (_kept, place) = folder(&[]);
    std::fs::create_dir(place.join("golf")).unwrap();
    write_file(place.join("golf/my.sh"), right);
    std::os::unix::fs::symlink("../../nowhere.sh", place.join("golf/a.sh")).unwrap();
    let mut watch = Watch::within(&place, &["golf"]);
    watch.until("golf/a.sh: cannot-run: ");
    watch.until("golf/my.sh: accepted (quick test)");
    write_file(place.join("golf/new.sh"), right);
    watch.until("golf/new.sh: accepted (quick test)");
    std::fs::create_dir(place.join("other")).unwrap();
    write_file(place.join("other/my.sh"), format!("{right} "));
    std::fs::rename(place.join("golf"), place.join("old")).unwrap();
    std::fs::rename(place.join("other"), place.join("golf")).unwrap();
    watch.until(" bytes (+1)");
    watch.until("golf/my.sh: accepted (quick test)");
    write_file(place.join("golf/my.sh"), format!("{right}  "));
    watch.until(&format!("golf/my.sh: accepted (quick test), {} bytes (+1)", right.len() + 2));
    assert_eq!(watch.interrupted(), Some(130));
}

#[test]
fn it_ends_when_nobody_reads() {
    let (_kept, place) = folder(&[("my.sh", SHELL)]);
    let judge = env!("CARGO_BIN_EXE_judge");
    let script = format!("{judge} watch --suite examples my.sh | (read line; echo ' ' >> my.sh)");
    let status = Command::new("timeout").args(["60", "sh", "-c", &script]).current_dir(place).status();
    assert!(status.unwrap().success());
}

#[test]
fn a_burst_of_changes_ends_with_the_ruling_on_the_last() {
    let right = SHELL;
    let (_kept, place) = folder(&[("my.sh", right)]);
    let file = place.join("my.sh");
    let mut watch = Watch::new(&[file.to_str().unwrap()]);
    watch.until("my.sh: accepted (quick test)");
    for spaces in 1..=50 {
        write_file(&file, format!("{right}{}", " ".repeat(spaces)));
    }
    watch.until(&format!("my.sh: accepted (quick test), {} bytes", right.len() + 50));
    assert_eq!(watch.interrupted(), Some(130));
}

#[test]
fn a_change_of_the_challenge_counts_for_all_programs() {
    let source = adder(3);
    let (_kept, place) = folder(&[("challenge.toml", ECHO), ("mine.sh", &source)]);
    let (toml, file) = (place.join("challenge.toml"), place.join("mine.sh"));
    let mut watch = Watch::new(&[file.to_str().unwrap(), "--challenge", place.to_str().unwrap()]);
    watch.until("mine.sh: accepted (quick test)");
    write_by_rename(&toml, "title = 1");
    // What cannot be opened is told on standard error, and the one before stays.
    write_by_rename(&file, &format!("{source}#"));
    watch.until(&format!("mine.sh: accepted (quick test), {} bytes (+1)", source.len() + 1));
    write_by_rename(&toml, &format!("{ECHO}# changed\n"));
    watch.until("the challenge has changed");
    watch.until("mine.sh: accepted (quick test)");
    assert_eq!(watch.interrupted(), Some(130));
}

#[test]
fn what_cannot_be_watched_is_said() {
    let told = crate::program::judge().args(["watch", "no/such.py"]).assert().code(2);
    told.stderr("judge: no/such.py: No such file or directory\n\n  tip: there is no folder 'no'\n");
}
