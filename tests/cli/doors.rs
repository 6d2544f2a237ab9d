//! What a submission's bytes, its name and its folder can make the judge do: nothing but judge it. Each test
//! is an attack; the judge must refuse it or make it harmless, at every level.

use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use predicates::str::contains;
use serde_json::Value;

use crate::candidates::SHELL;
use crate::needs;
use crate::program::{judge, write_file};

/// What must never be seen.
const SECRET: &str = "canary-5f1c9d";

/// The levels that keep files apart, of which some may not be had here.
const LEVELS: [&str; 2] = ["filters", "namespaces"];

/// A folder of a stranger's, and beside it a folder with a secret that only its owner may read.
struct Scene {
    kept: tempfile::TempDir,
}

impl Scene {
    fn new() -> Scene {
        let scene = Scene { kept: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(scene.path("private/bin")).unwrap();
        std::fs::create_dir_all(scene.path("private/lib")).unwrap();
        for name in ["key", "bin/python3", "lib/key"] {
            let path = scene.path("private").join(name);
            write_file(&path, SECRET);
            std::fs::set_permissions(path, PermissionsExt::from_mode(0o700)).unwrap();
        }
        std::fs::set_permissions(scene.path("private"), PermissionsExt::from_mode(0o700)).unwrap();
        std::fs::create_dir(scene.path("work")).unwrap();
        scene
    }

    fn path(&self, name: &str) -> PathBuf {
        self.kept.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, content: &str, mode: u32) -> PathBuf {
        let path = self.path("work").join(name);
        write_file(&path, content);
        std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        path
    }

    /// What the judge tells in some form, within a bounded time and with bounded memory.
    fn judge(&self, arguments: &[&str]) -> Output {
        let mut command = std::process::Command::new("timeout");
        command.args(["-s", "KILL", "100", "bash", "-c", "ulimit -v 8000000; exec \"$0\" \"$@\""]);
        command.arg(env!("CARGO_BIN_EXE_judge")).args(arguments).current_dir(self.path("work"));
        command.env_remove("CI").env("NO_COLOR", "1").env("JUDGE_TEST_SECRET", SECRET);
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert!(output.status.code().is_some(), "{arguments:?} took too long");
        output
    }

    /// Judges something at every level, and returns the output; it must not contain the secret, which must
    /// not change.
    fn attack(&self, arguments: &[&str]) -> Vec<(i32, String)> {
        let told = LEVELS.map(|level| {
            let form = ["check", "--isolation", level, "--suite", "examples", "--format", "html"];
            let output = self.judge(&[&form, arguments].concat());
            let told = [output.stdout, output.stderr].concat();
            (output.status.code().unwrap(), String::from_utf8_lossy(&told).into_owned())
        });
        for name in ["key", "lib/key"] {
            let path = self.path("private").join(name);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), SECRET);
            assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o700);
        }
        let is_there = |told: &&(i32, String)| !told.1.contains("is not available here");
        let told: Vec<_> = told.iter().filter(is_there).cloned().collect();
        for (_, told) in &told {
            assert!(!told.contains(SECRET), "{arguments:?}: {told}");
        }
        told
    }
}

/// A program that prints whatever it finds at some paths, and around where it is.
fn looks_for(paths: &[&Path]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| format!("{path:?}")).collect();
    format!(
        "import os\nfor p in [{}, '/proc/1/environ', '/proc/self/cwd/..']:\n for d, _, fs in os.walk(p):\n  \
         for f in filter(lambda f: os.path.isfile(os.path.join(d, f)), fs):\n   try: print(d, f, open(os.path.join(d, f), errors='replace').read(99))\n   \
         except Exception: pass\n try: print(open(p, errors='replace').read())\n except Exception as e: print(e)\n",
        paths.join(", ")
    )
}

