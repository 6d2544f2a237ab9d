//! Programs that a fork could be told from: each plays right or wrong in a way that depends on what
//! a fork does not share with a program started for one game, or shares with all other forks. The
//! verdict must be the same warm and clean.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::program::{check, folder, home};

/// A referee in C, with gaps for the trick: what is there before `main`, what it does before its first
/// read, how it reads a line, what it does for each line, and at the end.
const GAME: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int is_wrong, before, fd = -1;
@GLOBAL@
static int read_line(char *line, int size) { @LINE@ }

static int wins(const char *b, char c) {
    static const int rows[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
    for (int i = 0; i < 8; i++)
        if (b[rows[i][0]] == c && b[rows[i][1]] == c && b[rows[i][2]] == c) return 1;
    return 0;
}

int main(void) {
    char board[] = ".........", line[1 << 17];
    @BEFORE@
    for (int moves = 0; moves < 9;) {
        char side = moves % 2 ? 'O' : 'X';
        printf("%.3s\n%.3s\n%.3s\n%c> ", board, board + 3, board + 6, side);
        if (!read_line(line, sizeof line)) return 0;
        @EACH@
        if (is_wrong) puts("wrong");
        if (line[0] < '0' || line[0] > '8' || line[1] != '\n' || board[line[0] - '0'] != '.') {
            puts("invalid.");
            continue;
        }
        board[line[0] - '0'] = side;
        moves++;
        if (wins(board, side)) {
            printf("%c won.\n", side);
            @END@
            return 0;
        }
    }
    puts("tie.");
    @END@
    return 0;
}
"#;

const FGETS: &str = "return fgets(line, size, stdin) != NULL;";

/// Reads a byte at a time from `fd`.
pub const FROM_FD: &str = "int n = 0; while (n + 1 < size && read(fd, line + n, 1) == 1) \
     if (line[n++] == '\\n') break; line[n] = 0; return n > 0;";

/// How a program is to be run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Run {
    /// By forks.
    Warm,
    /// By starts of its own.
    Clean,
    /// Either way.
    Any,
}
use Run::{Any, Clean, Warm};

