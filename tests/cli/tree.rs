//! Programs that a game in a tree could be told from: by what processes that share a beginning share
//! beside it, or lose when they part. The verdict must be the same as a tree, by a fork a game, and clean.

use std::collections::BTreeSet;
use std::path::Path;

use referee::dialect::Dialect;
use referee::execution::Limits;
use referee::golf::{Languages, Workshop, gather};
use referee::process::{Command, Forking, Game, Interrupt, Isolation, Played, Room, run_warm};
use referee::runner::Program;
use referee::suite::{Level, Suite, Way};

use crate::program::{check, folder, home};
use crate::warm::Run::{Any, Clean, Warm};
use crate::warm::{TRICKS, Trick, rulings, source};

/// Reads a byte at a time, as shells do, so that games part where their lines do.
const BYTES: &str = "int n = 0; while (n + 1 < size && read(0, line + n, 1) == 1) \
     if (line[n++] == '\\n') break; line[n] = 0; return n > 0;";

/// As much as there is at once, in `all`.
const ALL: &str = "static char all[1 << 16]; static int got, at, reads;";

/// What happens after the first line, and comes to matter at a later one.
#[rustfmt::skip]
const GROWN: &[Trick] = &[
    Trick("opens-a-file", "accepted", Warm, &[("EACH",
        "char c; if (fd < 0) fd = open(\"/etc/passwd\", O_RDONLY); if (read(fd, &c, 1) != 1) return 1; \
         is_wrong = lseek(fd, 0, SEEK_CUR) != ++before;")]),
    Trick("reopens-a-file", "accepted", Warm, &[("EACH",
        "if (fd >= 0) { is_wrong = lseek(fd, 1, SEEK_CUR) != before + 1; close(fd); } \
         fd = open(\"/etc/passwd\", O_RDONLY); lseek(fd, ++before, SEEK_SET);")]),
    Trick("reads-from-its-errors", "accepted", Warm, &[("EACH",
        "char c; if (!before++) { close(2); if (open(\"/etc/passwd\", O_RDONLY) != 2) return 1; } \
         is_wrong = read(2, &c, 1) != 1 || lseek(2, 0, SEEK_CUR) != before;")]),
    Trick("another-output", "accepted", Warm, &[("EACH",
        "fflush(stdout); fd = dup(1); close(1); is_wrong = dup(fd) != 1; close(fd);")]),
    Trick("alarm-between", "accepted", Warm, &[("EACH",
        "int left = alarm(300); if (before++) is_wrong = left == 0;")]),
    Trick("shared-memory-between", "accepted", Warm, &[
        ("GLOBAL", "static int *m;"),
        ("EACH", "if (!m) m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); \
                  is_wrong = (*m)++ != before++;")]),
    Trick("memory-shared-in-secret", "accepted", Warm, &[
        ("GLOBAL", "static int *m;"),
        ("EACH", "if (!m) m = mmap(NULL, 4096, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); \
                  mprotect(m, 4096, PROT_READ | PROT_WRITE); is_wrong = (*m)++ != before++; mprotect(m, 4096, PROT_NONE);")]),
    Trick("shared-in-secret-before", "accepted", Clean, &[
        ("GLOBAL", "static int *m;"),
        ("BEFORE", "m = mmap(NULL, 4096, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) { mprotect(m, 4096, PROT_READ | PROT_WRITE); is_wrong = (*m)++ != 0; }")]),
    Trick("counts-its-reads", "accepted", Warm, &[
        ("GLOBAL", "static int reads, bytes;"),
        ("LINE", "int n = 0; while (n + 1 < size && (reads++, read(0, line + n, 1) == 1)) if (line[n++] == '\\n') break; \
                  line[n] = 0; bytes += n; return n > 0;"),
        ("EACH", "is_wrong = reads != bytes;")]),
    Trick("reads-all-at-once", "accepted", Warm, &[
        ("GLOBAL", ALL),
        ("LINE", "if (at == got) { got = read(0, all, sizeof all); at = 0; reads++; } int n = 0; \
                  while (at < got && n + 1 < size) if ((line[n++] = all[at++]) == '\\n') break; line[n] = 0; return n > 0;"),
        ("EACH", "is_wrong = reads != 1;")]),
    Trick("drops-what-it-has-read", "wrong", Any, &[
        ("GLOBAL", ALL),
        ("LINE", "int n = read(0, all, 4); if (n < 1) return 0; char *e = memchr(all, '\\n', n); n = e ? e - all + 1 : n; \
                  memcpy(line, all, n); line[n] = 0; return 1;")]),
    Trick("pipe-between", "accepted", Warm, &[
        ("GLOBAL", "static int p[2];"),
        ("EACH", "char c; if (!before++) { if (pipe(p) || write(p[1], \"x\", 1) < 1) return 1; } \
                  is_wrong = read(p[0], &c, 1) != 1 || write(p[1], \"x\", 1) != 1;")]),
    Trick("handler-between", "accepted", Warm, &[
        ("GLOBAL", "static volatile int caught; static void on(int s) { caught += s == SIGUSR1; }"),
        ("EACH", "if (!before++) signal(SIGUSR1, on); caught = 0; raise(SIGUSR1); is_wrong = caught != 1;")]),
    Trick("signal-kept-waiting", "accepted", Warm, &[("EACH",
        "sigset_t s; if (!before++) { sigemptyset(&s); sigaddset(&s, SIGUSR1); sigprocmask(SIG_BLOCK, &s, NULL); raise(SIGUSR1); } \
         sigpending(&s); is_wrong = !sigismember(&s, SIGUSR1);")]),
    Trick("signals-all-of-its-kin", "accepted", Any, &[
        ("GLOBAL", "static volatile int caught; static void on(int s) { caught += s == SIGUSR2; }"),
        ("BEFORE", "signal(SIGUSR2, on);"), ("EACH", "kill(0, SIGUSR2); is_wrong = caught != ++before;")]),
    Trick("unbuffered", "accepted", Warm, &[("BEFORE", "setvbuf(stdout, NULL, _IONBF, 0);")]),
    Trick("same-process-between", "accepted", Any, &[
        ("EACH", "if (!before) before = getpid(); is_wrong = before != getpid();")]),
    Trick("alone-with-its-parent", "accepted", Warm, &[
        ("EACH", "if (!before) before = getppid(); is_wrong = before != getppid();")]),
];

