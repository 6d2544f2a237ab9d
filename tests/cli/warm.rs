//! Programs that notice if anything of one game is left for the next: each plays right or wrong depending on
//! that. The verdict must be the same warm and clean.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use referee::dialect::Dialect;
use serde_json::Value;

use crate::load::Busy;
use crate::needs;
use crate::program::{check, folder, home, judge};
use crate::threads::THREADS;

/// A referee in C, with gaps for the trick: what is there before `main`, what it does before its first
/// read, how it reads a line, what it does for each line, and at the end.
const GAME: &str = r#"
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/personality.h>
#include <sys/time.h>
#include <ucontext.h>
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
    char board[] = ".........", line[8192];
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

/// Reads a byte at a time, as shells do.
const BYTES: &str = "int n = 0; while (n + 1 < size && read(0, line + n, 1) == 1) \
     if (line[n++] == '\\n') break; line[n] = 0; return n > 0;";

/// Reads a byte at a time from `fd`.
const FROM_FD: &str = "int n = 0; while (n + 1 < size && read(fd, line + n, 1) == 1) \
     if (line[n++] == '\\n') break; line[n] = 0; return n > 0;";

/// How a program is to be run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Run {
    /// By a program that is held.
    Warm,
    /// By starts of its own.
    Clean,
    /// Either way.
    Any,
}
use Run::{Any, Clean, Warm};

/// A name, the verdict, how it is run, and what fills the gaps.
pub(crate) struct Trick(
    pub(crate) &'static str,
    pub &'static str,
    pub Run,
    pub &'static [(&'static str, &'static str)],
);