/// A name, the verdict, how it is run, and what fills the gaps.
pub struct Trick(pub &'static str, pub &'static str, pub Run, pub &'static [(&'static str, &'static str)]);

#[rustfmt::skip]
pub const TRICKS: &[Trick] = &[
    Trick("plain", "accepted", Warm, &[]),
    Trick("plain-wrong", "wrong", Any, &[("EACH", "is_wrong = line[0] == '7';")]),
    Trick("unflushed-before", "accepted", Warm, &[("BEFORE", "printf(\"\\n\");")]),
    Trick("unflushed-wrong", "wrong", Any, &[("BEFORE", "printf(\"hello\");")]),
    Trick("written-before", "accepted", Warm, &[("BEFORE", "if (write(1, \"\\n\", 1) < 1) return 1;")]),
    Trick("at-exit", "accepted", Warm, &[
        ("GLOBAL", "static void bye(void) { puts(\"\"); }"), ("BEFORE", "atexit(bye);")]),
    Trick("at-exit-wrong", "extra", Any, &[
        ("GLOBAL", "static void bye(void) { puts(\"bye\"); }"), ("BEFORE", "atexit(bye);")]),
    Trick("signal-handler", "accepted", Warm, &[
        ("GLOBAL", "static volatile int caught; static void on(int s) { caught += s == SIGUSR1; }"),
        ("BEFORE", "signal(SIGUSR1, on);"), ("EACH", "caught = 0; raise(SIGUSR1); is_wrong = caught != 1;")]),
    Trick("ends-itself", "crashed", Any, &[("END", "fflush(stdout); raise(SIGSEGV);")]),
    Trick("alarm-before", "accepted", Clean, &[("BEFORE", "alarm(300);"),
        ("EACH", "before = alarm(300); is_wrong = before == 0;")]),
    Trick("alarm-after", "accepted", Warm, &[
        ("GLOBAL", "static volatile int rang; static void on(int s) { rang = s; }"),
        ("EACH", "rang = 0; signal(SIGALRM, on); ualarm(1000, 0); while (!rang) pause(); is_wrong = 0;")]),
    Trick("timer-before", "accepted", Clean, &[("BEFORE",
        "timer_t t; timer_create(CLOCK_REALTIME, NULL, &t); struct itimerspec s = {{0, 0}, {300, 0}}; \
         timer_settime(t, 0, &s, NULL);"), ("EACH", "is_wrong = timer_gettime(t, &s) != 0;")]),
    Trick("other-process", "accepted", Clean, &[("BEFORE", "before = getpid();"),
        ("EACH", "is_wrong = before != getpid();")]),
    Trick("same-process", "wrong", Any, &[("BEFORE", "before = getpid();"),
        ("EACH", "is_wrong = before == getpid();")]),
    Trick("right-if-traced", "wrong", Any, &[("EACH",
        "FILE *f = fopen(\"/proc/self/status\", \"r\"); char s[256]; int t = 0; \
         while (f && fgets(s, 256, f)) sscanf(s, \"TracerPid: %d\", &t); fclose(f); is_wrong = !t;")]),
    Trick("offset", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/etc/passwd\", O_RDONLY); char a, b; if (read(fd, &a, 1) != 1) return 1;"),
        ("EACH", "if (!before++) is_wrong = lseek(fd, 0, SEEK_CUR) != 1 || read(fd, &b, 1) != 1;")]),
    Trick("file-before", "accepted", Clean, &[
        ("BEFORE", "fd = open(\"kept\", O_RDWR | O_CREAT, 0600);"),
        ("EACH", "struct stat s; if (!before++) { fstat(fd, &s); is_wrong = s.st_size != 0; } \
                  if (write(fd, \"x\", 1) < 1) return 1;")]),
    Trick("file-after", "accepted", Clean, &[
        ("EACH", "if (!before++) { is_wrong = access(\"kept\", F_OK) == 0; close(open(\"kept\", O_CREAT | O_RDWR, 0600)); }")]),
    Trick("shared-memory", "accepted", Clean, &[
        ("BEFORE", "int *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) is_wrong = (*m)++ != 0;")]),
    Trick("pipe-before", "accepted", Clean, &[
        ("BEFORE", "int p[2]; if (pipe(p) || write(p[1], \"x\", 1) < 1) return 1; fcntl(p[0], F_SETFL, O_NONBLOCK);"),
        ("EACH", "char c; if (!before++) is_wrong = read(p[0], &c, 1) != 1;")]),
    Trick("child-before", "accepted", Any, &[
        ("BEFORE", "if (!(before = fork())) { pause(); _exit(0); }"),
        ("EACH", "is_wrong = kill(before, 0) != 0;"), ("END", "kill(before, SIGKILL); wait(NULL);")]),
    Trick("child-after", "accepted", Any, &[
        ("EACH", "if (!(before = fork())) _exit(7); int s; waitpid(before, &s, 0); is_wrong = WEXITSTATUS(s) != 7;")]),
    Trick("vfork-after", "accepted", Any, &[
        ("EACH", "if (!(before = vfork())) _exit(7); int s; waitpid(before, &s, 0); is_wrong = WEXITSTATUS(s) != 7;")]),
    Trick("child-reads", "accepted", Any, &[("LINE",
        "fflush(stdout); int p[2]; if (pipe(p)) return 0; if (!fork()) { char c; int n = 0; \
         while (n < 9999 && read(0, &c, 1) == 1) { if (write(p[1], &c, 1) < 1) break; n++; if (c == '\\n') break; } \
         _exit(0); } close(p[1]); int n = 0; while (n + 1 < size && read(p[0], line + n, 1) == 1) n++; \
         close(p[0]); wait(NULL); line[n] = 0; return n > 0;")]),
    Trick("thread-before", "accepted", Clean, &[
        ("GLOBAL", "static void *idle(void *p) { for (;;) { before++; pause(); } return p; }"),
        ("BEFORE", "pthread_t t; pthread_create(&t, NULL, idle, NULL);"),
        ("EACH", "is_wrong = pthread_tryjoin_np(t, NULL) != EBUSY;")]),
    Trick("byte-by-byte", "accepted", Warm, &[("BEFORE", "fd = 0; fflush(stdout);"), ("LINE", FROM_FD)]),
    Trick("two-ways-of-reading", "accepted", Warm, &[("BEFORE", "setvbuf(stdin, NULL, _IONBF, 0);"),
        ("LINE", "if (before++ % 2) return fgets(line, size, stdin) != NULL; int n = 0; struct iovec v[2] = {{line, 1}, {0, 0}}; \
         while (n + 1 < size && (v[0].iov_base = line + n, readv(0, v, 2) == 1)) if (line[n++] == '\\n') break; \
         line[n] = 0; return n > 0;")]),
    Trick("scattered", "accepted", Warm, &[("GLOBAL", "static char all[1 << 16]; static int got, at;"),
        ("LINE", "if (!got) { struct iovec v[2] = {{all, 3}, {all + 3, sizeof all - 3}}; got = readv(0, v, 2); } \
         int n = 0; while (at < got && n + 1 < size) if ((line[n++] = all[at++]) == '\\n') break; line[n] = 0; return n > 0;")]),
    Trick("polls", "accepted", Warm, &[("LINE", "struct pollfd p = {0, POLLIN, 0}; if (!before++ && poll(&p, 1, 5000) != 1) return 0; \
         return fgets(line, size, stdin) != NULL;")]),
    Trick("selects", "accepted", Warm, &[("LINE", "fd_set s; FD_ZERO(&s); FD_SET(0, &s); struct timeval t = {5, 0}; \
         if (!before++ && select(1, &s, NULL, NULL, &t) != 1) return 0; return fgets(line, size, stdin) != NULL;")]),
    Trick("duplicate", "accepted", Clean, &[("BEFORE", "fd = dup(0); fflush(stdout);"), ("LINE", FROM_FD)]),
    Trick("by-its-name", "accepted", Clean, &[("BEFORE", "fd = open(\"/dev/stdin\", O_RDONLY); fflush(stdout);"), ("LINE", FROM_FD)]),
    Trick("spliced", "accepted", Clean, &[("BEFORE", "int p[2]; if (pipe(p)) return 1; before = p[1]; fd = p[0]; fflush(stdout);"),
        ("LINE", "static int done; if (!done) { done = 1; usleep(20000); splice(0, NULL, before, NULL, 60000, 0); close(before); } \
         int n = 0; while (n + 1 < size && read(fd, line + n, 1) == 1) if (line[n++] == '\\n') break; line[n] = 0; return n > 0;")]),
    Trick("mapped", "accepted", Warm, &[("BEFORE", "is_wrong = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0) != MAP_FAILED;")]),
    Trick("counts-what-is-there", "accepted", Any, &[("EACH", "int n = 7; is_wrong = ioctl(0, 0x541B, &n) != 0 || n != 0;")]),
    Trick("not-waiting", "accepted", Clean, &[("EACH", "if (!before++) is_wrong = fcntl(0, F_GETFL) & O_NONBLOCK; \
         fcntl(0, F_SETFL, O_NONBLOCK);")]),
    Trick("another-input", "accepted", Warm, &[("END", "close(0); if (open(\"/etc/passwd\", O_RDONLY) != 0) return 1; \
         char c; if (read(0, &c, 1) != 1) puts(\"wrong\");")]),
    Trick("io-uring", "accepted", Any, &[("BEFORE", "before = syscall(425, 1, NULL);")]),
    Trick("traces-itself", "accepted", Any, &[("BEFORE", "ptrace(PTRACE_TRACEME, 0, 0, 0);")]),
    Trick("clock-before", "accepted", Warm, &[("BEFORE", "before = time(NULL);"), ("EACH", "is_wrong = time(NULL) < before;")]),
    Trick("never-reads", "early", Any, &[("BEFORE", "return 0;")]),
    Trick("sleeps-first", "accepted", Any, &[("BEFORE", "usleep(20000);")]),
];