/// Tricks in which something is shared as a tree.
const SHARED: &[&str] = &[
    "plain",
    "opens-a-file",
    "reopens-a-file",
    "reads-from-its-errors",
    "another-output",
    "counts-its-reads",
    "handler-between",
    "unbuffered",
    "alone-with-its-parent",
    "offset",
    "at-exit",
    "unflushed-before",
];

/// Tricks in which nothing may be shared after the first line, though they can be forked at the first read.
const APART: &[&str] = &[
    "alarm-between",
    "alarm-after",
    "shared-memory-between",
    "memory-shared-in-secret",
    "reads-all-at-once",
    "pipe-between",
    "signal-kept-waiting",
];

#[test]
fn a_program_that_could_tell_gets_the_same_verdict_as_a_tree() {
    let is_told_apart = |trick: &Trick| SHARED.contains(&trick.0) || APART.contains(&trick.0);
    let tricks: Vec<_> = TRICKS.iter().filter(|trick| is_told_apart(trick)).chain(GROWN).collect();
    let names: BTreeSet<_> = tricks.iter().map(|trick| trick.0).collect();
    assert!(SHARED.iter().chain(APART).all(|name| names.contains(name)));
    get_the_same_verdict(&tricks);
}

/// `cargo test --test cli -- --ignored any_other_trick`
#[test]
#[ignore = "takes a minute"]
fn any_other_trick_gets_the_same_verdict_as_a_tree() {
    get_the_same_verdict(&TRICKS.iter().collect::<Vec<_>>());
}

