//! Programs with threads, for the tests of `warm`: each plays right or wrong depending on whether anything of one game is
//! left for the next.

use crate::warm::Run::{Any, Clean, Warm};
use crate::warm::Trick;

/// A thread that does something for each line, on request, and is waited for: `hire` makes it, and `ask(n)` returns its
/// answer, of the function `work`.
macro_rules! worker {
    ($work:literal) => {
        ("GLOBAL", concat!(
            "static sem_t asked, told; static int given, answer; static int work(int n); ",
            "static void *serve(void *p) { (void)p; for (;;) { sem_wait(&asked); answer = work(given); sem_post(&told); } } ",
            "static int ask(int n) { given = n; sem_post(&asked); sem_wait(&told); return answer; } ",
            "static void hire(void) { pthread_t t; sem_init(&asked, 0, 0); sem_init(&told, 0, 0); ",
            "pthread_create(&t, NULL, serve, NULL); } ",
            $work
        ))
    };
}

#[rustfmt::skip]
pub(crate) const THREADS: &[Trick] = &[
    Trick("worker", "accepted", Warm, &[
        worker!("static int work(int n) { static int own; own += n; return own; }"),
        ("BEFORE", "hire();"), ("EACH", "is_wrong = ask(1) != ++before;")]),
    Trick("worker-of-the-game", "accepted", Warm, &[
        worker!("static int work(int n) { static int own; own += n; return own; }"),
        ("EACH", "if (!before) hire(); is_wrong = ask(1) != ++before;")]),
    Trick("worker-deep-in-its-stack", "accepted", Warm, &[
        worker!("static int __attribute__((noinline)) work(int n) { volatile char a[1 << 20]; int was = 0; \
                 for (int i = 0; i < 1 << 20; i += 4096) { was += a[i]; a[i] = n; } return was; }"),
        ("BEFORE", "hire();"), ("EACH", "if (!before++) is_wrong = ask(1) != 0;")]),
    Trick("worker-with-registers", "accepted", Warm, &[
        ("GLOBAL", "static volatile int go, done; static void *count(void *p) { (void)p; int own = 0; sigset_t s; sigfillset(&s); \
                    for (;;) { while (!go) { syscall(SYS_futex, &go, 0, 0, NULL, NULL, 0); } go = 0; own++; done = own; \
                    syscall(SYS_futex, &done, 1, 1, NULL, NULL, 0); } return p; }"),
        ("BEFORE", "pthread_t t; pthread_create(&t, NULL, count, NULL); usleep(2000);"),
        ("EACH", "done = 0; go = 1; syscall(SYS_futex, &go, 1, 1, NULL, NULL, 0); \
                  while (!done) syscall(SYS_futex, &done, 0, 0, NULL, NULL, 0); is_wrong = done != ++before;")]),
    Trick("worker-blocks-signals", "accepted", Warm, &[
        worker!("static int work(int n) { sigset_t s, o; sigemptyset(&s); sigaddset(&s, SIGUSR2); pthread_sigmask(SIG_BLOCK, &s, &o); \
                 return n + sigismember(&o, SIGUSR2); }"),
        ("BEFORE", "hire();"), ("EACH", "if (!before++) is_wrong = ask(1) != 1;")]),
    Trick("worker-sets-vectors", "accepted", Warm, &[
        worker!("static int work(int n) { char a[16]; __asm__ volatile(\"movdqu %%xmm15, %0\" : \"=m\"(a)); int was = a[9]; memset(a, 77, 16); \
                 __asm__ volatile(\"movdqu %0, %%xmm15\" : : \"m\"(a) : \"xmm15\"); return n + was; }"),
        ("BEFORE", "hire();"), ("EACH", "if (!before++) is_wrong = ask(0) == 77;")]),
    Trick("worker-ends", "accepted", Warm, &[
        ("GLOBAL", "static pthread_t t; static sem_t end; static void *wait_for_end(void *p) { sem_wait(&end); return p; }"),
        ("BEFORE", "sem_init(&end, 0, 0); pthread_create(&t, NULL, wait_for_end, &before);"),
        ("END", "void *told; sem_post(&end); if (pthread_join(t, &told) || told != &before) puts(\"wrong\");")]),
    Trick("worker-ends-at-once", "accepted", Warm, &[
        ("GLOBAL", "static pthread_t t; static sem_t end; static void *wait_for_end(void *p) { sem_wait(&end); return p; }"),
        ("BEFORE", "sem_init(&end, 0, 0); pthread_create(&t, NULL, wait_for_end, NULL);"),
        ("EACH", "if (!before++) { is_wrong = pthread_tryjoin_np(t, NULL) != EBUSY; sem_post(&end); is_wrong |= pthread_join(t, NULL); }")]),
    Trick("threads-of-the-game", "accepted", Warm, &[
        ("GLOBAL", "static void *add(void *p) { ++*(int *)p; return p; }"),
        ("EACH", "pthread_t t; int n = 3; is_wrong = pthread_create(&t, NULL, add, &n) || pthread_join(t, NULL) || n != 4;")]),
    Trick("threads-left-behind", "accepted", Warm, &[
        ("GLOBAL", "static int count; static void *add(void *p) { __atomic_add_fetch(&count, 1, 0); pause(); return p; }"),
        ("EACH", "pthread_t t; if (before < 3) { before++; is_wrong = pthread_create(&t, NULL, add, NULL); pthread_detach(t); } \
                  while (__atomic_load_n(&count, 0) < before) sched_yield(); is_wrong |= count != before;")]),
    Trick("thread-that-works", "accepted", Clean, &[
        ("GLOBAL", "static volatile long count; static void *work(void *p) { for (;;) count++; return p; }"),
        ("BEFORE", "pthread_t t; pthread_create(&t, NULL, work, NULL);"), ("EACH", "is_wrong = count < 0;")]),
    Trick("thread-that-sleeps", "accepted", Clean, &[
        ("GLOBAL", "static volatile long count; static void *doze(void *p) { for (;;) { usleep(500); count++; } return p; }"),
        ("BEFORE", "pthread_t t; pthread_create(&t, NULL, doze, NULL);"), ("EACH", "is_wrong = count < 0;")]),
    Trick("thread-that-waits-for-a-while", "accepted", Clean, &[
        ("GLOBAL", "static sem_t never; static void *doze(void *p) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t); t.tv_sec += 60; \
                    sem_timedwait(&never, &t); before = 1; return p; }"),
        ("BEFORE", "pthread_t t; sem_init(&never, 0, 0); pthread_create(&t, NULL, doze, NULL);"), ("EACH", "is_wrong = before;")]),
    Trick("thread-that-reads", "accepted", Warm, &[
        ("GLOBAL", "static sem_t asked, told; static char got[9999]; static int n; static void *serve(void *p) { for (;;) { sem_wait(&asked); \
                    n = 0; while (n < 9998 && read(0, got + n, 1) == 1) if (got[n++] == '\\n') break; sem_post(&told); } return p; }"),
        ("BEFORE", "pthread_t t; sem_init(&asked, 0, 0); sem_init(&told, 0, 0); pthread_create(&t, NULL, serve, NULL);"),
        ("LINE", "sem_post(&asked); sem_wait(&told); if (n >= size) n = size - 1; memcpy(line, got, n); line[n] = 0; return n > 0;")]),
    Trick("threads-that-read-by-turns", "accepted", Warm, &[
        ("GLOBAL", "static sem_t asked, told; static char got[9999]; static int n; static void *serve(void *p) { for (;;) { sem_wait(&asked); \
                    n = 0; while (n < 9998 && read(0, got + n, 1) == 1) if (got[n++] == '\\n') break; sem_post(&told); } return p; }"),
        ("BEFORE", "pthread_t t; sem_init(&asked, 0, 0); sem_init(&told, 0, 0); pthread_create(&t, NULL, serve, NULL);"),
        ("LINE", "if (before++ % 2) { sem_post(&asked); sem_wait(&told); if (n >= size) n = size - 1; memcpy(line, got, n); line[n] = 0; return n > 0; } \
                  int k = 0; while (k + 1 < size && read(0, line + k, 1) == 1) if (line[k++] == '\\n') break; line[k] = 0; return k > 0;")]),
    Trick("detached-reader", "accepted", Any, &[
        ("GLOBAL", "static int p[2]; static void *copy(void *none) { char a[4096]; long n; while ((n = read(0, a, 4096)) > 0) \
                    if (write(p[1], a, n) < n) break; close(p[1]); return none; }"),
        ("BEFORE", "pthread_t t; if (pipe(p)) return 1; pthread_create(&t, NULL, copy, NULL); pthread_detach(t); fd = p[0]; usleep(3000);"),
        ("LINE", "int n = 0; while (n + 1 < size && read(fd, line + n, 1) == 1) if (line[n++] == '\\n') break; line[n] = 0; return n > 0;")]),
    Trick("ended-by-another-thread", "accepted", Warm, &[
        ("GLOBAL", "static void *end(void *p) { fflush(stdout); exit(0); return p; }"),
        ("END", "pthread_t t; pthread_create(&t, NULL, end, NULL); for (;;) pause();")]),
    Trick("ended-by-the-last-thread", "accepted", Warm, &[
        ("GLOBAL", "static pthread_t first; static void *end(void *p) { pthread_join(first, NULL); fflush(stdout); return p; }"),
        ("END", "pthread_t t; first = pthread_self(); pthread_create(&t, NULL, end, NULL); pthread_exit(NULL);")]),
    Trick("crashed-by-another-thread", "crashed", Any, &[
        ("GLOBAL", "static void *end(void *p) { *(volatile int *)(long)before = 1; return p; }"),
        ("END", "fflush(stdout); before = 8; pthread_t t; pthread_create(&t, NULL, end, NULL); pthread_join(t, NULL);")]),
    Trick("threads-without-end", "processes", Any, &[
        ("GLOBAL", "static void *idle(void *p) { pause(); return p; }"),
        ("EACH", "for (pthread_t t; line[0] == '4';) pthread_create(&t, NULL, idle, NULL);")]),
    Trick("processes-without-end", "processes", Any, &[("EACH", "while (line[0] == '4') if (!fork()) pause();")]),
    Trick("fills-a-gigabyte", "memory", Any, &[("EACH", "char *m; if (line[0] == '4' && (m = malloc(1 << 30))) memset(m, 1, 1 << 30);")]),
    Trick("blocks-all-signals", "accepted", Warm, &[("BEFORE", "sigset_t s; sigfillset(&s); sigprocmask(SIG_SETMASK, &s, NULL);")]),
    Trick("names-a-thread", "accepted", Any, &[
        ("GLOBAL", "static pthread_t t; static void *idle(void *p) { pause(); return p; }"),
        ("BEFORE", "pthread_create(&t, NULL, idle, NULL);"),
        ("EACH", "char a[32]; if (!before++) { pthread_getname_np(t, a, 32); is_wrong = !strcmp(a, \"other\"); pthread_setname_np(t, \"other\"); }")]),
    Trick("counter-left", "accepted", Warm, &[
        ("BEFORE", "fd = eventfd(3, EFD_NONBLOCK);"),
        ("EACH", "eventfd_t n = 0; if (!before++) { is_wrong = eventfd_read(fd, &n) || n != 3; eventfd_write(fd, 40); }")]),
    Trick("single-counts-left", "accepted", Warm, &[
        ("BEFORE", "fd = eventfd(2, EFD_NONBLOCK | EFD_SEMAPHORE);"),
        ("EACH", "eventfd_t n = 0; if (!before++) { for (int i = 0; i < 2; i++) is_wrong |= eventfd_read(fd, &n) || n != 1; \
                  is_wrong |= !eventfd_read(fd, &n); eventfd_write(fd, 40); }")]),
    Trick("byte-left-in-a-pipe", "accepted", Warm, &[
        ("GLOBAL", "static int p[2];"),
        ("BEFORE", "if (pipe2(p, O_NONBLOCK) || write(p[1], \"xy\", 2) != 2) return 1;"),
        ("EACH", "char a[9]; if (!before++) { is_wrong = read(p[0], a, 9) != 2 || a[0] != 'x'; if (write(p[1], \"more\", 4) != 4) return 1; }")]),
    Trick("too-much-in-a-pipe", "accepted", Clean, &[
        ("GLOBAL", "static int p[2]; static char a[1024];"),
        ("BEFORE", "if (pipe2(p, O_NONBLOCK) || write(p[1], a, 1024) != 1024) return 1;"),
        ("EACH", "if (!before++) is_wrong = read(p[0], a, 1024) != 1024;")]),
    Trick("member-of-a-set", "accepted", Warm, &[
        ("GLOBAL", "static int own;"),
        ("BEFORE", "fd = epoll_create1(0); own = eventfd(0, 0);"),
        ("EACH", "struct epoll_event e = {EPOLLIN, {.u64 = 7}}; if (!before++) { is_wrong = epoll_ctl(fd, EPOLL_CTL_ADD, own, &e) != 0; \
                  eventfd_write(own, 1); is_wrong |= epoll_wait(fd, &e, 1, 0) != 1 || e.data.u64 != 7; }")]),
    Trick("member-lost-of-a-set", "accepted", Warm, &[
        ("GLOBAL", "static int own;"),
        ("BEFORE", "fd = epoll_create1(0); own = eventfd(1, 0); struct epoll_event e = {EPOLLIN, {.u64 = 7}}; epoll_ctl(fd, EPOLL_CTL_ADD, own, &e);"),
        ("EACH", "struct epoll_event e; if (!before++) { is_wrong = epoll_wait(fd, &e, 1, 0) != 1 || e.data.u64 != 7; \
                  epoll_ctl(fd, before % 2 ? EPOLL_CTL_DEL : EPOLL_CTL_MOD, own, &e); }")]),
    Trick("member-changed-in-a-set", "accepted", Warm, &[
        ("GLOBAL", "static int own;"),
        ("BEFORE", "fd = epoll_create1(0); own = eventfd(1, 0); struct epoll_event e = {EPOLLIN | EPOLLONESHOT, {.u64 = 7}}; epoll_ctl(fd, EPOLL_CTL_ADD, own, &e);"),
        ("EACH", "struct epoll_event e; if (!before++) is_wrong = epoll_wait(fd, &e, 1, 0) != 1 || epoll_wait(fd, &e, 1, 0) != 0;")]),
    Trick("waits-for-input-in-a-set", "accepted", Warm, &[
        ("BEFORE", "fd = epoll_create1(0); struct epoll_event e = {EPOLLIN, {.u64 = 0}}; if (epoll_ctl(fd, EPOLL_CTL_ADD, 0, &e)) return 1;"),
        ("LINE", "struct epoll_event e; int n = 0; while (n + 1 < size && epoll_wait(fd, &e, 1, -1) == 1 && read(0, line + n, 1) == 1) \
                  if (line[n++] == '\\n') break; line[n] = 0; return n > 0;")]),
    Trick("protected-for-good", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);"),
        ("EACH", "if (!before++) { is_wrong = kept[9000]; kept[9000] = 1; mprotect(kept + 8192, 4096, PROT_READ); }")]),
    Trick("written-where-it-was-protected", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); kept[9000] = 'k'; mprotect(kept, 1 << 16, PROT_READ);"),
        ("EACH", "if (!before++) { is_wrong = kept[9000] != 'k'; mprotect(kept, 1 << 16, PROT_READ | PROT_WRITE); kept[9000] = kept[50] = 1; }")]),
    Trick("reserved-and-used", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1L << 36, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);"),
        ("EACH", "if (!before++) { is_wrong = mprotect(kept + (1L << 30), 1 << 20, PROT_READ | PROT_WRITE) || kept[(1L << 30) + 5000]; kept[(1L << 30) + 5000] = 1; }")]),
    Trick("reserved-and-mapped-over", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1L << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);"),
        ("EACH", "if (!before++) { char *m = mmap(kept + 4096, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); \
                  is_wrong = m != kept + 4096 || m[5000]; m[5000] = 1; }")]),
    Trick("still-reserved", "crashed", Any, &[
        ("GLOBAL", "static volatile char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1L << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);"),
        ("END", "fflush(stdout); kept[5000]++; mprotect((char *)kept, 1 << 20, PROT_READ | PROT_WRITE);")]),
    Trick("mapped-over", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memset(kept, 'k', 1 << 16);"),
        ("EACH", "if (!before++) { is_wrong = kept[5000] != 'k' || kept[40000] != 'k'; \
                  mmap(kept + 4096, 1 << 14, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); is_wrong |= kept[5000] || kept[40000] != 'k'; kept[5000] = 1; }")]),
    Trick("unmapped-and-mapped-over", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memset(kept, 'k', 1 << 16);"),
        ("EACH", "if (!before++) { is_wrong = kept[5000] != 'k'; munmap(kept, 1 << 16); \
                  mmap(kept, 1 << 14, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); is_wrong |= kept[5000]; kept[5000] = 1; }")]),
    Trick("file-mapped-over", "accepted", Clean, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); kept[5] = 'k'; fd = open(\"/etc/passwd\", O_RDONLY);"),
        ("EACH", "if (!before++) { is_wrong = kept[5] != 'k'; mmap(kept, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0); is_wrong |= kept[5] == 'k'; }")]),
    Trick("stack-for-faults-changed-in-secret", "accepted", Warm, &[
        ("GLOBAL", "static char own[1 << 16]; static void on(int s, siginfo_t *i, void *c) { (void)s, (void)i; \
                    ucontext_t *u = c; u->uc_stack = (stack_t){own, 0, sizeof own}; u->uc_mcontext.gregs[REG_RIP] += 2; }"),
        ("BEFORE", "struct sigaction a = {0}; a.sa_sigaction = on; a.sa_flags = SA_SIGINFO; sigaction(SIGILL, &a, NULL);"),
        ("EACH", "if (!before++) { stack_t o; sigaltstack(NULL, &o); is_wrong = o.ss_sp == own; __asm__ volatile(\"ud2\"); }")]),
    Trick("stack-for-faults-taken-away", "accepted", Warm, &[
        ("GLOBAL", "static char own[1 << 16]; static sigjmp_buf back; static void on(int s) { siglongjmp(back, s); }"),
        ("BEFORE", "stack_t s = {own, 1 << 31, sizeof own}; sigaltstack(&s, NULL); struct sigaction a = {0}; a.sa_handler = on; \
                    a.sa_flags = SA_ONSTACK; sigaction(SIGILL, &a, NULL);"),
        ("EACH", "if (!before++) { stack_t o; sigaltstack(NULL, &o); is_wrong = o.ss_sp != own; if (!sigsetjmp(back, 1)) __asm__ volatile(\"ud2\"); }")]),
    Trick("returns-from-no-signal", "accepted", Any, &[("EACH",
        "if (!before++) { errno = 0; is_wrong = 0; struct sigaction a = {0}; sigaction(SIGTRAP, NULL, &a); is_wrong = a.sa_handler != SIG_DFL; signal(SIGTRAP, SIG_IGN); }")]),
    Trick("has-many-mappings", "accepted", Clean, &[
        ("BEFORE", "for (int i = 0; i < 9000; i++) mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);")]),
    Trick("has-a-gigabyte-reserved", "accepted", Warm, &[
        ("GLOBAL", "static char *kept;"),
        ("BEFORE", "kept = mmap(NULL, 1L << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); kept[1 << 29] = 'k';"),
        ("EACH", "if (!before++) { is_wrong = kept[1 << 29] != 'k' || kept[1 << 28]; kept[1 << 29] = kept[1 << 28] = 1; }")]),
    Trick("input-under-another-number", "accepted", Clean, &[
        ("BEFORE", "fd = open(\"/dev/stdin\", O_RDONLY); close(0); fflush(stdout);"),
        ("LINE", "int n = 0; while (n + 1 < size && read(fd, line + n, 1) == 1) if (line[n++] == '\\n') break; line[n] = 0; return n > 0;")]),
    Trick("input-under-two-numbers", "accepted", Warm, &[
        ("BEFORE", "fd = open(\"/dev/stdin\", O_RDONLY); fflush(stdout);"),
        ("LINE", "int n = 0; while (n + 1 < size && read(before++ % 2 ? fd : 0, line + n, 1) == 1) if (line[n++] == '\\n') break; line[n] = 0; return n > 0;")]),
    Trick("counts-what-a-copy-has", "accepted", Any, &[
        ("BEFORE", "int d = dup(0), n = 7; ioctl(d, FIONREAD, &n); is_wrong = n == 1; close(d);")]),
];