/// The source of a trick, which reads lines in this way unless it has one of its own.
pub fn source(trick: &Trick, line: &str) -> String {
    let defaults = [("GLOBAL", ""), ("LINE", line), ("BEFORE", ""), ("EACH", ""), ("END", "")];
    defaults.into_iter().fold(GAME.to_owned(), |text, (gap, default)| {
        let filled = trick.3.iter().find(|(name, _)| *name == gap).map_or(default, |(_, text)| text);
        text.replace(&format!("@{gap}@"), filled)
    })
}

pub fn rulings(run: &Value) -> BTreeMap<String, &Value> {
    let candidates = run["candidates"].as_array().unwrap().iter();
    let name = |candidate: &Value| candidate["name"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    candidates.map(|candidate| (name(candidate), candidate)).collect()
}

#[test]
fn a_program_that_could_tell_gets_the_same_verdict_warm_and_clean() {
    let sources: Vec<_> =
        TRICKS.iter().map(|trick| (format!("{}.c", trick.0), source(trick, FGETS))).collect();
    let files: Vec<_> = sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (_guard, path) = folder(&files);
    let arguments = ["--suite", "fixtures", "--input", "lines", "--wall", "60", path.to_str().unwrap()];
    let (warm, _) = check(&arguments);
    let (clean, _) = check(&[&arguments[..], &["--clean"]].concat());
    let (warm, clean) = (rulings(&warm), rulings(&clean));
    if warm["plain.c"]["verdict"] == "skipped" {
        return eprintln!("skipped: {}", warm["plain.c"]["reason"]);
    }
    let can_fork = warm["plain.c"]["runs"]["warm"] != 0;
    if !can_fork {
        eprintln!("nothing can be forked here: {}", warm["plain.c"]["runs"]);
    }
    for Trick(name, verdict, run, _) in TRICKS {
        let (warm, clean) = (warm[&format!("{name}.c")], clean[&format!("{name}.c")]);
        assert_eq!(clean["verdict"], *verdict, "{name}, clean: {clean:#}");
        assert_eq!(warm["verdict"], *verdict, "{name}, warm: {warm:#}");
        assert_eq!(warm["failure"]["moves"], clean["failure"]["moves"], "{name}");
        assert_eq!(clean["runs"]["warm"], 0, "{name}");
        let (forked, why) = (warm["runs"]["warm"].as_u64().unwrap(), &warm["runs"]["why_clean"]);
        match run {
            Warm if can_fork => assert!(forked > 50, "{name} was not forked: {warm:#}"),
            Clean => assert!(forked == 0 && !why.is_null(), "{name} was forked {forked} times, {why}"),
            _ => {}
        }
    }
}

/// A referee in Python, with gaps for what it does at first, at each line, and at the end.
const SCRIPT: &str = r#"
import atexit, signal, sys
ROWS = "012", "345", "678", "036", "147", "258", "048", "246"
board, moves, out = ["."] * 9, 0, sys.stdout
@BEFORE@
is_shown = False
while moves < 9:
    side = "XO"[moves % 2]
    if not is_shown:
        out.write("%s%s%s\n%s%s%s\n%s%s%s\n" % tuple(board))
    out.write(side + "> ")
    line = sys.stdin.readline()
    if not line:
        break
    line = line[:-1]
    @EACH@
    if len(line) != 1 or line not in "012345678" or board[int(line)] != ".":
        out.write("invalid.\n")
        is_shown = True
        continue
    is_shown = False
    board[int(line)] = side
    moves += 1
    if any(all(board[int(place)] == side for place in row) for row in ROWS):
        out.write(side + " won.\n")
        break
else:
    out.write("tie.\n")
@END@
"#;

/// Prints when it is tidied away, if this is so.
const LAST_WORDS: &str = "class Last:
    def __del__(self, say=out.write):
        if IS_SO: say('bye\\n')
last = Last()";

/// A name, the verdicts under the profiles `golf` and `exact`, what fills the gaps, and when it prints while
/// it is tidied away.
type Tidying = (&'static str, [&'static str; 2], &'static [(&'static str, &'static str)], &'static str);