#[test]
fn a_first_line_shows_nothing_but_tools() {
    needs::patience();
    let scene = Scene::new();
    let private = scene.path("private");
    let looks = looks_for(&[&private]);
    let lines = [
        format!("#!{}", private.join("key").display()),
        format!("#!{}", private.join("bin/python3").display()),
        format!("#!/usr/bin/env -S -u {} python3", private.join("key").display()),
        format!("#!/usr/bin/env -S PYTHONHOME={} python3", private.display()),
        "#!/usr/bin/env -S -u /proc/self/cwd python3".to_owned(),
    ];
    for (number, line) in lines.iter().enumerate() {
        let source = format!("{line}\n{looks}");
        let (script, executable) = (format!("a{number}.py"), format!("a{number}"));
        scene.write(&script, &source, 0o755);
        scene.write(&executable, &source, 0o755);
        scene.attack(&[&script, &executable]);
        scene.attack(&["--", &format!("./{executable}")]);
    }
    assert!(!scene.attack(&["a0.py"]).is_empty(), "some level can be had wherever this is tested");
}

#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let scene = Scene::new();
    let key = scene.path("private/key");
    for (name, target) in [("a.py", key.as_path()), ("b.py", Path::new("/etc/shadow"))] {
        symlink(target, scene.path("work").join(name)).unwrap();
    }
    for (name, target) in
        [("deep", scene.path("private")), ("self", "/proc/self".into()), ("root", "/".into())]
    {
        symlink(target, scene.path("work").join(name)).unwrap();
    }
    scene.write("right.sh", SHELL, 0o644);
    symlink("right.sh", scene.path("work").join("also.sh")).unwrap();
    for (code, told) in scene.attack(&["."]) {
        assert_eq!(code, 1, "{told}");
        assert!(told.contains("2 of 4 passed") && told.contains("outside its folder"), "{told}");
        assert!(!told.contains("root:") && !told.contains("no submission"), "{told}");
    }
    for (code, told) in scene.attack(&["deep"]) {
        assert_eq!((code, told.as_str()), (2, "judge: deep: it is a link to somewhere outside its folder\n"));
    }
    for (code, told) in scene.attack(&["a.py"]) {
        assert_eq!((code, told.as_str()), (2, "judge: a.py: it is a link to somewhere outside its folder\n"));
    }
    for (code, told) in scene.attack(&["--", "sh", "a.py"]) {
        assert_eq!((code, told.as_str()), (2, "judge: a.py: it is a link to somewhere outside its folder\n"));
    }
}

#[test]
fn nothing_outside_is_written_however_a_path_is_called() {
    let scene = Scene::new();
    let victim = scene.path("private/key");
    let inner = scene.path("work").join(".old").join(victim.strip_prefix("/").unwrap());
    std::fs::create_dir_all(inner.parent().unwrap()).unwrap();
    write_file(&inner, "overwritten");
    let path = Path::new("/proc/self/cwd/.old").join(victim.strip_prefix("/").unwrap());
    let line = format!("#!/usr/bin/env -S -u {} python3\nprint(1)\n", path.display());
    let executable = scene.write("a", &line, 0o755);
    scene.attack(&["a"]);
    scene.attack(&["--", "./a"]);
    scene.attack(&["--", "./a", path.to_str().unwrap()]);
    scene.attack(&["--show", path.to_str().unwrap(), "a"]);
    assert_eq!(std::fs::read_to_string(executable).unwrap(), line);
}