#[rustfmt::skip]
const TRICKS: &[Trick] = &[
    Trick("plain", "accepted", Warm, &[]),
    Trick("plain-wrong", "wrong", Any, &[("EACH", "is_wrong = line[0] == '7';")]),
    Trick("unflushed-before", "accepted", Warm, &[("BEFORE", "printf(\"\\n\");")]),
    Trick("unflushed-wrong", "wrong", Any, &[("BEFORE", "printf(\"hello\");")]),
    Trick("written-before", "accepted", Warm, &[("BEFORE", "if (write(1, \"\\n\", 1) < 1) return 1;")]),
    Trick("at-exit", "accepted", Warm, &[
        ("GLOBAL", "static void bye(void) { puts(\"\"); }"), ("BEFORE", "atexit(bye);")]),
    Trick("at-exit-wrong", "extra", Any, &[
        ("GLOBAL", "static void bye(void) { puts(\"bye\"); }"), ("BEFORE", "atexit(bye);")]),
    Trick("signal-handler", "accepted", Clean, &[
        ("GLOBAL", "static volatile int caught; static void on(int s) { caught += s == SIGUSR1; }"),
        ("BEFORE", "signal(SIGUSR1, on);"), ("EACH", "caught = 0; raise(SIGUSR1); is_wrong = caught != 1;")]),
    Trick("fault-caught", "accepted", Warm, &[
        ("GLOBAL", "#include <setjmp.h>\nstatic volatile int caught; static sigjmp_buf back; \
                    static void on(int s) { caught = s; siglongjmp(back, 1); }"),
        ("BEFORE", "signal(SIGSEGV, on); before = 8;"),
        ("EACH", "caught = 0; if (!sigsetjmp(back, 1)) *(volatile int *)(long)before = 1; is_wrong = caught != SIGSEGV;")]),
    Trick("ends-itself", "crashed", Any, &[("END", "fflush(stdout); raise(SIGSEGV);")]),
    Trick("alarm-before", "accepted", Clean, &[("BEFORE", "alarm(300);"),
        ("EACH", "before = alarm(300); is_wrong = before == 0;")]),
    Trick("alarm-after", "accepted", Clean, &[
        ("GLOBAL", "static volatile int rang; static void on(int s) { rang = s; }"),
        ("EACH", "rang = 0; signal(SIGALRM, on); ualarm(1000, 0); while (!rang) pause(); is_wrong = 0;")]),
    Trick("timer-before", "accepted", Clean, &[("BEFORE",
        "timer_t t; timer_create(CLOCK_REALTIME, NULL, &t); struct itimerspec s = {{0, 0}, {300, 0}}; \
         timer_settime(t, 0, &s, NULL);"), ("EACH", "is_wrong = timer_gettime(t, &s) != 0;")]),
    Trick("other-process", "accepted", Any, &[("BEFORE", "before = getpid();"),
        ("EACH", "is_wrong = before != getpid();")]),
    Trick("same-process", "wrong", Any, &[("BEFORE", "before = getpid();"),
        ("EACH", "is_wrong = before == getpid();")]),
    Trick("right-if-traced", "wrong", Any, &[("EACH",
        "FILE *f = fopen(\"/proc/self/status\", \"r\"); char s[256]; int t = 0; \
         while (f && fgets(s, 256, f)) sscanf(s, \"TracerPid: %d\", &t); fclose(f); is_wrong = !t;")]),
    Trick("offset", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/etc/passwd\", O_RDONLY); char a, b; if (read(fd, &a, 1) != 1) return 1;"),
        ("EACH", "if (!before++) is_wrong = lseek(fd, 0, SEEK_CUR) != 1 || read(fd, &b, 1) != 1;")]),
    Trick("gap-between-descriptors", "accepted", Warm, &[
        ("BEFORE", "if (dup2(open(\"/dev/null\", O_RDONLY), 90) != 90) return 1;"),
        ("EACH", "if (!before++) is_wrong = open(\"/etc/passwd\", O_RDONLY) != 4 || dup2(4, 91) != 91 || dup(91) != 5;")]),
    Trick("file-before", "accepted", Clean, &[
        ("BEFORE", "fd = open(\"kept\", O_RDWR | O_CREAT, 0600);"),
        ("EACH", "struct stat s; if (!before++) { fstat(fd, &s); is_wrong = s.st_size != 0; } \
                  if (write(fd, \"x\", 1) < 1) return 1;")]),
    Trick("file-after", "accepted", Clean, &[
        ("EACH", "if (!before++) { is_wrong = access(\"kept\", F_OK) == 0; close(open(\"kept\", O_CREAT | O_RDWR, 0600)); }")]),
    Trick("shared-memory", "accepted", Clean, &[
        ("BEFORE", "int *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) is_wrong = (*m)++ != 0;")]),
    Trick("pipe-before", "accepted", Warm, &[
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
    Trick("thread-before", "accepted", Warm, &[
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
    Trick("by-its-name", "accepted", Warm, &[("BEFORE", "fd = open(\"/dev/stdin\", O_RDONLY); fflush(stdout);"), ("LINE", FROM_FD)]),
    Trick("spliced", "accepted", Any, &[("BEFORE", "int p[2]; if (pipe(p)) return 1; before = p[1]; fd = p[0]; fflush(stdout);"),
        ("LINE", "static int done; if (!done) { done = 1; usleep(20000); char a[60000]; long k; \
         if (splice(0, NULL, before, NULL, 60000, 0) < 0 && ((k = read(0, a, 60000)) < 1 || write(before, a, k) < 1)) return 0; \
         close(before); } \
         int n = 0; while (n + 1 < size && read(fd, line + n, 1) == 1) if (line[n++] == '\\n') break; line[n] = 0; return n > 0;")]),
    Trick("mapped", "accepted", Warm, &[("BEFORE", "is_wrong = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0) != MAP_FAILED;")]),
    Trick("counts-what-is-there", "accepted", Any, &[("EACH", "int n = 7; is_wrong = ioctl(0, 0x541B, &n) != 0 || n != 0;")]),
    Trick("not-waiting", "accepted", Warm, &[("EACH", "if (!before++) is_wrong = fcntl(0, F_GETFL) & O_NONBLOCK; \
         fcntl(0, F_SETFL, O_NONBLOCK);")]),
    Trick("another-input", "accepted", Warm, &[("END", "close(0); if (open(\"/etc/passwd\", O_RDONLY) != 0) return 1; \
         char c; if (read(0, &c, 1) != 1) puts(\"wrong\");")]),
    Trick("io-uring", "accepted", Any, &[("BEFORE", "before = syscall(425, 1, NULL);")]),
    Trick("traces-itself", "accepted", Any, &[("BEFORE", "ptrace(PTRACE_TRACEME, 0, 0, 0);")]),
    Trick("clock-before", "accepted", Warm, &[("BEFORE", "before = time(NULL);"), ("EACH", "is_wrong = time(NULL) < before;")]),
    Trick("never-reads", "early", Any, &[("BEFORE", "return 0;")]),
    Trick("sleeps-first", "accepted", Any, &[("BEFORE", "usleep(20000);")]),
];

/// As much as there is at once, in `all`.
const ALL: &str = "static char all[1 << 16]; static int got, at, reads;";

/// What happens after the first line, and comes to matter at a later one. They read lines a byte at a time.
#[rustfmt::skip]
const BETWEEN: &[Trick] = &[
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
    Trick("alarm-between", "accepted", Clean, &[("EACH",
        "int left = alarm(300); if (before++) is_wrong = left == 0;")]),
    Trick("shared-memory-between", "accepted", Warm, &[
        ("GLOBAL", "static int *m;"),
        ("EACH", "if (!m) m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); \
                  is_wrong = (*m)++ != before++;")]),
    Trick("memory-shared-in-secret", "accepted", Any, &[
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
    Trick("handler-between", "accepted", Clean, &[
        ("GLOBAL", "static volatile int caught; static void on(int s) { caught += s == SIGUSR1; }"),
        ("EACH", "if (!before++) signal(SIGUSR1, on); caught = 0; raise(SIGUSR1); is_wrong = caught != 1;")]),
    Trick("signal-kept-waiting", "accepted", Clean, &[("EACH",
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

/// Things that a game could leave for the next: the first line of a game finds it, and leaves it. They read
/// lines a byte at a time.
#[rustfmt::skip]
const LEFT: &[Trick] = &[
    Trick("descriptor", "accepted", Warm, &[("EACH",
        "if (!before++) is_wrong = open(\"/dev/null\", O_RDONLY) != 3;")]),
    Trick("handler", "accepted", Warm, &[
        ("GLOBAL", "static void on(int s) { (void)s; }"),
        ("EACH", "if (!before++) { struct sigaction a; sigaction(SIGUSR1, NULL, &a); is_wrong = a.sa_handler != SIG_DFL; \
                  signal(SIGUSR1, on); signal(SIGSEGV, on); }")]),
    Trick("handler-before", "accepted", Warm, &[
        ("GLOBAL", "static void on(int s) { (void)s; }"), ("BEFORE", "signal(SIGUSR2, on);"),
        ("EACH", "if (!before++) is_wrong = signal(SIGUSR2, SIG_IGN) != on;")]),
    Trick("mask", "accepted", Warm, &[("EACH",
        "if (!before++) { sigset_t s, o; sigemptyset(&s); sigaddset(&s, SIGUSR2); sigprocmask(SIG_BLOCK, &s, &o); \
         is_wrong = sigismember(&o, SIGUSR2); }")]),
    Trick("pending", "accepted", Any, &[("EACH",
        "if (!before++) { sigset_t s; sigemptyset(&s); sigaddset(&s, SIGUSR2); sigprocmask(SIG_BLOCK, &s, NULL); \
         sigpending(&s); is_wrong = sigismember(&s, SIGUSR2); raise(SIGUSR2); }")]),
    Trick("interval-timer", "accepted", Any, &[("EACH",
        "if (!before++) { struct itimerval t = {{0, 0}, {100, 0}}, o; setitimer(ITIMER_REAL, &t, &o); is_wrong = o.it_value.tv_sec; }")]),
    Trick("umask", "accepted", Any, &[("EACH", "if (!before++) is_wrong = umask(0777) == 0777;")]),
    Trick("folder", "accepted", Any, &[("EACH",
        "char a[999]; if (!before++) { if (!getcwd(a, 999)) return 1; is_wrong = !strcmp(a, \"/\"); if (chdir(\"/\")) return 1; }")]),
    Trick("name", "accepted", Any, &[("EACH",
        "char a[32] = \"\"; if (!before++) { prctl(PR_GET_NAME, a); is_wrong = !strcmp(a, \"other\"); prctl(PR_SET_NAME, \"other\"); }")]),
    Trick("limit", "accepted", Any, &[("EACH",
        "struct rlimit r; if (!before++) { getrlimit(RLIMIT_STACK, &r); is_wrong = r.rlim_cur == 1 << 20; r.rlim_cur = 1 << 20; setrlimit(RLIMIT_STACK, &r); }")]),
    Trick("offset-moved", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/etc/passwd\", O_RDONLY);"),
        ("EACH", "char a[4]; if (!before++) is_wrong = read(fd, a, 3) != 3 || lseek(fd, 0, SEEK_CUR) != 3;")]),
    Trick("offset-of-a-copy", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/etc/passwd\", O_RDONLY);"),
        ("EACH", "if (!before++) { is_wrong = lseek(fd, 0, SEEK_CUR); int d = dup(fd); lseek(d, 5, SEEK_SET); }")]),
    Trick("folder-before", "accepted", Any, &[
        ("BEFORE", "fd = open(\".\", O_RDONLY | O_DIRECTORY);"),
        ("EACH", "char a[4096]; if (!before++) is_wrong = lseek(fd, 0, SEEK_CUR) || syscall(SYS_getdents64, fd, a, sizeof a) <= 0;")]),
    Trick("registered", "accepted", Any, &[("EACH",
        "if (!before++) { is_wrong = !syscall(SYS_membarrier, 8, 0, 0); syscall(SYS_membarrier, 16, 0, 0); }")]),
    Trick("registrations", "accepted", Any, &[("EACH",
        "if (!before++) { is_wrong = syscall(SYS_membarrier, 512, 0, 0) > 0; syscall(SYS_membarrier, 2, 0, 0); \
         syscall(SYS_membarrier, 4, 0, 0); syscall(SYS_membarrier, 64, 0, 0); }")]),
    Trick("resident", "accepted", Any, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "unsigned char v[1] = {0}; if (!before++) { mincore(kept, 4096, v); is_wrong = v[0] & 1; kept[0] = 1; }")]),
    Trick("grown-stack", "accepted", Any, &[
        ("GLOBAL", "static int __attribute__((noinline)) deep(void) { volatile char a[1 << 20]; a[0] = 1; return a[0]; }"),
        ("EACH", "unsigned char v[1]; char *low = (char *)((long)(v - (1 << 20) + 65536) & ~4095L); \
                  if (!before++) { is_wrong = mincore(low, 4096, v) == 0; deep(); }")]),
    Trick("end-of-the-pipe", "accepted", Warm, &[("EACH",
        "struct pollfd p = {0, 0, 0}; if (!before++) is_wrong = poll(&p, 1, 5000) != 1 || !(p.revents & POLLHUP);")]),
    Trick("thrown-away", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memset(kept, 'k', 1 << 16);"),
        ("EACH", "if (!before++) { is_wrong = kept[5] != 'k'; madvise(kept, 1 << 16, MADV_DONTNEED); is_wrong |= kept[5] != 0; }")]),
    Trick("unmapped", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memset(kept, 'k', 1 << 16);"),
        ("EACH", "if (!before++) { is_wrong = kept[5] != 'k' || kept[9000] != 'k'; munmap(kept + 4096, 1 << 13); }")]),
    Trick("used-after-unmapping", "crashed", Any, &[
        ("GLOBAL", "static volatile char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); kept[0] = 1;"),
        ("END", "fflush(stdout); munmap((void *)kept, 1 << 16); kept[0]++;")]),
    Trick("used-beyond-the-heap", "crashed", Any, &[
        ("GLOBAL", "static volatile char *kept; static char own[1 << 16];"),
        ("BEFORE", "setvbuf(stdout, own, _IOFBF, sizeof own); kept = sbrk(1 << 16); kept[1 << 15] = 1;"),
        ("END", "fflush(stdout); sbrk(-(1 << 16)); kept[1 << 15]++;")]),
    Trick("protected", "accepted", Any, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) { is_wrong = kept[6]; kept[6] = 1; mprotect(kept, 1 << 16, PROT_READ); }")]),
    Trick("mapped-anew", "accepted", Warm, &[("EACH",
        "if (!before++) { void *at = (void *)0x600000000000; char *m = mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); \
         is_wrong = m != at || m[3]; m[3] = 7; }")]),
    Trick("moved", "accepted", Any, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) { kept = mremap(kept, 1 << 16, 1 << 17, MREMAP_MAYMOVE); is_wrong = kept[5]; kept[5] = 9; }")]),
    Trick("grown-anew", "accepted", Clean, &[("EACH",
        "if (!before++) { char *m = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); m[5] = 9; \
         m = mremap(m, 1 << 16, 1 << 22, MREMAP_MAYMOVE); is_wrong = m[5] != 9 || m[1 << 20]; m[1 << 20] = 1; munmap(m + (1 << 21), 1 << 20); }")]),
    Trick("shared-anew", "accepted", Any, &[("EACH",
        "if (!before++) { char *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); is_wrong = m[3]; m[3] = 7; }")]),
    Trick("heap", "accepted", Warm, &[
        ("GLOBAL", "static char *end, own[1 << 16];"), ("BEFORE", "setvbuf(stdout, own, _IOFBF, sizeof own); end = sbrk(0);"),
        ("EACH", "if (!before++) { char *p = sbrk(100000); is_wrong = p != end || p[0] || p[99999]; memset(p, 7, 100000); \
                  sbrk(-50000); sbrk(50000); is_wrong |= p[99999]; }")]),
    Trick("heap-made-smaller", "accepted", Warm, &[
        ("GLOBAL", "static char *kept, own[1 << 16];"),
        ("BEFORE", "setvbuf(stdout, own, _IOFBF, sizeof own); kept = sbrk(1 << 16); memset(kept, 'k', 1 << 16);"),
        ("EACH", "if (!before++) { is_wrong = kept[60000] != 'k'; sbrk(-(1 << 15)); char *p = sbrk(1 << 15); is_wrong |= p[20000]; memset(p, 'x', 1 << 15); }")]),
    Trick("heap-and-memory-beside-it", "accepted", Warm, &[
        ("GLOBAL", "static char *kept, own[1 << 16];"),
        ("BEFORE", "setvbuf(stdout, own, _IOFBF, sizeof own); \
                    kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memset(kept, 'k', 1 << 16);"),
        ("EACH", "if (!before++) { is_wrong = kept[5] != 'k'; sbrk(1 << 16); munmap(kept, 1 << 16); sbrk(1 << 16); }")]),
    Trick("thread", "accepted", Any, &[
        ("GLOBAL", "static void *idle(void *p) { return p; }"),
        ("EACH", "if (!before++) { pthread_t t; pthread_create(&t, NULL, idle, NULL); pthread_join(t, NULL); }")]),
    Trick("deep-stack", "accepted", Warm, &[
        ("GLOBAL", "static int __attribute__((noinline)) deep(char with) { volatile char a[1 << 20]; int n = 0; \
                    for (int i = 0; i < 1 << 20; i += 4096) { n += a[i]; a[i] = with; } return n; }"),
        ("EACH", "if (!before++) is_wrong = deep(1) != 0;")]),
    Trick("zeroed", "accepted", Warm, &[
        ("GLOBAL", "static char big[1 << 20];"),
        ("EACH", "if (!before++) { for (int i = 0; i < 1 << 20; i += 4096) is_wrong |= big[i]; memset(big, 1, 1 << 20); }")]),
    Trick("written-in-many-places", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 23, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) for (int i = 0; i < 1000; i++) { is_wrong |= kept[i << 13]; kept[i << 13] = 1; }")]),
    Trick("neighbours-thrown-away", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); \
                    int a = open(\"/etc/passwd\", O_RDONLY), b = open(\"/etc/group\", O_RDONLY); \
                    mmap(kept, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, a, 0); \
                    mmap(kept + 4096, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, b, 0); \
                    close(a); close(b); kept[0] = kept[4096] = 'k';"),
        ("EACH", "if (!before++) { is_wrong = kept[0] != 'k' || kept[4096] != 'k'; madvise(kept, 8192, MADV_DONTNEED); \
                  is_wrong |= kept[0] == 'k' || kept[4096] == 'k'; }")]),
    Trick("rounding", "accepted", Warm, &[("EACH",
        "if (!before++) { unsigned m; __asm__(\"stmxcsr %0\" : \"=m\"(m)); is_wrong = m & 0x8000 || fegetround() != FE_TONEAREST; \
         m |= 0x8000; __asm__(\"ldmxcsr %0\" : : \"m\"(m)); __asm__(\"fldcw %0\" : : \"m\"((short){0x77f})); }")]),
    Trick("flags", "accepted", Any, &[("EACH",
        "if (!before++) { unsigned long f; __asm__ volatile(\"pushfq; popq %0\" : \"=r\"(f)); is_wrong = f >> 21 & 1; \
         __asm__ volatile(\"pushq %0; popfq\" : : \"r\"(f | 1 << 21) : \"cc\"); }")]),
    Trick("vectors", "accepted", Warm, &[("EACH",
        "if (!before++) { char a[16]; __asm__ volatile(\"movdqu %%xmm15, %0\" : \"=m\"(a)); is_wrong = a[9] == 77; memset(a, 77, 16); \
         __asm__ volatile(\"movdqu %0, %%xmm15\" : : \"m\"(a) : \"xmm15\"); }")]),
    Trick("segments", "accepted", Warm, &[("EACH",
        "if (!before++ && getauxval(AT_HWCAP2) & 2) { unsigned long b; __asm__ volatile(\"rdgsbase %0\" : \"=r\"(b)); is_wrong = b != 0; \
         __asm__ volatile(\"wrgsbase %0\" : : \"r\"(4096L)); }")]),
    Trick("stack-for-signals-in-secret", "accepted", Any, &[
        ("GLOBAL", "static char own[1 << 16]; static void on(int s, siginfo_t *i, void *c) { (void)s, (void)i; \
                    ((ucontext_t *)c)->uc_stack = (stack_t){own, 0, sizeof own}; }"),
        ("EACH", "if (!before++) { stack_t o; sigaltstack(NULL, &o); is_wrong = o.ss_sp == own; \
                  struct sigaction a = {0}; a.sa_sigaction = on; a.sa_flags = SA_SIGINFO; sigaction(SIGUSR1, &a, NULL); raise(SIGUSR1); }")]),
    Trick("ends-in-a-handler", "accepted", Any, &[
        ("GLOBAL", "static char own[1 << 16]; static void on(int s) { (void)s; _exit(0); }"),
        ("BEFORE", "stack_t s = {own, 1 << 31, sizeof own}; sigaltstack(&s, NULL);"),
        ("EACH", "stack_t o; if (!before++) { sigaltstack(NULL, &o); is_wrong = o.ss_sp != own; }"),
        ("END", "fflush(stdout); struct sigaction a = {0}; a.sa_handler = on; a.sa_flags = SA_ONSTACK; sigaction(SIGUSR1, &a, NULL); raise(SIGUSR1);")]),
    Trick("goes-where-it-is", "accepted", Warm, &[("EACH",
        "char a[999]; if (!getcwd(a, 999) || chdir(a)) return 1; is_wrong = !chdir(\"/nowhere\");")]),
    Trick("asks-a-pipe-as-a-socket", "accepted", Warm, &[("EACH",
        "char a[9]; is_wrong = recv(0, a, 9, MSG_PEEK) != -1 || errno != ENOTSOCK;")]),
    Trick("descriptors-without-end", "accepted", Any, &[("EACH",
        "if (!before++) { is_wrong = fcntl(500, F_GETFD) != -1; while (dup(1) >= 0); }")]),
    Trick("pipes-without-end", "accepted", Any, &[("EACH",
        "int p[2]; if (!before++) { is_wrong = fcntl(500, F_GETFD) != -1; while (!pipe(p)); }")]),
    Trick("copied-and-closed", "accepted", Any, &[("EACH",
        "if (!before++) { for (int i = 400; i < 512; i++) is_wrong |= fcntl(i, F_GETFD) != -1; close(2); }")]),
    Trick("robust-list", "accepted", Any, &[("EACH",
        "static long own[3]; void *h; size_t n; if (!before++) { syscall(SYS_get_robust_list, 0, &h, &n); is_wrong = h == own; \
         syscall(SYS_set_robust_list, own, sizeof own); }")]),
    Trick("personality", "accepted", Any, &[("EACH",
        "if (!before++) { int p = personality(-1); is_wrong = p & UNAME26; personality(p | UNAME26); }")]),
    Trick("slack", "accepted", Any, &[("EACH",
        "if (!before++) { is_wrong = prctl(PR_GET_TIMERSLACK) == 77; prctl(PR_SET_TIMERSLACK, 77); }")]),
    Trick("memory-file", "accepted", Any, &[("EACH",
        "if (!before++) { int f = syscall(SYS_memfd_create, \"kept\", 0); if (f >= 0) is_wrong = f != 3 || write(f, \"x\", 1) != 1; }")]),
    Trick("memory-file-before", "accepted", Any, &[
        ("BEFORE", "fd = syscall(SYS_memfd_create, \"kept\", 0);"),
        ("EACH", "if (!before++ && fd >= 0) is_wrong = lseek(fd, 0, SEEK_END) != 0 || write(fd, \"x\", 1) != 1;")]),
    Trick("left-in-a-pipe", "accepted", Any, &[
        ("GLOBAL", "static int p[2];"), ("BEFORE", "if (pipe(p)) return 1;"),
        ("EACH", "struct pollfd f = {p[0], POLLIN, 0}; if (!before++) is_wrong = poll(&f, 1, 0) != 0 || write(p[1], \"x\", 1) != 1;")]),
    Trick("signals-of-its-output", "accepted", Clean, &[
        ("BEFORE", "signal(SIGIO, SIG_IGN); fcntl(1, F_SETOWN, getpid()); fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_ASYNC);")]),
    Trick("signals-of-its-input", "accepted", Clean, &[
        ("BEFORE", "signal(SIGIO, SIG_IGN); fcntl(0, F_SETOWN, getpid()); fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_ASYNC);")]),
    Trick("thrown-away-after-giving-back", "accepted", Any, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) { munmap(kept, 1 << 16); is_wrong = madvise(kept, 1 << 16, MADV_DONTNEED) == 0; }")]),
    Trick("stack-given-back", "accepted", Any, &[
        ("GLOBAL", "static int __attribute__((noinline)) deep(char with) { volatile char a[1 << 20]; int n = 0; \
                    for (int i = 0; i < 1 << 20; i += 4096) { n += a[i]; a[i] = with; } \
                    char *at = (char *)((long)(a + (1 << 18)) & -4096); n += munmap(at, 1 << 16); return n; }"),
        ("EACH", "if (!before++) is_wrong = deep(1) != 0;")]),
    Trick("aborts", "crashed", Any, &[("END", "fflush(stdout); abort();")]),
    Trick("stack-for-signals", "accepted", Any, &[("EACH",
        "static char own[1 << 16]; if (!before++) { stack_t s = {own, 0, sizeof own}, o; sigaltstack(&s, &o); is_wrong = o.ss_sp == own; }")]),
    Trick("output-modes", "accepted", Warm, &[("EACH",
        "if (!before++) { is_wrong = fcntl(1, F_GETFL) & O_NONBLOCK; fcntl(1, F_SETFL, O_NONBLOCK | O_WRONLY); }")]),
    Trick("copies", "accepted", Warm, &[("EACH",
        "if (!before++) { int d = dup(1); is_wrong = d != 3; dup2(0, d + 3); fcntl(1, F_DUPFD, 20); }")]),
    Trick("closed", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/etc/passwd\", O_RDONLY | O_CLOEXEC);"),
        ("EACH", "if (!before++) { is_wrong = fcntl(fd, F_GETFD) != FD_CLOEXEC; close(fd); }")]),
    Trick("modes-of-a-descriptor", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/etc/passwd\", O_RDONLY | O_CLOEXEC);"),
        ("EACH", "if (!before++) { is_wrong = fcntl(fd, F_GETFD) != FD_CLOEXEC; fcntl(fd, F_SETFD, 0); }")]),
    Trick("outputs-closed", "accepted", Warm, &[("END", "fclose(stdout); close(2); close(0); if (open(\"/etc/passwd\", O_RDONLY)) return 1;")]),
    Trick("opened-in-a-hole", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/etc/passwd\", O_RDONLY); int d = dup(fd); close(fd); fd = d;"),
        ("EACH", "if (!before++) is_wrong = open(\"/etc/group\", O_RDONLY) != 3;")]),
    Trick("created", "accepted", Clean, &[("EACH",
        "char c; if (!before++) { int f = open(\"kept.tmp\", O_CREAT | O_RDWR, 0600); is_wrong = read(f, &c, 1); if (write(f, \"x\", 1) < 1) return 1; close(f); }")]),
    Trick("into-nothing", "accepted", Warm, &[("EACH",
        "int f = open(\"/dev/null\", O_WRONLY); if (write(f, \"x\", 1) < 1) return 1; close(f);")]),
    Trick("priority", "accepted", Any, &[
        ("BEFORE", "fd = getpriority(PRIO_PROCESS, 0);"),
        ("EACH", "if (!before++) { is_wrong = getpriority(PRIO_PROCESS, 0) != fd; nice(1); }")]),
    Trick("faults-counted", "accepted", Any, &[("EACH",
        "struct rusage r; if (!before++) { getrusage(RUSAGE_SELF, &r); is_wrong = r.ru_minflt > 3000; \
         for (int i = 0; i < 4; i++) { char *p = malloc(1 << 20); memset(p, 1, 1 << 20); free(p); } }")]),
    Trick("processor-time", "accepted", Clean, &[("EACH",
        "struct timespec t; if (!before++) { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); is_wrong = t.tv_sec || t.tv_nsec > 60000000; \
         for (volatile int i = 0; i < 3000000; i++); }")]),
    Trick("thread-number", "accepted", Any, &[("EACH",
        "static int own; if (!before++) is_wrong = syscall(SYS_set_tid_address, &own) != getpid();")]),
    Trick("looks-at-itself", "accepted", Clean, &[("EACH",
        "FILE *f = fopen(\"/proc/self/stat\", \"r\"); if (!f) return 1; fclose(f);")]),
    Trick("looks-at-itself-before", "accepted", Clean, &[("BEFORE",
        "char a[9999]; fd = open(\"/dev/fd/../status\", O_RDONLY); int n = read(fd, a, 9998); a[n > 0 ? n : 0] = 0; \
         before = !strstr(a, \"TracerPid:\\t0\");"), ("EACH", "is_wrong = before;")]),
];