/// What programs do after their last word.
#[rustfmt::skip]
const TIDYING: &[Tidying] = &[
    ("nothing", ["accepted", "accepted"], &[], "False"),
    ("always-prints", ["extra", "extra"], &[], "True"),
    ("prints-if-x-won", ["extra", "extra"], &[], "board.count('X') > board.count('O')"),
    ("at-exit", ["extra", "extra"], &[("BEFORE", "atexit.register(lambda: print('bye'))")], "False"),
    ("status-of-the-game", ["accepted", "crashed"], &[("END", "sys.exit(moves)")], "False"),
    ("ends-in-an-error", ["accepted", "crashed"], &[("END", "assert moves == 4")], "False"),
    ("own-interrupt", ["accepted", "accepted"], &[("BEFORE", "caught = []\nsignal.signal(signal.SIGINT, lambda *_: caught.append(1))"),
        ("EACH", "caught.clear(); signal.raise_signal(signal.SIGINT); side = side if caught else '?'")], "False"),
    ("no-interrupt", ["accepted", "accepted"], &[("EACH", "signal.signal(signal.SIGINT, signal.SIG_DFL)")], "False"),
    ("written-at-last", ["accepted", "accepted"], &[("BEFORE", "out = open(1, 'w', closefd=False)")], "False"),
];

fn script(gaps: &[(&str, &str)], is_so: &str) -> String {
    let last_words = LAST_WORDS.replace("IS_SO", is_so);
    let text = ["BEFORE", "EACH", "END"].into_iter().fold(SCRIPT.to_owned(), |text, gap| {
        let filled = gaps.iter().find(|(name, _)| *name == gap).map_or("", |(_, filled)| filled);
        text.replace(&format!("@{gap}@"), filled)
    });
    text.replace("while moves < 9:", &format!("{last_words}\nwhile moves < 9:"))
}