#[test]
fn what_is_saved_replaces_links_and_waits_for_nobody() {
    let scene = Scene::new();
    scene.write("right.sh", SHELL, 0o644);
    let (key, pipe) = (scene.path("private/key"), scene.path("work/pipe"));
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o666.into(), 0).unwrap();
    for (name, target) in [("secret", key.as_path()), ("full", Path::new("/dev/full")), ("piped", &pipe)] {
        let place = scene.path("work").join(name);
        for option in ["--save", "--out"] {
            symlink(target, &place).unwrap();
            let output = scene.judge(&["check", "--suite", "examples", option, name, "right.sh"]);
            assert_eq!(output.status.code(), Some(0), "{name}");
            assert!(place.symlink_metadata().unwrap().is_file(), "{name}");
            std::fs::remove_file(&place).unwrap();
        }
    }
    let both = scene.judge(&["check", "--suite", "examples", "--save", "one", "--out", "one", "right.sh"]);
    assert_eq!(both.status.code(), Some(2), "each would replace the other");
    let folder = scene.judge(&["check", "--suite", "examples", "--save", ".", "right.sh"]);
    assert!(folder.status.code() == Some(2) && folder.stdout.is_empty(), "it is noticed before");
    assert_eq!(std::fs::read_to_string(key).unwrap(), SECRET);
    let output = scene.judge(&["check", "--suite", "examples", "--save", "pipe", "right.sh"]);
    assert_eq!(output.status.code(), Some(2), "nobody reads it");
    let output = scene.judge(&["check", "--suite", "examples", "--out", "/dev/stdout", "right.sh"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 of 1 passed"), "{output:?}");
}

#[test]
fn devices_are_neither_copied_nor_changed() {
    let scene = Scene::new();
    let modes = || {
        ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"].map(|device| {
            Path::new(device)
                .metadata()
                .map(|metadata| (metadata.mode(), metadata.uid(), metadata.rdev()))
                .ok()
        })
    };
    let before = modes();
    scene.write("right.sh", SHELL, 0o644);
    scene.write("null", "#!/dev/null\n", 0o755);
    scene.write("zero", "#!/dev/zero\n", 0o755);
    scene.write("full.py", "#!/dev/full\n", 0o755);
    for device in ["/dev/null", "/dev/stdin", "/dev/zero", "/proc/self/fd/0"] {
        for (code, told) in scene.attack(&["--", "sh", "right.sh", device]) {
            assert_eq!(code, 0, "{device}: {told}");
        }
    }
    scene.attack(&["null", "zero", "full.py"]);
    assert_eq!(modes(), before);
}

#[test]
fn what_never_ends_is_not_read() {
    let scene = Scene::new();
    let pipe = scene.path("work").join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o666.into(), 0).unwrap();
    scene.write("right.sh", SHELL, 0o644);
    std::fs::create_dir(scene.path("work/games")).unwrap();
    for (link, target) in [("zero.py", "/dev/zero"), ("full", "/dev/full"), ("pipe.py", "pipe")] {
        symlink(target, scene.path("work").join(link)).unwrap();
    }
    for target in ["/dev/zero", "../pipe", "../right.sh"] {
        let list = scene.path("work/games/game.moves");
        let _ = std::fs::remove_file(&list);
        symlink(target, &list).unwrap();
        let output = scene.judge(&["check", "--suite", "fixtures", "--fixtures", "games", "right.sh"]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && told.starts_with("judge: games/game.moves: it is a "),
            "{told}"
        );
    }
    for file in ["/dev/zero", "/dev/full", "pipe", "."] {
        for arguments in [
            &["check", "--languages", file, "right.sh"][..],
            &["languages", "--languages", file],
            &["check", "--dialect", "reversi", "--board", file, "right.sh"],
            &["check", file],
        ] {
            let output = scene.judge(arguments);
            assert_ne!(output.status.code(), Some(101), "{arguments:?}");
            // The folder itself may well be judged, and `/dev/zero` is no board's name.
            assert!(output.status.code() == Some(2) || file == ".", "{arguments:?}: {output:?}");
        }
    }
    for (code, told) in scene.attack(&["."]) {
        assert!(code == 1 && told.contains("right.sh"), "{told}");
    }
}