/// The source of a trick, which reads lines in this way unless it has one of its own.
fn source(trick: &Trick, line: &str) -> String {
    filled(trick.3, line)
}

fn filled(gaps: &[(&str, &str)], line: &str) -> String {
    let defaults = [("GLOBAL", ""), ("LINE", line), ("BEFORE", ""), ("EACH", ""), ("END", "")];
    defaults.into_iter().fold(GAME.to_owned(), |text, (gap, default)| {
        let filled = gaps.iter().find(|(name, _)| *name == gap).map_or(default, |(_, text)| text);
        text.replace(&format!("@{gap}@"), filled)
    })
}

fn rulings(run: &Value) -> BTreeMap<String, &Value> {
    let candidates = run["candidates"].as_array().unwrap().iter();
    let name = |candidate: &Value| candidate["name"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    candidates.map(|candidate| (name(candidate), candidate)).collect()
}

#[test]
fn revealing_programs_get_the_same_verdict_warm_and_clean() {
    needs::patience();
    get_the_same_verdict(&[]);
}

/// What their interpreters do at the start and at the end can be undone. If that changes, only the time shows it.
#[test]
fn programs_in_these_languages_are_held() {
    let endings = [
        "awk", "c", "cob", "f90", "js", "ksh", "lua", "mk", "ml", "pas", "php", "pl", "py", "rb", "scm",
        "sed", "tcl", "zsh",
    ];
    let files = endings.map(|ending| format!("golf/tictactoe/ttt.{ending}"));
    let (run, _) = check(&[&["--suite", "fixtures"][..], &files.each_ref().map(String::as_str)].concat());
    let rulings = rulings(&run);
    if rulings["ttt.c"]["runs"]["warm"] == 0 {
        return eprintln!("nothing can be held here: {}", rulings["ttt.c"]["runs"]);
    }
    for (name, ruling) in rulings.iter().filter(|(_, ruling)| ruling["verdict"] != "skipped") {
        assert_ne!(ruling["runs"]["warm"], 0, "{name}: {}", ruling["runs"]);
    }
}

/// Ruby resets the interrupt signal, too, but before it writes what it has kept back.
#[test]
fn output_that_is_written_last_is_waited_for() {
    let (run, _) = check(&["--skip-tidying", "--suite", "fixtures", "golf/tictactoe/ttt.rb"]);
    let ruling = &rulings(&run)["ttt.rb"];
    let [warm, checked] = ["warm", "checked"].map(|kind| ruling["runs"][kind].as_u64().unwrap_or(0));
    assert!(checked <= warm / 2, "most of its runs were made again: {ruling:#}");
}

/// Each read is a stop. Most runs are short, and take less time held all the same.
#[test]
fn byte_by_byte_readers_are_run_clean_for_long_input() {
    let by_byte = "int n = 0; while (n < size - 1 && read(0, line + n, 1) == 1 && line[n++] != '\\n'); \
                   line[n] = 0; return n;";
    let by_line = "return fgets(line, size, stdin) != 0;";
    let [(_guard, games), (_other, path)] = [
        short_games().into_iter().chain((0..9).map(long_game)).collect(),
        [("byte.c", by_byte), ("line.c", by_line)]
            .map(|(name, line)| (name.to_owned(), filled(&[], line)))
            .to_vec(),
    ]
    .map(|files: Vec<_>| {
        folder(&files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
    });
    let [games, path] = [&games, &path].map(|path| path.to_str().unwrap());
    let [held, mixed] = ["line.c", "byte.c"].map(|name| {
        // Alone and by one worker: how it reads is known after a game, and forgotten when another program is played.
        let one = format!("{path}/{name}");
        let (run, _) = check(&["--jobs", "1", "--suite", "fixtures", "--fixtures", games, &one]);
        let ruling = rulings(&run)[name];
        assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
        ["warm", "clean"].map(|kind| ruling["runs"][kind].as_u64().unwrap())
    });
    if held[0] == 0 {
        return eprintln!("nothing can be held here");
    }
    assert_eq!((held, mixed), ([33, 0], [24, 9]));
}

/// `tests/programs/threads`: programs for node and Java in the habits of different authors.
fn with_threads(suite: &str) {
    let folder = home().join("tests/programs/threads");
    let (run, _) = check(&["--suite", suite, "--input", "lines", folder.to_str().unwrap()]);
    let rulings = rulings(&run);
    assert_eq!(rulings.len(), 10);
    for (name, ruling) in rulings.iter().filter(|(_, ruling)| ruling["verdict"] != "skipped") {
        assert_eq!(ruling["verdict"], "accepted", "{name}: {ruling:#}");
        let runs = &ruling["runs"];
        let is_held = runs["warm"].as_u64() > runs["clean"].as_u64();
        if !is_held && runs["why_clean"].as_str().is_some_and(|why| why.contains("cannot be held")) {
            eprintln!("nothing can be held here: {runs}");
            continue;
        }
        assert!(is_held, "{name}: {runs}");
    }
}

#[test]
fn programs_for_node_and_java_are_held() {
    needs::patience();
    with_threads("fixtures");
}

/// Some 5,000 games each: the outputs are those of clean runs, since both are the referee's.
#[test]
#[ignore = "takes five minutes"]
fn programs_for_node_and_java_are_held_through_a_complete_suite() {
    with_threads("complete");
}

/// `cargo test --test cli -- --ignored at_every_level`
#[test]
#[ignore = "takes some minutes"]
fn revealing_programs_get_the_same_verdict_at_every_level() {
    for level in ["rlimits", "filters", "namespaces", "cgroup"] {
        get_the_same_verdict(&["--isolation", level]);
    }
}

/// A program with a thread that still waits when the program ends, and that is traced, since it was to be held.
#[test]
fn a_program_with_threads_comes_to_its_end_at_every_level() {
    let source = "#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n\
        static void *wait_on(void *none) { pause(); return none; }\n\
        int main(void) { pthread_t one; pthread_create(&one, 0, wait_on, 0); char line[99];\n\
        while (printf(\"X> \"), fgets(line, 99, stdin)); return 0; }\n";
    let (_guard, path) = folder(&[("threads.c", source)]);
    for level in ["rlimits", "filters", "namespaces", "cgroup"] {
        let path = path.to_str().unwrap();
        let mut command = judge();
        command.timeout(Duration::from_secs(120));
        command.args(["check", "--format", "json", "--suite", "smoke", "--isolation", level, path]);
        let output = command.output().unwrap();
        let why = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some(), "at {level} it did not end: {why}");
        if why.contains("is not available here") {
            needs::leaves_out(&format!("isolation {level}"), "");
            continue;
        }
        let run: Value = serde_json::from_slice(&output.stdout).unwrap();
        if run["candidates"][0]["verdict"] == "skipped" {
            return eprintln!("skipped: {}", run["candidates"][0]["reason"]);
        }
        assert_eq!(run["candidates"][0]["verdict"], "wrong", "{level}: {run:#}");
    }
}

/// What a program is found to do where something of a game was left after all.
const LEAKS: [&str; 2] = ["answers differently", "could not be restored"];

/// Judges all tricks in this way, and those clean that fail: how the others are to be judged is known, and
/// `tests/long.sh tricks` judges them clean, too. If that cannot be done here, says why.
fn get_the_same_verdict(way: &[&str]) {
    let by_line = TRICKS.iter().chain(THREADS).map(|trick| (trick, FGETS));
    let tricks: Vec<_> = by_line.chain(BETWEEN.iter().chain(LEFT).map(|trick| (trick, BYTES))).collect();
    let named = |(trick, line): &(&Trick, &str)| (format!("{}.c", trick.0), source(trick, line));
    let sources: Vec<_> = tricks.iter().map(named).collect();
    let files: Vec<_> = sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(files.iter().map(|(name, _)| name).collect::<BTreeSet<_>>().len(), files.len());
    let (_guard, path) = folder(&files);
    let given = ["--suite", "fixtures", "--input", "lines", "--wall", "60"];
    let all = path.to_str().unwrap();
    let Some(warm) = check_if_it_can_be_had(&[&given[..], way, &[all]].concat()) else {
        return eprintln!("skipped: {way:?} is not available here");
    };
    let warm = rulings(&warm);
    if warm["plain.c"]["verdict"] == "skipped" {
        return eprintln!("skipped: {}", warm["plain.c"]["reason"]);
    }
    let is_judged_clean = |Trick(_, verdict, ..): &Trick| !way.is_empty() || *verdict != "accepted";
    let judged_clean = tricks.iter().filter(|(trick, _)| is_judged_clean(trick));
    let judged_clean: Vec<_> = judged_clean.map(|(trick, _)| format!("{all}/{}.c", trick.0)).collect();
    let judged_clean: Vec<_> = judged_clean.iter().map(String::as_str).collect();
    let (clean, _) = check(&[&given[..], &["--clean"], &judged_clean].concat());
    let clean = rulings(&clean);
    let can_hold = warm["plain.c"]["runs"]["warm"] != 0;
    if !can_hold {
        eprintln!("nothing can be held here: {}", warm["plain.c"]["runs"]);
    }
    let mut wrong = Vec::new();
    for (trick, _) in &tricks {
        let name = format!("{}.c", trick.0);
        let clean = is_judged_clean(trick).then(|| clean[&name]);
        let found = disagreements(trick, clean, warm[&name], can_hold);
        wrong.extend(found.into_iter().map(|found| format!("{name} {way:?} {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The reports on candidates; none if they cannot be judged in this way here.
fn check_if_it_can_be_had(arguments: &[&str]) -> Option<Value> {
    let output = judge().args(["check", "--format", "json"]).args(arguments).output().unwrap();
    let why = String::from_utf8_lossy(&output.stderr);
    let run = serde_json::from_slice(&output.stdout);
    (!why.contains("is not available here")).then(|| run.unwrap_or_else(|_| panic!("{why}")))
}

/// A program with this much memory in which nothing was, that does something with it at each line.
fn uses_memory(megabytes: usize, each: &str) -> String {
    let kept = format!("static char kept[{megabytes} << 20];");
    let each = format!("int move = line[0] - '0'; {each}");
    filled(&[("GLOBAL", &kept), ("EACH", &each)], BYTES)
}

/// Judges such a program with 30 MB at every level at which programs are held; nothing where none is to be had.
fn judged_with_30_megabytes(source: &str, more: &[&str]) -> Vec<Value> {
    let (_guard, path) = folder(&[("program.c", source)]);
    let judged = |level| {
        let given = ["--input", "lines", "--wall", "60", "--memory", "30M", "--isolation", level];
        let run = check_if_it_can_be_had(&[&given[..], more, &[path.to_str().unwrap()]].concat());
        run.or_else(|| {
            needs::leaves_out(&format!("isolation {level}"), "");
            None
        })
    };
    let runs = ["rlimits", "filters", "namespaces"].into_iter().filter_map(judged);
    let is_judged = |run: &Value| run["candidates"][0]["verdict"] != "skipped";
    runs.map(|mut run| run["candidates"][0].take()).filter(is_judged).collect()
}

#[test]
fn memory_of_a_game_does_not_count_for_the_next() {
    let source = uses_memory(
        72,
        "if (before < 2 && move >= 0 && move < 9) memset(kept + (before++ * 9 + move) * (4L << 20), 1, 4 << 20);",
    );
    for ruling in judged_with_30_megabytes(&source, &["--suite", "fixtures"]) {
        assert_eq!(ruling["verdict"], "accepted", "{ruling:#}");
        let runs = &ruling["runs"];
        assert!(runs["warm"].as_u64() > Some(50) || runs["warm"] == 0, "{runs:#}");
    }
}

#[test]
fn memory_that_only_a_few_games_use_is_counted_in_them() {
    let source = uses_memory(
        40,
        "before += move == 9; if (before == 1 && move >= 5 && move < 9) memset(kept, before++, sizeof kept);",
    );
    let games = short_games();
    let games: Vec<_> = games.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (_guard, games) = folder(&games);
    let more = ["--suite", "fixtures", "--fixtures", games.to_str().unwrap()];
    for ruling in judged_with_30_megabytes(&source, &more) {
        assert_eq!(ruling["verdict"], "memory", "{ruling:#}");
    }
}

/// What is not as it should be.
fn disagreements(trick: &Trick, clean: Option<&Value>, warm: &Value, can_hold: bool) -> Vec<String> {
    let Trick(_, verdict, run, _) = trick;
    let (held, why) = (warm["runs"]["warm"].as_u64().unwrap(), warm["runs"]["why_clean"].as_str());
    let is_leak = why.is_some_and(|why| LEAKS.iter().any(|leak| why.contains(leak)));
    let is_so_clean = |what: &dyn Fn(&Value) -> bool| clean.is_none_or(what);
    let expected = [
        (is_so_clean(&|clean| clean["verdict"] == *verdict), "is judged wrongly clean"),
        (warm["verdict"] == *verdict, "is judged wrongly warm"),
        (is_so_clean(&|clean| warm["failure"]["moves"] == clean["failure"]["moves"]), "fails another game"),
        (is_so_clean(&|clean| clean["runs"]["warm"] == 0), "is not clean"),
        (!is_leak, "leaves something"),
        (*run != Warm || !can_hold || held > 50, "is not held"),
        (*run != Clean || held == 0 && why.is_some(), "is held"),
    ];
    let unexpected = expected.into_iter().filter(|(is_so, _)| !is_so);
    unexpected
        .map(|(_, what)| format!("{what}: {warm:#}, clean: {:#}", clean.unwrap_or(&Value::Null)))
        .collect()
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

/// A game with 10,000 bytes of refused lines, after the others.
fn long_game(number: usize) -> (String, String) {
    let refused = format!("{}\n", "5".repeat(249)).repeat(40);
    (format!("long-{number}.moves"), format!("{refused}0\n3\n1\n4\n2\n"))
}

/// Ways to judge: a profile and the options.
const JUDGED: [(&str, &[&str]); 4] =
    [("golf", &["--clean"]), ("golf", &[]), ("golf", &["--skip-tidying"]), ("exact", &["--skip-tidying"])];

#[test]
fn the_end_of_a_run_is_judged_the_same_in_every_way() {
    needs::patience();
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
        // How many of the last games are also played clean is random.
        assert_eq!(dismissed > 0, can_be_dismissed, "{profile} {more:?}: {plain:#}");
    }
}

/// How often the next test judges everything, and by which suite, unless `REPETITIONS` and `SUITE` say
/// otherwise.
const REPETITIONS: usize = 20;
const SUITE: &str = "fixtures";

#[test]
#[ignore = "judges all submissions and all wrong programs forty times: two hours"]
fn repeated_judging_gives_the_same_verdict_warm_and_clean() {
    let asked = std::env::var("REPETITIONS").ok().and_then(|times| times.parse().ok());
    let suite = std::env::var("SUITE").unwrap_or(SUITE.to_owned());
    let _busy = std::env::var("BUSY").ok().and_then(|count| count.parse().ok()).map(Busy::new);
    let mut first = None;
    for repetition in 1..=asked.unwrap_or(REPETITIONS) {
        for more in [&[][..], &["--clean"]] {
            let mut verdicts = BTreeSet::new();
            for game in Dialect::all() {
                let dialect = game.name();
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