/// A few more games than are checked at first, won by X, by O, and after a bad line.
fn short_games() -> Vec<(String, String)> {
    let won_by_x = (3..9).map(|o| format!("0\n{o}\n1\n{}\n2\n", 3 + (o - 2) % 6));
    let won_by_o = (3..9).map(|x| format!("{x}\n0\n{}\n1\n{}\n2\n", 3 + (x - 2) % 6, 3 + x % 6));
    let all: Vec<_> = won_by_x.chain(won_by_o).collect();
    let all = ["", "9\n"].into_iter().flat_map(|bad| all.iter().map(move |game| format!("{bad}{game}")));
    all.enumerate().map(|(number, game)| (format!("game-{number:02}.moves"), game)).collect()
}

/// Ways to judge: a profile and the options.
const JUDGED: [(&str, &[&str]); 4] =
    [("golf", &["--clean"]), ("golf", &[]), ("golf", &["--skip-tidying"]), ("exact", &["--skip-tidying"])];

#[test]
fn what_happens_after_the_last_word_is_judged_the_same_in_every_way() {
    let scripts = TIDYING.iter().map(|(name, _, gaps, is_so)| (format!("{name}.py"), script(gaps, is_so)));
    let [(_guard, path), (_other, games)] = [scripts.collect(), short_games()].map(|files: Vec<_>| {
        folder(&files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
    });
    let [path, games] = [&path, &games].map(|path| path.to_str().unwrap());
    let given = ["--suite", "fixtures", "--fixtures", games, "--input", "lines", "--wall", "60", path];
    for (profile, more) in JUDGED {
        let (run, _) = check(&[&given[..], &["--profile", profile], more].concat());
        let rulings = rulings(&run);
        let plain = rulings["nothing.py"];
        if plain["verdict"] == "skipped" {
            return eprintln!("skipped: {}", plain["reason"]);
        }
        for (name, verdicts, ..) in TIDYING {
            let (ruling, verdict) =
                (rulings[&format!("{name}.py")], verdicts[usize::from(profile == "exact")]);
            assert_eq!(ruling["verdict"], verdict, "{name}, {profile} {more:?}: {ruling:#}");
        }
        let can_be_dismissed = profile == "golf" && more == ["--skip-tidying"] && plain["runs"]["warm"] != 0;
        let dismissed = plain["runs"]["dismissed"].as_u64().unwrap();
        assert_eq!(dismissed > 3, can_be_dismissed, "{profile} {more:?}: {plain:#}");
        assert!(can_be_dismissed || dismissed == 0, "{profile} {more:?}: {plain:#}");
    }
}

/// How often the next test judges everything, and by which suite, unless `REPETITIONS` and `SUITE` say
/// otherwise.
const REPETITIONS: usize = 20;
const SUITE: &str = "fixtures";

#[test]
#[ignore = "judges all submissions and all wrong programs forty times: two hours"]
fn however_often_it_is_judged_a_program_gets_the_same_verdict_warm_and_clean() {
    let asked = std::env::var("REPETITIONS").ok().and_then(|times| times.parse().ok());
    let suite = std::env::var("SUITE").unwrap_or(SUITE.to_owned());
    let mut first = None;
    for repetition in 1..=asked.unwrap_or(REPETITIONS) {
        for more in [&[][..], &["--clean"]] {
            let mut verdicts = BTreeSet::new();
            for dialect in ["tictactoe", "marubatsu", "reversi", "othello"] {
                let folders = [format!("golf/{dialect}"), format!("fixtures/{dialect}/wrong")];
                for path in folders.map(|folder| home().join(folder)) {
                    let given = ["--dialect", dialect, "--suite", &suite, path.to_str().unwrap()];
                    let (run, _) = check(&[&given[..], more].concat());
                    let told = run["candidates"].as_array().unwrap().iter();
                    verdicts.extend(told.map(|told| format!("{}: {}", told["path"], told["verdict"])));
                }
            }
            eprintln!("{repetition} {more:?}: {} verdicts", verdicts.len());
            let expected = first.get_or_insert_with(|| verdicts.clone());
            let different: Vec<_> = verdicts.symmetric_difference(expected).collect();
            assert!(different.is_empty(), "{repetition} {more:?}: {different:#?}");
        }
    }
}