#[test]
fn what_cannot_be_read_stops_nobody_else() {
    let scene = Scene::new();
    let private = scene.path("private");
    std::fs::create_dir(scene.path("work/closed")).unwrap();
    scene.write("right.sh", SHELL, 0o644);
    scene.write("names.py", &format!("#!{}\nprint(1)", private.join("key").display()), 0o755);
    scene.write("names", &format!("#!{}\n", private.join("key").display()), 0o755);
    scene.write("closed/a.sh", SHELL, 0o000);
    std::fs::set_permissions(scene.path("work/closed"), PermissionsExt::from_mode(0o000)).unwrap();
    for (code, told) in scene.attack(&["."]) {
        assert!(code == 1 && told.contains("right.sh"), "{told}");
    }
    std::fs::set_permissions(scene.path("work/closed"), PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn a_name_in_braces_is_a_name() {
    let scene = Scene::new();
    for name in ["{source}.sh", "{out}.sh", "{{stem}}.sh", "{sh}.sh"] {
        scene.write(name, SHELL, 0o644);
    }
    scene.write("{source}.c", "int main(){return 0;}", 0o644);
    let output = scene.judge(&["check", "--suite", "examples", "--format", "json", "."]);
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let accepted = run["candidates"].as_array().unwrap().iter().filter(|one| one["verdict"] == "accepted");
    assert_eq!(accepted.count(), 4, "{run:#}");
}

/// A C program with these includes and this body of `main`, which prints what it finds.
fn check_c(body: &str, level: &str, more: &[&str]) -> Option<String> {
    let scene = Scene::new();
    let head = "#define _GNU_SOURCE\n#include <sched.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include \
                <string.h>\n#include <unistd.h>\n#include <fcntl.h>\n#include <errno.h>\n#include \
                <sys/resource.h>\n#include <sys/syscall.h>\n#include <sys/prctl.h>\n";
    scene.write("a.c", &format!("{head}int main(void){{{body};fflush(stdout);return 0;}}"), 0o644);
    let form = ["check", "--isolation", level, "--suite", "examples", "--input", "lines", "--format", "json"];
    let output = scene.judge(&[&form, more, &["a.c"]].concat());
    let Ok(run) = serde_json::from_slice::<Value>(&output.stdout) else {
        eprintln!("skipped at {level}: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    };
    if run["candidates"][0]["verdict"] == "skipped" {
        needs::leaves_out("C", "apt-get install gcc");
        return None;
    }
    Some(format!("{} {}", run["candidates"][0]["verdict"], run["candidates"][0]["failure"]["actual"]))
}

#[test]
fn nobody_reads_what_root_keeps_to_itself() {
    let body = "for(int i=0;i<3;i++){char*p[]={\"/etc/shadow\",\"/etc/gshadow\",\"/etc/sudoers\"};\
                int f=open(p[i],O_RDONLY);printf(\"%d\",f>=0);}";
    for level in ["rlimits", "filters", "namespaces"] {
        // An ordinary user could not read them anyway.
        let Some(told) = check_c(body, level, &[]) else { continue };
        assert!(told.contains("000"), "{level}: {told}");
    }
    let body = "char*p[]={\"/etc/ssh\",\"/etc/machine-id\",\"/etc/fstab\",\"/root\",\"/home\"};\
                for(int i=0;i<5;i++)printf(\"%d\",open(p[i],O_RDONLY)>=0)";
    let Some(told) = check_c(body, "filters", &[]) else { return };
    assert!(told.contains("00000"), "{told}");
}

#[test]
fn a_candidate_changes_only_how_it_is_run_itself() {
    // The judge's helper is the parent; beyond it, 1 is somebody in any case.
    let body = "struct rlimit l={3,3};int t[]={getppid(),1,-1};int n=0;\
        for(int i=0;i<2;i++){n+=prlimit(t[i],RLIMIT_NOFILE,&l,0)==0;n+=setpriority(PRIO_PROCESS,t[i],19)==0;\
        cpu_set_t s;CPU_ZERO(&s);CPU_SET(0,&s);n+=sched_setaffinity(t[i],sizeof s,&s)==0;\
        struct sched_param p={0};n+=sched_setscheduler(t[i],SCHED_IDLE,&p)==0;\
        n+=syscall(SYS_ioprio_set,1,t[i],7)==0;}\
        n+=setpriority(PRIO_USER,0,19)==0;n+=setpriority(PRIO_PGRP,getppid(),19)==0;\
        n+=syscall(SYS_ioprio_set,3,getuid(),7)==0;printf(\"n=%d own=%d%d\",n,\
        setpriority(PRIO_PROCESS,0,19),prlimit(0,RLIMIT_CORE,0,&l))";
    let Some(told) = check_c(body, "filters", &[]) else { return };
    assert!(told.contains("n=0 own=00"), "{told}");
}

#[test]
fn a_candidate_changes_nothing_about_the_helper_that_runs_it() {
    let body = "int t=getppid(),n=0;struct rlimit l={3,3};cpu_set_t s;CPU_ZERO(&s);CPU_SET(0,&s);\
        struct sched_param p={0};struct{unsigned size,policy;long flags;int nice;unsigned priority;long times[3];}\
        a={48,SCHED_IDLE,0,0,0,{0,0,0}};unsigned long node=1;\
        n+=kill(t,0)==0;n+=prlimit(t,RLIMIT_NOFILE,&l,0)==0;n+=setpriority(PRIO_PROCESS,t,19)==0;\
        n+=sched_setaffinity(t,sizeof s,&s)==0;n+=sched_setscheduler(t,SCHED_IDLE,&p)==0;\
        n+=sched_setparam(t,&p)==0;n+=syscall(SYS_sched_setattr,t,&a,0)==0;n+=syscall(SYS_ioprio_set,1,t,7)==0;\
        n+=syscall(SYS_migrate_pages,t,8,&node,&node)==0;n+=syscall(SYS_move_pages,t,0L,0,0,0,0)==0;\
        n+=syscall(SYS_pidfd_open,t,0)>=0;printf(\"n=%d\",n)";
    for level in ["rlimits", "filters", "namespaces"] {
        let Some(told) = check_c(body, level, &[]) else { continue };
        assert!(told.contains("n=0"), "{level}: {told}");
    }
}

#[test]
fn the_files_of_a_run_count_together() {
    let body = "char n[9],*b=calloc(1,1<<20);for(int i=0;i<8;i++){sprintf(n,\"f%d\",i);\
                int f=open(n,O_CREAT|O_WRONLY,0600);for(int k=0;k<3;k++)if(write(f,b,1<<20)<0)abort();close(f);}";
    let hidden = "char*b=calloc(1,1<<20);for(int i=0;i<8;i++){int f=open(\"f\",O_CREAT|O_WRONLY,0600);\
                  unlink(\"f\");for(int k=0;k<3;k++)if(write(f,b,1<<20)<0)abort();}pause()";
    for level in ["rlimits", "filters", "namespaces"] {
        let Some(told) = check_c(body, level, &["--files", "4M"]) else { continue };
        assert!(told.starts_with("\"files\""), "{level}: {told}");
        // In memory writing more is refused, and what has no name is gone with the program.
        let told = check_c(hidden, level, &["--files", "4M", "--wall", "20"]).unwrap();
        let word = if level == "namespaces" { "\"crashed\"" } else { "\"files\"" };
        assert!(told.starts_with(word), "{level}: {told}");
        let told = check_c(body, level, &["--files", "64M"]).unwrap();
        assert!(told.starts_with("\"early\""), "{level}: {told}");
    }
}

#[test]
fn giving_back_much_memory_is_not_hiding_files() {
    // This takes the system some 60 ms of the program's processor time, in which an ordinary user cannot see what it has
    // open.
    let body = "volatile char*b=malloc(1000<<20);for(int i=0;i<1000<<20;i+=4096)b[i]=1";
    let Some(told) = check_c(body, "filters", &["--memory", "2G", "--cpu", "20"]) else { return };
    assert!(told.starts_with("\"early\""), "{told}");
}

#[test]
fn nothing_that_a_compiler_is_made_to_write_lasts() {
    // The assembler includes a file as it is; what it finds must not be ours.
    let scene = Scene::new();
    let body =
        format!(".globl main\nmain: ret\n.data\n.incbin \"{}\"\n", scene.path("private/key").display());
    scene.write("a.c", &format!("__asm__({body:?});"), 0o644);
    scene.write("b.c", "#include \"/proc/self/environ\"\nint main(){}", 0o644);
    scene.attack(&["."]);
    // A path with `..` is resolved, since a sandbox could not show it.
    let cache = scene.path("cache");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_judge"))
        .args(["check", "--suite", "examples", "--input", "lines", "."])
        .current_dir(scene.path("work"))
        .env("XDG_CACHE_HOME", scene.path("work/../cache"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let left = walk(&cache);
    assert!(left.iter().all(|path| !path.contains("compiling") && !path.contains("new-")), "{left:?}");
}

/// All files below a folder.
fn walk(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| match entry.file_type().unwrap().is_dir() {
            true => walk(&entry.path()),
            false => vec![entry.path().display().to_string()],
        })
        .collect()
}

#[test]
fn what_was_compiled_and_damaged_is_compiled_again() {
    let scene = Scene::new();
    scene.write("a.c", "#include <stdio.h>\nint main(){puts(\"hello\");}", 0o644);
    let cache = scene.path("cache");
    let check = || {
        let form = ["check", "--suite", "examples", "--input", "lines", "--format", "json", "a.c"];
        let output =
            judge().args(form).current_dir(scene.path("work")).env("XDG_CACHE_HOME", &cache).output();
        let run: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
        run["candidates"][0]["verdict"].as_str().unwrap().to_owned()
    };
    let first = check();
    if first == "skipped" {
        return needs::leaves_out("C", "apt-get install gcc");
    }
    assert_eq!(first, "wrong");
    let out = walk(&cache).into_iter().find(|path| path.ends_with("/out")).unwrap();
    for damage in ["", "#!/bin/sh\nexit 0\n"] {
        std::fs::set_permissions(&out, PermissionsExt::from_mode(0o755)).unwrap();
        write_file(&out, damage);
        assert_eq!(check(), "wrong", "{damage:?}");
        assert!(std::fs::read(&out).unwrap().starts_with(b"\x7fELF"));
    }
}

#[test]
fn odd_but_conforming_ways_of_running_work() {
    needs::patience();
    let scene = Scene::new();
    let work = scene.path("work");
    let source = crate::candidates::perl::right();
    scene.write("a b\u{e9}.pl", &source, 0o644);
    scene.write("alone.pl", &source, 0o444);
    scene.write("runs", &format!("#!/usr/bin/env perl\n{source}"), 0o755);
    scene.write("split", &format!("#!/usr/bin/env -S perl -w\n{source}"), 0o4755);
    scene.write("seven.pl", &format!("{source}\nexit 7;"), 0o644);
    std::fs::create_dir_all(work.join("pkg/deep")).unwrap();
    scene.write("pkg/main.pl", &source, 0o644);
    symlink("alone.pl", work.join("link.pl")).unwrap();
    symlink("../alone.pl", work.join("pkg/deep/far.pl")).unwrap();
    symlink("runs", work.join("to-run")).unwrap();
    symlink("/usr/bin/perl", work.join("my-perl")).unwrap();
    let absolute = work.join("alone.pl");
    let commands: [&[&str]; 17] = [
        &["a b\u{e9}.pl"],
        &["alone.pl"],
        &["link.pl"],
        &["seven.pl"],
        &["runs"],
        &["split"],
        &["to-run"],
        &["pkg"],
        &["--", "perl", "alone.pl"],
        &["--", "perl", "link.pl"],
        &["--", "perl", absolute.to_str().unwrap()],
        &["--", "./runs"],
        &["--", "./to-run"],
        &["--", "./my-perl", "alone.pl"],
        &["--", "perl", "alone.pl", "/dev/null"],
        &["--", "perl", "-e", "do $ARGV[0].'/main.pl' or die $!", "pkg"],
        &["--", "sh", "-c", "exec perl /dev/fd/3 3< $0", "alone.pl"],
    ];
    for command in commands {
        for level in ["none", "rlimits", "filters", "namespaces"] {
            let form = ["check", "--isolation", level, "--suite", "examples", "--input", "lines"];
            let output = scene.judge(&[&form, command].concat());
            let told = String::from_utf8_lossy(&output.stdout);
            let why = String::from_utf8_lossy(&output.stderr);
            if !why.contains("is not available here") {
                assert_eq!(output.status.code(), Some(0), "{level} {command:?}: {told}{why}");
            }
        }
    }
}

#[test]
fn a_tool_that_keeps_its_libraries_elsewhere_is_shown_them() {
    let Ok(csi) = which::which("csi") else {
        return needs::leaves_out("Chicken Scheme", "apt-get install chicken-bin");
    };
    let scene = Scene::new();
    scene.write("a.scm", "(import (chicken io))(display (read-line))(newline)", 0o644);
    for csi in ["csi", csi.to_str().unwrap()] {
        for (_, told) in scene.attack(&["--", csi, "-s", "a.scm"]) {
            assert!(told.contains("wrong") && !told.contains("early"), "{told}");
        }
    }
}

#[test]
fn nothing_is_left_in_the_folder_for_temporary_files() {
    let scene = Scene::new();
    let temporary = scene.path("temporary");
    std::fs::create_dir(&temporary).unwrap();
    std::fs::set_permissions(&temporary, PermissionsExt::from_mode(0o777)).unwrap();
    let close = "import os\nfor p in ['.', '..', '../..']:\n try: os.chmod(p, 0)\n except OSError: pass\n";
    scene.write("a.py", close, 0o644);
    scene.write("b.py", "import os\nos.makedirs('a/b/c')\nopen('a/b/c/f', 'w')\nos.chmod('a/b', 0)\n", 0o644);
    for level in ["none", "rlimits", "filters", "namespaces"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
        let form = ["check", "--isolation", level, "--suite", "examples", "--input", "lines", "."];
        let output = command.args(form).current_dir(scene.path("work")).env("TMPDIR", &temporary).output();
        let left: Vec<_> =
            std::fs::read_dir(&temporary).unwrap().flatten().map(|entry| entry.path()).collect();
        assert!(left.is_empty(), "{level}: {left:?} {output:?}");
    }
}

#[test]
fn what_a_killed_judge_left_is_removed_by_the_next_one() {
    let scene = Scene::new();
    scene.write("right.sh", SHELL, 0o644);
    for level in ["none", "rlimits", "filters", "namespaces"] {
        let temporary = scene.path(level);
        let left = temporary.join("judge-scratch-abc123/0/closed");
        std::fs::create_dir_all(&left).unwrap();
        std::fs::set_permissions(&left, PermissionsExt::from_mode(0o000)).unwrap();
        let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(100);
        std::fs::File::open(temporary.join("judge-scratch-abc123")).unwrap().set_modified(long_ago).unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
        command.args(["check", "--suite", "examples", "--isolation", level, "right.sh"]);
        let output = command.current_dir(scene.path("work")).env("TMPDIR", &temporary).output().unwrap();
        if String::from_utf8_lossy(&output.stderr).contains("is not available here") {
            continue;
        }
        assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0, "{level}: {output:?}");
    }
}

#[test]
fn a_signal_ends_every_wait() {
    let scene = Scene::new();
    scene.write("a.sh", "sleep 1000", 0o644);
    scene.write("{source}.sh", "sleep 1000", 0o644);
    for signal in ["INT", "TERM"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_judge"));
        command.args(["check", "--suite", "examples", "."]).current_dir(scene.path("work")).process_group(0);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut killer = std::process::Command::new("kill");
        std::io::stdout().flush().unwrap();
        killer.args([format!("-{signal}"), child.id().to_string()]);
        // Before it listens, a signal ends it at once; after that, it ends in good order.
        assert!(killer.status().unwrap().success());
        let status = child.wait().unwrap();
        assert!(!status.success(), "{signal}: {status}");
    }
}

#[test]
fn limits_of_the_shell_are_told_or_make_no_difference() {
    let scene = Scene::new();
    scene.write("right.sh", SHELL, 0o644);
    scene.write("a.c", "int main(){}", 0o644);
    let limited = |limit: &str, program: &str| {
        let script = format!("ulimit {limit}; exec \"$0\" check --suite examples --input lines {program}");
        let mut shell = std::process::Command::new("bash");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_judge")]).current_dir(scene.path("work"));
        let output = shell.env("XDG_CACHE_HOME", scene.path("cache")).output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&told).into_owned())
    };
    let (code, told) = limited("-S -s 64", "right.sh");
    assert_eq!(code, Some(0), "{told}");
    for limit in ["-s 64", "-f 1"] {
        for program in ["right.sh", "a.c"] {
            let (code, told) = limited(limit, program);
            // Root may raise them. For others it is no verdict, but the judge's own error.
            let is_raised = code == Some(2) && told.starts_with("judge: ") && told.lines().count() == 1;
            let is_judged = told.contains("accepted") || told.contains("early");
            assert!(is_raised || is_judged, "{limit} {program}: {code:?} {told}");
        }
    }
}

#[test]
fn a_full_cache_is_the_judges_own_error() {
    let scene = Scene::new();
    scene.write("a.c", "int main(){}", 0o644);
    // A disk of its own, which goes with the namespace.
    let script = "mkdir disk && mount -t tmpfs -o size=8k none disk || exit 77; \
                  XDG_CACHE_HOME=$PWD/disk exec \"$0\" check --suite examples a.c";
    let mut shell = std::process::Command::new("unshare");
    shell.args(["--user", "--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_judge")]);
    let output = shell.current_dir(scene.path("work")).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(77) || told.contains("unshare") {
        return needs::leaves_out("mounts", "");
    }
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("the cache") && told.contains("No space left"), "{told}");
}