fn get_the_same_verdict(tricks: &[&Trick]) {
    let sources: Vec<_> =
        tricks.iter().map(|trick| (format!("{}.c", trick.0), source(trick, BYTES))).collect();
    let files: Vec<_> = sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (_guard, path) = folder(&files);
    let arguments = ["--suite", "fixtures", "--input", "lines", "--wall", "60", path.to_str().unwrap()];
    let runs = [&["--clean"][..], &["--warm", "fork"], &["--warm", "tree"]]
        .map(|more| check(&[&arguments[..], more].concat()).0);
    let [clean, fork, tree] = runs.each_ref().map(rulings);
    if tree["plain.c"]["verdict"] == "skipped" {
        return eprintln!("skipped: {}", tree["plain.c"]["reason"]);
    }
    let can_fork = tree["plain.c"]["runs"]["warm"] != 0;
    let mut wrong = Vec::new();
    for Trick(name, verdict, run, _) in tricks {
        let [clean, fork, tree] = [&clean, &fork, &tree].map(|rulings| rulings[&format!("{name}.c")]);
        let mut expect = |is_so: bool, what: &str| {
            if !is_so {
                wrong.push(format!("{name} {what}: {clean:#} {fork:#} {tree:#}"));
            }
        };
        for ruling in [fork, tree] {
            expect(ruling["verdict"] == clean["verdict"], "gets another verdict than clean");
            expect(ruling["failure"]["moves"] == clean["failure"]["moves"], "fails another game");
        }
        // How lines are read matters to some of the others.
        let is_grown = GROWN.iter().any(|grown| grown.0 == *name);
        expect(!is_grown || clean["verdict"] == *verdict, "gets another verdict than it should");
        expect(fork["runs"]["shared"] == 0, "shared without a tree");
        let [forked, shared] = ["warm", "shared"].map(|count| tree["runs"][count].as_u64().unwrap());
        expect(*run != Clean || forked == 0, "was forked");
        expect(!can_fork || *run != Warm || forked > 50, "was not forked");
        expect(!can_fork || !SHARED.contains(name) || shared > 0, "shared nothing");
        // Some games part before their first line is over.
        expect(!APART.contains(name) || shared * 10 < forked, "shared");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Programs, and whether their games can share anything.
const PROGRAMS: [(&str, &str, bool); 5] = [
    ("dash", "tests/programs/builtins.sh", true),
    ("bash", "tests/programs/builtins.bash", true),
    ("Perl, by bytes", "tests/programs/bytes.pl", true),
    ("Lua", "golf/tictactoe/ttt.lua", false),
    ("C", "golf/tictactoe/ttt.c", false),
];

/// Games that begin alike, and not in their order.
fn games() -> Vec<Game> {
    let suite = Suite::generate(Dialect::Tictactoe, Level::Exhaustive).unwrap();
    let game =
        |place| Game { input: Way::Lines.feed(&suite.case(place).inputs).stdin, may_be_dismissed: false };
    let near = (0..40).map(|number| number * 7 % 40);
    near.chain((0..24).map(|number| 40 + number * number * 311)).map(game).collect()
}

/// The command for a program, unless its language is not here.
fn command(path: &Path, interrupt: &Interrupt) -> Option<Command> {
    let languages = Languages::built_in();
    let submissions = gather(path, Dialect::Tictactoe, &languages).unwrap();
    match Workshop::new(interrupt).prepare(&submissions[0], &languages).unwrap().program {
        Program::Ready(command) => Some(command),
        _ => None,
    }
}

#[test]
fn every_game_of_a_tree_is_the_one_of_a_fork_to_the_byte() {
    let interrupt = Interrupt::on_signals().unwrap();
    let isolation = Isolation::best(Path::new(env!("CARGO_BIN_EXE_judge")));
    let games = games();
    for (name, path, can_share) in PROGRAMS {
        let Some(command) = command(&home().join(path), &interrupt) else {
            eprintln!("skipped: {name} is not installed");
            continue;
        };
        let [each, tree] = [Forking::Each, Forking::Tree].map(|forking| {
            let mut room = Room::isolated(&isolation).unwrap();
            play(&command, &games, forking, &mut room, &interrupt)
        });
        let (Some(each), Some(tree)) = (each, tree) else {
            return eprintln!("skipped: nothing can be forked");
        };
        assert_eq!(each.iter().filter(|played| played.is_shared).count(), 0, "{name}");
        assert_eq!(tree.iter().any(|played| played.is_shared), can_share, "{name}");
        for ((game, one), other) in games.iter().zip(each).zip(tree) {
            let game = String::from_utf8_lossy(&game.input);
            let [one, other] = [one, other].map(|played| played.execution);
            assert_eq!(
                String::from_utf8_lossy(&one.stdout),
                String::from_utf8_lossy(&other.stdout),
                "{name}: {game}"
            );
            assert_eq!((one.stderr, &one.ending), (other.stderr, &other.ending), "{name}: {game}");
        }
    }
}

/// Every game played by a fork, however often one fails for a reason that may pass; none where nothing can
/// be forked.
fn play(
    command: &Command,
    games: &[Game],
    forking: Forking,
    room: &mut Room,
    interrupt: &Interrupt,
) -> Option<Vec<Played>> {
    let mut all = Vec::new();
    while all.len() < games.len() {
        let left = games[all.len()..].to_vec();
        let played = run_warm(command, left, Some(forking), &Limits::default(), room, interrupt).unwrap();
        if matches!(played.last(), Some(Err(cold)) if cold.is_for_good) {
            return None;
        }
        all.extend(played.into_iter().flatten());
    }
    Some(all)
}