#[test]
fn without_a_cache_programs_are_compiled_in_temporary_files() {
    let scene = Scene::new();
    scene.write("a.c", "int main(){}", 0o644);
    // Nothing can be made there, not even by root.
    let check = || {
        let mut check = judge();
        check.args(["check", "--suite", "examples", "a.c"]).current_dir(scene.path("work"));
        check.env("XDG_CACHE_HOME", "/proc/judge").env("TMPDIR", scene.path("cache")).assert()
    };
    check().code(1).stdout(contains("early"));
    let own = scene.path("cache").join(format!("judge-{}", rustix::process::geteuid().as_raw()));
    assert!(own.join("compiled").is_dir());
    if !rustix::process::geteuid().is_root() {
        return needs::leaves_out("root", "");
    }
    std::os::unix::fs::chown(&own, Some(65_534), None).unwrap();
    check().code(2).stderr(contains("it belongs to another user"));
}

#[test]
fn a_large_executable_of_its_owner_alone_is_run() {
    let scene = Scene::new();
    let large = scene.path("work").join("large");
    std::fs::copy("/bin/true", &large).unwrap();
    std::fs::File::options().write(true).open(&large).unwrap().set_len(40 << 20).unwrap();
    std::fs::set_permissions(&large, PermissionsExt::from_mode(0o700)).unwrap();
    for (_, told) in scene.attack(&["large"]) {
        assert!(told.contains("early") && !told.contains("cannot-run"), "{told}");
    }
}

#[test]
fn a_bot_is_shown_no_more_than_a_candidate() {
    let scene = Scene::new();
    let key = scene.path("private/key");
    let looks = looks_for(&[&scene.path("private")]);
    scene.write("bot", &format!("#!/usr/bin/env -S -u {} python3\n{looks}", key.display()), 0o755);
    scene.write("bot.py", &format!("#!{}\n{looks}", key.display()), 0o755);
    for bot in ["program:./bot", "program:bot.py"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_referee"));
        let output =
            command.args(["--first", bot, "--second", "random"]).current_dir(scene.path("work")).output();
        let output = output.unwrap();
        let told = [output.stdout, output.stderr].concat();
        assert!(!String::from_utf8_lossy(&told).contains(SECRET), "{bot}");
    }
}
